// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/FormProofs.h"
#include "access/AccessEvaluator.h"
#include "access/KeptConditions.h"
#include "depend/LinearSystem.h"
#include "model/CountedNumbers.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

namespace {

/// What forms tell, with the ends of axes and the signs of values.
class Rows {
  const AccessRecorder &Recorder;
  FormSystem System;
  llvm::SmallVector<int, 8> Axes;        ///< whose ends are wanted
  llvm::SmallVector<unsigned, 4> Values; ///< whose signs are

public:
  explicit Rows(const AccessRecorder &Recorder) : Recorder(Recorder) {}

  void atLeastZero(const MaybeForm &Form) {
    System.atLeastZero(Form.value_or(AffineForm()), [&](const Monomial &M) {
      if (M.Axis != -1 && !llvm::is_contained(Axes, M.Axis))
        Axes.push_back(M.Axis);
      if (M.Axis == -1 && M.Values.size() == 1)
        Values.push_back(M.Values[0]);
    });
  }
  void division(int Number) {
    const Axis &A = Recorder.innerAxis(Number);
    if (!A.Divisor.empty())
      for (const AffineForm &Fact : divisionFacts(A, Number))
        atLeastZero(Fact);
  }
  bool isImpossible() {
    for (size_t I = 0; I != Axes.size(); ++I) { // ends name further ones
      if (MaybeForm Low = Recorder.lowerOf(Axes[I]))
        atLeastZero(difference(axisForm(Axes[I]), *Low));
      if (MaybeForm High = Recorder.upperOf(Axes[I]))
        atLeastZero(difference(*High, axisForm(Axes[I])));
      if (Axes[I] >= Recorder.rank())
        division(Axes[I]);
    }
    for (size_t I = 0; I != Values.size(); ++I)
      if (Recorder.isUnsignedValue(Values[I]))
        atLeastZero(valueForm(Values[I]));
    return System.isImpossible();
  }
};

} // namespace

bool FormProofs::holds(const AffineForm &Form) const {
  if (auto C = constantOf(Form))
    return *C >= 0;
  MaybeForm Negated = opposite(Form);
  if (!Negated || Budget == 0)
    return false;
  --Budget;
  Rows All(Recorder);
  All.atLeastZero(Negated);
  for (const AffineForm &Fact : Facts)
    All.atLeastZero(Fact);
  return All.isImpossible();
}

IterationAxis twofold::axisOf(const LoopDim &Dim, AccessEvaluator &Evaluator,
                              ASTContext &Ctx) {
  IterationAxis Axis;
  Axis.Step = Dim.StepMagnitude.value_or(0) * (Dim.Decreasing ? -1 : 1);
  if (Dim.What == LoopDim::Kind::Pointer && Dim.StepMagnitude)
    (Dim.Decreasing ? Axis.Upper : Axis.Lower) = AffineForm();
  // A lowered dimension that counts for an iterator has no written ends.
  if (Dim.What != LoopDim::Kind::Integer || !Dim.Lower || !Dim.Bound)
    return Axis;
  if (!Dim.StepMagnitude) {
    // Another direction than towards the bound leads nowhere.
    if (!Dim.NotEqual && !Dim.StepWraps && Dim.Decreasing == Dim.SubtractStep)
      Axis.Stride = Evaluator.invariant(Dim.StepExpr);
    if (!Axis.Stride)
      return Axis;
  }
  MaybeForm First = Evaluator.invariant(Dim.Lower);
  MaybeForm Last = Evaluator.invariant(Dim.Bound);
  IntegerType Compared = IntegerType::of(Dim.Bound->getType(), Ctx);
  bool Unsigned = Dim.Type->isUnsignedIntegerType();
  if (mayWrap(Dim, Ctx))
    return Axis;
  // A negative variable is large where the comparison is unsigned.
  if (Dim.Decreasing && !Unsigned && Compared.Unsigned)
    Last.reset();
  if (Last && !Dim.Inclusive)
    Last = sum(*Last, constantForm(Dim.Decreasing ? 1 : -1));
  Axis.Lower = Dim.Decreasing ? Last : First;
  Axis.Upper = Dim.Decreasing ? First : Last;
  return Axis;
}

bool twofold::isSynchronised(const Base &B, const ASTContext &Ctx) {
  const auto *V = dyn_cast_or_null<VarDecl>(B.Decl);
  if (!B.Decl || (V && V->getTLSKind()))
    return B.Decl;
  QualType T = B.Decl->getType().getNonReferenceType();
  while (!T.isNull()) {
    if (T.isVolatileQualified() || T->isAtomicType())
      return true;
    if (const ArrayType *Array = Ctx.getAsArrayType(T))
      T = Array->getElementType();
    else
      T = T->getPointeeType();
  }
  return false;
}

bool twofold::isVolatile(const Base &B, const ASTContext &Ctx) {
  const auto *V = dyn_cast_or_null<VarDecl>(B.Decl);
  QualType T = B.Decl && !(V && V->getTLSKind())
                   ? B.Decl->getType().getNonReferenceType()
                   : QualType();
  while (!T.isNull() && !T->isAtomicType()) {
    if (T.isVolatileQualified())
      return true;
    const ArrayType *Array = Ctx.getAsArrayType(T);
    T = Array ? Array->getElementType() : T->getPointeeType();
  }
  return false;
}

