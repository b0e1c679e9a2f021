// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceChecks.cpp ----------------------------------------------------===//
//
// Works on the tables of tests that SliceLoops has written, which instantiated
// templates have too.
//
//===----------------------------------------------------------------------===//

#include "slice/tree/SliceChecks.h"
#include "abi/SectionTables.h"
#include "ast/PlainVariables.h"
#include "report/Diagnostics.h"
#include "slice/text/SliceAttributes.h"
#include "slice/tree/FusionReport.h"
#include "slice/tree/LoopSplitter.h"
#include "slice/tree/SliceSums.h"
#include "slice/tree/SliceVariables.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
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
      shapes(rowsOf(Test->Brackets), rowsOf(Test->Site));
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) override {
    StringRef Name = section::called(Call);
    if (Name != section::Whole && Name != section::First)
      return true;
    const Expr *Array = Call->getArg(0)->IgnoreParenImpCasts();
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(Array)) {
      if (!Size->isArgumentType() &&
          Size->getArgumentExpr()->getType()->isPointerType())
        unknown(*Size->getArgumentExpr(), Call->getBeginLoc());
    } else if (QualType T = countedType(Array);
               !T.isNull() && T->isPointerType()) {
      unknown(*cast<CallExpr>(Array)->getArg(0), Call->getBeginLoc());
    }
    return true;
  }

