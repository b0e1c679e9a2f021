// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegretFigures.h - what a choice costs, from what was measured ------===//
//
// Two processes that run natively and two that use the device are the
// references: the time of a side is the lesser of its two. Processes of one
// side differ, since their memory and their device's queues do, though nobody
// chooses anything in them: so there are two figures. The choice's takes what
// was chosen in the references' times, and leaves that out; it leaves out, too,
// what it takes to choose and to move data when the side changes. The
// process's is what the program that chooses has taken, with all of that.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_REGRETFIGURES_H
#define TEST_BENCH_REGRETFIGURES_H

#include <algorithm>
#include <vector>

struct RegretFigures {
  /// By process; any unit, the same for all. A side that was not measured, as
  /// it is slow beyond question, has times that are larger by far.
  double Native[2], Device[2], Chosen;
  /// The part of the calls of the process that chooses that ran there, in the
  /// turns that were timed.
  double OnDevice;

  /// A choice that loses more than this is on a wrong side.
  static constexpr double Wrong = 0.05;

  double native() const { return std::min(Native[0], Native[1]); }
  double device() const { return std::min(Device[0], Device[1]); }
  double best() const { return std::min(native(), device()); }
  bool nativeWins() const { return native() <= device(); }

  /// The sides that were taken beyond the best one, in the references' times.
  double ofChoice() const {
    const double There = OnDevice > 0 ? OnDevice * (device() / best()) : 0;
    return There + (1 - OnDevice) * (native() / best()) - 1;
  }
  /// The process that chooses beyond the best side.
  double ofProcess() const { return Chosen / best() - 1; }
  /// The slower process of the best side beyond the faster one.
  double noise() const {
    const auto &Side = nativeWins() ? Native : Device;
    return std::max(Side[0], Side[1]) / best() - 1;
  }
  bool onWrongSide() const { return ofChoice() > Wrong; }
};

/// The value that a Part (0 .. 1) of the values, at least one, is not beyond.
inline double percentile(std::vector<double> Values, double Part) {
  std::sort(Values.begin(), Values.end());
  return Values[std::min(size_t(Part * double(Values.size())),
                         Values.size() - 1)];
}

#endif
