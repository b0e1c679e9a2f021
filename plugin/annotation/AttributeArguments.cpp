// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/AttributeArguments.h"
#include "report/Diagnostics.h"
#include "slice/text/SliceTokens.h"
#include "clang/Basic/OperatorPrecedence.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"

using namespace clang;

namespace twofold {

Expr *expressionNamed(Sema &S, IdentifierInfo &Name, SourceLocation Loc) {
  LookupResult Found(S, &Name, Loc, Sema::LookupOrdinaryName);
  if (!S.LookupName(Found, S.getCurScope())) {
    S.Diag(Loc, clang::diag::err_undeclared_var_use) << &Name;
    return nullptr;
  }
  CXXScopeSpec NoScope;
  ExprResult E = S.BuildDeclarationNameExpr(NoScope, Found, /*NeedsADL=*/false);
  return E.isInvalid() ? nullptr : E.get();
}

namespace {

Expr *literalOf(Sema &S, const Token &L) {
  ExprResult E = L.is(tok::numeric_constant) ? S.ActOnNumericConstant(L)
                 : L.is(tok::string_literal) ? S.ActOnStringLiteral(L)
                                             : ExprError();
  return E.isUsable() ? E.get() : nullptr;
}

class ArgumentReader {
  Sema &S;
  Preprocessor &PP;
  Lexer Raw;
  Token T;

public:
  ArgumentReader(Sema &S, SourceLocation Start, StringRef Buffer,
                 const char *At)
      : S(S), PP(S.getPreprocessor()),
        Raw(S.getSourceManager().getLocForStartOfFile(
                S.getSourceManager().getFileID(Start)),
            S.getLangOpts(), Buffer.begin(), At, Buffer.end()) {}

  bool next() {
    Raw.LexFromRawLexer(T);
    return T.isNot(tok::eof);
  }
  const Token &token() const { return T; }

  /// The expression that the current token is, or null.
  Expr *expression() {
    if (T.is(tok::raw_identifier)) {
      IdentifierInfo *Name = PP.LookUpIdentifierInfo(T);
      // A macro that stands for one literal is as good as the literal.
      if (const MacroInfo *Macro = PP.getMacroInfo(Name))
        return Macro->isObjectLike() && Macro->getNumTokens() == 1
                   ? literal(Macro->getReplacementToken(0))
                   : nullptr;
      return expressionNamed(S, *Name, T.getLocation());
    }
    return literal(T);
  }

private:
  Expr *literal(const Token &L) { return literalOf(S, L); }
};

llvm::DenseMap<SourceLocation, SmallVector<Token, 8>> &keptArguments() {
  static llvm::DenseMap<SourceLocation, SmallVector<Token, 8>> Kept;
  return Kept;
}

/// Reads names, numbers and what operators without side effects make of them.
class KeptExpression {
  Sema &S;
  ArrayRef<Token> Rest;

public:
  KeptExpression(Sema &S, ArrayRef<Token> Tokens) : S(S), Rest(Tokens) {}

  /// Null where there is more to it.
  Expr *read() {
    Expr *E = operation(prec::Conditional);
    return Rest.empty() ? E : nullptr;
  }

private:
  Expr *operand() {
    if (Rest.empty())
      return nullptr;
    const Token T = Rest.front();
    if (T.is(tok::l_paren)) {
      const size_t End = behindGroup(Rest, 0);
      Expr *Inner = KeptExpression(S, Rest.slice(1, End - 2)).read();
      Rest = Rest.drop_front(End);
      return Inner ? S.ActOnParenExpr(T.getLocation(), T.getLocation(), Inner)
                         .get()
                   : nullptr;
    }
    Rest = Rest.drop_front();
    if (T.isOneOf(tok::plus, tok::minus, tok::tilde, tok::exclaim)) {
      Expr *Sub = operand();
      return Sub ? S.ActOnUnaryOp(S.getCurScope(), T.getLocation(), T.getKind(),
                                  Sub)
                       .get()
                 : nullptr;
    }
    return T.is(tok::identifier)
               ? expressionNamed(S, *T.getIdentifierInfo(), T.getLocation())
               : literalOf(S, T);
  }

