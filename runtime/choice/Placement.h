// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Placement.h - when data moves to the other side: rent or buy -------===//
//
// Choosing the faster variant of each call alone would never move the data of
// an iterative program: moving once never pays for one call. So each array has
// an account. A call that would have been faster on the other side pays the
// difference towards the array's journey there and back; calls that are faster
// where the data is take from it. The data moves when the journey is paid.
//
// For arrays that are always used together this is the work function algorithm
// for two places, which is 3-competitive: whatever the calls are, they take at
// most three times as long, plus one journey, as with the best placement in
// hindsight (Borodin, Linial, Saks: An optimal on-line algorithm for metrical
// task systems, J. ACM 39(4), 1992: 2 n - 1 for n states). Journeys of
// different length there and back are halved, which changes the constant only.
//
// A host that changes an array after each call is not seen while the array is
// at home, and sends it on a journey again and again; so does one that looks at
// results which need not be sent. So an array that the host has brought home
// before its journey was paid back has to pay the next one twice. That keeps
// the bound: such a stay took the loss that had paid for it and a journey, two
// where the best sequence takes one at least, and three are allowed; the third
// is what the second payment loses. Where calls on the device were losing in
// the end, as much less is doubted.
//
// A journey that calls have to pay first comes late. Where the same program has
// run with the same arguments, and its calls paid for a journey and more while
// nothing was seen to want the arrays at home, an eighth of it has to be paid:
// a forecast that was wrong costs a journey, and is not made again (Purohit,
// Svitkina, Kumar: Improving online algorithms via ML predictions, NeurIPS
// 2018).
//
// Pure and not thread-safe. Times are nanoseconds.
#ifndef TWOFOLD_RUNTIME_CHOICE_PLACEMENT_H
#define TWOFOLD_RUNTIME_CHOICE_PLACEMENT_H

#include "bytes/RangeSet.h"
#include "bytes/RegionMap.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace twofold {

enum class Side { Host, Device };

/// One array of a call, before the call.
struct ArrayPlace {
  ByteRange Range;
  double Send = 0, Fetch = 0; ///< what all of it takes, to the device and home
  double HostOnly = 1;        ///< the part of its bytes that the device lacks
  double DeviceOnly = 0;      ///< the part that main memory lacks
  bool Written = false;

  /// The call moves it or changes where it is current; if not, the call may run
  /// on either side at no cost to others.
  bool matters() const { return Written || HostOnly > 0 || DeviceOnly > 0; }
  /// To the other side and back, for what this call does. What is only read
  /// stays where it is, too.
  double journey() const {
    return (HostOnly > 0 || Written ? Send : 0) +
           (DeviceOnly > 0 || Written ? Fetch : 0);
  }
};

/// The account of one array.
struct PlaceAccount {
  /// 1: nothing speaks for the device; -1: nothing for the host. In parts of
  /// half a journey.
  double Lean = 1;
  /// What benefits have to pay before they move Lean, in the same measure.
  double Doubt = 0;
  double Gained = 0;     ///< since it is there, in the same measure
  double Total = 0;      ///< since its beginning, wherever it was
  bool Ended = false;    ///< the host has been seen to want it
  bool OnDevice = false; ///< a call has put it there
  bool Newer = false;    ///< and has written it

  bool atRest() const { return !OnDevice && Lean >= 1 - 1e-12 && Doubt <= 0; }
};

/// What the calls of a site are worth to their arrays if these stay on the
/// device, in parts of half a journey.
struct StayWorth {
  /// So from this on arrays begin with most of their journey paid.
  static constexpr double Ample = 2.5;
  static constexpr double EarlyLean = -0.75;

  double Expected = 0; ///< by an earlier run; 0: nothing is known
  unsigned Calls = 1;  ///< on the device, for which the call stands
  double Total = 0;    ///< until now, of the array that has the least
  bool Ended = false;  ///< the host has been seen to want one of them
};

/// The side of a call that gains Benefit by running on the device (negative: on
/// the host), if its data were there. Books the benefit; Accounts[I] is that of
/// Arrays[I], and none twice. Not Available: the call runs on the host whatever
/// the answer is, and nothing moves. Ahead, on the host's side: how many calls
/// like this one may be settled with it, at most; so many are, and booked: a
/// sixteenth of those that it takes until the data would move, or until nothing
/// speaks for that any more. Stay gets what is known after the call.
Side choosePlace(std::span<PlaceAccount *const> Accounts,
                 std::span<const ArrayPlace> Arrays, double Benefit,
                 bool Available = true, unsigned *Ahead = nullptr,
                 StayWorth *Stay = nullptr);

/// The accounts of all arrays that matter, by address. Arrays that overlap have
/// one.
class PlacementTable {
  /// Of a program that goes through so many arrays none matters for long.
  static constexpr size_t MostAccounts = 4096;

  RegionMap Map;
  std::unordered_map<RegionMap::Id, PlaceAccount> Accounts;

public:
  /// choosePlace with the accounts of Arrays, which are made as needed.
  Side choose(std::vector<ArrayPlace> Arrays, double Benefit,
              bool Available = true, unsigned *Ahead = nullptr,
              StayWorth *Stay = nullptr);
  /// No account is anywhere but at its beginning.
  bool atRest() const { return Accounts.empty(); }
  size_t size() const { return Accounts.size(); }
};

} // namespace twofold

#endif
