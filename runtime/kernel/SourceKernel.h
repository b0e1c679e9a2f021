// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SourceKernel.h - a kernel of the program's, as sites ---------------===//
//
// What kernel.h offers. A call becomes one of a site whose tables are made here
// instead of by the plugin, so that everything that is true of loops is true of
// it. Its iterations are groups, or items where no group size was given.
#ifndef TWOFOLD_RUNTIME_KERNEL_SOURCEKERNEL_H
#define TWOFOLD_RUNTIME_KERNEL_SOURCEKERNEL_H

#include "kernel/SourceText.h"
#include "report/Result.h"
#include "twofold/abi.h"
#include "twofold/kernel.h"

#include <atomic>
#include <functional>
#include <span>
#include <string>

namespace twofold {

class SourceSite;

/// The sizes of one call, filled up with ones.
struct SourceItems {
  uint32_t Rank = 1;
  uint64_t Global[3] = {1, 1, 1};
  uint64_t Local[3] = {0, 0, 0}; ///< zeros: not given
};

/// Never destroyed: its sites are the runtime's for ever. Thread-safe.
class SourceKernel {
  friend class SourceSite;
  const std::string Name, File;
  const uint32_t Line;
  const std::string Source; ///< as the program has given it
  const SourceText Text;
  const twofold_kernel_native Native;
  SourceKernel *const Next; ///< of all kernels
  std::atomic<SourceSite *> Sites{nullptr};

  static std::atomic<SourceKernel *> All;

  SourceKernel(std::string Name, std::string File, uint32_t Line,
               std::string Source, SourceText Text,
               twofold_kernel_native Native, SourceKernel *Next);
  static SourceKernel *find(std::string_view Name, std::string_view Source,
                            twofold_kernel_native Native);
  SourceSite &site(const SourceItems &Items,
                   std::span<const twofold_kernel_argument> Args);
  std::string mismatch(std::span<const twofold_kernel_argument> Args) const;
  std::string place() const;

public:
  /// More parameters are refused.
  static constexpr size_t MostParameters = 64;

  /// Runs a call of so many iterations; what it returns is why a site that has
  /// no native variant has not run.
  using Runner = std::function<std::string(const twofold_site &,
                                           const twofold_launch &, uint64_t)>;

  /// The one with these texts and this function, or why there cannot be one.
  static Result<SourceKernel *> from(const char *Name, const char *Source,
                                     twofold_kernel_native Native,
                                     const char *File, uint32_t Line);

  const std::string &name() const { return Name; }
  const std::string &file() const { return File; }

  /// The site of calls in groups of these sizes; null where the arguments do
  /// not fit.
  const twofold_site *siteOf(uint32_t Rank, const uint64_t *Local,
                             std::span<const twofold_kernel_argument> Args);

  /// Returns a twofold_kernel_result, with its reason in Why.
  int run(uint32_t Rank, const uint64_t *Global, const uint64_t *Local,
          std::span<const twofold_kernel_argument> Args, const Runner &Run,
          std::string &Why);
};

} // namespace twofold

#endif
