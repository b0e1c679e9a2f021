// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ParallelForPragma.cpp - #pragma twofold parallel for -------------===//
//
// Lexes the clauses and puts the equivalent attributes back into the token
// stream, keeping no state. GNU spelling, because unlike [[]] it is silent
// under -pedantic in every -std. Each argument is put in parentheses, so that
// clang parses it as an expression even where it is a lone name.
//
//===----------------------------------------------------------------------===//

#include "Annotations.h"
#include "Diagnostics.h"
#include "SlicePragma.h"
#include "UnitPurpose.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace twofold {
namespace {

using Tokens = SmallVector<Token, 16>;

class ParallelForPragma : public PragmaHandler {
  Diagnostics &Diags;
  NameFinder Meaning;
  unsigned SliceNames = 0;
  bool ForTools;

public:
  ParallelForPragma(CompilerInstance &CI, Diagnostics &Diags)
      : PragmaHandler("twofold"), Diags(Diags), Meaning(namesIn(CI)),
        ForTools(purposeOf(CI) == UnitPurpose::Tools) {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override;
};

/// One run over the tokens of one pragma.
class ClauseLexer {
  Preprocessor &PP;
  Diagnostics &Diags;
  Tokens Line; ///< the pragma after `twofold`, without the end
  Tokens &Out;
  size_t At = 0;
  SourceLocation End;
  llvm::StringSet<> Seen;

public:
  ClauseLexer(Preprocessor &PP, Diagnostics &Diags, Tokens Line,
              SourceLocation End, Tokens &Out)
      : PP(PP), Diags(Diags), Line(std::move(Line)), Out(Out), End(End) {}

  bool directive();
  bool clauses();

  void punctuator(tok::TokenKind Kind, SourceLocation Loc) {
    Token T;
    T.startToken();
    T.setKind(Kind);
    T.setLocation(Loc);
    Out.push_back(T);
  }
  void name(StringRef Text, SourceLocation Loc) {
    Token T;
    T.startToken();
    IdentifierInfo *Id = PP.getIdentifierInfo(Text);
    T.setIdentifierInfo(Id);
    T.setKind(Id->getTokenID());
    T.setLocation(Loc);
    Out.push_back(T);
  }

private:
  bool done() const { return At == Line.size(); }
  SourceLocation here() const { return done() ? End : Line[At].getLocation(); }
  std::string spelling(const Token &T) const { return PP.getSpelling(T); }
  bool fail(SourceLocation Loc, diag::Id Which,
            ArrayRef<std::string> Arguments);

