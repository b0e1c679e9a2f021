// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceCosts.h - what launches, copies and forks cost here ----------===//
//
// Pure: numbers in, numbers out. Guessed until measured (Calibration.h), and
// then kept on disk for the machine, device and driver. Guesses need to be
// right within a small factor only: choosing wrongly near the break-even point
// costs little, and sites learn from their own calls (SiteModel.h).
#ifndef TWOFOLD_RUNTIME_CHOICE_DEVICECOSTS_H
#define TWOFOLD_RUNTIME_CHOICE_DEVICECOSTS_H

#include <array>
#include <cstdint>
#include <string_view>

namespace twofold {

/// Nanoseconds of one copy between ordinary host memory and a device, by size.
class TransferCurve {
public:
  /// Small ones go in one piece, large ones through pinned memory.
  static constexpr std::array<uint64_t, 4> Sizes = {
      uint64_t(4) << 10, uint64_t(64) << 10, uint64_t(1) << 20,
      uint64_t(16) << 20};
  std::array<double, Sizes.size()> Nanoseconds = {};

  static TransferCurve linear(double Latency, double BytesPerNanosecond);

  /// Linear between the sizes, and beyond them by the bandwidth that the two
  /// nearest show. 0 for no bytes.
  double time(uint64_t Bytes) const;
};

/// What a call is about to do, wherever it runs.
struct Workload {
  uint64_t Ops = 0;     ///< arithmetic and memory operations
  uint64_t Touched = 0; ///< bytes read or written; 0: not known
  uint64_t Items = 0;   ///< that may run at once on a device; 0: enough
  bool Tiled = false;   ///< there, groups load what their items share once
};

/// A launch that has to send more each time is waited for.
constexpr uint64_t MostSentByLeaving = uint64_t(64) << 10;

/// Of one device.
struct DeviceCosts {
  double LaunchNanoseconds = 10e3; ///< with the wait for its end
  double OpsPerNanosecond = 1;
  double BytesPerNanosecond = 0; ///< of its own memory; 0: not known
  TransferCurve ToDevice, ToHost;

  /// For the disk (NumberText.h); no machine has numbers beyond the limits.
  static constexpr std::string_view Line = "device-costs-2";
  static void numbers(auto &Of, auto Visit) {
    Visit(Of.LaunchNanoseconds, 1, 1e10);
    Visit(Of.OpsPerNanosecond, 1e-6, 1e9);
    Visit(Of.BytesPerNanosecond, 0, 1e9);
    for (auto *Curve : {&Of.ToDevice, &Of.ToHost})
      for (auto &Nanoseconds : Curve->Nanoseconds)
        Visit(Nanoseconds, 1, 1e12);
  }

  /// As measured on a data-centre GPU by its OpenCL driver: a launch with its
  /// wait, pageable memory, and what plain kernels reach for each compute unit.
  static DeviceCosts guess(unsigned ComputeUnits);

  /// Nanoseconds of a kernel whose data is in place.
  double resident(const Workload &Work) const;

  /// What a call adds to a program that nobody lets wait for it, by what it
  /// takes with its wait: the kernel runs beside the next calls, and takes what
  /// is beyond a launch without work; or the host is busy with it for longer.
  /// Leaving: so long is the host busy; 0: not known.
  double leaving(double Waited, double Leaving) const;
};

/// Of the threads of the host.
struct HostCosts {
  double HotForkNanoseconds = 700;     ///< a team that still spins
  double ParkedForkNanoseconds = 50e3; ///< a team that sleeps
  double OpsPerNanosecond = 4;         ///< of one thread
  double BytesPerNanosecond = 0; ///< of one thread, from memory; 0: not known
  /// What a byte that comes home takes beyond its copy: it comes in a page that
  /// the system has to make, and that takes the place of the old one.
  double HomeNanosecondsPerByte = 0;

  /// As of DeviceCosts.
  static constexpr std::string_view Line = "host-costs-2";
  static void numbers(auto &Of, auto Visit) {
    Visit(Of.HotForkNanoseconds, 0, 1e9);
    Visit(Of.ParkedForkNanoseconds, 0, 1e10);
    Visit(Of.OpsPerNanosecond, 1e-6, 1e6);
    Visit(Of.BytesPerNanosecond, 0, 1e6);
    Visit(Of.HomeNanosecondsPerByte, 0, 1e3);
  }

  /// Fits measurements with 2 threads (0.7 and 90 us) and with 16 (2.6 and
  /// 370 us).
  static HostCosts guess(unsigned Threads);

  /// Nanoseconds of a native run by Threads threads.
  double native(const Workload &Work, unsigned Threads, bool Hot) const;
};

/// Rent or buy: a device is opened once as much time was lost by running
/// natively as that takes from the program: a thread beside it is busy for some
/// hundred milliseconds, of which one core of ten or so is a share. Whatever
/// follows, that costs at most twice the best decision in hindsight.
constexpr double SetUpNanoseconds = 2e7;
/// The same for a kernel, once a device is open.
constexpr double BuildNanoseconds = 5e6;
/// Both where an earlier run has shown that the kernel pays: it is on disk.
constexpr double KnownSetUpNanoseconds = 5e6;

} // namespace twofold

#endif
