// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on the tables of tests that SliceLoops has written, which instantiated
// templates have too.

#include "slice/tree/SliceChecks.h"
#include "ast/PlainVariables.h"
#include "slice/text/SliceAttributes.h"
#include "slice/text/SliceBounds.h"
#include "slice/tree/SliceVariables.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace twofold {
namespace {

class SliceChecker : public DynamicRecursiveASTVisitor {
  ASTContext &Ctx;
  Diagnostics &Diags;
  const SliceVariables &Own;

public:
  SliceChecker(ASTContext &Ctx, Diagnostics &Diags, const SliceVariables &Own)
      : Ctx(Ctx), Diags(Diags), Own(Own) {}

  bool VisitVarDecl(VarDecl *D) override {
    if (Own.Bounds.contains(D) && D->getInit())
      bound(*D->getInit());
    return true;
  }

  bool VisitAttributedStmt(AttributedStmt *S) override {
    if (auto Test = sliceTest(S); Test && Test->Site)
      shapes(*Test);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    if (auto Bound = arrayBound(Call); Bound && Bound->Pointer)
      unknown(*Bound->Pointer, Call->getBeginLoc());
    return true;
  }

private:
  llvm::DenseSet<SourceLocation> Told;

  /// What is written between the colons of a section must not be cut.
  void bound(const Expr &Init) {
    const Expr *Written = writtenBound(Init);
    if (!Written || Written->getType()->isDependentType() ||
        !Written->getType()->isIntegerType() ||
        Ctx.getIntWidth(Written->getType()) <= 64)
      return;
    Written = Written->IgnoreParenImpCasts();
    if (auto Value = constantOf(Written, Ctx);
        Value && Value->getSignificantBits() <= 64)
      return;
    if (Told.insert(Written->getExprLoc()).second)
      Diags.report(Written->getExprLoc(), diag::Id::SliceWide)
          << Written->getType().getUnqualifiedType();
  }

  void unknown(const Expr &Base, SourceLocation Loc) {
    SourceLocation At = Base.getExprLoc().isValid() ? Base.getExprLoc() : Loc;
    if (!Told.insert(At).second)
      return;
    StringRef Text =
        Lexer::getSourceText(CharSourceRange::getTokenRange(
                                 Base.IgnoreParenImpCasts()->getSourceRange()),
                             Ctx.getSourceManager(), Ctx.getLangOpts());
    Diags.report(At, diag::Id::SliceLength) << Text;
  }

  /// Follows variables that have been declared with a constant.
  std::optional<int64_t> constant(const Expr *E) const {
    if (auto Known = constantOf(E, Ctx))
      return Known->getSExtValue();
    if (const VarDecl *V = variableIn(E->IgnoreImpCasts());
        V && V->getInit() && Own.Bounds.contains(V))
      return constant(V->getInit());
    if (auto Elements = countedElements(E->IgnoreParenCasts(), Ctx))
      return Elements;
    auto Bound = arrayBound(E->IgnoreParenCasts());
    return Bound ? constant(*Bound) : std::nullopt;
  }

  /// As twofold_section_whole and twofold_section_first compute it.
  std::optional<int64_t> constant(const ArrayBound &Of) const {
    if (Of.Pointer)
      return std::nullopt;
    auto Array = constant(Of.Array), Element = constant(Of.Element),
         Start = Of.Start ? constant(Of.Start) : 0,
         Stride = constant(Of.Stride);
    if (!Array || !Element || !Start || !Stride || *Element <= 0 ||
        *Stride == 0)
      return std::nullopt;
    int64_t Count = *Array / *Element;
    if (!Of.Start)
      return *Stride < 0 ? Count - 1 : 0;
    if (*Start > Count || *Start < (*Stride < 0 ? -1 : 0))
      return -1;
    if (*Stride > 0)
      return (Count - *Start) / *Stride + ((Count - *Start) % *Stride > 0);
    return *Start < 0 ? 0 : *Start == Count ? -1 : 1 - *Start / *Stride;
  }

  /// A bracket, as far as its numbers are constant.
  struct Bracket {
    std::optional<int64_t> Operand, Dimension, Length;
    SourceLocation Loc;
  };

  void shapes(const ParsedSliceTest &Test) {
    ArrayRef<Expr *> Site = rowsOf(Test.Site);
    const auto *Texts =
        Site.empty()
            ? nullptr
            : dyn_cast<StringLiteral>(Site.front()->IgnoreParenImpCasts());
    if (!Texts)
      return;
    SmallVector<StringRef, 8> Operands; // line:column:text
    Texts->getString().split(Operands, '\n');
    using Row = SliceBracketRow;
    SmallVector<Bracket, 8> Brackets;
    for (auto Rows = rowsOf(Test.Brackets); Rows.size() >= Row::Width;
         Rows = Rows.drop_front(Row::Width))
      Brackets.push_back({constant(Rows[Row::Operand]),
                          constant(Rows[Row::Dimension]),
                          constant(Rows[Row::Length]),
                          Ctx.getSourceManager().getExpansionLoc(
                              Rows[Row::Operand]->getExprLoc())});
    auto Described = [&](const Bracket &B) {
      if (!B.Operand || *B.Operand < 0 || size_t(*B.Operand) >= Operands.size())
        return std::pair(std::string(), std::string());
      std::string Shape;
      for (const Bracket &Other : Brackets)
        if (Other.Operand == B.Operand)
          Shape += (Shape.empty() ? "(" : ", ") +
                   (Other.Length ? std::to_string(*Other.Length) : "?");
      StringRef Text = Operands[*B.Operand].split(':').second.split(':').second;
      return std::pair(Text.str(), Shape + ")");
    };
    llvm::SmallDenseMap<int64_t, const Bracket *, 4> First; // by dimension
    for (const Bracket &B : Brackets) {
      if (!B.Dimension || !B.Length)
        continue;
      const Bracket &Other = *First.try_emplace(*B.Dimension, &B).first->second;
      bool Negative = *B.Length < 0;
      if (!Negative && B.Length == Other.Length)
        continue;
      if (!Told.insert(B.Loc).second) // a = b = c looks twice
        return;
      auto [Text, Shape] = Described(B);
      auto [Wanted, WantedShape] = Described(Other);
      if (Negative)
        Diags.report(B.Loc, diag::Id::SliceNegative) << Text << Shape;
      else
        Diags.report(B.Loc, diag::Id::SliceShape)
            << Wanted << WantedShape << Text << Shape;
      return;
    }
  }
};

} // namespace

void checkSlices(FunctionDecl &F, ASTContext &Ctx, Diagnostics &Diags) {
  Diags.repeat(false);
  const SliceVariables Own(F.getBody());
  SliceChecker(Ctx, Diags, Own).TraverseStmt(F.getBody());
  checkFusedSlices(F, Ctx, Diags);
  freeOrderOfSums(F, Own.Results, Ctx);
  splitSlicedLoops(F, Ctx);
}

} // namespace twofold
