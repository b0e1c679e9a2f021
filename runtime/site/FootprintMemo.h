// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FootprintMemo.h - the footprints of a site's last calls ------------===//
//
// Programs call most loops many times with the same arrays, or with the same
// few in turn. Finding out what such a call touches costs more than a look
// here.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SITE_FOOTPRINTMEMO_H
#define TWOFOLD_RUNTIME_SITE_FOOTPRINTMEMO_H

#include "bytes/Footprint.h"

#include <array>
#include <memory>
#include <mutex>

namespace twofold {

/// The lasting footprints of one site's calls. Thread-safe.
class FootprintMemo {
public:
  /// All that a lasting footprint depends on. Larger sites are not remembered.
  using Key = CallKey;
  /// As many as arrays that take turns, or parts of one, are likely to need.
  static constexpr unsigned Kept = 16;

private:
  struct Entry {
    Key Of;
    std::shared_ptr<const Footprint> What;
  };

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
