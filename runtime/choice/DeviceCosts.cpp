// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "choice/DeviceCosts.h"

#include <algorithm>

using namespace twofold;

/// Threads beyond these do not make memory faster.
static constexpr unsigned StreamingThreads = 8;
/// Of a launch with its wait: the part that the host is busy with. H200: 5.1 of
/// 10.4 us.
static constexpr double LeavingShare = 0.5;
/// A call's launch and its wait take so much of a bare command's: it looks for
/// its data, too. H200: 16 us.
static constexpr double WholeLaunch = 1.5;
/// Of one work-item, however few there are: each of its operations waits for
/// the one before. H100: the inner loop of 16,384 bodies 0.25, a product of
/// matrices whose items read rows of their own 0.025.
static constexpr double ItemOpsPerNanosecond = 0.25;
/// Of kernels whose groups compute tiles by what all others are taken for: most
/// of their operations are in registers, and do not wait for each other. H200:
/// a product of 1,536 rows 18, of 64 rows with a matrix of 4,096 some 6.
static constexpr double TiledSpeed = 4;

TransferCurve TransferCurve::linear(double Latency, double BytesPerNanosecond) {
  TransferCurve Out;
  for (size_t I = 0; I < Sizes.size(); ++I)
    Out.Nanoseconds[I] = Latency + double(Sizes[I]) / BytesPerNanosecond;
  return Out;
}

double TransferCurve::time(uint64_t Bytes) const {
  if (Bytes == 0)
    return 0;
  size_t Above = 1;
  while (Above + 1 < Sizes.size() && Bytes > Sizes[Above])
    ++Above;
  double From = double(Sizes[Above - 1]), To = double(Sizes[Above]);
  double Slope =
      std::max(Nanoseconds[Above] - Nanoseconds[Above - 1], 0.0) / (To - From);
  double Time = Nanoseconds[Above - 1] + (double(Bytes) - From) * Slope;
  return std::max(Time, Nanoseconds[0] / 2);
}

DeviceCosts DeviceCosts::guess(unsigned ComputeUnits) {
  DeviceCosts Out;
  double Units = std::max(ComputeUnits, 1u);
  Out.OpsPerNanosecond = 32 * Units;
  Out.BytesPerNanosecond = 16 * Units;
  Out.ToDevice = Out.ToHost = TransferCurve::linear(8e3, 12);
  return Out;
}

double DeviceCosts::resident(const Workload &Work) const {
  const double Ops = double(Work.Ops) / (Work.Tiled ? TiledSpeed : 1);
  double Time = Ops / OpsPerNanosecond;
  if (BytesPerNanosecond > 0)
    Time = std::max(Time, double(Work.Touched) / BytesPerNanosecond);
  if (Work.Items > 0)
    Time = std::max(Time, Ops / double(Work.Items) / ItemOpsPerNanosecond);
  return LaunchNanoseconds + Time;
}

double DeviceCosts::leaving(double Waited, double Leaving) const {
  if (Leaving <= 0)
    Leaving = LaunchNanoseconds * LeavingShare;
  return std::min(Waited,
                  std::max(Leaving, Waited - LaunchNanoseconds * WholeLaunch));
}

HostCosts HostCosts::guess(unsigned Threads) {
  HostCosts Out;
  Out.HomeNanosecondsPerByte = 0.2;
  if (Threads < 2) {
    Out.HotForkNanoseconds = Out.ParkedForkNanoseconds = 0;
    return Out;
  }
  Out.HotForkNanoseconds = 430 + 135.0 * Threads;
  Out.ParkedForkNanoseconds = 50e3 + 20e3 * Threads;
  return Out;
}

double HostCosts::native(const Workload &Work, unsigned Threads,
                         bool Hot) const {
  Threads = std::max(Threads, 1u);
  double Time = double(Work.Ops) / (OpsPerNanosecond * Threads);
  if (BytesPerNanosecond > 0)
    Time = std::max(
        Time, double(Work.Touched) /
                  (BytesPerNanosecond * std::min(Threads, StreamingThreads)));
  if (Threads == 1)
    return Time;
  return Time + (Hot ? HotForkNanoseconds : ParkedForkNanoseconds);
}
