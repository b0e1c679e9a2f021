// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelConstants.h - kernels whose numbers are known when built -----===//
//
// A kernel gets the loop's integers as arguments: bounds, strides, lengths of
// rows. Where they are constants the driver's compiler unrolls inner loops and
// folds index arithmetic. The parameters stay; the kernel begins by assigning
// the constants to them, so that such a kernel is launched as the usual one is.
//
// Integers only: what a compiler makes of floating constants may differ in the
// last bit. Pure.
#ifndef TWOFOLD_RUNTIME_KERNEL_KERNELCONSTANTS_H
#define TWOFOLD_RUNTIME_KERNEL_KERNELCONSTANTS_H

#include "twofold/abi.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twofold {

/// What a call gives the parameters that may be constants; zero-extended.
struct KernelValues {
  static constexpr unsigned Most = 16;

  unsigned Count = 0;
  std::array<uint64_t, Most> At = {};

  bool operator==(const KernelValues &) const = default;
};

/// Of one site. Immutable; keeps nothing of the site but its numbers.
class KernelConstants {
  struct Parameter {
    uint32_t Kind, Index, Size; ///< as in its twofold_kernel_arg
    std::string Name, Type;
  };
  std::vector<Parameter> Parameters;
  std::string Before, After; ///< the source around the assignments

public:
  /// Of a kernel without any.
  KernelConstants() = default;
  /// Nothing where no parameter may be a constant: that is so, too, where
  /// another kernel might give other results (the order of a reduction depends
  /// on the size of its groups) or where a launch is a search.
  static std::optional<KernelConstants> of(const twofold_site &Site);

  KernelValues read(const twofold_launch &Launch) const;

  /// The kernel's source with these constants.
  std::string source(const KernelValues &Values) const;
  /// "n = 128, i_trips = 64".
  std::string describe(const KernelValues &Values) const;
};

} // namespace twofold

#endif
