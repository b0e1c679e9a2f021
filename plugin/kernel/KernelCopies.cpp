// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelCopies.cpp ---------------------------------------------------===//

#include "kernel/KernelCopies.h"
#include "kernel/ElementText.h"
#include "kernel/ReductionText.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {
namespace {

/// A number loses against any other value, so that a NaN stays one.
ReductionOp neutralOp(const ElementReduction &E) {
  if (!E.SkipsNan || !E.Type->isRealFloatingType())
    return E.Op;
  return E.Op == ReductionOp::Min ? ReductionOp::NumberMin
                                  : ReductionOp::NumberMax;
}

std::string eachElement(const GroupCopy &Copy, StringRef Index) {
  std::string I = Index.str();
  return "  for (ulong " + I + " = get_local_id(0); " + I + " < " + Copy.Count +
         "; " + I + " += get_local_size(0))\n";
}

} // namespace

const Capture *groupCopied(const ParallelLoop &Loop, unsigned Number,
                           const ASTContext &Ctx) {
  const ElementReduction &E = Loop.Elements[Number];
  if (!E.Copyable || !E.Base || Loop.Exit)
    return nullptr;
  bool Extreme = E.Op == ReductionOp::Min || E.Op == ReductionOp::Max;
  switch (E.Op) {
  case ReductionOp::LogicalAnd:
  case ReductionOp::LogicalOr:
    return nullptr; // an update makes 1 of 5, even where it changes no truth
  default:
    // Infinities and NaNs mean nothing then.
    if (Extreme && E.Type->isRealFloatingType() && Ctx.getLangOpts().FastMath)
      return nullptr;
    break;
  }
  const Capture *C = Loop.capture(E.Base);
  bool Memory =
      C && (C->Kind == Sharing::Value ? C->Type->isPointerType()
                                      : C->Kind == Sharing::Reference);
  return Memory ? C : nullptr;
}

bool hasGroupCopies(const ParallelLoop &Loop, const ASTContext &Ctx) {
  for (unsigned I = 0; I != Loop.Elements.size(); ++I)
    if (groupCopied(Loop, I, Ctx))
      return true;
  return false;
}

std::string fillCopiesText(ArrayRef<GroupCopy> Copies, const ParallelLoop &Loop,
                           StringRef Index, const ASTContext &Ctx) {
  std::string Out;
  for (const GroupCopy &Copy : Copies) {
    const ElementReduction &E = Loop.Elements[Copy.Number];
    Out += eachElement(Copy, Index) + "    " + Copy.Memory + "[" + Index.str() +
           "] = " + identityText(neutralOp(E), E.Type, Ctx) + ";\n";
  }
  return Out + "  barrier(CLK_LOCAL_MEM_FENCE);\n";
}

std::string combineCopiesText(ArrayRef<GroupCopy> Copies,
                              const ParallelLoop &Loop, StringRef Index,
                              ElementText &Updates, const ASTContext &Ctx) {
  std::string Out = "  barrier(CLK_LOCAL_MEM_FENCE);\n";
  for (const GroupCopy &Copy : Copies) {
    const ElementReduction &E = Loop.Elements[Copy.Number];
    AtomicUpdate U;
    U.Op = E.Op;
    U.SkipsNan = E.SkipsNan;
    U.Type = U.By = Copy.Type;
    std::string Value = Copy.Memory + "[" + Index.str() + "]";
    std::string Neutral = identityText(neutralOp(E), E.Type, Ctx);
    std::string Updated;
    if (!E.Type->isRealFloatingType())
      Updated = Value + " != " + Neutral;
    else if (neutralOp(E) != E.Op)
      Updated = Value + " == " + Value;
    else { // -0.0 and 0.0 compare equal
      std::string Bits = Copy.Type == "float" ? "as_uint(" : "as_ulong(";
      Updated = Bits + Value + ") != " + Bits + Neutral + ")";
    }
    Out += eachElement(Copy, Index) + "    if (" + Updated + ")\n      " +
           Updates.function(U) + "(&" + Copy.First + "[" + Index.str() + "], " +
           Value + ");\n";
  }
  return Out;
}

} // namespace twofold
