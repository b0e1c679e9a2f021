// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PairPlaces.h - where two references go in each iteration -----------===//
//
// The two references of one conflict are brought to their places, iteration by
// iteration and by what is in memory, and the places are compared.
#ifndef TWOFOLD_RUNTIME_CONFLICT_PAIRPLACES_H
#define TWOFOLD_RUNTIME_CONFLICT_PAIRPLACES_H

#include "bytes/AffineForm.h"
#include "conflict/AxisNumbers.h"
#include "conflict/PlaceSum.h"
#include "conflict/PlaceTable.h"

#include <array>
#include <optional>
#include <vector>

namespace twofold {

struct PlaceCheck {
  PlaceSum Of;
  int64_t Min, Max;
};
struct PlaceFact : PlaceCheck {
  unsigned Behind; ///< known when all inner axes below this number are
  std::vector<PlaceCheck> Right; ///< it tells nothing unless these hold
};

/// A reference of a call.
struct PlaceAccess {
  bool Anywhere = false; ///< reached by pointers in memory
  PlaceSum Address;
  std::optional<PlaceSum> Stored; ///< what is there afterwards
  uint64_t Size = 0;
  std::vector<PlaceFact> Facts;
  std::vector<unsigned> Loops; ///< inner axes to go through, ascending
};

/// Brings the two references of one pair to their places.
class PairPlaces : AxisNumbers {
  std::array<PlaceAccess, 2> Accesses;
  unsigned Count; ///< of Accesses
  uint64_t Grain = 0;

  uint64_t Taken = 0;             ///< rounds * Rejected
  uint64_t Left = UINT64_MAX;     ///< steps / Rejected
  uint64_t Searches = UINT64_MAX; ///< rounds of searches that are left
  uint64_t Longest = UINT64_MAX;  ///< steps of one reference in an iteration
  uint64_t Here = 0;              ///< of these
  uint64_t Iteration = 0;
  uint64_t Seen = 0; ///< iterations, of a sample's short runs
  std::optional<PlaceTable> Table;
  bool Met = false;
  bool Touched = false; ///< a place in this iteration

  PlaceAccess access(const twofold_reference &R) const;
  bool holds(const PlaceFact &F);
  void rounds(unsigned Which, size_t Next);
  void touch(unsigned Which);
  bool goesOn() const {
    return !Met && Left != 0 && Searches != 0 && Here != 0 && !Table->full();
  }
  void run(uint64_t Begin, uint64_t End);
  void enter(uint64_t Number) {
    placeIteration(Site, Launch, Number,
                   [this](unsigned D, int64_t Is) { set(D, Is); });
  }
  bool isOfLoop(const PlaceSum &Of) const;

  /// Where conditions let few iterations through, as many are looked at for the
  /// time of one whose place is computed and kept.
  static constexpr uint64_t Rejected = 8;

public:
  PairPlaces(const twofold_site &Site, const twofold_launch &Launch,
             const twofold_conflict &Pair, const ReadPermission &MayRead);
  /// Nothing has to be compared, wherever conditions in memory hold.
  bool liesApart() const;
  /// There are fewer places than iterations, each of which comes to one and
  /// leaves another number there.
  bool mustMeet(uint64_t Trips) const;
  /// The rounds that were taken: each brings one reference to its place.
  uint64_t rounds() const { return Taken / Rejected; }
  /// Of one iteration's two references.
  unsigned count() const { return Count; }
  /// Whether what each iteration touches by a reference is one range, without
  /// holes.
  bool areRows() const;
  /// Whether two iterations touch one byte, of at most so many.
  bool rowsMeet(uint64_t Trips, uint64_t Sample, uint64_t Most);
  /// Whether two iterations touch one byte. To be asked where the references do
  /// not lie apart.
  bool meet(uint64_t Trips);
  /// Whether two iterations of a sample touch one byte, looked at in at most
  /// twice so many Steps for each reference. Rounds: of searches in all.
  bool meet(uint64_t Trips, uint64_t Sample, uint64_t Steps, uint64_t Rounds);
};

} // namespace twofold

#endif
