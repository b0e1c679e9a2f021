// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallSeries.h - calls whose numbers go on in equal steps ------------===//
//
// Loops in loops are called with other numbers each time: one more row is done,
// one column less is left. From call to call each number changes by the same
// step, so that one question covers all of them. Pure.
#ifndef TWOFOLD_RUNTIME_CONFLICT_CALLSERIES_H
#define TWOFOLD_RUNTIME_CONFLICT_CALLSERIES_H

#include "bytes/CallKey.h"
#include "bytes/WideIntegers.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace twofold {

/// Some calls of one site: word w of call number n is First[w] + n * Steps[w],
/// modulo 2^64. The numbers go from 0 to length().
class CallSeries {
  const twofold_site *Site = nullptr;
  CallKey First;
  std::array<uint64_t, CallKey::Most> Steps;
  unsigned Lead = 0; ///< a word whose step is not 0
  uint64_t Length = 0;

public:
  /// No call at all.
  constexpr CallSeries() : Steps{} {}
  /// First, Second, and what goes on like that, both of one site and with keys
  /// that fit; no call, if they are the same.
  CallSeries(const twofold_site &Of, const CallKey &First,
             const CallKey &Second)
      : First(First), Steps{}, Length(1) {
    for (unsigned W = 0; W < Second.size(); ++W) {
      Steps[W] = Second[W] - First[W];
      if (Steps[W] != 0) {
        Site = &Of;
        Lead = W;
      }
    }
  }

  bool empty() const { return !Site; }
  bool sameSteps(const CallSeries &Other) const {
    return Site == Other.Site && Steps == Other.Steps;
  }
  uint64_t length() const { return Length; }
  void setLength(uint64_t To) { Length = To; }

  int64_t first(unsigned Word) const { return int64_t(First[Word]); }
  int64_t step(unsigned Word) const { return int64_t(Steps[Word]); }

  /// The number that this call has or would have, were the series as long. A
  /// few nanoseconds.
  std::optional<uint64_t> position(const twofold_site &Of,
                                   const twofold_launch &Launch) const {
    if (Site != &Of)
      return std::nullopt;
    uint64_t Away = 0;
    unsigned W = 0;
    CallKey::words(Of, Launch, [&](uint64_t Word) {
      Away = Word - First[Lead];
      return W++ != Lead;
    });
    const int64_t Step = step(Lead), Number = int64_t(Away) / Step;
    if (Number < 0)
      return std::nullopt;
    W = 0;
    const bool Is = CallKey::words(Of, Launch, [&](uint64_t Word) {
      const uint64_t Expected = First[W] + uint64_t(Number) * Steps[W];
      ++W;
      return Word == Expected;
    });
    return Is ? std::optional(uint64_t(Number)) : std::nullopt;
  }
  bool has(const twofold_site &Of, const twofold_launch &Launch) const {
    const auto Number = position(Of, Launch);
    return Number && *Number <= Length;
  }

  /// How far its numbers can go on, up to Most, until one is beyond 2^62 or a
  /// dimension has no trips.
  uint64_t reach(uint64_t Most) const {
    constexpr Wide End = Wide(1) << 62;
    for (unsigned W = 0; W < First.size(); ++W) {
      const bool Trips = W < CallKey::ofValue(*Site, 0) && W % 3 == 2;
      const Wide Step = step(W), Low = Trips ? 1 : -End;
      if (Step > 0)
        Most = uint64_t(
            std::clamp<Wide>(quotient(End - first(W), Step), 0, Wide(Most)));
      else if (Step < 0)
        Most = uint64_t(
            std::clamp<Wide>(quotient(first(W) - Low, -Step), 0, Wide(Most)));
    }
    return Most;
  }
};

} // namespace twofold

#endif
