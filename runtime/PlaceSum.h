// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlaceSum.h - forms of the places that a call's iterations come to --===//
#ifndef TWOFOLD_RUNTIME_PLACESUM_H
#define TWOFOLD_RUNTIME_PLACESUM_H

#include "twofold/abi.h"

#include <cstdint>
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
/// The same, counted from where a base begins; UINT32_MAX: from address 0.
PlaceSum placeSumFrom(const twofold_site &Site, const twofold_launch &Launch,
                      const twofold_form &Form, uint32_t Base);

/// An inner axis of a site's conflicts.
struct PlaceAxis {
  bool Loaded;           ///< it stands for a number in memory, and is no loop
  bool Bounded;          ///< Lower and Upper may be used
  PlaceSum Lower, Upper; ///< Loaded: the number's address, and another number
  int64_t Step;          ///< not Loaded
  bool Signed;           ///< Loaded: the number
  bool Compared;         ///< Loaded: it stands for whether the two differ
  unsigned Bytes;        ///< Loaded: of the number

  PlaceAxis(const twofold_site &Site, const twofold_launch &Launch,
            const twofold_axis &Of);
  /// The number at Address, which can be read.
  int64_t numberAt(uint64_t Address) const;
};

} // namespace twofold

#endif
