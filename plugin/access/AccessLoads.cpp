// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessLoads.cpp - what is loaded from a place, and stored there ----===//
#include "access/AccessEvaluator.h"

#include "ast/BodyScan.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// E is a captured record, or an integer in it, that the loop only reads.
bool AccessEvaluator::isUnchangedRecord(const Expr *E) const {
  E = plain(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  if (!M || M->isArrow() || M->getType().isVolatileQualified() ||
      !isa<FieldDecl>(M->getMemberDecl()) ||
      cast<FieldDecl>(M->getMemberDecl())->getType()->isReferenceType())
    return false;
  const Expr *Object = plain(M->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  if (!Ref)
    return isUnchangedRecord(Object);
  if (InClause)
    return true;
  const Capture *Known = Loop.capture(Ref->getDecl());
  return Known && (Known->Kind == Sharing::Value ||
                   (Known->Kind == Sharing::Reference &&
                    onlyReads(Loop.Body, Ref->getDecl())));
}

/// E is a captured reference to a number that the loop only reads: what stores
/// there by another name, each call looks for.
bool AccessEvaluator::isUnchangedReference(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(plain(E));
  const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  const Capture *Known = V ? Loop.capture(V) : nullptr;
  return Known && Known->Kind == Sharing::Reference &&
         V->getType()->isReferenceType() && onlyReads(Loop.Body, V);
}

/// D is a parameter or variable of a function that is being looked into.
bool AccessEvaluator::isOfCallee(const ValueDecl *D) const {
  return llvm::any_of(Frames, [&](const std::unique_ptr<Frame> &Of) {
    return Of->Function && Of->Function == D->getDeclContext();
  });
}

/// Loaded is the expression whose value is wanted, of the place's type.
Value AccessEvaluator::load(const Place &P, const Expr *Loaded) {
  QualType T = Loaded->getType();
  IntegerType Type = IntegerType::of(T, Ctx);
  if (const VarDecl *D = P.Variable) {
    if (const LoopDim *Dim = Loop.dimOf(D); Dim && !InClause) {
      int Number = int(Dim - Loop.Dims.begin());
      if (Dim->What == LoopDim::Kind::Integer)
        return integerValue(axisForm(Number));
      auto Base = Recorder.baseOf(D);
      MaybeForm Size =
          T->isPointerType() ? sizeOf(T->getPointeeType()) : std::nullopt;
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
    if (Type && ((InClause && !isOfCallee(D)) ||
                 (Known && Known->Kind == Sharing::Value)))
      return T.isVolatileQualified() ? unknownValue() : atom(Loaded);
    if (Known && Known->Kind == Sharing::Value && isRanked(T))
      return rankedAtom(Loaded);
    if (auto Base = Recorder.baseOf(D)) {
      Arm A;
      A.What = Arm::Memory;
      A.Base = *Base;
      return {A};
    }
    return variable(D);
  }
  touch(P.Address, T, true, false, Loaded);
  if (T->isPointerType()) {
    Value Known = followed(P.Address, Loaded);
    return Known.empty() ? addressValue(Arm::Nowhere) : Known;
  }
  if (const auto *C = dyn_cast<CastExpr>(Loaded);
      C && isRanked(T) &&
      (isUnchangedRecord(C->getSubExpr()) ||
       isUnchangedReference(C->getSubExpr())))
    return rankedAtom(Loaded);
  if (T->isRealFloatingType())
    if (Value Known = followed(P.Address, Loaded); !Known.empty())
      return Known;
  if (!Type)
    return unknownValue();
  if (const auto *C = dyn_cast<CastExpr>(Loaded);
      C && (isUnchangedRecord(C->getSubExpr()) ||
            isUnchangedReference(C->getSubExpr())))
    return atom(Loaded);
  if (Value Known = followed(P.Address, Loaded); !Known.empty())
    return Known;
  if (Value Known = copied(Loaded); !Known.empty())
    return Known;
  if (isSettled(P.Address, Loaded))
    return integerValue(valueForm(Recorder.loaded(
        const_cast<Expr *>(Loaded), P.Address[0].Base, P.Address[0].Form)));
  // What is in memory is not known, but it fits its type.
  if (Type.Width <= 16)
    return between(Type.min(), Type.max());
  return unknownValue();
}

AccessEvaluator::StoredPlaces
AccessEvaluator::storesOf(const ParallelLoop &Loop, ASTContext &Ctx) {
  AccessRecorder Recorder(Loop, Ctx);
  AccessEvaluator Evaluator(Loop, Ctx, Recorder);
  llvm::SmallVector<Occurrence, 16> Unused;
  Recorder.Occurrences = &Unused;
  Evaluator.evaluateBody();
  return std::move(Evaluator.Stored);
}

AccessEvaluator::StoredPlace
AccessEvaluator::storedPlace(unsigned Base, QualType T, const Expr *E) const {
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    E = Cast->getSubExpr();
  E = plain(E);
  const auto *Member = dyn_cast<MemberExpr>(E);
  return {Base, Ctx.getCanonicalType(T).getUnqualifiedType(),
          Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr,
          isa<ArraySubscriptExpr>(E)};
}

/// A store to S may change what a load of Here finds, both of one base.
static bool mayChange(const AccessEvaluator::StoredPlace &S,
                      const AccessEvaluator::StoredPlace &Here) {
  if (S.Type->isRecordType() || S.Type->isAnyCharacterType())
    return true;
  if (S.Type != Here.Type)
    return false;
  bool Apart = Here.Member && (S.Member ? S.Member != Here.Member : S.Element);
  return !Apart;
}

/// Loads from Address give the same number in all iterations, as far as what
/// starts from other bases does not store there.
bool AccessEvaluator::isSettled(const Value &Address,
                                const Expr *Loaded) const {
  if (!Earlier || Address.size() != 1 || Address[0].What != Arm::Memory ||
      Address[0].Wild || namesAxes(Address[0].Form) ||
      Loaded->getType().isVolatileQualified())
    return false;
  StoredPlace Here = storedPlace(Address[0].Base, Loaded->getType(), Loaded);
  return llvm::none_of(*Earlier, [&](const StoredPlace &S) {
    return S.Base == Here.Base && mayChange(S, Here);
  });
}

/// What is loaded from Address, as an axis; empty: it is not followed.
Value AccessEvaluator::followed(const Value &Address, const Expr *Loaded) {
  const QualType T = Loaded->getType();
  IntegerType Type = IntegerType::of(T, Ctx);
  const unsigned Bytes = unsigned(Ctx.getTypeSizeInChars(T).getQuantity());
  if (!FollowsLoads || InClause || isIrreducible() || Address.size() != 1 ||
      Address[0].What != Arm::Memory || Address[0].Wild ||
      T.isVolatileQualified() || T->isAtomicType() || T->isBitIntType() ||
      Type.Width > 64)
    return {};
  Arm A = Address[0];
  const StoredPlace Here = storedPlace(A.Base, T, Loaded);
  auto Changes = [&](const StoredPlace &S) {
    return S.Base == A.Base && mayChange(S, Here);
  };
  Axis From;
  From.Base = A.Base;
  From.From = A.Form;
  From.Stores = unsigned(llvm::count_if(Stored, Changes));
  From.Inside = !Around.empty() &&
                (Recorder.model().Bases[A.Base].Arg == Base::Anywhere ||
                 !Earlier || llvm::any_of(*Earlier, Changes));
  if (T->isPointerType()) {
    From.Bytes = Bytes;
    From.Pointer = true;
    A.Base = Recorder.anywhere();
  } else if (Type) {
    From.Bytes = std::max(Type.Width / 8, 1u);
    From.Signed = !Type.Unsigned;
    A.What = Arm::Integer;
  } else {
    if (!isRanked(T))
      return {};
    From.Bytes = Bytes;
    From.Code = TWOFOLD_NUMBER_FLOATING;
    A.What = Arm::Integer;
  }
  A.Form = axisForm(Recorder.loadedAxis(std::move(From)));
  if (Type.Unsigned && Type.Width == 64)
    A.Checks.push_back({A.Form, 0, INT64_MAX});
  return {A};
}

/// `Cell c = cells[i];` leaves where it came from with the variable.
void AccessEvaluator::noteCopy(const VarDecl *D) {
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
  else if (const auto *Cast = dyn_cast<CastExpr>(From);
           Cast && Cast->getCastKind() == CK_LValueToRValue)
    From = Cast->getSubExpr();
  if (!From || !From->isGLValue() || From->HasSideEffects(Ctx))
    return;
  llvm::SaveAndRestore Quiet(Muted, Muted + 1);
  State.Variables[D] = addressOf(place(From));
}

/// A number in a local object that is a copy, and nothing else since.
Value AccessEvaluator::copied(const Expr *Loaded) {
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
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *D = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  auto It = State.Variables.find(D);
  const Frame &Here = *Frames.back();
  const Stmt *Body = Here.Function ? Here.Function->getBody() : Loop.Body;
  if (!D || !D->getType()->isRecordType() || It == State.Variables.end() ||
      Loop.capture(D) || !onlyReads(Body, D))
    return {};
  return followed(shifted(It->second, Offset), Loaded);
}

void AccessEvaluator::store(const Place &P, Value V, const Expr *E) {
  if (P.Variable)
    assign(P.Variable, std::move(V));
  else
    touch(P.Address, E->getType(), false, true, E);
}
