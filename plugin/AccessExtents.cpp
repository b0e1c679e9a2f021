// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessExtents.cpp - how large the captured memory is ---------------===//
#include "AccessEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// Memory after the record's end belongs to it too.
static bool hasFlexibleArray(QualType T) {
  const auto *R = T->getAsRecordDecl();
  return R && R->hasFlexibleArrayMember();
}

/// The length that `T a[static n]` promises a parameter has at least, and that
/// the loop is taken to keep to.
static const ConstantArrayType *staticBound(const ValueDecl *D) {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(D);
  const ArrayType *A =
      P ? P->getOriginalType()->getAsArrayTypeUnsafe() : nullptr;
  return A && A->getSizeModifier() == ArraySizeModifier::Static
             ? dyn_cast<ConstantArrayType>(A)
             : nullptr;
}

void AccessEvaluator::findExtents() {
  llvm::SaveAndRestore Clause(InClause, true);
  for (Base &B : Recorder.model().Bases) {
    const Capture *Known = nullptr;
    for (const Capture &C : Loop.Captures)
      if (C.Arg == B.Arg)
        Known = &C;
    if (!Known)
      continue; // the start of a pointer loop
    if (Known->Kind == Sharing::Reference) {
      if (!hasFlexibleArray(Known->Type))
        B.Extent = sizeOf(Known->Type);
    } else if (Known->Kind == Sharing::This) {
      B.Extent = sizeOf(Known->Type->getPointeeType());
    } else if (const ConstantArrayType *A = staticBound(B.Decl)) {
      B.Extent = sizeOf(QualType(A, 0));
    }
  }
  for (const ExtentClause &Given : Loop.Given.Extents) {
    std::optional<unsigned> Number = Recorder.baseOf(Given.Pointer);
    if (!Number || !Given.Pointer->getType()->isPointerType())
      continue;
    MaybeForm Size = sizeOf(Given.Pointer->getType()->getPointeeType());
    Value Count = rvalue(Given.Count);
    if (!Size || Count.size() != 1)
      continue;
    Arm A = exact(Count[0], IntegerType::of(Given.Count->getType(), Ctx));
    if (A.What == Arm::Unknown && isComposable(Given.Count))
      A = atom(Given.Count)[0];
    if (A.What == Arm::Integer && !namesAxes(A.Form))
      Recorder.model().Bases[*Number].Extent = product(A.Form, *Size);
  }
}
