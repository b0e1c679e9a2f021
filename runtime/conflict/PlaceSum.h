// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlaceSum.h - forms of the places that a call's iterations come to --===//
#ifndef TWOFOLD_RUNTIME_CONFLICT_PLACESUM_H
#define TWOFOLD_RUNTIME_CONFLICT_PLACESUM_H

#include "twofold/abi.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace twofold {

/// A form whose values are known.
struct PlaceSum {
  struct Part {
    int64_t Factor;
    unsigned Axis;
  };
  int64_t Constant = 0;
  std::vector<Part> Parts;
  bool Fits = true;
};

PlaceSum placeSum(const twofold_site &Site, const twofold_launch &Launch,
                  const twofold_form &Form);
/// The place as placeSum has it, counted from where a base begins;
/// TWOFOLD_NO_BASE: from address 0.
PlaceSum placeSumFrom(const twofold_site &Site, const twofold_launch &Launch,
                      const twofold_form &Form, uint32_t Base);

/// Calls Set(dimension, induction variable) for the parallel dimensions as they
/// are in iteration Number of the call.
template <typename Function>
void placeIteration(const twofold_site &Site, const twofold_launch &Launch,
                    uint64_t Number, Function Set) {
  for (unsigned D = Site.rank; D-- > 0;) {
    const twofold_dim &Dim = Launch.dims[D];
    Set(D,
        int64_t(uint64_t(Dim.lower) + Number % Dim.trips * uint64_t(Dim.step)));
    Number /= Dim.trips;
  }
}

/// From Min to Max, both included.
struct PlaceRange {
  int64_t Min, Max;
};

/// An inner axis of a site's conflicts.
struct PlaceAxis {
  bool Loaded;           ///< it stands for a number, and is no loop
  bool Bounded;          ///< Lower and Upper may be used
  PlaceSum Lower, Upper; ///< Loaded: the number's address, and another number
  int64_t Step;          ///< not Loaded
  bool Signed;           ///< Loaded: the number
  unsigned Code;         ///< Loaded: TWOFOLD_NUMBER_...
  unsigned Bytes;        ///< Loaded: of the number; 0: it is not in memory
  bool State;            ///< Loaded: of a loop's variable
  unsigned Goes;         ///< State: the axis that says whether its loop goes on

  PlaceAxis(const twofold_site &Site, const twofold_launch &Launch,
            const twofold_axis &Of);
  /// The number at Address, which can be read.
  int64_t numberAt(uint64_t Address) const;
  /// Of both numbers that it combines the last 64 bits are enough.
  bool wraps() const {
    return Loaded && Code >= TWOFOLD_NUMBER_XOR && Code <= TWOFOLD_NUMBER_REST;
  }
  /// It makes floating-point numbers, of which some are none.
  bool isFloating() const {
    return Code == TWOFOLD_NUMBER_FLOATING ||
           (Code >= TWOFOLD_NUMBER_SUM && Code <= TWOFOLD_NUMBER_FUNCTION);
  }
  /// What a Loaded axis stands for. First: what is at Lower, or is Lower where
  /// the number is not in memory; Second: Upper.
  std::optional<int64_t> combine(int64_t First, int64_t Second) const;
  /// All that it may stand for where these are any of ranges. None: not known.
  std::optional<PlaceRange> combine(PlaceRange First, PlaceRange Second) const;
};

} // namespace twofold

#endif