private:
  llvm::DenseSet<SourceLocation> Told;

  /// What is written between the colons of a section must not be cut.
  void bound(const Expr &Init) {
    const Expr *E = Init.IgnoreParenCasts();
    const auto *Or = dyn_cast<BinaryOperator>(E);
    if (!Or || Or->getOpcode() != BO_Or || Or->getType()->isDependentType() ||
        !Or->getType()->isIntegerType() || Ctx.getIntWidth(Or->getType()) <= 64)
      return;
    const Expr *Written = Or->getRHS()->IgnoreParenImpCasts();
    Expr::EvalResult Value;
    if (Written->EvaluateAsInt(Value, Ctx) &&
        Value.Val.getInt().getSignificantBits() <= 64)
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
    Expr::EvalResult R;
    if (!E->isValueDependent() && E->EvaluateAsInt(R, Ctx))
      return R.Val.getInt().getSExtValue();
    if (const VarDecl *V = variableIn(E->IgnoreImpCasts());
        V && V->getInit() && Own.Bounds.contains(V))
      return constant(V->getInit());
    const Expr *Inner = E->IgnoreParenCasts();
    if (const auto *Or = dyn_cast<BinaryOperator>(Inner);
        Or && Or->getOpcode() == BO_Or && Inner != E)
      return constant(Or->getRHS());
    if (auto Count = countedElements(Inner, Ctx))
      return Count;
    return whole(Inner);
  }

  /// twofold_section_whole and twofold_section_first of constants.
  std::optional<int64_t> whole(const Expr *E) const {
    bool First = section::called(E) == section::First;
    if (!First && section::called(E) != section::Whole)
      return std::nullopt;
    const auto *Call = cast<CallExpr>(E);
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(
            Call->getArg(0)->IgnoreParenImpCasts());
        Size && !Size->isArgumentType() &&
        Size->getArgumentExpr()->getType()->isPointerType())
      return std::nullopt;
    auto Array = constant(Call->getArg(0)), Element = constant(Call->getArg(1)),
         Start = First ? 0 : constant(Call->getArg(2)),
         Stride = constant(Call->getArg(First ? 2 : 3));
    if (!Array || !Element || !Start || !Stride || *Element <= 0 ||
        *Stride == 0)
      return std::nullopt;
    int64_t Count = *Array / *Element;
    if (First)
      return *Stride < 0 ? Count - 1 : 0;
    if (*Start > Count || *Start < (*Stride < 0 ? -1 : 0))
      return -1;
    if (*Stride > 0)
      return (Count - *Start) / *Stride + ((Count - *Start) % *Stride > 0);
    return *Start < 0 ? 0 : *Start == Count ? -1 : 1 - *Start / *Stride;
  }

  void shapes(ArrayRef<Expr *> Rows, ArrayRef<Expr *> Site) {
    if (Site.empty())
      return;
    const auto *Texts =
        dyn_cast<StringLiteral>(Site.front()->IgnoreParenImpCasts());
    if (!Texts)
      return;
    SmallVector<StringRef, 8> Names;
    Texts->getString().split(Names, '\n');
    llvm::SmallDenseMap<int64_t, unsigned, 4> First; // row, by dimension
    for (unsigned Row = 0; (Row + 1) * BracketWidth <= Rows.size(); ++Row) {
      auto Dimension = constant(Rows[Row * BracketWidth + 1]);
      auto Length = constant(Rows[Row * BracketWidth + 2]);
      if (!Dimension || !Length)
        continue;
      auto [Known, New] = First.try_emplace(*Dimension, Row);
      if (New && *Length >= 0)
        continue;
      unsigned Other = Known->second;
      auto Wanted = constant(Rows[Other * BracketWidth + 2]);
      if (Wanted == Length && *Length >= 0)
        continue;
      auto Describe = [&](unsigned R) {
        auto Operand = constant(Rows[R * BracketWidth]);
        if (!Operand || *Operand < 0 || size_t(*Operand) >= Names.size())
          return std::pair(std::string(), std::string());
        StringRef Text = Names[*Operand].split(':').second.split(':').second;
        return std::pair(Text.str(), shape(Rows, *Operand));
      };
      SourceLocation Loc = Ctx.getSourceManager().getExpansionLoc(
          Rows[Row * BracketWidth]->getExprLoc());
      if (*Length < 0) {
        auto [Text, Shape] = Describe(Row);
        if (Told.insert(Loc).second)
          Diags.report(Loc, diag::Id::SliceNegative) << Text << Shape;
        return;
      }
      auto [Left, LeftShape] = Describe(Other);
      auto [Right, RightShape] = Describe(Row);
      if (!Told.insert(Loc).second) // a = b = c looks twice
        return;
      Diags.report(Loc, diag::Id::SliceShape)
          << Left << LeftShape << Right << RightShape;
      return;
    }
  }

  std::string shape(ArrayRef<Expr *> Rows, int64_t Operand) const {
    std::string Out;
    for (; Rows.size() >= BracketWidth; Rows = Rows.drop_front(BracketWidth)) {
      if (constant(Rows[0]) != Operand)
        continue;
      auto Length = constant(Rows[2]);
      Out += (Out.empty() ? "(" : ", ") +
             (Length ? std::to_string(*Length) : std::string("?"));
    }
    return Out + ")";
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

QualType countedType(const Expr *E) {
  const auto *Of = dyn_cast<CallExpr>(E);
  const auto *M =
      Of ? dyn_cast_or_null<CXXMethodDecl>(Of->getDirectCallee()) : nullptr;
  const auto *Count =
      M ? dyn_cast<ClassTemplateSpecializationDecl>(M->getParent()) : nullptr;
  if (!Count || !Count->getIdentifier() || Count->getName() != section::Count)
    return QualType();
  return Count->getTemplateArgs()[0].getAsType();
}

std::optional<uint64_t> countedElements(const Expr *E, const ASTContext &Ctx) {
  QualType T = countedType(E);
  if (T.isNull())
    return std::nullopt;
  if (const ConstantArrayType *Array = Ctx.getAsConstantArrayType(T))
    return Array->getSize().getZExtValue();
  // std::array<U, N>
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || Class->getName() != "array" ||
      Class->getTemplateArgs().size() != 2 ||
      Class->getTemplateArgs()[1].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Class->getTemplateArgs()[1].getAsIntegral().getZExtValue();
}

} // namespace twofold