  void string(StringRef Text, SourceLocation Loc);
  bool clause();
  bool unknownClause(StringRef Name, SourceLocation Loc);
  bool arguments(const ClauseSpelling &Clause, ArrayRef<Token> Inside,
                 SourceLocation Loc);
  void expressions(ArrayRef<Token> List, bool AfterWord);
};

bool ClauseLexer::fail(SourceLocation Loc, diag::Id Which,
                       ArrayRef<std::string> Arguments) {
  DiagnosticBuilder B = Diags.report(Loc, Which);
  for (const std::string &A : Arguments)
    B << A;
  return false;
}

void ClauseLexer::string(StringRef Text, SourceLocation Loc) {
  Token T;
  T.startToken();
  T.setKind(tok::string_literal);
  PP.CreateString(("\"" + Text + "\"").str(), T, Loc, Loc);
  Out.push_back(T);
}

bool ClauseLexer::directive() {
  SourceLocation Loc = here();
  std::string First = done() ? "" : spelling(Line[At++]);
  if (First == "parallel_for")
    return true;
  if (First == "parallel" && !done() && spelling(Line[At]) == "for") {
    ++At;
    return true;
  }
  if (First == "parallel" && !done())
    First += " " + spelling(Line[At]);
  return fail(Loc, diag::Id::UnknownPragma, First);
}

bool ClauseLexer::clauses() {
  while (!done()) {
    if (Line[At].is(tok::comma)) {
      ++At;
      continue;
    }
    if (!clause())
      return false;
  }
  return true;
}

bool ClauseLexer::unknownClause(StringRef Name, SourceLocation Loc) {
  const ClauseSpelling *Nearest = nullptr;
  unsigned Best = 4;
  for (const ClauseSpelling &C : clauseSpellings()) {
    unsigned Distance = Name.edit_distance(C.Name, true, Best);
    if (Distance < Best && Distance < C.Name.size()) {
      Best = Distance;
      Nearest = &C;
    }
  }
  std::string Hint =
      Nearest ? ("; did you mean '" + Nearest->Name + "'?").str() : "";
  DiagnosticBuilder B = Diags.report(Loc, diag::Id::UnknownClause);
  B << Name << Hint;
  if (Nearest)
    B << FixItHint::CreateReplacement(CharSourceRange::getTokenRange(Loc, Loc),
                                      Nearest->Name);
  return false;
}

bool ClauseLexer::clause() {
  Token NameToken = Line[At++];
  SourceLocation Loc = NameToken.getLocation();
  std::string Name = spelling(NameToken);
  const ClauseSpelling *Clause = findClause(Name);
  if (!Clause)
    return unknownClause(Name, Loc);
  if (!Seen.insert(Name).second && !Clause->Repeatable)
    return fail(Loc, diag::Id::DoubledClause, Name);
  bool Opens = !done() && Line[At].is(tok::l_paren);
  if (Clause->Shape == ClauseShape::Flag) {
    if (Opens)
      return fail(here(), diag::Id::ClauseArguments, {Name, Clause->Arguments});
    punctuator(tok::comma, Loc);
    name("twofold_" + Name, Loc);
    return true;
  }
  if (!Opens)
    return fail(here(), diag::Id::ClauseNeedsParen, Name);

  size_t Start = ++At;
  for (unsigned Depth = 1; Depth && !done(); ++At)
    if (Line[At].is(tok::l_paren))
      ++Depth;
    else if (Line[At].is(tok::r_paren) && !--Depth)
      break;
  if (done())
    return fail(Loc, diag::Id::ClauseUnclosed, Name);
  ArrayRef<Token> Inside = ArrayRef<Token>(Line).slice(Start, At - Start);
  ++At;
  if (Inside.empty())
    return fail(Loc, diag::Id::ClauseEmpty, {Name, Clause->Arguments});

  punctuator(tok::comma, Loc);
  name("twofold_" + Name, Loc);
  punctuator(tok::l_paren, Loc);
  if (!arguments(*Clause, Inside, Loc))
    return false;
  punctuator(tok::r_paren, Loc);
  return true;
}

bool ClauseLexer::arguments(const ClauseSpelling &Clause,
                            ArrayRef<Token> Inside, SourceLocation Loc) {
  switch (Clause.Shape) {
  case ClauseShape::Expression:
  case ClauseShape::Variables:
  case ClauseShape::Extent:
    expressions(Inside, /*AfterWord=*/false);
    return true;
  case ClauseShape::Reduction: {
    size_t Colon = 0;
    std::string Op;
    while (Colon < Inside.size() && Inside[Colon].isNot(tok::colon))
      Op += spelling(Inside[Colon++]);
    if (Colon == 0 || Colon + 1 >= Inside.size())
      return fail(Inside[0].getLocation(), diag::Id::ClauseArguments,
                  {Clause.Name.str(), "'operation : variables'"});
    string(Op, Inside[0].getLocation());
    expressions(Inside.drop_front(Colon + 1), true);
    return true;
  }
  case ClauseShape::Schedule:
    string(spelling(Inside[0]), Inside[0].getLocation());
    if (Inside.size() == 1)
      return true;
    if (Inside[1].isNot(tok::comma) || Inside.size() == 2)
      return fail(Inside[1].getLocation(), diag::Id::ClauseArguments,
                  {Clause.Name.str(), Clause.Arguments});
    expressions(Inside.drop_front(2), true);
    return true;
  case ClauseShape::Word:
    if (Inside.size() != 1)
      return fail(Loc, diag::Id::ClauseArguments,
                  {Clause.Name.str(), Clause.Arguments});
    string(spelling(Inside[0]), Inside[0].getLocation());
    return true;
  case ClauseShape::Flag:
    return true;
  }
  llvm_unreachable("covered switch");
}

/// (a), (b), (c)
void ClauseLexer::expressions(ArrayRef<Token> List, bool AfterWord) {
  unsigned Depth = 0;
  SourceLocation First = List.front().getLocation();
  if (AfterWord)
    punctuator(tok::comma, First);
  punctuator(tok::l_paren, First);
  for (const Token &T : List) {
    if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++Depth;
    if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      --Depth;
    if (T.is(tok::comma) && Depth == 0) {
      punctuator(tok::r_paren, T.getLocation());
      Out.push_back(T);
      punctuator(tok::l_paren, T.getLocation());
    } else {
      Out.push_back(T);
    }
  }
  punctuator(tok::r_paren, List.back().getLocation());
}

void ParallelForPragma::HandlePragma(Preprocessor &PP,
                                     PragmaIntroducer Introducer, Token &) {
  SourceLocation Loc = Introducer.Loc;
  Tokens Line, Out;
  Token T;
  for (PP.Lex(T); T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T))
    Line.push_back(T);

  if (!Line.empty() && PP.getSpelling(Line[0]) == "slice") {
    ClauseLexer Lexer(PP, Diags, Tokens(llvm::drop_begin(Line)),
                      T.getLocation(), Out);
    Lexer.clauses();
    return lowerSlices(PP, Diags, Loc, TokenList(Out.begin(), Out.end()),
                       Meaning, SliceNames, ForTools);
  }
  ClauseLexer Lexer(PP, Diags, std::move(Line), T.getLocation(), Out);
  Lexer.name("__attribute__", Loc);
  Lexer.punctuator(tok::l_paren, Loc);
  Lexer.punctuator(tok::l_paren, Loc);
  Lexer.name("twofold_parallel_for", Loc);
  if (!Lexer.directive() || !Lexer.clauses())
    return;
  Lexer.punctuator(tok::r_paren, Loc);
  Lexer.punctuator(tok::r_paren, Loc);

  // As the pragma does: -Wmisleading-indentation looks at both.
  Out.front().setFlag(Token::StartOfLine);
  auto Stream = std::make_unique<Token[]>(Out.size());
  std::copy(Out.begin(), Out.end(), Stream.get());
  PP.EnterTokenStream(std::move(Stream), Out.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

} // namespace

void addPragmas(CompilerInstance &CI, Diagnostics &Diags) {
  // The preprocessor takes ownership.
  CI.getPreprocessor().AddPragmaHandler(new ParallelForPragma(CI, Diags));
}

} // namespace twofold
