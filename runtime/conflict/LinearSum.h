// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LinearSum.h - a sum of multiples of unknown integers ---------------===//
#ifndef TWOFOLD_RUNTIME_CONFLICT_LINEARSUM_H
#define TWOFOLD_RUNTIME_CONFLICT_LINEARSUM_H

#include "bytes/WideIntegers.h"

#include <array>

namespace twofold {

/// Sum of Factors[u] * u + Constant over the unknowns u.
struct LinearSum {
  static constexpr unsigned Most = 20; ///< unknowns
  std::array<Wide, Most> Factors{};
  Wide Constant = 0;

  /// Times may be negative. False on overflow.
  bool add(const LinearSum &Other, Wide Times = 1) {
    auto Add = [&](Wide &To, Wide What) {
      Wide Product;
      return !__builtin_mul_overflow(What, Times, &Product) &&
             !__builtin_add_overflow(To, Product, &To);
    };
    bool Fits = Add(Constant, Other.Constant);
    for (unsigned U = 0; U < Most; ++U)
      if (Other.Factors[U] != 0)
        Fits &= Add(Factors[U], Other.Factors[U]);
    return Fits;
  }
};

} // namespace twofold

#endif
