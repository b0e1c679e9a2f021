// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SlicePragma.cpp - statements around slices -------------------------===//

#include "slice/text/SlicePragma.h"
#include "slice/text/SliceAttributes.h"
#include "slice/text/SliceMasks.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"

using namespace clang;

namespace twofold {
namespace {

/// Follows statements, and lowers those that slices stand in.
class StatementLowering {
  SliceSource &Source;
  TokenWriter &Out;
  ArrayRef<Token> Behind; ///< the last statement
  size_t At = 0;

public:
  StatementLowering(SliceSource &Source, TokenWriter &Out,
                    ArrayRef<Token> Behind)
      : Source(Source), Out(Out), Behind(Behind) {}

  void lowerAll() {
    while (At < Source.Tokens.size() && !Source.Failed)
      statement();
  }

private:
  const Token &token() const { return Source.Tokens[At]; }
  bool is(tok::TokenKind Kind) const {
    return At < Source.Tokens.size() && token().is(Kind);
  }
  void copy(size_t To) {
    Out.user(ArrayRef<Token>(Source.Tokens).slice(At, To - At));
    At = To;
  }
  void statement();
  void block();
  void header(StringRef What);
  void simple();
  bool masks() const;
  void masked();
  bool fused(size_t End);
  void plain(size_t End, StringRef What);
  size_t labelEnd() const;
  bool declares(size_t End) const;
  void expressions(size_t End);
};

/// Tokens without slices of their own, but for reductions.
void StatementLowering::plain(size_t End, StringRef What) {
  size_t Where;
  if (findSections(Source.Tokens, At, End, false, &Where)) {
    Source.Diags.report(Source.Tokens[Where].getLocation(),
                        diag::Id::SliceContext)
        << What;
    Source.Failed = true;
    return;
  }
  writeVerbatim(Source, Out, At, End);
  At = End;
}

/// Whether the condition of the `if` here has slices.
bool StatementLowering::masks() const {
  size_t Open = At + 1;
  while (Open < Source.Tokens.size() && Source.Tokens[Open].isNot(tok::l_paren))
    ++Open;
  return findSections(Source.Tokens, Open, behindGroup(Source.Tokens, Open),
                      false);
}

/// `if` on slices.
void StatementLowering::masked() {
  std::optional<MaskedNode> N = readMasked(Source, At);
  if (!N)
    return;
  if (mayFuse(Source, *N))
    writeFused(Source, Out, *N);
  else if (!Source.Failed)
    writeMasked(Source, Out, *N);
}

/// Statements from here on that can be one loop, before End. Whether there are.
bool StatementLowering::fused(size_t End) {
  MaskedNode Run;
  size_t Next = At;
  while (Next < End) {
    size_t Behind = Next;
    std::optional<MaskedNode> N = readMasked(Source, Behind, /*Ask=*/true);
    if (!N || (N->Kind == MaskedNode::Block && N->Parts.empty()))
      break;
    MaskedNode Longer = Run;
    Longer.Parts.push_back(std::move(*N));
    // One alone is not a run.
    if (Run.Parts.empty() ? Source.Failed : !mayFuse(Source, Longer))
      break;
    Run = std::move(Longer);
    Next = Behind;
  }
  if (Run.Parts.size() < 2 || Source.Failed)
    return Source.Failed;
  writeFused(Source, Out, Run);
  At = Next;
  return true;
}

/// `if (...)`, `while (...)` and the like.
void StatementLowering::header(StringRef What) {
  size_t End = At + 1;
  while (End < Source.Tokens.size() && Source.Tokens[End].isNot(tok::l_paren))
    ++End;
  plain(behindGroup(Source.Tokens, End), What);
}

void StatementLowering::block() {
  size_t End = behindGroup(Source.Tokens, At);
  copy(At + 1);
  while (At + 1 < End && !Source.Failed) {
    Out.statement(token());
    if (!fused(End - 1))
      statement();
  }
  if (!Source.Failed)
    copy(End);
}

/// Behind the colon of a label that begins here; At where none does.
size_t StatementLowering::labelEnd() const {
  if (is(tok::kw_case) || is(tok::kw_default)) {
    size_t I = At;
    while (I < Source.Tokens.size() && Source.Tokens[I].isNot(tok::colon))
      ++I;
    return std::min(I + 1, Source.Tokens.size());
  }
  return is(tok::identifier) && At + 1 < Source.Tokens.size() &&
                 Source.Tokens[At + 1].is(tok::colon)
             ? At + 2
             : At;
}

/// Whether a type begins the statement, and a name that is declared follows.
bool StatementLowering::declares(size_t End) const {
  const Token &T = token();
  if (T.isOneOf(tok::kw_const, tok::kw_volatile, tok::kw_static, tok::kw_struct,
                tok::kw_union, tok::kw_enum, tok::kw_auto, tok::kw___auto_type,
                tok::kw_register))
    return true;
  bool Type = T.isSimpleTypeSpecifier(Source.PP.getLangOpts()) ||
              (T.is(tok::identifier) && Source.Meaning(T) == NameMeaning::Type);
  return Type && At + 1 < End &&
         !Source.Tokens[At + 1].isOneOf(tok::l_paren, tok::l_brace,
                                        tok::coloncolon);
}

void StatementLowering::simple() {
  ArrayRef<Token> Tokens = Source.Tokens;
  ArrayRef<Token> Next = Behind;
  size_t End = At;
  while (End < Tokens.size() && Tokens[End].isNot(tok::semi)) {
    if (Tokens[End].is(tok::r_brace))
      Next = Tokens.slice(End);
    End = Tokens[End].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)
              ? behindGroup(Tokens, End)
              : End + 1;
  }
  if (!findSections(Tokens, At, End, false))
    return plain(std::min(End + 1, Tokens.size()), "");
  if (End == Tokens.size() && !Next.empty() && Next[0].is(tok::r_brace)) {
    Source.Diags.report(Next[0].getLocation(), diag::Id::SliceSyntax)
        << "';'" << "}";
    Source.Failed = true;
    return;
  }
  if (End == Tokens.size()) // a part of an expression
    return plain(End, "an expression around the pragma");
  if (Tokens[At].isOneOf(tok::kw_return, tok::kw_throw, tok::kw_co_return))
    return plain(End, "a return statement");
  if (declares(End))
    return plain(End, "a declaration");
  expressions(End);
}

/// Statements with commas between them; At is behind the semicolon then.
void StatementLowering::expressions(size_t End) {
  ArrayRef<Token> Tokens = Source.Tokens;
  Out.at(Tokens[At].getLocation()).text("{");
  while (At < End && !Source.Failed) {
    size_t Comma = At;
    while (Comma < End && Tokens[Comma].isNot(tok::comma))
      Comma = Tokens[Comma].isOneOf(tok::l_paren, tok::l_square, tok::l_brace)
                  ? behindGroup(Tokens, Comma)
                  : Comma + 1;
    if (!findSections(Tokens, At, Comma, false)) {
      plain(Comma, "");
      Out.text(";");
    } else if (SlicePart *P = Source.parse(At, Comma)) {
      writeSliceStatement(Source, Out, *P);
    }
    At = Comma + 1;
  }
  Out.text("}");
  At = End + 1;
}

void StatementLowering::statement() {
  while (At < Source.Tokens.size() && token().isAnnotation())
    copy(At + 1);
  if (is(tok::kw___attribute)) {
    size_t End = behindGroup(Source.Tokens, At + 1);
    copy(End);
    return statement();
  }
  if (size_t End = labelEnd(); End != At)
    return copy(End);
  if (At >= Source.Tokens.size())
    return;
  Out.statement(token());
  switch (token().getKind()) {
  case tok::l_brace:
    return block();
  case tok::kw_if:
    if (masks())
      return masked();
    header("a condition");
    if (!Source.Failed)
      statement();
    if (!Source.Failed && is(tok::kw_else)) {
      copy(At + 1);
      statement();
    }
    return;
  case tok::kw_for:
  case tok::kw_while:
  case tok::kw_switch:
    header("the header of a loop");
    if (!Source.Failed)
      statement();
    return;
  case tok::kw_do:
    copy(At + 1);
    statement();
    return Source.Failed ? void() : simple();
  default:
    return simple();
  }
}

/// No warnings about what the loops are written with: in C before C99, and in
/// C++ about their variables as subscripts of containers, and about the static
/// functions of twofold/sections.h in modules and units that import them.
class OwnWarnings {
  Preprocessor &PP;
  SmallVector<StringRef, 3> Groups;

public:
  OwnWarnings(Preprocessor &PP, SourceLocation Loc) : PP(PP) {
    if (PP.getLangOpts().CPlusPlus)
      Groups = {"sign-conversion", "TU-local-entity-exposure",
                "modules-ambiguous-internal-linkage"};
    else if (!PP.getLangOpts().C99)
      Groups = {"c99-extensions", "gcc-compat", "declaration-after-statement"};
    if (Groups.empty())
      return;
    DiagnosticsEngine &Engine = PP.getDiagnostics();
    Loc = PP.getSourceManager().getExpansionLoc(Loc);
    Engine.pushMappings(Loc);
    for (StringRef Group : Groups)
      Engine.setSeverityForGroup(clang::diag::Flavor::WarningOrError, Group,
                                 clang::diag::Severity::Ignored, Loc);
  }
  void until(const GovernedTokens &G) {
    const TokenList &Last = G.Behind.empty() ? G.Statement : G.Behind;
    if (!Groups.empty() && !Last.empty())
      PP.getDiagnostics().popMappings(
          PP.getSourceManager()
              .getExpansionRange(Last.back().getEndLoc())
              .getEnd());
  }
};

/// Whether each bracket is closed by one of its kind.
bool bracketsMatch(ArrayRef<Token> Tokens) {
  SmallVector<tok::TokenKind, 8> Awaited;
  for (const Token &T : Tokens) {
    if (T.is(tok::l_paren))
      Awaited.push_back(tok::r_paren);
    else if (T.is(tok::l_square))
      Awaited.push_back(tok::r_square);
    else if (T.is(tok::l_brace))
      Awaited.push_back(tok::r_brace);
    else if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) &&
             (Awaited.empty() || T.isNot(Awaited.pop_back_val())))
      return false;
  }
  return Awaited.empty();
}

