// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/InferredCollapse.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "depend/Dependence.h"
#include "model/AssignmentFlow.h"

using namespace clang;

namespace twofold {
namespace {

const ForStmt *onlyLoop(const Stmt *S) {
  while (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    if (Block->size() != 1)
      return nullptr;
    S = Block->body_front();
  }
  return dyn_cast<ForStmt>(S);
}

/// So short that it is better unrolled than shared out.
bool isShort(const Axis &Inner) {
  constexpr int64_t Few = 8;
  auto constant = [](const AffineForm &Form) -> std::optional<int64_t> {
    if (Form.empty())
      return 0;
    if (Form.size() == 1 && Form[0].Axis == -1 && Form[0].Values.empty())
      return Form[0].Constant;
    return std::nullopt;
  };
  auto Lower = constant(Inner.Lower), Upper = constant(Inner.Upper);
  int64_t Step = Inner.Step < 0 ? -Inner.Step : Inner.Step;
  return Lower && Upper && (*Upper - *Lower) / Step + 1 < Few;
}

/// No inner iteration leaves anything for the next one or for the end.
bool keepsNothing(const ParallelLoop &Loop, const InferredCollapse &Inner,
                  ASTContext &Ctx) {
  llvm::SmallVector<ValueDecl *, 4> Privates;
  for (const Capture &C : Loop.Captures) {
    if (C.Kind == Sharing::Reduction || C.Kind == Sharing::LastPrivate)
      return false;
    if (C.Kind == Sharing::Private && C.Decl != Inner.Counts.Induction)
      Privates.push_back(C.Decl);
  }
  if (Privates.empty())
    return true;
  ParallelLoop Alone = Loop; // a loop of one inner iteration
  Alone.Dims.back().Loop = const_cast<ForStmt *>(Inner.Loop);
  Alone.Body = const_cast<Stmt *>(Inner.Loop->getBody());
  BodyUses Uses = collectUses(Alone.Body);
  for (const ValueDecl *D : Privates) {
    const VariableUses &Use = Uses.of(D);
    if (Use.References.empty() || Use.Escapes || !D->getType()->isScalarType())
      return false;
  }
  return llvm::all_of(
      followAssignments(Alone, Uses, Privates, Ctx),
      [](const IterationFlow &Flow) { return Flow.AssignedBeforeUse; });
}

/// It may come to its bound from the other end of its type (mayWrap).
bool mayPassEnd(const InnerLoop &Counts, const ASTContext &Ctx) {
  if (Counts.Relation != BO_NE ||
      (!Counts.Type.Unsigned && Counts.Type.Width >= 32 &&
       !Ctx.getLangOpts().isSignedOverflowDefined()))
    return false;
  auto Low = constantOf(Counts.Init, Ctx), High = constantOf(Counts.Bound, Ctx);
  if (Counts.decreasing())
    std::swap(Low, High);
  const bool Least = Counts.Type.Unsigned && Low && Low->isZero();
  return !Least &&
         (!Low || !High || llvm::APSInt::compareValues(*Low, *High) > 0);
}

} // namespace

bool countsPlainly(const InnerLoop &Counts, const ASTContext &Ctx) {
  if (Counts.Ahead != 0 || Counts.Type.Boolean || mayPassEnd(Counts, Ctx))
    return false;
  if (!Counts.Comparison.Unsigned || Counts.Type.Unsigned)
    return true;
  Expr::EvalResult First; // a negative one would be large
  return Counts.Init->EvaluateAsInt(First, Ctx) &&
         !First.Val.getInt().isNegative();
}

bool isMadeOf(const Expr *E,
              llvm::function_ref<bool(const ValueDecl *)> IsKnown) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isa<EnumConstantDecl>(Ref->getDecl()) || IsKnown(Ref->getDecl());
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getType()->isIntegerType() && isMadeOf(C->getSubExpr(), IsKnown);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
           isMadeOf(U->getSubExpr(), IsKnown);
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B && (B->isAdditiveOp() || B->isMultiplicativeOp()) &&
         isMadeOf(B->getLHS(), IsKnown) && isMadeOf(B->getRHS(), IsKnown);
}

bool staysSame(const Expr *E, const ParallelLoop &Loop) {
  return isMadeOf(E, [&](const ValueDecl *D) {
    return Loop.hasValue(D) && Loop.capture(D)->Type->isIntegerType();
  });
}

std::optional<InferredCollapse> inferCollapse(const ParallelLoop &Loop,
                                              bool InOrder,
                                              const AccessModel &Model,
                                              ASTContext &Ctx) {
  InferredCollapse Found;
  Found.Loop = onlyLoop(Loop.Body);
  if (!Found.Loop || Loop.Dims.size() > 2 || Loop.Given.Bounds || InOrder ||
      !Loop.Elements.empty() || exitsOf(Found.Loop->getBody()).Break ||
      exitsOf(Found.Loop->getBody()).Return || isIrreducible(Found.Loop))
    return std::nullopt;
  auto Counts = matchInnerLoop(Found.Loop, Ctx);
  if (!Counts || !countsPlainly(*Counts, Ctx) ||
      mayBeginBelowZero(*Counts, Loop, Ctx) || !staysSame(Counts->Init, Loop) ||
      !staysSame(Counts->Bound, Loop))
    return std::nullopt;
  Found.Counts = *Counts;
  if (!keepsNothing(Loop, Found, Ctx))
    return std::nullopt;
  bool Declared = isa_and_nonnull<DeclStmt>(Found.Loop->getInit());
  if (!Declared && !Loop.capture(Counts->Induction))
    return std::nullopt;

  const auto *Inner = llvm::find_if(
      Model.Axes, [](const Axis &A) { return !A.Virtual && A.Parent == -1; });
  if (Inner == Model.Axes.end() || Inner->Unknown || isShort(*Inner) ||
      namesAxes(Inner->Lower) || namesAxes(Inner->Upper))
    return std::nullopt;
  Found.Axis = Loop.Dims.size() + (Inner - Model.Axes.begin());
  if (!findIndependentLoop(Loop, *Found.Loop, Ctx))
    return std::nullopt;
  return Found;
}

} // namespace twofold
