// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Specialiser.h - which constants a kernel is worth building with ----===//
//
// Calls of one kernel on one device that come with the same integers again and
// again have a kernel built in which these are constants, once what they have
// taken pays for a build: drivers may let launches wait meanwhile. Calls with
// the same integers then try both kernels in turn, each alone on the device,
// and the special one is kept if it is faster. A call whose integers are others
// always has the usual kernel.
//
// Bounded: few sets of integers are watched, fewer have a kernel built. Pure:
// time is told, and others build.
#ifndef TWOFOLD_RUNTIME_KERNEL_SPECIALISER_H
#define TWOFOLD_RUNTIME_KERNEL_SPECIALISER_H

#include "kernel/KernelConstants.h"

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace twofold {

class Program;

/// What one launch is to do.
struct SpecialTrial {
  static constexpr unsigned None = ~0u;

  std::shared_ptr<Program> Use; ///< null: the usual kernel
  bool Measure = false;         ///< alone, and tell
  bool Build = false;           ///< begin a build for these values
  bool Paid = false;            ///< whatever it takes; else see postpone
  unsigned Set = None;
  KernelValues Values;
};

/// One site's kernels with constants, on one device. Thread-safe.
class Specialiser {
public:
  /// A build may take an eighth of what the loop's launches have taken.
  static constexpr double Share = 8;
  static constexpr unsigned Patience = 64; ///< calls before a build
  static constexpr unsigned MostWatched = 16;
  static constexpr unsigned MostBuilt = 4; ///< failed and dropped ones, too
  static constexpr unsigned Rounds = 6;  ///< of both; the first does not count
  static constexpr double Better = 0.97; ///< of the usual kernel's time
  /// Kernels that take less are not worth a build.
  static constexpr double MinNanoseconds = 20'000;

  enum class Outcome { Open, Build, Kept, Dropped };

private:
  enum class State {
    Counting,
    Probing,
    Saving,
    Building,
    Trying,
    Kept,
    Dropped
  };
  struct Watched {
    KernelValues Values;
    State Is = State::Counting;
    /// Less those that a full table has cost (Counting, Saving).
    uint64_t Calls = 0;
    uint64_t Due = 0;  ///< calls that pay for a build (Saving)
    double Probed = 0; ///< nanoseconds, with the usual kernel
    unsigned Asked = 0, Told = 0;
    std::shared_ptr<Program> Special;
    double Usual = std::numeric_limits<double>::infinity();
    double Best = std::numeric_limits<double>::infinity();
  };

  mutable std::mutex Lock;
  std::vector<Watched> Sets;
  unsigned Builds = 0;
  const bool Force;

  Watched *watch(const KernelValues &Values);
  static bool mayGo(const Watched &W) {
    return W.Is == State::Counting || W.Is == State::Saving;
  }

public:
  const KernelConstants Constants;
  /// Nanoseconds that a build takes: what that of the usual kernel took, if it
  /// was not in the cache.
  std::atomic<double> BuildTime{100e6};

  /// Force: builds at the second call, and keeps what was built.
  explicit Specialiser(bool Force, KernelConstants Constants = {})
      : Force(Force), Constants(std::move(Constants)) {}

  SpecialTrial next(const KernelValues &Values);

  /// What a launch that was to be measured took. Build: the caller begins one.
  Outcome tell(const SpecialTrial &Trial, double Nanoseconds);

  /// No earlier run knows of the set, for which a build was to begin that is
  /// not paid: next asks for it again once calls with its integers have taken
  /// Price nanoseconds. False if they have: then it is to be built.
  bool postpone(unsigned Set, double Price);

  /// The build that was begun for the set has ended; null: it failed. Kept: an
  /// earlier run has found it to be faster.
  void built(unsigned Set, std::shared_ptr<Program> Special, bool Kept);
  /// An earlier run has found that it is not, or a launch has failed.
  void drop(unsigned Set);

  /// The least times, of the usual and of the special kernel; 0 where they were
  /// not compared.
  std::pair<double, double> times(unsigned Set) const;
};

} // namespace twofold

#endif
