// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RangeTree.h - sets of bytes with thousands of ranges ---------------===//
//
// A RangeSet moves all that lies behind a range that is inserted: where
// programs have thousands of arrays, for which the kernel gives addresses that
// descend, that takes longer than all else.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_BYTES_RANGETREE_H
#define TWOFOLD_RUNTIME_BYTES_RANGETREE_H

#include "bytes/RangeSet.h"

#include <map>

namespace twofold {

/// A set of bytes, kept as the fewest ranges. Pure.
class RangeTree {
  std::map<uint64_t, uint64_t> Ends; ///< of the ranges, by where they begin

  std::map<uint64_t, uint64_t>::const_iterator firstAt(uint64_t Address) const;

public:
  bool empty() const { return Ends.empty(); }
  void insert(const RangeSet &Bytes);
  void erase(const RangeSet &Bytes);
  RangeSet intersection(const RangeSet &Bytes) const;
  RangeSet all() const;
  void clear() { Ends.clear(); }
};

} // namespace twofold

#endif
