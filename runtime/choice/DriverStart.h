// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverStart.h - whether drivers are worth their start --------------===//
//
// To open OpenCL's drivers takes some tenths of a second of a core. What loops
// would gain says nothing about how long the program goes on; its last run
// does, and so does the time that it has gone on already: a program that has
// outlived its last run is expected to go on for as long again.
//
// Pure. Times are nanoseconds of one clock.
#ifndef TWOFOLD_RUNTIME_CHOICE_DRIVERSTART_H
#define TWOFOLD_RUNTIME_CHOICE_DRIVERSTART_H

#include <atomic>
#include <string_view>

namespace twofold {

/// What is kept from run to run. 0: not known.
struct RunHistory {
  double Lasted = 0;  ///< from the first call that had a choice to the end
  double Opening = 0; ///< drivers took as long to open, or longer
  /// Runs in a row that opened them and had no loop run there.
  unsigned InVain = 0;
  static constexpr unsigned MostInVain = 30;

  /// For the disk (NumberText.h).
  static constexpr std::string_view Line = "run-1";
  static void numbers(auto &Of, auto Visit) {
    Visit(Of.Lasted, 0, 1e18);
    Visit(Of.Opening, 0, 1e18);
    Visit(Of.InVain, 0, MostInVain);
  }
};

/// Thread-safe, but for recall.
class DriverStart {
  RunHistory Before;
  static constexpr double Never = -1;
  std::atomic<double> First{0}, Asked{Never}, Began{0}, Took{0};

  double since() const { return Began > 0 ? Began.load() : Asked.load(); }

public:
  /// A program that goes on for less than so many times what drivers take is
  /// better off without them: they keep a core busy that loops would use, and
  /// kernels have to be loaded afterwards.
  static constexpr double WorthOpening = 1.5;
  /// A second run finds kernels that the first one has had built. After that,
  /// each run in vain doubles the times.
  static constexpr unsigned FreeRuns = 2;

  DriverStart() = default;
  explicit DriverStart(const RunHistory &Before) : Before(Before) {}
  /// Before anything is asked.
  void recall(const RunHistory &Of) { Before = Of; }
  /// A call has a choice; the first one counts.
  void noteCall(double Now);
  /// Loops ran on a device the last time that drivers were opened.
  bool usedBefore() const { return Before.Opening > 0 && Before.InVain == 0; }
  /// Whether the program is expected to go on for long enough.
  bool pays(double Now) const;
  /// They are wanted: another process may open them on trial first. Whether
  /// nobody has asked for them before.
  bool asked(double Now) {
    double Nobody = Never;
    return Asked.compare_exchange_strong(Nobody, Now);
  }
  bool wasAsked() const { return Asked.load() != Never; }
  /// Nothing has come of it.
  void notAsked() { Asked.store(Never); }
  void begins(double Now) { Began.store(Now); }
  void ends(double Now) { Took.store(Now - since()); }
  /// Drivers that are being opened are expected to take so much longer;
  /// negative: there is no telling.
  double left(double Now) const;
  /// For the next run, at the end. Used: loops ran on a device, so that the run
  /// was shorter than it would have been.
  RunHistory history(double Now, bool Used) const;
};

} // namespace twofold

#endif
