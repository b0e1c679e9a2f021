// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelText.h - a printed OpenCL variant and what it is called with -===//
#ifndef TWOFOLD_PLUGIN_KERNEL_KERNELTEXT_H
#define TWOFOLD_PLUGIN_KERNEL_KERNELTEXT_H

#include "access/AccessModel.h"
#include "dialect/NameTable.h"
#include "kernel/NestMapping.h"
#include "model/LoopModel.h"
#include <string>
#include <variant>
#include <vector>

namespace twofold {

/// One entry of twofold_kernel.args: the TWOFOLD_ARG_* constants of abi.h.
struct KernelArg {
  unsigned Kind;
  unsigned Index; ///< base, args entry, dimension or result, as abi.h says
  unsigned Size = 0;
};

struct KernelText {
  std::string Name;
  std::string Source;
  llvm::SmallVector<KernelArg, 8> Args;
  unsigned Flags = 0; ///< TWOFOLD_KERNEL_*
  unsigned Rank = 1;
  unsigned Range[3] = {0, 0, 0};
  llvm::SmallVector<Refusal, 3> Strategies; ///< messages: see KernelStrategy.h
  /// Other kernels of Source, which do the same one after the other where no
  /// written base overlaps another; see KernelPhases.h.
  std::vector<KernelText> Phases;

  /// Has a form in which groups compute tiles, whose sums are in registers.
  bool hasTiles() const;
};

/// The comment and the pragmas that a kernel's text begins with.
std::string kernelHead(const ParallelLoop &Loop, llvm::StringRef Extensions,
                       clang::LangOptions::FPModeKind Contract,
                       const clang::ASTContext &Ctx);

/// A line that says which one of the program's is meant by what follows, so
/// that a driver's compiler and profilers speak of that. Folders are left out:
/// a kernel is the same wherever a program was compiled. Empty: nobody knows.
std::string lineText(clang::SourceLocation Loc, const clang::ASTContext &Ctx);
/// Without those that say what the compiler counts by itself.
std::string withNeededLines(llvm::StringRef Source);
/// For people to read.
std::string withoutLines(llvm::StringRef Source);

/// The Indices of each dimension, declared from the number of an Iteration of
/// the nest laid out in one line. Nothing for one dimension.
std::string indicesText(llvm::StringRef Iteration,
                        llvm::ArrayRef<std::string> Trips,
                        llvm::ArrayRef<std::string> Indices);

/// A function Name that compares an index with its limit as TWOFOLD_ARG_ERROR
/// in abi.h says. It also sets the work-item's flag, which ends loops that
/// could otherwise go on for ever with element 0.
std::string subscriptCheckText(llvm::StringRef Name);

/// A function Name that says that the kernel's results do not count, and only
/// the native variant can run the loop.
std::string declineText(llvm::StringRef Name);

struct KernelOptions {
  /// -ffp-contract; Fast lets the device's compiler fuse as it likes, On fuses
  /// where clang does on the host.
  clang::LangOptions::FPModeKind Contract = clang::LangOptions::FPM_On;
  bool HostFma = false;  ///< the host's processor has fused multiply-add
  bool FastMath = false; ///< -ffast-math
  bool Tiles = false;    ///< -fplugin-arg-twofold-schedule=tile
  bool CpuOnly = false;  ///< -fplugin-arg-twofold-no-opencl-gpu
};

/// The OpenCL variant of a loop that checkEligibility let pass. Results are
/// numbered as their captures (reductions and last values) follow each other.
/// Reads the body as the user wrote it: runs before the outliner. Names are
/// those of other kernels in the same text, and then those of this one, too.
std::variant<KernelText, Refusal>
printKernel(const ParallelLoop &Loop, const AccessModel &Model,
            const NestMapping &Mapping, clang::ASTContext &Ctx,
            const KernelOptions &Options, NameTable &Names);

} // namespace twofold

#endif