/// Whether a pragma inside has lowered them.
bool lowered(ArrayRef<Token> Tokens) {
  return llvm::any_of(Tokens, [](const Token &T) {
    const IdentifierInfo *Id = T.getIdentifierInfo();
    return Id && Id->getName() == SliceMark;
  });
}

} // namespace

NameFinder namesIn(CompilerInstance &CI) {
  return [&CI](const Token &T) {
    if (!CI.hasSema() || !CI.getSema().getCurScope() || !T.getIdentifierInfo())
      return NameMeaning::Unknown;
    Sema &S = CI.getSema();
    LookupResult Found(S, T.getIdentifierInfo(), T.getLocation(),
                       Sema::LookupOrdinaryName);
    Found.suppressDiagnostics();
    if (!S.LookupName(Found, S.getCurScope()) || Found.empty())
      return NameMeaning::Unknown;
    NamedDecl *D = (*Found.begin())->getUnderlyingDecl();
    if (isa<TypeDecl>(D))
      return NameMeaning::Type;
    if (isa<FunctionDecl>(D))
      return NameMeaning::Function;
    if (isa<TemplateDecl>(D))
      return NameMeaning::Template;
    if (isa<EnumConstantDecl>(D))
      return NameMeaning::Constant;
    if (auto *V = dyn_cast<VarDecl>(D)) {
      auto OfNumbers = [](QualType T) {
        return T->isArrayType() && !T->isDependentType() &&
               T->getBaseElementTypeUnsafe()->isArithmeticType();
      };
      if (!isa<ParmVarDecl>(V) && OfNumbers(V->getType()))
        return NameMeaning::Array;
      QualType To = V->getType()->getPointeeType();
      return V->getType()->isPointerType() && OfNumbers(To)
                 ? NameMeaning::Rows
                 : NameMeaning::Variable;
    }
    return isa<ValueDecl>(D) ? NameMeaning::Variable : NameMeaning::Unknown;
  };
}

