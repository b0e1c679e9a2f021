// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessLoads.cpp - what is loaded from a place, and stored there ----===//
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "twofold/abi.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// Loaded is the expression whose value is wanted, of the place's type.
Value PlaceEvaluator::load(const Place &P, const Expr *Loaded) {
  QualType T = Loaded->getType();
  IntegerType Type = IntegerType::of(T, Ctx);
  if (const VarDecl *D = P.Variable) {
    if (const LoopDim *Dim = Loop.dimOf(D); Dim && !In.InClause) {
      int Number = int(Dim - Loop.Dims.begin());
      if (Dim->What == LoopDim::Kind::Integer)
        return integerValue(axisForm(Number));
      auto Base = Recorder.baseOf(D);
      MaybeForm Size = T->isPointerType() ? Values.sizeOf(T->getPointeeType())
                                          : std::nullopt;
      Arm A;
      A.What = Base ? Arm::Memory : Arm::Nowhere;
      A.Base = Base.value_or(0);
      MaybeForm Offset;
      if (Size)
        Offset = product(axisForm(Number), *Size);
      A.Wild = !Offset;
      A.Form = Offset.value_or(AffineForm());
      return {A};
    }
    const Capture *Known = Loop.capture(D);
    if (Type && ((In.InClause && !Frames.isOfCallee(D)) ||
                 (Known && Known->Kind == Sharing::Value)))
      return T.isVolatileQualified() ? unknownValue() : Values.atom(Loaded);
    if (Known && Known->Kind == Sharing::Value && Ranks.isRanked(T))
      return Values.rankedAtom(Loaded);
    if (auto Base = Recorder.baseOf(D))
      return memoryAt(*Base);
    return Variables.variable(D);
  }
  Touches.touch(P.Address, T, true, false, Loaded);
  if (T->isPointerType()) {
    Value Known = followed(P.Address, Loaded);
    return Known.empty() ? addressValue(Arm::Nowhere) : Known;
  }
  if (const auto *C = dyn_cast<CastExpr>(Loaded);
      C && Ranks.isRanked(T) &&
      (Values.isUnchangedRecord(C->getSubExpr()) ||
       Values.isUnchangedReference(C->getSubExpr())))
    return Values.rankedAtom(Loaded);
  if (T->isRealFloatingType())
    if (Value Known = followed(P.Address, Loaded); !Known.empty())
      return Known;
  if (!Type)
    return unknownValue();
  if (const auto *C = dyn_cast<CastExpr>(Loaded);
      C && (Values.isUnchangedRecord(C->getSubExpr()) ||
            Values.isUnchangedReference(C->getSubExpr())))
    return Values.atom(Loaded);
  if (Value Known = followed(P.Address, Loaded); !Known.empty())
    return Known;
  if (Value Known = copied(Loaded); !Known.empty())
    return Known;
  if (Touches.isSettled(P.Address, Loaded))
    return integerValue(valueForm(Recorder.loaded(
        const_cast<Expr *>(Loaded), P.Address[0].Base, P.Address[0].Form)));
  // What is in memory is not known, but it fits its type.
  if (Type.Width <= 16)
    return Numbers.between(Type.min(), Type.max());
  return unknownValue();
}

Value PlaceEvaluator::followed(const Value &Address, const Expr *Loaded) {
  return Touches.followed(Numbers.chosenPlace(Address), Loaded);
}

/// `Cell c = cells[i];` leaves where it came from with the variable.
void PlaceEvaluator::noteCopy(const VarDecl *D) {
  if (!FollowsLoads || !D->getType()->isRecordType() ||
      D->getType().isVolatileQualified())
    return;
  const Expr *From = plain(D->getInit());
  if (const auto *Made = dyn_cast<CXXConstructExpr>(From))
    From = Made->getConstructor()->isTrivial() &&
                   Made->getConstructor()->isCopyOrMoveConstructor() &&
                   Made->getNumArgs() == 1
               ? Made->getArg(0)
               : nullptr;
  else if (const Expr *Read = operandOf(From, CK_LValueToRValue))
    From = Read;
  if (!From || !From->isGLValue() || From->HasSideEffects(Ctx))
    return;
  llvm::SaveAndRestore Silent(In.Muted, In.Muted + 1);
  State.Variables[D] = addressOf(From);
}

/// A number in a local object that is a copy, and nothing else since.
Value PlaceEvaluator::copied(const Expr *Loaded) {
  int64_t Offset = 0;
  const auto *Cast = dyn_cast<CastExpr>(Loaded);
  const Expr *E = plain(Cast ? Cast->getSubExpr() : Loaded);
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (M->isArrow() || !F || F->isBitField() ||
        F->getType()->isReferenceType())
      return {};
    Offset +=
        Ctx.toCharUnitsFromBits(int64_t(Ctx.getFieldOffset(F))).getQuantity();
    E = plain(M->getBase());
  }
  const VarDecl *D = variableIn(E);
  auto It = State.Variables.find(D);
  const CallFrame &Here = Frames.innermost();
  const Stmt *Body = Here.Function ? Here.Function->getBody() : Loop.Body;
  if (!D || !D->getType()->isRecordType() || It == State.Variables.end() ||
      Loop.capture(D) || !onlyReads(Body, D))
    return {};
  return Touches.followed(shifted(It->second, Offset), Loaded);
}

void PlaceEvaluator::store(const Place &P, Value V, const Expr *E) {
  if (P.Variable)
    Variables.assign(P.Variable, std::move(V));
  else
    Touches.touch(P.Address, E->getType(), false, true, E);
}
