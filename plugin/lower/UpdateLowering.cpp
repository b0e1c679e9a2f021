// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpdateLowering.cpp - what changes a number in its place ------------===//

#include "ast/AtomicOperations.h"
#include "ast/Nodes.h"
#include "lower/Lowering.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// Several iterations may update the element. What the statement becomes must
/// be such an update too, or the kernel would lose some.
void UpdateLowering::update(const ElementUpdate &U) {
  llvm::SaveAndRestore Here(Updating, &U);
  size_t Before = Emit.innermost().Items.size();
  statement(U.Whole);
  if (failed())
    return;
  CopiedUpdates.insert(U.Whole);
  auto Copy = Emit.innermost().Items.size() > Before
                  ? matchUpdate(Emit.lastItem(), Ctx)
                  : std::nullopt;
  if (!Copy || Copy->Op != U.Op || Copy->Negated != U.Negated ||
      Copy->SkipsNan != U.SkipsNan ||
      !Ctx.hasSameUnqualifiedType(Copy->target()->getType(),
                                  U.target()->getType()))
    return failUpdate(U);
  Copy->Reduction = U.Reduction;
  Out.Loop.Updates.push_back(*Copy);
}

void UpdateLowering::failUpdate(const ElementUpdate &U) {
  fail(diag::Id::ElementForm, U.target()->getExprLoc(),
       Loop.Elements[U.Reduction].Name);
}

/// Updates that are part of a greater expression are not looked for in what it
/// becomes.
void UpdateLowering::checkUpdates() {
  for (const ElementUpdate &U : Loop.Updates)
    if (!CopiedUpdates.contains(U.Whole))
      failUpdate(U);
}

Place ValueLowering::increment(const UnaryOperator &E) {
  Place To = place(E.getSubExpr());
  if (To.is(Kind::Host))
    Reads.changed(To, E.getExprLoc());
  else if (!To.is(Kind::Device) && !failed())
    fail(E.getExprLoc());
  if (failed())
    return {};
  Emit.forget(To.Code);
  Expr *Copy = UnaryOperator::Create(Ctx, To.Code, E.getOpcode(), E.getType(),
                                     E.getValueKind(), E.getObjectKind(),
                                     E.getOperatorLoc(), E.canOverflow(),
                                     E.getStoredFPFeaturesOrDefault());
  User.note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place ValueLowering::atomic(const AtomicExpr &E) {
  const SourceLocation Loc = E.getExprLoc();
  const auto Of = atomicOperation(&E, Ctx);
  if (!Of || !Loop.Given.Atomics)
    return noPlace(diag::Id::Atomic, Loc, E.getOpAsString());
  Expr *Value = Of->Value ? scalar(Of->Value) : nullptr;
  Stmt *Last = Emit.lastItem();
  const Expr *Named = operandOf(Of->Pointer->IgnoreParenImpCasts(), UO_AddrOf);
  Expr *Pointer = Named
                      ? Places.lvalue(place(Named), Of->Type, Of->writes(), Loc)
                      : scalar(Of->Pointer);
  if (Value && Last != Emit.lastItem())
    Emit.keepOrder(Value, Last);
  if (failed())
    return {};
  return made(atomicFunction(E.getOp(),
                             Named ? Make.addressOf(Pointer) : Pointer, Value,
                             !Of->Relaxed, Of->Type, Ctx));
}

} // namespace twofold
