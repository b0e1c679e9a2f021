// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelText.cpp - parts of a kernel that are the same for all loops -===//

#include "kernel/KernelText.h"
#include "twofold/abi.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

bool KernelText::hasTiles() const {
  return llvm::any_of(
      Args, [](const KernelArg &Arg) { return Arg.Kind == TWOFOLD_ARG_TILE; });
}

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

std::string lineText(SourceLocation Loc, const ASTContext &Ctx) {
  const SourceManager &Sources = Ctx.getSourceManager();
  if (Loc.isInvalid() || Sources.isInSystemHeader(Loc))
    return "";
  const PresumedLoc Where =
      Sources.getPresumedLoc(Sources.getExpansionLoc(Loc));
  if (Where.isInvalid())
    return "";
  const StringRef Name = llvm::sys::path::filename(Where.getFilename());
  if (Name.find_first_of("\"\\\n") != StringRef::npos)
    return "";
  return ("#line " + Twine(Where.getLine()) + " \"" + Name + "\"\n").str();
}

std::string withNeededLines(StringRef Source) {
  std::string Out, Wanted, Said;
  uint64_t Line = 0; // that the compiler counts, in the file that Said names
  while (!Source.empty()) {
    const auto [Text, Rest] = Source.split('\n');
    Source = Rest;
    if (Text.ltrim().starts_with("#line ")) {
      Wanted = Text.ltrim().str();
      continue;
    }
    if (!Wanted.empty()) {
      const auto [Number, File] =
          StringRef(Wanted).drop_front(strlen("#line ")).split(' ');
      uint64_t At = 0;
      Number.getAsInteger(10, At);
      if (File != Said || At != Line)
        Out += Wanted + "\n";
      Said = File.str();
      Line = At;
      Wanted.clear();
    }
    Out += Text.str() + "\n";
    ++Line;
  }
  return Out;
}

std::string withoutLines(StringRef Source) {
  std::string Out;
  while (!Source.empty()) {
    const auto [Text, Rest] = Source.split('\n');
    Source = Rest;
    if (!Text.starts_with("#line "))
      Out += Text.str() + "\n";
  }
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
