// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/FilledArrays.h"
#include "access/AccessEvaluator.h"
#include "ast/ColdPaths.h"
#include "ast/VariableUses.h"
#include "depend/FormProofs.h"
#include "depend/OutsideEffects.h"
#include "depend/WrittenSections.h"
#include "model/AssignmentFlow.h"
#include "model/LoopModelBuilder.h"

using namespace clang;

namespace twofold {
namespace {

/// Each thread has the copies on its stack.
constexpr int64_t LargestCopy = 64 * 1024;

class FilledArrays {
  ParallelLoop &Loop;
  ASTContext &Ctx;
  AccessRecorder Recorder;
  AccessEvaluator Evaluator;
  StoredPlaces Stored;
  llvm::SmallVector<Occurrence, 16> Occurrences;
  bool Effects; ///< that are not known

public:
  FilledArrays(ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Recorder(Loop, Ctx),
        Evaluator(Loop, Ctx, Recorder, /*FollowsLoads=*/true),
        Stored(AccessEvaluator::storesOf(Loop, Ctx)),
        Effects(findOutsideEffect(Loop, Ctx).has_value()) {
    Recorder.Occurrences = &Occurrences;
    Evaluator.nameNumbers();
    Evaluator.evaluateBody();
  }

  bool settle(Capture &C);

private:
  bool mayOverlap(unsigned A, unsigned B) {
    const auto &Bases = Recorder.model().Bases;
    return twofold::mayOverlap(Bases[A], Bases[B], Loop);
  }
  bool isUnsteady(const AffineForm &Form);
  bool isUnsteady(const Axis &Loaded);
  bool isReachedOtherwise(const VarDecl &V, unsigned Base);
};

bool FilledArrays::isUnsteady(const Axis &Loaded) {
  if (Evaluator.refused() ||
      llvm::any_of(Occurrences, [&](const Occurrence &O) {
        return O.Writes && Recorder.model().Bases[O.Base].Arg == Base::Anywhere;
      }))
    return true;
  // What a loop leads to, more than this may change.
  return Loaded.Goes != -1 || isUnsteady(Loaded.From) ||
         isUnsteady(Loaded.Than) ||
         llvm::any_of(Stored, [&](const StoredPlace &S) {
           if (S.Base == Loaded.Base)
             return true;
           bool Other =
               S.Type->isFloatingType() || S.Type->isPointerType() ||
               (S.Type->isIntegerType() && !S.Type->isCharType() &&
                Ctx.getTypeSizeInChars(S.Type).getQuantity() != Loaded.Bytes);
           return !Other && mayOverlap(S.Base, Loaded.Base);
         });
}

/// Form names a number in memory that the loop may change.
bool FilledArrays::isUnsteady(const AffineForm &Form) {
  return llvm::any_of(Form, [&](const Monomial &M) {
    if (M.Axis < Recorder.rank() ||
        M.Axis >= Recorder.rank() + int(Recorder.model().Axes.size()))
      return false;
    const Axis &A = Recorder.innerAxis(M.Axis);
    return A.Loaded ? Effects || isUnsteady(A) : isUnsteady(A.From);
  });
}

/// By pointers that point to it from before the loop, or in functions.
bool FilledArrays::isReachedOtherwise(const VarDecl &V, unsigned Base) {
  Addresses Inside = addressesOf(Loop.Body, &V);
  if (Inside == Addresses::Kept ||
      (Inside == Addresses::Local &&
       (Evaluator.refused() || Recorder.model().Cold ||
        keepsPointers(Loop.Body))))
    return true;
  if (V.hasLocalStorage() && addressesOf(Loop.Function->getBody(), &V,
                                         Loop.Statement) == Addresses::None)
    return false;
  if (Evaluator.refused() || Effects ||
      llvm::any_of(globalsOfCallees(Loop.Body), [&](const auto &Global) {
        return Global.Variable->getCanonicalDecl() == V.getCanonicalDecl();
      }))
    return true;
  return llvm::any_of(Occurrences, [&](const Occurrence &O) {
    return O.Base != Base && mayOverlap(O.Base, Base);
  });
}

/// A kind of variable that threads and work-items can have copies of.
bool isCopyable(const Capture &C, ASTContext &Ctx) {
  const auto *V = dyn_cast_or_null<VarDecl>(C.Decl);
  if (!V || C.Kind != Sharing::Reference || C.Called || V->getTLSKind() ||
      V->getType()->isReferenceType() || V->getType().isVolatileQualified() ||
      !(C.Type->isConstantArrayType() || C.Type->isRecordType()) ||
      Ctx.getTypeSizeInChars(C.Type).getQuantity() > LargestCopy)
    return false;
  QualType Element = Ctx.getBaseElementType(C.Type);
  return !Element.isVolatileQualified() && !Element->isAtomicType() &&
         !Element->isPointerType() && Element.isTriviallyCopyableType(Ctx);
}

bool FilledArrays::settle(Capture &C) {
  const auto &V = *cast<VarDecl>(C.Decl);
  auto Base = Recorder.baseOf(C.Decl);
  if (!Base)
    return false;
  auto Unsteady = [&](const AffineForm &Form) { return isUnsteady(Form); };
  WrittenSections Written(Recorder, Occurrences, Unsteady);
  const auto Size = unsigned(Ctx.getTypeSizeInChars(C.Type).getQuantity());
  // Elements of the iterations' own are no scratch.
  auto Meets = [&](const Occurrence &O) {
    return O.Base == *Base && O.Writes && !Recorder.namesOuterAxis(O.Offset);
  };
  if (llvm::none_of(Occurrences, Meets))
    return false;
  bool Reads = false;
  for (auto [Number, O] : llvm::enumerate(Occurrences)) {
    if (O.Base != *Base)
      continue;
    // Wherever it reads, it stays in the array.
    if (O.Reads && !Written.cover(Number) && !Written.coverAround(Number, Size))
      return false;
    Reads |= O.Reads;
  }
  if (isReachedOtherwise(V, *Base))
    return false;
  if (!observedAfter(Loop, &V, Ctx, Loop.Body)) {
    if (Reads)
      C.Kind = Sharing::Private;
  } else if (Written.coverAll(*Base, Size)) {
    C.Kind = Sharing::LastPrivate;
  }
  return C.Kind != Sharing::Reference;
}

/// What a kernel leaves out may read anything.
bool isNamedCold(const Stmt *S, const ValueDecl *D, bool Cold = false) {
  if (!S)
    return false;
  Cold |= coldKind(S) != ColdKind::None;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Cold && Ref->getDecl() == D;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return isNamedCold(Child, D, Cold);
  });
}

/// The array may be seen where an exception is caught, half filled.
bool throws(const Stmt *S) {
  return S && (isa<CXXThrowExpr>(S) || llvm::any_of(S->children(), throws));
}

} // namespace

void findFilledArrays(ParallelLoop &Loop, ASTContext &Ctx) {
  llvm::SmallVector<Capture *, 2> Candidates;
  for (Capture &C : Loop.Captures)
    if (isCopyable(C, Ctx) && !onlyReads(Loop.Body, C.Decl) &&
        !isNamedCold(Loop.Body, C.Decl))
      Candidates.push_back(&C);
  if (Candidates.empty() || Loop.Given.Sliced || isIrreducible(Loop.Body) ||
      throws(Loop.Body))
    return;
  FilledArrays Arrays(Loop, Ctx);
  bool Any = false;
  for (Capture *C : Candidates)
    Any |= Arrays.settle(*C);
  if (Any)
    numberArguments(Loop);
}

} // namespace twofold
