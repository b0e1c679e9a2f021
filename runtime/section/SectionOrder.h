// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SectionOrder.h - in which order a slice may be assigned ------------===//
//
// A slice reads all of its right side before it writes. Element by element that
// holds in every order where no element is read after another one has written
// it; in one order where those reads all come first; else in none. Whether two
// strided sections share a byte is an integer equation: sum of i * s - sum of
// j * t = d, for i and j within the lengths. Pure.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SECTION_SECTIONORDER_H
#define TWOFOLD_RUNTIME_SECTION_SECTIONORDER_H

#include <cstdint>
#include <vector>

namespace twofold {

/// Bytes [first + i0 * stride0 + ..., + size) for all indices.
struct StridedSection {
  uint64_t First = 0;
  int64_t Size = 0;
  std::vector<int64_t> Strides; ///< bytes, outermost first
};

/// Orders in which some element is read after another one has written it.
struct SectionHazards {
  bool Forward = false;  ///< from the first index to the last
  bool Backward = false; ///< from the last to the first

  SectionHazards &operator|=(SectionHazards O) {
    Forward |= O.Forward;
    Backward |= O.Backward;
    return *this;
  }
};

/// What becomes of elements of Read when those of Written are written one after
/// the other. Lengths: one for each dimension, all above 0. Exact for sections
/// of one dimension, and for those with the same strides; otherwise exact as to
/// whether they overlap, and an overlap is a hazard in both orders. Where a
/// search would take long, both are reported.
SectionHazards hazardsOf(const StridedSection &Written,
                         const StridedSection &Read,
                         const std::vector<int64_t> &Lengths);

/// Whether two different indices lead to the same byte.
bool writesTwice(const StridedSection &Written,
                 const std::vector<int64_t> &Lengths);

} // namespace twofold

#endif
