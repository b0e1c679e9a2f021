// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Pragma.cpp - #pragma twofold parallel for -------------===//
//
// Puts the equivalent attributes into the token stream. GNU spelling, because
// unlike [[]] it is silent under -pedantic in every -std and may have any
// expression as an argument. Pragmas of clang's and OpenMP's that stand between
// go before the attributes, since clang takes no attributes before those.
// Behind a hint for a loop, and in C behind a label, clang takes those in [[]]
// alone.

#include "annotation/Annotations.h"
#include "annotation/AttributeArguments.h"
#include "annotation/ClauseLexer.h"
#include "report/Diagnostics.h"
#include "slice/text/SlicePragma.h"
#include "slice/text/SliceTokens.h"
#include "unit/UnitPurpose.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include <array>

using namespace clang;

namespace twofold {
namespace {

using Tokens = ClauseLexer::Tokens;

class ParallelForPragma : public PragmaHandler {
  Diagnostics &Diags;
  /// The last tokens that the parser got, the newest first.
  std::array<tok::TokenKind, 3> Last = {};
  NameFinder Meaning;
  unsigned SliceNames = 0;
  unsigned Directives = 0; ///< that are at work
  bool ForTools;

public:
  ParallelForPragma(CompilerInstance &CI, Diagnostics &Diags)
      : PragmaHandler("twofold"), Diags(Diags), Meaning(namesIn(CI)),
        ForTools(purposeOf(CI) == UnitPurpose::Tools) {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override;
  void watch(Preprocessor &PP);

private:
  void handle(Preprocessor &PP, SourceLocation Loc);
  Tokens moved(Preprocessor &PP, Tokens &Behind) const;
};

/// Sees the tokens that go to the parser.
void ParallelForPragma::watch(Preprocessor &PP) {
  if (ForTools)
    return;
  const IdentifierInfo *Name = PP.getIdentifierInfo("twofold_parallel_for");
  addTokenWatcher(PP, [this, &PP, Name](const Token &T) {
    Last = {T.getKind(), Last[0], Last[1]};
    if (T.is(tok::identifier) && T.getIdentifierInfo() == Name)
      annotationLexed(PP, T.getLocation());
  });
}

/// The pragmas that follow and that the parser is to see. Behind gets the token
/// that was read to find their end.
Tokens ParallelForPragma::moved(Preprocessor &PP, Tokens &Behind) const {
  Tokens Moved;
  bool Directive = false; // of OpenMP
  while (textFollows(PP, Directives > 0)) {
    Token T;
    lexInside(PP, T);
    if (T.is(tok::eof))
      break;
    bool Opens = T.is(tok::annot_pragma_openmp);
    if (!Directive && !T.isAnnotation()) {
      Behind.push_back(T);
      break;
    }
    Directive = Opens || (Directive && T.isNot(tok::annot_pragma_openmp_end));
    Moved.push_back(T);
  }
  return Moved;
}

/// Whether each argument is a name, a number or a string.
bool fitBrackets(ArrayRef<Token> Gnu) {
  unsigned Depth = 0, Length = 0;
  for (const Token &T : Gnu) {
    Depth += T.is(tok::l_paren);
    Depth -= T.is(tok::r_paren);
    // __attribute__((name((argument))))
    Length = Depth == 4 && T.isNot(tok::l_paren) ? Length + 1 : 0;
    if (Length > 1 || Depth > 4)
      return false;
  }
  return true;
}

/// The same attributes in double brackets, whose arguments wait elsewhere.
Tokens inBrackets(Preprocessor &PP, Diagnostics &Diags, ArrayRef<Token> Gnu) {
  Tokens Out;
  SourceLocation Loc = Gnu.front().getLocation();
  ClauseLexer Writer(PP, Diags, Out);
  auto Twice = [&](tok::TokenKind Kind) {
    Writer.punctuator(Kind, Loc);
    Writer.punctuator(Kind, Loc);
  };
  Twice(tok::l_square);
  for (size_t At = 3; At + 2 < Gnu.size();) {
    const Token &T = Gnu[At];
    if (T.is(tok::l_paren)) {
      size_t End = behindGroup(Gnu, At);
      keepArguments(Out.back().getLocation(), Gnu.slice(At, End - At));
      At = End;
      continue;
    }
    if (T.is(tok::identifier)) {
      Writer.name("twofold", T.getLocation());
      Writer.punctuator(tok::coloncolon, T.getLocation());
      StringRef Name = T.getIdentifierInfo()->getName();
      Name.consume_front("twofold_");
      Writer.name(Name, T.getLocation());
    } else {
      Out.push_back(T);
    }
    ++At;
  }
  Twice(tok::r_square);
  return Out;
}

/// No statement begins here: clang would ask for one, and not say for what.
bool endsBlock(const Token &T) {
  return T.isOneOf(tok::r_brace, tok::r_paren, tok::kw_else, tok::eof);
}

/// Nothing follows in the program's own file.
bool fileEnds(Preprocessor &PP) {
  const auto *File = static_cast<Lexer *>(PP.getCurrentFileLexer());
  if (!File || !PP.isInPrimaryFile())
    return false;
  Lexer Raw(SourceLocation(), PP.getLangOpts(), File->getBuffer().begin(),
            File->getBufferLocation(), File->getBuffer().end());
  Token Next;
  Raw.LexFromRawLexer(Next);
  return Next.is(tok::eof);
}

void hand(Preprocessor &PP, ArrayRef<Token> To) {
  if (To.empty())
    return;
  auto Stream = std::make_unique<Token[]>(To.size());
  std::copy(To.begin(), To.end(), Stream.get());
  PP.EnterTokenStream(std::move(Stream), To.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

void ParallelForPragma::HandlePragma(Preprocessor &PP,
                                     PragmaIntroducer Introducer, Token &) {
  bool Directive = Introducer.Kind == PIK_HashPragma;
  Directives += Directive;
  handle(PP, Introducer.Loc);
  Directives -= Directive;
}

void ParallelForPragma::handle(Preprocessor &PP, SourceLocation Loc) {
  Tokens Line, Out;
  Token T;
  for (PP.Lex(T); T.isNot(tok::eod) && T.isNot(tok::eof); PP.Lex(T))
    Line.push_back(T);

  if (!Line.empty() && PP.getSpelling(Line[0]) == "slice") {
    ClauseLexer Lexer(PP, Diags, Tokens(llvm::drop_begin(Line)),
                      T.getLocation(), Out);
    Lexer.clauses();
    return lowerSlices(PP, Diags, Loc, TokenList(Out.begin(), Out.end()),
                       Meaning, SliceNames, ForTools, Directives > 0);
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

  Tokens Behind, All = moved(PP, Behind);
  const bool Ends = Behind.empty() && Directives > 0 && fileEnds(PP);
  if (Ends || (!Behind.empty() && endsBlock(Behind.front()))) {
    Diags.report(Loc, diag::Id::NotALoop)
        << "twofold::parallel_for" << "put it directly before the loop";
    All.append(Behind);
    return hand(PP, All);
  }
  bool Hint = All.empty() ? Last[0] == tok::annot_pragma_loop_hint
                          : All.back().is(tok::annot_pragma_loop_hint);
  // What a label names may have a statement of its own, but under an `if`.
  bool Label = !PP.getLangOpts().CPlusPlus && All.empty() &&
               Last[0] == tok::colon && Last[1] == tok::identifier;
  bool Apart = Label && (Last[2] == tok::semi || Last[2] == tok::l_brace ||
                         Last[2] == tok::r_brace);
  if (Hint && !All.empty() && !fitBrackets(Out))
    while (!All.empty() && All.back().is(tok::annot_pragma_loop_hint))
      All.pop_back(); // of speed alone, which the native loop decides itself
  else if (Hint || (Label && !Apart && Last[2] != tok::kw_case))
    Out = inBrackets(PP, Diags, Out);
  if (Apart)
    ClauseLexer(PP, Diags, All).punctuator(tok::semi, Loc);
  All.append(Out);
  All.append(Behind);
  Out = std::move(All);

  // As the pragma does: -Wmisleading-indentation looks at both.
  Out.front().setFlag(Token::StartOfLine);
  hand(PP, Out);
}

/// Clang says nothing of pragmas that it does not know.
class MisspeltPragma : public PragmaHandler {
  Diagnostics &Diags;

public:
  MisspeltPragma(StringRef Name, Diagnostics &Diags)
      : PragmaHandler(Name), Diags(Diags) {}
  void HandlePragma(Preprocessor &, PragmaIntroducer, Token &First) override {
    const SourceLocation Loc = First.getLocation();
    Diags.report(Loc, diag::Id::UnknownPragma)
        << getName() << "did you mean '#pragma twofold'?"
        << FixItHint::CreateReplacement(
               CharSourceRange::getTokenRange(Loc, Loc), "twofold");
  }
};

} // namespace

void addPragmas(CompilerInstance &CI, Diagnostics &Diags) {
  // The preprocessor takes ownership.
  auto *Pragma = new ParallelForPragma(CI, Diags);
  CI.getPreprocessor().AddPragmaHandler(Pragma);
  Pragma->watch(CI.getPreprocessor());
  for (StringRef Wrong : {"twofld", "twofol", "twofodl", "twoflod", "towfold",
                          "twofould", "twfold", "tofold", "twofolds",
                          "two_fold", "Twofold", "TwoFold", "TWOFOLD"})
    CI.getPreprocessor().AddPragmaHandler(new MisspeltPragma(Wrong, Diags));
}

} // namespace twofold
