// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DeviceLaunch.h - one call, carried out on a device -----------------===//
//
// Three phases. prepare() and execute() can fail and leave the host's memory as
// the native variant needs it: only bytes that the loop overwrites completely
// and never reads are received in place; all others wait in staging memory.
// publish() cannot fail and makes the results visible.
//
// Bytes that the loop may but need not write are compared with what was sent:
// only those that changed are stored. Another thread may be working on the
// bytes between, and the range may reach beyond the program's array.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_DEVICELAUNCH_H
#define TWOFOLD_RUNTIME_DEVICELAUNCH_H

#include "DeviceTable.h"
#include "Footprint.h"
#include "LaunchShape.h"
#include "PrivateArgs.h"
#include "Residence.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace twofold {

/// One use only. The caller holds the slot's lock from construction to
/// destruction; everything passed must outlive the object.
class DeviceLaunch {
  /// Host memory that has a buffer for the time of the launch.
  struct Region {
    Residence State;
    RegionUse Use;
    uint64_t Origin; ///< host address that corresponds to the buffer's byte 0
    std::unique_ptr<Buffer> Memory;
  };
  /// Bytes that wait for publish().
  struct StagedBytes {
    ByteRange Range;
    const char *After;  ///< from the device
    const char *Before; ///< as sent to it; null: all of them were written
  };
  /// A buffer for one entry of the site's results.
  struct ResultBuffer {
    const twofold_result *Result;
    std::unique_ptr<Buffer> Memory;
    size_t Bytes;
    char *Received;
  };

  const twofold_site &Site;
  const twofold_launch &Launch;
  const uint64_t Trips;
  const Footprint &Touched;
  DeviceSlot &Slot;

  std::vector<Region> Regions;
  std::vector<unsigned> RegionOfBase; ///< NoRegion: touches nothing
  std::vector<ResultBuffer> Results;
  std::unique_ptr<Buffer> Nothing;     ///< for bases that touch nothing
  std::unique_ptr<Buffer> ErrorRecord; ///< null: the kernel checks nothing
  std::vector<StagedBytes> Staged;
  std::vector<std::unique_ptr<Event>> Events;
  std::vector<uint64_t> Lowest; ///< of a search: what each group found
  std::optional<PrivateArgs> Partials;
  char *FreeStaging = nullptr;
  bool Completed = false;
  bool LeftBounds = false;

  static constexpr unsigned NoRegion = ~0u;

  void placeRegions();
  Status allocate(const LaunchShape &Shape);
  Status send(Region &R);
  Status enqueue(Program &Kernel, const LaunchShape &Shape);
  Status readErrorRecord();
  Status search(Program &Kernel, LaunchShape &Shape);
  Status receive(Region &R);
  Status waitForAll();

public:
  uint64_t BytesToDevice = 0, BytesToHost = 0;

  DeviceLaunch(const twofold_site &Site, const twofold_launch &Launch,
               uint64_t Trips, const Footprint &Touched, DeviceSlot &Slot);
  /// Waits for the device if need be: it may still use staging memory.
  ~DeviceLaunch();

  /// Sends the inputs, runs the kernel, receives the outputs. The outputs of a
  /// kernel that left an array are not received.
  Status execute(Program &Kernel);
  /// After a successful execute: whether it did; its BoundedCall knows.
  bool leftBounds() const { return LeftBounds; }
  /// After a successful execute inside all bounds: stores results into the
  /// program's memory.
  void publish();
};

} // namespace twofold

#endif
