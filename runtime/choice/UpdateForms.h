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

#include <cstdint>
#include <functional>
#include <mutex>
#include <unordered_map>

namespace twofold {

/// Of one process. Thread-safe.
class UpdateForms {
public:
  enum class Form { Alone, Together };
  /// Runs iterations [Begin, End).
  using Piece = std::function<void(uint64_t Begin, uint64_t End)>;

private:
  /// Nanoseconds of an iteration; 0: not measured.
  struct Costs {
    double Alone = 0, Together = 0;
    uint64_t Calls = 0, NextTry = 64;
    double &of(Form F) { return F == Form::Alone ? Alone : Together; }
    Form best() const {
      return Alone < Together ? Form::Alone : Form::Together;
    }
  };
  std::mutex Lock;
  std::unordered_map<const void *, Costs> BySite; ///< by Lock
  double (*const Now)();

public:
  explicit UpdateForms(double (*Now)() = steadyNanoseconds) : Now(Now) {}
  /// Runs Trips iterations, which are Ops operations, in order of their numbers
  /// from piece to piece. Returns the form of the last one. What a piece throws
  /// passes through.
  Form run(const void *Site, uint64_t Trips, uint64_t Ops, const Piece &Alone,
           const Piece &Together);
};

} // namespace twofold

#endif
