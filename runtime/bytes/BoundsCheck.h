// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- BoundsCheck.h - whether a call stays in its arrays -----------------===//
//
// Before anything runs: the least and the greatest byte of every access of a
// base with a known extent, from the affine forms, in time that does not depend
// on trip counts. Three outcomes for an access: it stays inside, and nobody
// needs to check it; it surely leaves, which is an error; or the loop itself
// has to look, where it was compiled so. Pure.
#ifndef TWOFOLD_RUNTIME_BYTES_BOUNDSCHECK_H
#define TWOFOLD_RUNTIME_BYTES_BOUNDSCHECK_H

#include "bytes/AffineForm.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace twofold {

/// An index that is out of bounds, in elements.
struct BoundsViolation {
  uint32_t Base = 0;
  int64_t Index = 0;
  int64_t First = 0, End = 0; ///< touched
  uint64_t Count = 0;         ///< that there are
  uint32_t Line = 0, Column = 0;
  /// One dimension of the array, not all of it.
  bool Dimension = false;
};

struct BoundsVerdict {
  std::optional<BoundsViolation> Violation;
  /// One for each subscript; Unlimited where nothing needs to be checked.
  std::vector<uint64_t> Limits;
  /// Accesses that neither a proof nor the variants' own checks cover.
  std::vector<uint32_t> Unchecked;

  static constexpr uint64_t Unlimited = UINT64_MAX;
};

BoundsVerdict checkBounds(const twofold_site &Site,
                          const IterationSpace &Space);

/// What a subscript that is not below its limit did.
BoundsViolation violationOf(const twofold_site &Site, uint32_t Subscript,
                            int64_t Index, uint64_t Limit);

/// "file:line: loop touches a[0..1200), allocation holds 1000 elements", or the
/// like for an index found Inside.
std::string describe(const twofold_site &Site, const BoundsViolation &What,
                     bool Inside);

/// "not checked: a in line 3, b in line 4; ..." for a call's Unchecked, and
/// what would help. Empty when all of the site is checked.
std::string describeUnchecked(const twofold_site &Site,
                              const std::vector<uint32_t> &Accesses);

} // namespace twofold

#endif
