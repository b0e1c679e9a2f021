// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessLoads.cpp - what is loaded from a place, and stored there ----===//
#include "access/NodeEvaluators.h"
#include "ast/Nodes.h"
#include "model/CountedNumbers.h"
#include "twofold/abi.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// V, integers of the one type, as the other one keeps them.
Value ExpressionEvaluator::converted(Value V, IntegerType From,
                                     IntegerType To) {
  if (V.size() == 1)
    if (auto Kept = Numbers.narrowed(V[0], From, To))
      return {*Kept};
  // Cut to a byte on purpose: a check would only fail.
  bool Cut = To && To.Unsigned && To.Width == 8 && From.Width > 8 &&
             !llvm::all_of(V, [](auto &A) { return constantOf(A.Form); });
  if (Cut && FollowsLoads && V.size() == 1)
    if (Value Last =
            Numbers.bits(BO_And, V, integerValue(constantForm(To.max())), From);
        !Last.empty())
      return Last;
  if (Cut && llvm::any_of(V, [&](const Arm &A) {
        MaybeForm Rest = difference(constantForm(To.max()), A.Form);
        return A.What != Arm::Integer || !Recorder.neverNegative(A.Form) ||
               !Rest || !Recorder.neverNegative(*Rest);
      }))
    return integerValue(axisForm(Recorder.foldedAxis(constantForm(To.max()))));
  for (Arm &A : V)
    A = Numbers.mixed(A, From, To);
  return V;
}

/// The number that Dim, which is dimension Number, has in an iteration.
static Value countedBy(const LoopDim &Dim, int Number, const ASTContext &Ctx) {
  Value Out = integerValue(axisForm(Number));
  // Addresses, and forms, count modulo 2^64.
  if (const auto Type = IntegerType::of(Dim.Type, Ctx);
      mayWrap(Dim, Ctx) && Type.Width < 64)
    Out[0].Checks.push_back({axisForm(Number), Type.min(), Type.max()});
  return Out;
}

/// Loaded is the expression whose value is wanted, of the place's type.
Value PlaceEvaluator::load(const Place &P, const Expr *Loaded) {
  QualType T = Loaded->getType();
  IntegerType Type = IntegerType::of(T, Ctx);
  if (const VarDecl *D = P.Variable) {
    if (const LoopDim *Dim = Loop.dimOf(D); Dim && !In.InClause) {
      int Number = int(Dim - Loop.Dims.begin());
      if (Dim->What == LoopDim::Kind::Integer)
        return countedBy(*Dim, Number, Ctx);
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
    if (Type && ((In.InClause && !Frames.isOfCallee(D)) || Loop.hasValue(D)))
      return T.isVolatileQualified() ? unknownValue() : Values.atom(Loaded);
    if (Loop.hasValue(D) && Ranks.isRanked(T))
      return Values.rankedAtom(Loaded);
    if (auto Base = Recorder.baseOf(D))
      return memoryAt(*Base);
    return Variables.variable(D);
  }
  Touches.touch(P.Address, T, true, false, Loaded);
  if (T->isRecordType())
    return objectValue(P.Address, T, Loaded);
  if (Value Known = loadObject(P.Address, T, Loaded); !Known.empty())
    return Known;
  if (T->isPointerType()) {
    if (auto Known = Values.pointerAtom(Loaded))
      return {*Known};
    Value Known = followed(P.Address, T, Loaded);
    return Known.empty() ? Stowed.with(addressValue(Arm::Nowhere), P.Address, T,
                                       StowedValues::memberIn(Loaded))
                         : Known;
  }
  if (const auto *C = dyn_cast<CastExpr>(Loaded);
      C && Ranks.isRanked(T) &&
      (Values.isUnchangedRecord(C->getSubExpr()) ||
       Values.isUnchangedReference(C->getSubExpr())))
    return Values.rankedAtom(Loaded);
  if (T->isRealFloatingType())
    if (Value Known = followed(P.Address, T, Loaded); !Known.empty())
      return Known;
  if (!Type)
    return unknownValue();
  if (const auto *C = dyn_cast<CastExpr>(Loaded);
      C && (Values.isUnchangedRecord(C->getSubExpr()) ||
            Values.isUnchangedReference(C->getSubExpr())))
    return Values.atom(Loaded);
  if (Value Known = followed(P.Address, T, Loaded); !Known.empty())
    return Known;
  if (Touches.isSettled(P.Address, Loaded))
    return integerValue(valueForm(Recorder.loaded(
        const_cast<Expr *>(Loaded), P.Address[0].Base, P.Address[0].Form)));
  if (Type.Width <= 16) // what is in memory fits its type
    return Numbers.between(Type.min(), Type.max());
  return Stowed.with(unknownValue(), P.Address, T,
                     StowedValues::memberIn(Loaded));
}

Value PlaceEvaluator::followed(const Value &Address, QualType T,
                               const Expr *Loaded) {
  return Touches.followed(Numbers.chosenPlace(Address), T, Loaded);
}

/// What is at P, a variable that is tracked or a part of an object.
Value PlaceEvaluator::current(const Place &P, QualType T) {
  if (P.Variable)
    return Variables.variable(P.Variable);
  Value Known = Objects.load(P.Address, T);
  if (!Known.empty())
    return Known;
  return T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
}

/// P, a T, is V from here on, as far as that is kept.
void PlaceEvaluator::assign(const Place &P, QualType T, Value V,
                            const Expr *Lvalue) {
  if (P.Variable)
    return Variables.assign(P.Variable, std::move(V));
  keep(P.Address, T, V, StowedValues::memberIn(Lvalue));
  // Whoever reads it in memory may change the object to which it leads.
  if (T->isPointerType())
    Objects.escape(V);
}

void PlaceEvaluator::store(const Place &P, Value V, const Expr *E) {
  if (!P.Variable)
    Touches.touch(P.Address, E->getType(), false, true, E);
  assign(P, E->getType(), std::move(V), E);
}

/// V becomes the T at Address, which Member names where it is not null.
void PlaceEvaluator::keep(const Value &Address, QualType T, const Value &V,
                          const FieldDecl *Member) {
  Stowed.put(Address, T, V, Member);
  Objects.store(Address, T, V);
}
