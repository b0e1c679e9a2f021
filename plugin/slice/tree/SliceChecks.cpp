// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SliceChecks.cpp ----------------------------------------------------===//
//
// Works on the tables that SliceLoops has written, which instantiated templates
// have too: "brackets" (see twofold/sections.h), and "slice" behind them.
//
//===----------------------------------------------------------------------===//

#include "slice/tree/SliceChecks.h"
#include "abi/SectionTables.h"
#include "report/Diagnostics.h"
#include "slice/tree/FusionReport.h"
#include "slice/tree/LoopSplitter.h"
#include "slice/tree/SliceSums.h"
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
  const Expr *Brackets = nullptr;

public:
  SliceChecker(ASTContext &Ctx, Diagnostics &Diags) : Ctx(Ctx), Diags(Diags) {}

  bool VisitVarDecl(VarDecl *D) override {
    if (!D->getIdentifier() || !D->getInit())
      return true;
    StringRef Name = D->getName();
    if (Name.starts_with("__twofold_brackets"))
      Brackets = D->getInit();
    else if (Name.starts_with("__twofold_slice"))
      slice(*D->getInit());
    else if (Ctx.hasSameUnqualifiedType(D->getType(),
                                        Ctx.getIntTypeForBitwidth(64, true)))
      bound(Name, *D->getInit());
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
  void bound(StringRef Name, const Expr &Init) {
    StringRef Number = Name;
    if (!Number.consume_front("__twofold_") || Number.size() < 2 ||
        Number.drop_front().find_first_not_of("0123456789") != StringRef::npos)
      return;
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
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && V->getInit() && V->getName().starts_with("__twofold_"))
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

  void slice(const Expr &Site) {
    const auto *Fields = dyn_cast<InitListExpr>(&Site);
    const auto *Rows = dyn_cast_or_null<InitListExpr>(Brackets);
    if (!Fields || !Rows || !Fields->getNumInits())
      return;
    const auto *Texts =
        dyn_cast<StringLiteral>(Fields->getInit(0)->IgnoreParenImpCasts());
    if (!Texts)
      return;
    SmallVector<StringRef, 8> Names;
    Texts->getString().split(Names, '\n');
    llvm::SmallDenseMap<int64_t, unsigned, 4> First; // row, by dimension
    for (unsigned Row = 0; (Row + 1) * BracketWidth <= Rows->getNumInits();
         ++Row) {
      auto Dimension = constant(Rows->getInit(Row * BracketWidth + 1));
      auto Length = constant(Rows->getInit(Row * BracketWidth + 2));
      if (!Dimension || !Length)
        continue;
      auto [Known, New] = First.try_emplace(*Dimension, Row);
      if (New && *Length >= 0)
        continue;
      unsigned Other = Known->second;
      auto Wanted = constant(Rows->getInit(Other * BracketWidth + 2));
      if (Wanted == Length && *Length >= 0)
        continue;
      auto Describe = [&](unsigned R) {
        auto Operand = constant(Rows->getInit(R * BracketWidth));
        if (!Operand || *Operand < 0 || size_t(*Operand) >= Names.size())
          return std::pair(std::string(), std::string());
        StringRef Text = Names[*Operand].split(':').second.split(':').second;
        return std::pair(Text.str(), shape(*Rows, *Operand));
      };
      SourceLocation Loc = Ctx.getSourceManager().getExpansionLoc(
          Rows->getInit(Row * BracketWidth)->getExprLoc());
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

  std::string shape(const InitListExpr &Rows, int64_t Operand) const {
    std::string Out;
    for (unsigned Row = 0; (Row + 1) * BracketWidth <= Rows.getNumInits();
         ++Row) {
      if (constant(Rows.getInit(Row * BracketWidth)) != Operand)
        continue;
      auto Length = constant(Rows.getInit(Row * BracketWidth + 2));
      Out += (Out.empty() ? "(" : ", ") +
             (Length ? std::to_string(*Length) : std::string("?"));
    }
    return Out + ")";
  }
};

} // namespace

const Expr *sliceIn(const Stmt *S) {
  if (isa_and_nonnull<CallExpr>(S) && section::called(S) == section::Shapes)
    return cast<CallExpr>(S);
  if (S)
    for (const Stmt *C : S->children())
      if (const Expr *Found = sliceIn(C))
        return Found;
  return nullptr;
}

void checkSlices(FunctionDecl &F, ASTContext &Ctx, Diagnostics &Diags) {
  Diags.repeat(false);
  SliceChecker(Ctx, Diags).TraverseStmt(F.getBody());
  checkFusedSlices(F, Ctx, Diags);
  freeOrderOfSums(F, Ctx);
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
