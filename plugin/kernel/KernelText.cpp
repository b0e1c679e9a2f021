// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelText.cpp - parts of a kernel that are the same for all loops -===//

#include "kernel/KernelText.h"
#include "twofold/abi.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

std::string kernelHead(const ParallelLoop &Loop, llvm::StringRef Extensions,
                       LangOptions::FPModeKind Contract,
                       const ASTContext &Ctx) {
  const SourceManager &Sources = Ctx.getSourceManager();
  PresumedLoc Where = Sources.getPresumedLoc(Sources.getExpansionLoc(Loop.Loc));
  std::string Out;
  if (Where.isValid())
    Out += "/* " + llvm::sys::path::filename(Where.getFilename()).str() + ":" +
           std::to_string(Where.getLine()) + " */\n";
  Out += Extensions;
  Out += Contract == LangOptions::FPM_Fast ||
                 Contract == LangOptions::FPM_FastHonorPragmas
             ? "#pragma OPENCL FP_CONTRACT ON\n\n"
             : "#pragma OPENCL FP_CONTRACT OFF\n\n";
  return Out;
}

std::string subscriptCheckText(StringRef Name) {
  return "long " + Name.str() +
         "(long index, ulong limit, uint subscript, __global ulong *errors, "
         "int *left) {\n"
         "  if ((ulong)index < limit || limit == ULONG_MAX)\n"
         "    return index;\n"
         "  if (atomic_cmpxchg((volatile __global uint *)errors, 0u, 1u) == "
         "0u) "
         "{\n"
         "    errors[1] = subscript;\n"
         "    errors[2] = (ulong)index;\n"
         "  }\n"
         "  *left = 1;\n"
         "  return 0;\n"
         "}\n\n";
}

std::string declineText(StringRef Name) {
  return "void " + Name.str() +
         "(__global ulong *errors) {\n"
         "  if (atomic_cmpxchg((volatile __global uint *)errors, 0u, 1u) == "
         "0u)\n"
         "    errors[1] = " +
         std::to_string(TWOFOLD_ERROR_DECLINED) + "u;\n}\n\n";
}

std::string indicesText(StringRef Iteration, ArrayRef<std::string> Trips,
                        ArrayRef<std::string> Indices) {
  std::string Out;
  size_t Rank = Trips.size();
  for (size_t D = Rank; D-- > 0 && Rank > 1;) {
    std::string Divisor;
    for (size_t Inner = D + 1; Inner != Rank; ++Inner)
      Divisor += (Divisor.empty() ? "" : " * ") + Trips[Inner];
    std::string Value = Iteration.str();
    if (!Divisor.empty())
      Value += D + 2 == Rank ? " / " + Divisor : " / (" + Divisor + ")";
    if (D != 0)
      Value += " % " + Trips[D];
    Out += "    const ulong " + Indices[D] + " = " + Value + ";\n";
  }
  return Out;
}

} // namespace twofold
