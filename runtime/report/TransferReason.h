// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferReason.h - why bytes went over the bus ---------------------===//
//
// Each reason has one direction. A site's record counts bytes by reason. All of
// it is pure.
#ifndef TWOFOLD_RUNTIME_REPORT_TRANSFERREASON_H
#define TWOFOLD_RUNTIME_REPORT_TRANSFERREASON_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace twofold {

enum class TransferReason : unsigned {
  // To a device.
  Missing,       ///< Pages that stay there were not there yet, or no longer.
  EachCallSent,  ///< It is read and cannot stay, as pages' edges and stacks.
  PartlyWritten, ///< It is written in part and cannot stay.
  // To the host.
  Touched,        ///< The host, or a system call, read or wrote it.
  EachCallStored, ///< It was written and cannot stay.
  Result,         ///< It is a reduction or a last value.
  Asked,          ///< twofold_sync or twofold_pin_host asked for it.
  OtherDevice,    ///< Another device needed it.
  NoRoom,         ///< It gave way to other data on the device.
  Undoable,       ///< A launch that may have to be undone writes it.
  Checkpoint,     ///< No launch need be repeated then if a device fails.
  Freed,          ///< Its page was shared with memory that was freed.
  Forked,         ///< It is for the child of a fork.
  Ended,          ///< The program ended, or a launch failed.
};
inline constexpr size_t TransferReasons = size_t(TransferReason::Ended) + 1;

/// This is how reports name it, as in "used by the host".
const char *transferText(TransferReason Why);
/// This is whether bytes of that reason go to a device.
constexpr bool goesToDevice(TransferReason Why) {
  return Why <= TransferReason::PartlyWritten;
}

/// It counts bytes by reason. Any thread adds, and any thread reads.
class TransferSums {
  std::array<std::atomic<uint64_t>, TransferReasons> Bytes = {};

public:
  void add(TransferReason Why, uint64_t More) {
    Bytes[size_t(Why)].fetch_add(More, std::memory_order_relaxed);
  }
  uint64_t of(TransferReason Why) const {
    return Bytes[size_t(Why)].load(std::memory_order_relaxed);
  }
  /// It is such as "to devices 1.5 MiB: ...; home 2 KiB: ...", and empty when
  /// nothing has moved.
  std::string describe() const;
};

} // namespace twofold

#endif
