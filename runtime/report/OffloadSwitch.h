// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OffloadSwitch.h - what the program says of devices as it runs
//-------===//
#ifndef TWOFOLD_RUNTIME_REPORT_OFFLOADSWITCH_H
#define TWOFOLD_RUNTIME_REPORT_OFFLOADSWITCH_H

#include "report/Settings.h"
#include "twofold/twofold.h"

#include <atomic>

namespace twofold {

/// See twofold_set_offload. Thread-safe.
class OffloadSwitch {
  std::atomic<int> Now{TWOFOLD_OFFLOAD_AUTO};

public:
  /// It returns what held before, or -1 where To is none of twofold_offload.
  int set(int To) {
    return To < TWOFOLD_OFFLOAD_OFF || To > TWOFOLD_OFFLOAD_GPU
               ? -1
               : Now.exchange(To);
  }
  bool isOff() const {
    return Now.load(std::memory_order_relaxed) == TWOFOLD_OFFLOAD_OFF;
  }
  /// The devices that it asks for; Any: none in particular.
  DeviceRequest::Kind asks() const {
    const int To = Now.load();
    return To == TWOFOLD_OFFLOAD_GPU   ? DeviceRequest::Kind::Gpu
           : To == TWOFOLD_OFFLOAD_CPU ? DeviceRequest::Kind::Cpu
                                       : DeviceRequest::Kind::Any;
  }
};

} // namespace twofold

#endif
