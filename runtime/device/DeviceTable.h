// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceTable.h - the devices of this machine ------------------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_DEVICETABLE_H
#define TWOFOLD_RUNTIME_DEVICE_DEVICETABLE_H

#include "device/BufferPool.h"
#include "device/Device.h"
#include "device/Ledger.h"
#include "device/PendingLaunches.h"
#include "device/StagingMemory.h"
#include "report/Settings.h"
#include "thread/OwnedMutex.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace twofold {

/// A device with what launches on it share.
class DeviceSlot {
  std::unique_ptr<Device> Opened;

public:
  const unsigned Number; ///< position in the table
  /// The launches in Commands, and what these may read, which goes after them.
  /// Needs no lock.
  PendingLaunches Launches;
  /// Held while a launch uses what follows.
  OwnedMutex Lock;
  BufferPool Buffers;
  StagingMemory Staging;
  std::unique_ptr<Queue> Commands; ///< made by the first launch
  /// Held while the queue for copies that no launch asked for is in use: they
  /// need not wait for a launch.
  std::mutex CopyLock;
  std::unique_ptr<Queue> CopyCommands; ///< made by the first copy
  BuildLedger Beside;                  ///< needs no lock
  /// Cleared when a launch that moved rows failed: not every driver takes every
  /// rectangle.
  std::atomic<bool> MovesRows{true};
  /// Its instructions for matrices do not add up in order (MatrixCheck.h),
  /// which is tried once, by the first build for which it matters.
  std::once_flag MatricesTried;
  std::atomic<bool> MatricesFail{false};
  /// The device failed for good: it is never used again.
  std::atomic<bool> Lost{false};
  /// The user was told that the device failed for good; that it could not do
  /// something.
  std::atomic<bool> FailureTold{false}, MishapTold{false};

  DeviceSlot(std::unique_ptr<Device> D, unsigned Number)
      : Opened(std::move(D)), Number(Number), Buffers(*Opened) {}

  /// True once: something that the device could not do is to be told at any
  /// level. That it is lost is told when it is given up.
  bool isNews() { return !Lost && !MishapTold.exchange(true); }

  /// With Lock held: makes Commands, if it is not there.
  Status openCommands();
  /// With Lock held: ends Commands, when everything in it is over.
  void closeCommands();

  Device &device() { return *Opened; }
  const DeviceFacts &facts() const { return Opened->facts(); }
};

/// All devices, opened when first asked for. Thread-safe.
class DeviceTable {
public:
  /// Fills the string with the reason when there are none.
  using Opener =
      std::function<std::vector<std::unique_ptr<Device>>(std::string &WhyNone)>;

  /// Try: finds it out elsewhere where it is not known.
  using Foresight = std::function<bool(bool Try)>;

private:
  DeviceSlot *findOne(const DeviceRequest &Request);
  std::string whyOneIsAbsent(const DeviceRequest &Request) const;

  Opener Open;
  Foresight LacksGpus;
  std::atomic<bool> NoGpu{false};
  std::once_flag Once;
  std::vector<std::unique_ptr<DeviceSlot>> Slots;
  std::string WhyNone;
  DeviceSlot *FirstGpu = nullptr;
  std::atomic<bool> IsOpen{false};
  std::mutex AwaitedLock;
  std::condition_variable Awaited; ///< IsOpen

public:
  /// LacksGpus: it is known that Open would find none.
  explicit DeviceTable(Opener Open, Foresight LacksGpus = nullptr)
      : Open(std::move(Open)), LacksGpus(std::move(LacksGpus)) {}

  /// Opens the devices, where there may be a GPU.
  void openForGpu();
  /// Whether there is known to be no GPU, be the devices open or not.
  bool withoutGpu() const {
    return NoGpu.load(std::memory_order_relaxed) && !gpu();
  }

  const std::vector<std::unique_ptr<DeviceSlot>> &all();
  /// all() was called before.
  bool isOpen() const { return IsOpen.load(std::memory_order_acquire); }
  /// Waits for another thread to open them, for so long at most and until
  /// Leaving() is true. Whether they are open.
  bool await(std::chrono::nanoseconds Longest,
             const std::function<bool()> &Leaving);
  /// Opened before, and there were none.
  bool knownEmpty() const;
  /// The first GPU; null when there is none, or when nothing is open.
  DeviceSlot *gpu() const { return isOpen() ? FirstGpu : nullptr; }
  /// Why gpu() is null and will be: empty where there is one, or may be.
  std::string whyNoGpu() const;
  /// Why all() is empty.
  const std::string &whyNone() const { return WhyNone; }

  /// The first device of those that Request names; null when none is there.
  /// Any: a GPU, or else a CPU device.
  DeviceSlot *find(const DeviceRequest &Request);
  /// Why find(Request) is null, in the words of a sentence that begins with
  /// "because".
  std::string whyAbsent(const DeviceRequest &Request);
};

/// A few bytes go to the device and back, through a queue of their own. Waits
/// for launches that use the slot.
bool tryDevice(DeviceSlot &Slot);

} // namespace twofold

#endif
