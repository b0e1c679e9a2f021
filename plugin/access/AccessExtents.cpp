// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessExtents.cpp - how large the captured memory is ---------------===//
#include "access/AccessEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// Memory after the record's end belongs to it too.
static bool hasFlexibleArray(QualType T) {
  const auto *R = T->getAsRecordDecl();
  return R && R->hasFlexibleArrayMember();
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
    }
    // Not `T a[static n]`: it promises n elements at least, not at most.
  }
  for (const ExtentClause &Given : Loop.Given.Extents) {
    if (Given.Member)
      continue; // of the lowered copy, where it is a variable
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