  /// Operators that bind closer than Level.
  Expr *operation(prec::Level Level) {
    Expr *Left = operand();
    while (Left && !Rest.empty()) {
      const Token Op = Rest.front();
      const prec::Level Own = getBinOpPrecedence(Op.getKind(), true, true);
      if (Own <= Level)
        break;
      Rest = Rest.drop_front();
      Expr *Right = operation(Own);
      if (!Right)
        return nullptr;
      Left = S.ActOnBinOp(S.getCurScope(), Op.getLocation(), Op.getKind(), Left,
                          Right)
                 .get();
    }
    return Left;
  }
};

/// Arguments as ClauseLexer writes them: strings, and others in parentheses.
bool readKept(Sema &S, ArrayRef<Token> Group, SmallVectorImpl<Expr *> &Out) {
  ArrayRef<Token> Rest = Group.drop_front().drop_back();
  while (!Rest.empty()) {
    size_t Length = Rest.front().is(tok::l_paren) ? behindGroup(Rest, 0) : 1;
    ArrayRef<Token> Argument = Rest.take_front(Length);
    if (Length > 1)
      Argument = Argument.drop_front().drop_back();
    Expr *E = KeptExpression(S, Argument).read();
    if (!E)
      return false;
    Out.push_back(E);
    Rest = Rest.drop_front(std::min(Length + 1, Rest.size()));
  }
  return true;
}

} // namespace

void keepArguments(SourceLocation Name, ArrayRef<Token> Parenthesised) {
  keptArguments()[Name].assign(Parenthesised.begin(), Parenthesised.end());
}

bool hasSkippedArguments(Sema &S, SourceLocation Name) {
  if (keptArguments().count(Name))
    return true;
  // In a macro they stand behind the name there, too; behind _Pragma stands
  // what the annotation is read from.
  const SourceManager &Sources = S.getSourceManager();
  const SourceLocation Spelt = Sources.getSpellingLoc(Name);
  Token Next;
  return !Sources.isWrittenInScratchSpace(Spelt) &&
         !Lexer::getRawToken(Spelt, Next, Sources, S.getLangOpts()) &&
         !(Next.is(tok::raw_identifier) &&
           Next.getRawIdentifier() == "_Pragma") &&
         !Lexer::getRawToken(
             Lexer::getLocForEndOfToken(Spelt, 0, Sources, S.getLangOpts()),
             Next, Sources, S.getLangOpts(), /*IgnoreWhiteSpace=*/true) &&
         Next.is(tok::l_paren);
}

bool readSkippedArguments(Sema &S, SourceLocation Name, StringRef Attribute,
                          SmallVectorImpl<Expr *> &Out) {
  DiagnosticErrorTrap Said(S.Diags); // of names, by clang
  auto Fail = [&](SourceLocation Loc) {
    if (Said.hasErrorOccurred())
      return false;
    Diagnostics(S.Diags, false, false).report(Loc, diag::Id::AttributeArgument)
        << Attribute;
    return false;
  };
  if (auto Kept = keptArguments().find(Name); Kept != keptArguments().end()) {
    SmallVector<Token, 8> Group = std::move(Kept->second);
    keptArguments().erase(Kept);
    return readKept(S, Group, Out) || Fail(Name);
  }
  SourceManager &Sources = S.getSourceManager();
  // Inside a macro there is no text to go back to.
  if (Name.isMacroID())
    return Fail(Name);
  SourceLocation Start =
      Lexer::getLocForEndOfToken(Name, 0, Sources, S.getLangOpts());
  auto [File, Offset] = Sources.getDecomposedLoc(Start);
  StringRef Buffer = Sources.getBufferData(File);
  ArgumentReader Reader(S, Start, Buffer, Buffer.data() + Offset);

  if (!Reader.next() || Reader.token().isNot(tok::l_paren))
    return true; // no arguments at all
  while (Reader.next()) {
    SourceLocation Loc = Reader.token().getLocation();
    Expr *E = Reader.expression();
    if (!E)
      return Fail(Loc);
    Out.push_back(E);
    if (!Reader.next())
      break;
    if (Reader.token().is(tok::r_paren))
      return true;
    if (Reader.token().isNot(tok::comma))
      return Fail(Reader.token().getLocation());
  }
  return Fail(Start);
}

} // namespace twofold
