// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceAccount.h - what devices have cost and spared ----------------===//
//
// Predictions are of single calls. What a device costs beside them shows only
// as a whole: pages that are fetched one after the other, images of what the
// host overwrites, results that come home so that no loop need be repeated. So
// all the time that the host spends for devices is held against what threads
// would have taken for the same calls. Once more than a little is lost, calls
// stay on threads for twenty times as long as was lost, and each further time
// for twice as long: a device that never pays costs a bounded share of the
// program's time.
//
// The first time that a device is used, and the first time that arrays are
// sent, takes several times as long as a copy later on: drivers make contexts,
// load code, and look up pages. That comes once, and says nothing about the
// calls that follow. So it is kept apart from what is lost, up to an amount.
#ifndef TWOFOLD_RUNTIME_CHOICE_DEVICEACCOUNT_H
#define TWOFOLD_RUNTIME_CHOICE_DEVICEACCOUNT_H

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

namespace twofold {

/// Thread-safe, without locks: a handler of the program that waits for memory
/// may have interrupted who is at work here. Threads that book at one moment
/// may lose a little of it. Times are nanoseconds.
class DeviceAccount {
public:
  using Clock = std::function<double()>;
  /// What may be lost in any case.
  static constexpr double Slack = 20e6;
  /// And of the time since nothing was lost; and what the longest journey of
  /// arrays was predicted to take.
  static constexpr double LossShare = 0.02;
  /// A first journey takes up to so many times what copies are predicted to.
  /// What was gained is remembered for as long a way home.
  static constexpr double JourneyFactor = 3;
  /// And so much of what a single call has gained, for the way home of what it
  /// has made: the host may want all of it, page by page, and nothing predicts
  /// that.
  static constexpr double KeptShare = 0.5;
  /// What may be spent once in a program, on the first use of a device, in
  /// addition to JourneyFactor times the journey of what arrives first.
  static constexpr double FirstUse = 50e6;
  /// Beyond that, the account is watched for so long whether it gets any
  /// better, as after buffers were made for the first time; unless so many
  /// times more is lost.
  static constexpr double Watched = 10e6, FarBeyond = 10;
  /// Rests are so many times as long as what was lost.
  static constexpr double RestFactor = 20;
  static constexpr unsigned MostRests = 16;

private:
  Clock Now;
  std::atomic<uint32_t> Working{0};
  std::atomic<double> Begun{0};     ///< when the first of those at work has
  std::atomic<double> Spared{0};    ///< by those at work
  std::atomic<double> Expected{-1}; ///< of beginnings; negative: there are none
  std::atomic<double> First{FirstUse}; ///< what is left of it
  std::atomic<double> Balance{0};      ///< lost; negative: spared
  std::atomic<double> Even{0};         ///< when nothing was lost, lately
  std::atomic<double> Journey{0};      ///< the longest since the last rest
  std::atomic<double> Mark{0};     ///< the balance, when it began to be watched
  std::atomic<double> MarkedAt{0}; ///< when; 0: it is not
  std::atomic<double> Until{0};    ///< of the rest
  std::atomic<unsigned> Rests{0};  ///< in a row
  std::atomic<bool> Resting{false};

  double spentOnce(double Loss, double Predicted);
  void book(double Loss, double At);
  void rest(double Loss, double At);

public:
  DeviceAccount();
  DeviceAccount(const DeviceAccount &) = delete;
  /// In place of the steady clock. Before anything else.
  void measureBy(Clock Other) { Now = std::move(Other); }

  /// As long as there is one, the host is at work for devices: it launches, or
  /// waits for what they have. Several at once count once.
  class Work {
    DeviceAccount &Of;
    const bool Counts;

  public:
    /// Counts: nobody has asked for it.
    explicit Work(DeviceAccount &Of, bool Counts = true);
    Work(const Work &) = delete;
    ~Work();
    /// It has done what threads were predicted to take Native for.
    void spares(double Native);
    /// Data has arrived on a device that holds more than it ever did, which was
    /// predicted to take so long.
    void begins(double Journey);
  };

  /// Arrays are about to move, which was predicted to take so long, there and
  /// back.
  void moves(double Nanoseconds);
  /// So much of what was lost is not the device's fault.
  void forgive(double Most);
  /// Whether devices rest. A load, and during a rest a look at the clock.
  bool resting();

  /// For the program's next run, which begins with what is left of a rest.
  struct Experience {
    double Left = 0;
    unsigned Rests = 0;

    /// For the disk (NumberText.h).
    static constexpr std::string_view Line = "account-2";
    static void numbers(auto &Of, auto Visit) {
      Visit(Of.Left, 0, 1e15);
      Visit(Of.Rests, 0, MostRests);
    }
  };
  Experience experience() const;
  void recall(Experience Of);
};

} // namespace twofold

#endif
