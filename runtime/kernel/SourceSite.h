// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SourceSite.h - the tables of calls of a program's kernel -----------===//
#ifndef TWOFOLD_RUNTIME_KERNEL_SOURCESITE_H
#define TWOFOLD_RUNTIME_KERNEL_SOURCESITE_H

#include "kernel/SourceKernel.h"

#include <vector>

namespace twofold {

/// Of calls with the same kinds of arguments, values of the same bytes, and
/// groups that are given or not. Immutable; never destroyed.
///
/// Entries of args: the dimension; the site; one for each argument. Entries of
/// values: items of three dimensions; those of a group; its last item; bytes of
/// ranges and of local memory, as the arguments come.
class SourceSite {
  enum Value : uint32_t { Items = 0, Group = 3, LastItem = 6, Bytes = 7 };
  static constexpr uint32_t FirstArg = 2;

  const SourceKernel &Of;
  struct Given {
    uint32_t Kind;
    uint64_t Bytes; ///< of a value
  };
  std::vector<Given> Kinds;
  std::vector<twofold_term> Terms;
  std::vector<twofold_axis> Axes;
  std::vector<twofold_base> Bases;
  std::vector<twofold_access> Accesses;
  std::vector<twofold_input> Inputs;
  std::vector<twofold_kernel_arg> Parameters;
  twofold_kernel Kernel = {};
  twofold_site Site = {};

  twofold_form form(std::initializer_list<twofold_term> Of);
  void addRange(uint32_t Arg, uint32_t Kind, const std::string &Name);
  static void runNatively(void **Args, uint64_t First, uint64_t End);

public:
  SourceSite *const Next;

  SourceSite(const SourceKernel &Of, const SourceItems &Items,
             std::span<const twofold_kernel_argument> Args, SourceSite *Next);
  SourceSite(const SourceSite &) = delete;

  const twofold_site &table() const { return Site; }
  bool isFor(const SourceItems &Items,
             std::span<const twofold_kernel_argument> Args) const;
  /// See SourceKernel::Runner.
  std::string run(const SourceItems &Items,
                  std::span<const twofold_kernel_argument> Args, uint64_t Trips,
                  const SourceKernel::Runner &Run) const;
};

} // namespace twofold

#endif
