// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceTrial.h - whether a device still works -----------------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_DEVICETRIAL_H
#define TWOFOLD_RUNTIME_DEVICE_DEVICETRIAL_H

#include "device/DeviceTable.h"

namespace twofold {

/// A few bytes go to the device and back, through a queue of their own. Waits
/// for launches that use the slot.
bool tryDevice(DeviceSlot &Slot);

} // namespace twofold

#endif
