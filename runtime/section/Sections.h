// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Sections.h - shapes and memory of a slice statement ----------------===//
//
// What stands behind twofold/sections.h.
#ifndef TWOFOLD_RUNTIME_SECTION_SECTIONS_H
#define TWOFOLD_RUNTIME_SECTION_SECTIONS_H

#include "bytes/Footprint.h"
#include "twofold/abi.h"
#include "twofold/sections.h"

#include <optional>
#include <string>

namespace twofold {

/// A slice whose brackets do not fit together.
struct SectionError {
  std::string Text;    ///< "file:line:column: shapes differ: ..."
  std::string Operand; ///< as the user wrote it
  uint32_t Line = 0, Column = 0;
  int64_t Length = 0; ///< the wrong one
  int64_t Wanted = 0; ///< the slice's length; 0 where there is none
};

/// Nothing, if the slice is right: then it is empty, or only very large.
std::optional<SectionError>
checkSections(const twofold_slice &Slice, const twofold_extent *Brackets,
              int Count, const twofold_extent *Lengths, int Rank);

/// A TWOFOLD_PLAN_...; the rows are those of twofold_section_order. Blocks are
/// asked for where a gather goes through a pointer.
int planSections(const volatile void *const *First, const twofold_extent *Rows,
                 int Count, const twofold_extent *Lengths, int Rank,
                 const BlockFinder &Blocks);

/// Up to so many bytes a section that overlaps is assigned in order by one
/// thread, where an order is safe; above, two loops through a temporary array
/// take less time, on all cores or a device.
constexpr int64_t InOrderBytes = int64_t(256) << 10;

} // namespace twofold

#endif
