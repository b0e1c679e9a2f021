// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessRanges.cpp - calls that go over bytes and elements -----------===//
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "dialect/LibraryAlgorithms.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// E is a memset or the like, which has been evaluated.
bool CallEvaluator::movesBytes(const CallExpr *E) {
  if (!Recorder.Occurrences || E->getNumArgs() < 3)
    return false;
  const auto Move = byteMoveOf(*E->getDirectCallee());
  if (!Move)
    return false;
  llvm::SmallVector<Value, 4> Arguments;
  for (const Expr *Argument : E->arguments())
    Arguments.push_back(Expressions.rvalue(Argument));
  const Value &Into = Arguments[Move->To], &From = Arguments[1 - Move->To],
              &Count = Arguments[2];
  if (Move->Copies)
    Stowed.copy(Into, From);
  Objects.forget(Into);
  // Nobody has arrays of which a length that wraps would be the size.
  if (Count.size() != 1 || Count[0].What != Arm::Integer) {
    Touches.touchAnywhere(Into, E);
    if (Move->Copies)
      Touches.touchAnywhere(From, E);
    return true;
  }
  if (Move->Copies)
    Touches.touchBytes(From, Count[0].Form, /*Reads=*/true, /*Writes=*/false,
                       E);
  Touches.touchBytes(Into, Count[0].Form, /*Reads=*/false, /*Writes=*/true, E);
  return true;
}

/// The functions by which Callable, a lambda or the like, is called; none: it
/// is no such thing, or nobody knows which.
static llvm::SmallVector<const FunctionDecl *, 2>
functionsOf(const Expr *Callable) {
  llvm::SmallVector<const FunctionDecl *, 2> Out;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callable->IgnoreParenImpCasts()))
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return {F};
  const auto *Class = Callable->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return Out;
  for (const Decl *D : Class->decls()) {
    const auto *Made = dyn_cast<FunctionTemplateDecl>(D);
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->getOverloadedOperator() == OO_Call)
      Out.push_back(F);
    else if (Made &&
             Made->getTemplatedDecl()->getOverloadedOperator() == OO_Call)
      Out.append(Made->spec_begin(), Made->spec_end());
  }
  return Out;
}

/// A function of the library calls Callable, if it can be called, with elements
/// that it comes to itself.
void CallEvaluator::callWithElements(const Expr *Callable) {
  for (const FunctionDecl *F : functionsOf(Callable)) {
    if (!Frames.canEnter(F))
      continue;
    const Value Object = !isa<CXXMethodDecl>(F)  ? Value()
                         : Callable->isGLValue() ? Places.addressOf(Callable)
                                                 : Places.held(Callable);
    Pointed.enterMaybe(
        F, Object,
        llvm::SmallVector<const Expr *, 2>(F->getNumParams(), nullptr));
  }
}

/// What E gives, a qsort, std::sort or the like of elements whose places have
/// forms; nothing: it is something else.
std::optional<Value> CallEvaluator::reordered(const CallExpr *E) {
  const FunctionDecl &F = *E->getDirectCallee();
  if (!Recorder.Occurrences)
    return std::nullopt;
  if (F.isExternC() && F.getIdentifier() && F.getName() == "qsort" &&
      E->getNumArgs() == 4) {
    const Value First = Expressions.rvalue(E->getArg(0)),
                Count = Expressions.rvalue(E->getArg(1));
    Expr::EvalResult Size;
    if (!isPlaced(First) || Count.size() != 1 ||
        Count[0].What != Arm::Integer ||
        !E->getArg(2)->EvaluateAsInt(Size, Ctx))
      return std::nullopt;
    const MaybeForm Bytes =
        scaled(Count[0].Form, Size.Val.getInt().getExtValue());
    if (Bytes) {
      callWithElements(E->getArg(3));
      Touches.touchBytes(First, *Bytes, /*Reads=*/true, /*Writes=*/true, E);
    }
    return Bytes ? std::optional(unknownValue()) : std::nullopt;
  }
  const auto Range = rangeWrittenBy(*E);
  if (!Range || !Range->Reorders || !Range->End)
    return std::nullopt;
  // Iterators of contiguous elements are pointers.
  const Value First = Expressions.rvalue(Range->At),
              Last = Expressions.rvalue(Range->End);
  llvm::SmallVector<AffineForm, 2> Bytes; // of each arm
  for (const Arm &From : First) {
    const Arm *To = armBeside(From, Last);
    if (!To || !isPlaced({From}) || !isPlaced({*To}) || From.Base != To->Base)
      return std::nullopt;
    const MaybeForm Between = difference(To->Form, From.Form);
    if (!Between)
      return std::nullopt;
    Bytes.push_back(*Between);
  }
  for (auto [From, Length] : llvm::zip(First, Bytes)) {
    Value Here = {From};
    if (First.size() != 1) // or none, where the others are
      Here.append(addressValue(Arm::Null));
    Touches.touchBytes(Here, Length, /*Reads=*/true, /*Writes=*/true, E);
  }
  if (First.empty())
    return std::nullopt;
  for (const Expr *Argument : E->arguments())
    callWithElements(Argument);
  Touches.Reorders = true;
  // What it gives is a place in the range, if any.
  QualType T = E->getType();
  const QualType Scalar = T->isRecordType() ? onlyScalar(T, Ctx) : T;
  return !Scalar.isNull() && Scalar->isPointerType() ? wild(First)
                                                     : unknownValue();
}
