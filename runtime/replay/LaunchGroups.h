// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchGroups.h - launches that have nothing to do with each other --===//
//
// Launches that touch a byte in common, directly or by way of others, are one
// group. What a group has made can come home, and its launches can be
// forgotten, without regard to other groups, which read none of it. Pure.
#ifndef TWOFOLD_RUNTIME_REPLAY_LAUNCHGROUPS_H
#define TWOFOLD_RUNTIME_REPLAY_LAUNCHGROUPS_H

#include "bytes/RangeSet.h"

#include <cstdint>
#include <map>
#include <vector>

namespace twofold {

/// Not thread-safe.
class LaunchGroups {
public:
  using Number = uint32_t;

private:
  struct Piece {
    uint64_t End;
    Number Of;
  };
  struct Group {
    Number Into; ///< itself, or the group that it has become a part of
    bool Finished = false;
    std::vector<uint64_t> Begins; ///< of its pieces, and of some that grew
  };
  std::map<uint64_t, Piece> Pieces; ///< by where they begin; none overlaps
  std::vector<Group> All;

  Number find(Number Of);
  Number unite(Number A, Number B);

public:
  /// The group that touches these bytes: a new one, or all that do so far, made
  /// into one.
  Number join(const RangeSet &Touched);
  /// The group that Of has become a part of.
  Number whole(Number Of) { return find(Of); }
  /// The bytes that the group's launches touch; none where they are in more
  /// than Most pieces.
  RangeSet bytes(Number Of, size_t Most);
  /// Forgets the group's launches, and returns the bytes that they touch. Who
  /// touches these next begins another group.
  RangeSet finish(Number Of);
  bool finished(Number Of) { return All[find(Of)].Finished; }
  void clear();
};

} // namespace twofold

#endif
