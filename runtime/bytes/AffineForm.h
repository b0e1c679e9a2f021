// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AffineForm.h - the axes of a call and the forms over them ---------===//
//
// Evaluates the affine forms of abi.h to intervals, and estimates the work of a
// call. Arithmetic is checked in 128 bits: whatever overflows is unknown, never
// wrong. Pure; allocates only for nests of more than a dozen loops.
#ifndef TWOFOLD_RUNTIME_BYTES_AFFINEFORM_H
#define TWOFOLD_RUNTIME_BYTES_AFFINEFORM_H

#include "twofold/abi.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace twofold {

using Wide = __int128;

/// What is known about a quantity of one call.
enum class Knowledge : uint8_t {
  Known,
  Empty, ///< belongs to a loop that never runs: no value at all
  Unknown
};

/// A form's least and greatest value, both included.
struct Interval {
  Knowledge Is;
  Wide Min = 0, Max = 0;
};

/// The values that one loop's induction variable takes during a call.
struct AxisBounds {
  Knowledge Is;
  bool Attained; ///< Min, Min + Step, ..., Max are all taken, each time the
                 ///< loop is reached
  Wide Min, Max;
  Wide Step;           ///< distance of neighbouring values, positive
  double AverageTrips; ///< each time the loop is reached, for estimates
};

/// The axes of one call: the parallel dimensions, then the inner loops.
class IterationSpace {
  static constexpr unsigned InlineAxes = 12;

  const twofold_site &Site;
  const twofold_launch &Launch;
  unsigned Count;
  std::array<AxisBounds, InlineAxes> Few;
  std::unique_ptr<AxisBounds[]> Many;
  AxisBounds *Axes;

  AxisBounds dimension(const twofold_dim &Dim) const;
  AxisBounds innerLoop(const twofold_axis &Axis) const;
  bool monomial(const twofold_term &Term, Wide &Out) const;

public:
  /// Trip count assumed for loops whose count is unknown.
  static constexpr double AssumedTrips = 32;

  /// Both must outlive the space.
  IterationSpace(const twofold_site &Site, const twofold_launch &Launch);

  unsigned axisCount() const { return Count; }
  const AxisBounds &axis(unsigned Number) const { return Axes[Number]; }

  /// The sum of the monomials of Form that name Axis (-1: none). False on
  /// overflow or when a term is malformed.
  bool coefficient(const twofold_form &Form, int Axis, Wide &Out) const;

  Interval evaluate(const twofold_form &Form) const;

  /// Rounds of an inner loop, by its axis, each time it is reached: no time has
  /// more. Nothing where that is not known.
  std::optional<uint64_t> mostTrips(unsigned Axis) const;

  /// Whether all of the site's range checks hold, so that its forms are exact.
  bool checksHold() const;
  /// Whether the form's interval is exact: all axes that it names take all
  /// their values independently of each other.
  bool attained(const twofold_form &Form) const;

  /// Operations of one iteration of the parallel nest, inner loops included.
  double workOfIteration() const;
};

/// Operations of a whole call, saturating.
uint64_t estimateWork(const IterationSpace &Space, uint64_t Trips);

/// What estimateWork says of a nest whose inner loops have bounds without the
/// variables of others, in a tenth of its time; nothing: of another one, or on
/// overflow.
std::optional<uint64_t> simpleWork(const twofold_site &Site,
                                   const twofold_launch &Launch,
                                   uint64_t Trips);
/// Whether a call's operations are below Limit. False: they may be above.
inline bool workIsBelow(const twofold_site &Site, const twofold_launch &Launch,
                        uint64_t Trips, uint64_t Limit) {
  uint64_t Work;
  if (Site.axis_count == 0) // first what most are
    return !__builtin_mul_overflow(Trips, Site.ops, &Work) && Work < Limit;
  const std::optional<uint64_t> All = simpleWork(Site, Launch, Trips);
  return All && *All < Limit;
}

} // namespace twofold

#endif
