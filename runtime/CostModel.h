// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CostModel.h - predicts how long a call takes, and where ------------===//
//
// Pure: numbers in, numbers out. Speeds are constants of each kind of device;
// they need to be right within a small factor only, since choosing wrongly near
// the break-even point costs little.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_COSTMODEL_H
#define TWOFOLD_RUNTIME_COSTMODEL_H

#include <cstdint>

namespace twofold {

/// What a call is about to do.
struct Workload {
  uint64_t Ops = 0;   ///< arithmetic and memory operations
  uint64_t Bytes = 0; ///< to be moved, both ways together
};

/// How fast a device is.
struct DeviceSpeed {
  double LaunchNanoseconds;
  double BytesPerNanosecond; ///< between host and device
  double OpsPerNanosecond;

  static DeviceSpeed gpu(unsigned ComputeUnits);
  /// The host's cores with Threads threads.
  static DeviceSpeed native(unsigned Threads);
};

/// Predicted duration in nanoseconds.
double predict(const DeviceSpeed &On, const Workload &Work);

/// Rent or buy: a device is opened and a kernel built (which costs about this
/// many nanoseconds) once as much time was lost by running natively. Whatever
/// follows, that costs at most twice the best decision in hindsight.
constexpr double SetUpNanoseconds = 1e8;

} // namespace twofold

#endif
