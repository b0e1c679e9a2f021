// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferReason.h - why bytes went over the bus ---------------------===//
//
// Pure. Each reason has one direction; a site's record counts bytes by reason.
//
//===----------------------------------------------------------------------===//
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
  Missing, ///< pages that stay there, and are not there yet or not any more
  EachCallSent,  ///< read; cannot stay: page edges, stacks, files, or eager
  PartlyWritten, ///< written in part; cannot stay
  // To the host.
  Touched,        ///< the host read or wrote it, or a system call
  EachCallStored, ///< written; cannot stay
  Result,         ///< reductions and last values
  Asked,          ///< twofold_sync, twofold_pin_host
  OtherDevice,    ///< another device needed it
  NoRoom,         ///< it gave way to other data on the device
  Undoable,       ///< a launch that may have to be undone writes it
  Checkpoint,     ///< so that no launch need be repeated if a device fails
  Freed,          ///< its page was shared with memory that was freed
  Forked,         ///< for a child
  Ended,          ///< by the end of the program, or of a launch that failed
};
inline constexpr size_t TransferReasons = size_t(TransferReason::Ended) + 1;

/// As reports name it: "used by the host".
const char *transferText(TransferReason Why);
/// Whether bytes of that reason go to a device.
constexpr bool goesToDevice(TransferReason Why) {
  return Why <= TransferReason::PartlyWritten;
}

/// Bytes by reason. Any thread adds, any thread reads.
class TransferSums {
  std::array<std::atomic<uint64_t>, TransferReasons> Bytes = {};

public:
  void add(TransferReason Why, uint64_t More) {
    Bytes[size_t(Why)].fetch_add(More, std::memory_order_relaxed);
  }
  uint64_t of(TransferReason Why) const {
    return Bytes[size_t(Why)].load(std::memory_order_relaxed);
  }
  /// "to devices 1.5 MiB: ...; home 2 KiB: ..."; empty when nothing moved.
  std::string describe() const;
};

} // namespace twofold

#endif