bool twofold::mayOverlap(const Base &A, const Base &B,
                         const ParallelLoop &Loop) {
  auto IsObject = [](const Base &X) {
    return !X.IsPointer && X.Decl && !X.Decl->getType()->isReferenceType();
  };
  if (IsObject(A) && IsObject(B))
    return false;
  // What one restrict pointer is used for no other parameter is. Pointers that
  // were made from it may be, but those are no parameters.
  auto Parameter = [&](const Base &X) {
    const auto *P = dyn_cast_or_null<ParmVarDecl>(X.Decl);
    return P && P->getType()->isPointerType() &&
           P->getDeclContext() == Loop.Function;
  };
  auto Restrict = [](const Base &X) {
    return X.Decl->getType().isRestrictQualified();
  };
  if (!Parameter(A) || !Parameter(B) || (!Restrict(A) && !Restrict(B)))
    return true;
  return llvm::any_of(llvm::ArrayRef({&A, &B}), [&](const Base *X) {
    return Loop.functionUses().of(X->Decl).mayChange();
  });
}

/// Read is there to see whether it is a number that Write never stores.
static bool isAwaited(const Occurrence &Read, const Occurrence &Write) {
  MaybeForm More = Read.Awaits && !Read.Writes && Write.Number &&
                           Read.Base == Write.Base && Read.Size == Write.Size
                       ? difference(*Write.Number, *Read.Awaits)
                       : std::nullopt;
  if (!More)
    return false;
  auto IsPositive = [&](const AffineForm &Form) {
    return constantOf(Form).value_or(0) > 0 ||
           llvm::any_of(Write.Facts, [&](const AffineForm &Fact) {
             MaybeForm Rest = difference(Form, Fact);
             return Rest && constantOf(*Rest).value_or(0) > 0;
           });
  };
  return IsPositive(*More) || IsPositive(*difference(AffineForm(), *More));
}

std::optional<Occurrence> twofold::overwriting(const Occurrence &Read,
                                               const Occurrence &Write,
                                               const AccessRecorder &Recorder) {
  if (!isAwaited(Read, Write) || Write.Unknown)
    return std::nullopt;
  Occurrence Out = Write;
  for (RangeCheck &C : Out.Conditions)
    for (const Monomial &M : AffineForm(C.Form)) {
      if (M.Axis < Recorder.rank())
        continue;
      const Axis &Old = Recorder.innerAxis(M.Axis);
      if (!Old.Loaded || Old.Code != TWOFOLD_NUMBER_ITSELF ||
          Old.Bytes != Write.Size || Old.Base != Write.Base ||
          !sameForm(Old.From, Write.Offset))
        continue;
      if (MaybeForm Form = withAxis(C.Form, M.Axis, *Read.Awaits))
        C.Form = std::move(*Form);
    }
  return Out;
}

bool twofold::orderMatters(const Occurrence &A, const Occurrence &B) {
  // What a way leads over stays as it is.
  const bool Improves =
      A.Base == B.Base && ((A.Keeps && B.Passed) || (B.Keeps && A.Passed));
  const bool Idle = A.Idle != 0 && A.Idle == B.Idle && A.Base == B.Base &&
                    !(A.Writes && B.Writes);
  return !Improves && !Idle && !isAwaited(A, B) && !isAwaited(B, A);
}

bool twofold::mayMatter(const Occurrence &A, const Occurrence &B,
                        bool Perhaps) {
  auto Comes = [&](const Occurrence &O) {
    return O.Told || (Perhaps && O.Perhaps);
  };
  return Comes(A) && Comes(B) && orderMatters(A, B);
}

bool twofold::meetUnderConditions(const IterationSpace &Space,
                                  const Occurrence &A, const Occurrence &B,
                                  unsigned Rank, bool Same, unsigned &Tested,
                                  PairVerdict &Met,
                                  llvm::function_ref<void(Occurrence &)> As) {
  constexpr unsigned MaxTested = 16;
  // Of a matrix nobody knows how long its rows are used.
  auto IsOwn = [&](const Occurrence &O) {
    const AffineForm Of = axisPart(O.Offset);
    return !O.Unknown && !O.wraps() && Of.size() == 1 && Of[0].Axis < int(Rank);
  };
  if (Tested == MaxTested || !IsOwn(A) || !IsOwn(B))
    return false;
  // How far apart two pointers are, or two numbers, is the call's to say.
  const MaybeForm Apart = difference(A.Offset, B.Offset);
  if (!Apart || llvm::any_of(*Apart, [](const Monomial &M) {
        return M.Axis == -1 && !M.Values.empty();
      }))
    return false;
  Occurrence Sure[2] = {A, B};
  if (As)
    llvm::for_each(Sure, As);
  if (mayMatter(Sure[0], Sure[1], /*Perhaps=*/true) ||
      !orderMatters(Sure[0], Sure[1]))
    return false;
  ++Tested;
  for (Occurrence &O : Sure)
    O.Told = O.Surely = true;
  Met = testPair(Space, referenceOf(Sure[0]), referenceOf(Sure[1]), Rank, Same);
  return Met.What == PairVerdict::Carried;
}
