// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FootprintMemo.h - the footprints of a site's last calls ------------===//
//
// Programs call most loops many times with the same arrays, or with the same
// few in turn. Finding out what such a call touches costs more than a look
// here.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_FOOTPRINTMEMO_H
#define TWOFOLD_RUNTIME_FOOTPRINTMEMO_H

#include "Footprint.h"

#include <array>
#include <memory>
#include <mutex>

namespace twofold {

/// Of one site. Thread-safe.
class FootprintMemo {
public:
  /// All that a lasting footprint depends on: trip counts, the values that
  /// forms refer to, and addresses.
  class Key {
    static constexpr unsigned Most = 24;
    std::array<uint64_t, Most> Words;
    unsigned Count = 0;

    void add(uint64_t Word) {
      if (Count < Most)
        Words[Count] = Word;
      ++Count;
    }

  public:
    Key() = default;
    Key(const twofold_site &Site, const twofold_launch &Launch);
    /// Larger sites are not remembered.
    bool fits() const { return Count && Count <= Most; }
    bool operator==(const Key &Other) const {
      return Count == Other.Count &&
             std::equal(Words.begin(), Words.begin() + Count,
                        Other.Words.begin());
    }
  };

private:
  struct Entry {
    Key Of;
    std::shared_ptr<const Footprint> What;
  };
  /// As many as arrays that take turns are likely to need.
  static constexpr unsigned Kept = 4;

  mutable std::mutex Lock;
  std::array<Entry, Kept> Entries;
  unsigned Next = 0;

public:
  /// Null when it is not there.
  std::shared_ptr<const Footprint> find(const Key &Of) const;
  /// Keeps it if it is lasting.
  void add(const Key &Of, const std::shared_ptr<const Footprint> &What);
};

} // namespace twofold

#endif
