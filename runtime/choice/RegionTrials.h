// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegionTrials.h - whether a region's loops run one by one -----------===//
//
// A parallel region of OpenMP's starts its threads once, and its loops end with
// barriers, each of which costs a third of a start. Where the loops are short
// that is seen. So the region is there twice, and what either form takes is
// measured, as for one loop with threads and without.
//
// Pure. Thread-safe: runs at once may cost a sample, nothing else.
#ifndef TWOFOLD_RUNTIME_CHOICE_REGIONTRIALS_H
#define TWOFOLD_RUNTIME_CHOICE_REGIONTRIALS_H

#include "choice/TeamTrials.h"

#include <limits>

namespace twofold {

/// One region's runs.
class RegionTrials {
public:
  enum Form : uint8_t {
    Loops, ///< one by one, each where it is best
    Whole  ///< as OpenMP runs it
  };
  struct Answer {
    Form To;
    bool Measure; ///< note() wants to know what the run takes
  };
  struct Run {
    double Nanoseconds;
    unsigned Teams;    ///< threads were started so often; of Loops
    unsigned Launches; ///< loops that a device was to have
  };

private:
  static constexpr unsigned Compared = 6;
  /// Team stands for Whole, from which Loops differ by starts of threads: two
  /// or three in a hundred are all that many regions gain, and no run is too
  /// long.
  TeamTrials Trials{TrialLimits{
      .Convincing = 0.99F, .Longest = std::numeric_limits<double>::infinity()}};
  std::array<std::atomic<float>, Compared> Last{}; ///< of Loops, ns
  std::atomic<uint32_t> Runs{0}, Noted{0}, Resting{0};
  std::atomic<bool> IsEven{false}; ///< once as many as are compared were noted

  bool areEven() const;

public:
  /// MayLaunch: some loop may be a device's. Then loops run one by one now and
  /// then, or nobody would find out.
  Answer ask(bool MayLaunch);
  /// A run for which the answer was to measure is over.
  void note(Form Ran, const Run &Of);
  /// What a run takes as far as it is known; 0: it is not.
  double nanoseconds(Form Of) const;
};

} // namespace twofold

#endif
