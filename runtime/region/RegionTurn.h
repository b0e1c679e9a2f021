// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionTurn.h - who waits for regions, and comes first --------------===//
//
// A thread that launches again and again frees its regions for a moment only,
// and would have them again before who waits for them has woken. So launches
// give way to those that have been waiting for the same memory before them.
// Others do not: a launch may need a touch of theirs to be over.
#ifndef TWOFOLD_RUNTIME_REGION_REGIONTURN_H
#define TWOFOLD_RUNTIME_REGION_REGIONTURN_H

#include "bytes/RangeSet.h"

#include <list>

namespace twofold {

/// Not thread-safe: the tables' lock is held.
class RegionTurns {
  struct Wait {
    RangeSet For;
    bool Shared;
  };
  std::list<Wait> Waits; ///< the oldest first

public:
  /// One thread's, while it lives.
  class Turn {
    RegionTurns &In;
    std::list<Wait>::iterator Mine;
    friend class RegionTurns;

  public:
    explicit Turn(RegionTurns &In) : In(In), Mine(In.Waits.end()) {}
    Turn(const Turn &) = delete;
    ~Turn() { leave(); }

    /// Waits for this memory from now on, or as it has since the first time.
    void take(RangeSet For, bool Shared) {
      if (Mine == In.Waits.end())
        Mine = In.Waits.insert(Mine, Wait());
      *Mine = {std::move(For), Shared};
    }
    /// Whether it has been waiting: others may go on when it has left.
    bool leave() {
      if (Mine == In.Waits.end())
        return false;
      In.Waits.erase(Mine);
      Mine = In.Waits.end();
      return true;
    }
  };

  /// Whether somebody waits for Range who comes before the caller: one that has
  /// been waiting for longer, if the caller waits, too.
  bool takes(ByteRange Range, bool Shared, const Turn *Of = nullptr) const {
    const auto End = Of ? Of->Mine : Waits.end();
    for (auto At = Waits.begin(); At != End; ++At)
      if (!(Shared && At->Shared) && At->For.overlaps(Range))
        return true;
    return false;
  }
};

} // namespace twofold

#endif
