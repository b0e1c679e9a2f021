// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UpdateForms.h - atomic updates on threads, or one thread without ---===//
//
// Where threads update elements together and none can have a copy of them, they
// do it atomically, which takes up to a hundred times as long as a plain
// update. How often they meet, and how much else an iteration does, only a
// measurement tells: each form gets a piece of the first call, and the sooner
// one the rest.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_CHOICE_UPDATEFORMS_H
#define TWOFOLD_RUNTIME_CHOICE_UPDATEFORMS_H

#include "choice/Calibration.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>

namespace twofold {

/// Of one site. Thread-safe: calls at once may cost a sample, nothing else.
class UpdateForms {
public:
  enum Form : uint8_t { Alone, Together };
  /// Runs iterations [Begin, End).
  using Piece = std::function<void(uint64_t Begin, uint64_t End)>;

private:
  /// Nanoseconds of an iteration; 0: not measured.
  std::array<std::atomic<double>, 2> Each{};
  std::atomic<uint64_t> Calls{0}, NextTry{64};
  double (*const Now)();

public:
  explicit UpdateForms(double (*Now)() = steadyNanoseconds) : Now(Now) {}
  /// Runs Trips iterations, which are Ops operations, in order of their numbers
  /// from piece to piece. Returns the form of the last one. What a piece throws
  /// passes through.
  Form run(uint64_t Trips, uint64_t Ops, const Piece &OfAlone,
           const Piece &OfTogether);
};

} // namespace twofold

#endif
