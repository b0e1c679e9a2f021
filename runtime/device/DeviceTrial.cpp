// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceTrial.cpp - whether a device still works ---------------------===//
#include "device/DeviceTrial.h"

#include <array>

using namespace twofold;

bool twofold::tryDevice(DeviceSlot &Slot) {
  std::lock_guard<OwnedMutex> Lock(Slot.Lock);
  auto Memory = Slot.device().allocate(64);
  auto Commands = Slot.device().createQueue();
  if (!Memory || !Commands)
    return false;
  std::array<char, 64> There, Back = {};
  for (size_t I = 0; I < There.size(); ++I)
    There[I] = char(3 * I + 1);
  Queue &Q = **Commands;
  bool Enqueued = Q.write(**Memory, 0, There.data(), There.size()) &&
                  Q.read(Back.data(), **Memory, 0, Back.size());
  return Q.finish() && Enqueued && Back == There;
}
