// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlaceTable.h - which iterations have come to which place -----------===//
#ifndef TWOFOLD_RUNTIME_CONFLICT_PLACETABLE_H
#define TWOFOLD_RUNTIME_CONFLICT_PLACETABLE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace twofold {

/// Of two sides that go through iterations. Has one share of all places, and
/// forgets nothing: it is full at some time.
class PlaceTable {
  struct Entry {
    uint64_t Place = 0;
    /// By side: the first iteration, plus 1, and whether there are others.
    std::array<uint64_t, 2> First{};
    std::array<uint32_t, 2> Left{}; ///< by the first iteration
  };
  static constexpr uint64_t Several = uint64_t(1) << 63;
  std::vector<Entry> Entries = std::vector<Entry>(1 << 10);
  size_t Count = 0;
  const size_t Most;
  const uint64_t Share, Shares;

  static uint64_t mixed(uint64_t Place) {
    Place *= 0x9e3779b97f4a7c15;
    return Place ^ Place >> 32;
  }
  static bool isFree(const Entry &E) { return !E.First[0] && !E.First[1]; }
  Entry &find(uint64_t Place) {
    size_t I = mixed(Place) & (Entries.size() - 1);
    while (!isFree(Entries[I]) && Entries[I].Place != Place)
      I = (I + 1) & (Entries.size() - 1);
    return Entries[I];
  }
  void grow() {
    std::vector<Entry> Old(Entries.size() * 2);
    Old.swap(Entries);
    for (const Entry &E : Old)
      if (!isFree(E))
        find(E.Place) = E;
  }

public:
  /// Keeps Most places of those whose share this is, of so many.
  PlaceTable(size_t Most, uint64_t Share, uint64_t Shares)
      : Most(Most), Share(Share), Shares(Shares) {}
  bool full() const { return Count >= Most; }

  /// The side comes to Place in Iteration: whether another iteration of the
  /// other side has been there, or, Alone, of the same one. To be called while
  /// the table is not full. Iterations that leave the same number there do not
  /// meet.
  bool meets(uint64_t Place, uint64_t Iteration, unsigned Side, bool Alone,
             uint32_t Leaves) {
    if (Shares > 1 && (mixed(Place) >> 32) % Shares != Share)
      return false;
    Entry &E = find(Place);
    const uint64_t Here = Iteration + 1;
    const unsigned Other = Alone ? Side : 1 - Side;
    const uint64_t Others = E.First[Other];
    const bool Met = (Others & Several) ||
                     (Others && Others != Here && E.Left[Other] != Leaves);
    uint64_t &Mine = E.First[Side];
    if (!Mine)
      E.Left[Side] = Leaves;
    if (isFree(E)) {
      E.Place = Place;
      Mine = Here;
      if (++Count * 2 > Entries.size())
        grow();
    } else if (!Mine) {
      Mine = Here;
    } else if (Mine != Here && E.Left[Side] != Leaves) {
      Mine |= Several;
    }
    return Met;
  }
  /// As above, where each iteration leaves another number.
  bool meets(uint64_t Place, uint64_t Iteration, unsigned Side, bool Alone) {
    return meets(Place, Iteration, Side, Alone, uint32_t(Iteration));
  }
};

} // namespace twofold

#endif
