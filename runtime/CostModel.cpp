// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CostModel.cpp - predicts how long a call takes, and where ----------===//
#include "CostModel.h"

#include <algorithm>

using namespace twofold;

DeviceSpeed DeviceSpeed::gpu(unsigned ComputeUnits) {
  // A launch with its wait, and pageable memory, as measured on a data-centre
  // GPU; the rate is what plain kernels reach there for each compute unit.
  return {10e3, 12.0, 32.0 * std::max(ComputeUnits, 1u)};
}

DeviceSpeed DeviceSpeed::native(unsigned Threads) {
  // Bytes do not move. A fork of a team that still spins.
  return {Threads > 1 ? 700.0 + 120.0 * Threads : 0.0, 0,
          4.0 * std::max(Threads, 1u)};
}

double twofold::predict(const DeviceSpeed &On, const Workload &Work) {
  double Moving = On.BytesPerNanosecond > 0
                      ? double(Work.Bytes) / On.BytesPerNanosecond
                      : 0;
  return On.LaunchNanoseconds + Moving + double(Work.Ops) / On.OpsPerNanosecond;
}
