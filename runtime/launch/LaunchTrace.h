// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LaunchTrace.h - the parts of one launch, for TWOFOLD_TRACE ---------===//
#ifndef TWOFOLD_RUNTIME_LAUNCH_LAUNCHTRACE_H
#define TWOFOLD_RUNTIME_LAUNCH_LAUNCHTRACE_H

#include "device/DeviceTable.h"
#include "system/Timeline.h"
#include "twofold/abi.h"

namespace twofold {

/// Told of the parts of a launch as they are over, in their order. Does nothing
/// unless there is a trace.
class LaunchTrace {
  DeviceSlot &Slot;
  const char *const Name; ///< of the kernel
  double Last = 0;        ///< when what is under way has begun; 0: no trace

  void slice(Timeline::Track::Kind Where, const char *Category,
             std::string_view Name, uint64_t Bytes, bool Arrow);

public:
  LaunchTrace(DeviceSlot &Slot, const twofold_site &Site)
      : Slot(Slot), Name(Site.kernel ? Site.kernel->name : "kernel"),
        Last(Timeline::on() ? Timeline::now() : 0) {}

  /// Whether the parts are to be waited for, so that each has a time.
  bool on() const { return Last > 0; }
  void sent(uint64_t Bytes);
  /// Nobody waits for the kernel.
  void left(uint64_t Number);
  void ran();
  void received(uint64_t Bytes);
};

} // namespace twofold

#endif
