// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RangeSet.h - sets of bytes, as half-open ranges --------------------===//
#ifndef TWOFOLD_RUNTIME_BYTES_RANGESET_H
#define TWOFOLD_RUNTIME_BYTES_RANGESET_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace twofold {

/// Bytes [Begin, End). Empty when End is not above Begin.
struct ByteRange {
  uint64_t Begin = 0, End = 0;

  bool empty() const { return End <= Begin; }
  uint64_t size() const { return empty() ? 0 : End - Begin; }
  bool overlaps(const ByteRange &Other) const {
    return !empty() && !Other.empty() && Begin < Other.End && Other.Begin < End;
  }
  /// Every byte of Other is in this range.
  bool contains(const ByteRange &Other) const {
    return Other.empty() || (Begin <= Other.Begin && Other.End <= End);
  }
  ByteRange intersection(const ByteRange &Other) const;
  /// The smallest range that holds both; empty ranges count for nothing.
  ByteRange hull(const ByteRange &Other) const;
  bool operator==(const ByteRange &) const = default;
};

inline constexpr ByteRange Everything = {0, UINT64_MAX};

/// Bytes: no machine has smaller pages.
inline constexpr uint64_t SmallestPage = 4096;

/// What is there, in this process.
inline char *host(uint64_t Address) {
  return reinterpret_cast<char *>(uintptr_t(Address));
}

/// A set of bytes, kept as the fewest ranges in ascending order. Pure.
class RangeSet {
  // Nearly all sets are one range, and launches make dozens of sets.
  ByteRange Only;                 ///< if there is one; else empty
  std::vector<ByteRange> Several; ///< if there are two or more; else empty

  void settle();

public:
  RangeSet() = default;
  RangeSet(ByteRange Range) { insert(Range); }

  void insert(ByteRange Range);
  void insert(const RangeSet &Other);
  void erase(ByteRange Range);
  void erase(const RangeSet &Other);

  bool empty() const { return Only.empty() && Several.empty(); }
  bool contains(ByteRange Range) const;
  bool overlaps(ByteRange Range) const;
  RangeSet intersection(const RangeSet &Other) const;
  RangeSet without(const RangeSet &Other) const;
  /// The multiples of Grain bytes that lie wholly in the set.
  RangeSet inner(uint64_t Grain) const;
  /// The multiples of Grain bytes that have a byte in the set.
  RangeSet outer(uint64_t Grain) const;
  ByteRange hull() const;
  uint64_t bytes() const;

  const ByteRange *begin() const {
    return Several.empty() ? &Only : Several.data();
  }
  const ByteRange *end() const { return begin() + rangeCount(); }
  size_t rangeCount() const {
    return Only.empty() ? Several.size() : size_t(1);
  }
  bool operator==(const RangeSet &) const = default;
};

/// A RangeSet moves all that lies behind a range that is inserted: where
/// programs have thousands of arrays, for which the kernel gives addresses that
/// descend, that takes longer than all else.
///
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