void lowerSlices(Preprocessor &PP, Diagnostics &Diags, SourceLocation Loc,
                 TokenList Clauses, const NameFinder &Meaning, unsigned &Names,
                 bool Hidden, bool InDirective) {
  OwnWarnings Quiet(PP, Loc);
  GovernedTokens Governed = readGoverned(PP, InDirective);
  SourceRange Range(Loc);
  if (!Governed.Statement.empty())
    Range = {Governed.Statement.front().getLocation(),
             Governed.Statement.back().getLocation()};
  Quiet.until(Governed);
  splitColons(Governed.Statement, PP.getLangOpts());
  SliceSource Source(PP, Diags, std::move(Governed.Statement), Meaning, Names);
  Source.Clauses = std::move(Clauses);
  TokenWriter Out(PP, Loc);
  size_t End = Source.Tokens.size();
  if (Governed.Ended) {
    Diags.report(Loc, diag::Id::SliceSyntax)
        << "a whole statement" << "the end of the file";
    Source.Failed = true;
  } else if (!bracketsMatch(Source.Tokens)) {
    Out.user(Source.Tokens); // which clang reports
  } else if (!findSections(Source.Tokens, 0, End, false) &&
             !findSections(Source.Tokens, 0, End, true)) {
    if (!lowered(Source.Tokens))
      Diags.report(Loc, diag::Id::SliceMissing)
          << (!Source.Tokens.empty() && Source.Tokens.front().is(tok::kw_for)
                  ? "before a for loop write '#pragma twofold parallel for'"
                  : "write one as base[start : length : stride]");
    Out.user(Source.Tokens);
  } else {
    StatementLowering(Source, Out, Governed.Behind).lowerAll();
  }
  TokenList Result = Out.take();
  if (Source.Failed) {
    // One error is enough.
    TokenWriter Nothing(PP, Loc);
    Nothing.text("{}");
    Result = Nothing.take();
  }
  if (Hidden)
    hideFromEditors(Result, Range, PP.getSourceManager());
  Result.append(Governed.Behind);
  if (Result.empty())
    return;
  auto Stream = std::make_unique<Token[]>(Result.size());
  std::copy(Result.begin(), Result.end(), Stream.get());
  Stream[0].setFlag(Token::StartOfLine);
  PP.EnterTokenStream(std::move(Stream), Result.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

} // namespace twofold
