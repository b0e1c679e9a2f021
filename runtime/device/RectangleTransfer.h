// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RectangleTransfer.h - moves the rows of one region -----------------===//
#ifndef TWOFOLD_RUNTIME_DEVICE_RECTANGLETRANSFER_H
#define TWOFOLD_RUNTIME_DEVICE_RECTANGLETRANSFER_H

#include "bytes/RectanglePlan.h"
#include "device/Device.h"
#include "device/HostCopies.h"

#include <memory>

namespace twofold {

/// Carries a plan out for one launch: send(), the kernel, receive(), and once
/// the queue has finished, store(). Nothing of the host is written before.
class RectangleTransfer {
  const RectanglePlan Plan;
  const HostCopies Host;
  /// Rows on the device, packed. One after the other uses it.
  std::unique_ptr<Buffer> Packed;
  const char *Before = nullptr; ///< as sent; null: all of it is overwritten
  const char *After = nullptr;

  Status sendPacked(Queue &Commands, Buffer &Memory, uint64_t Origin,
                    const std::vector<Rectangle> &Rows, char *Staging);

public:
  /// What has been moved so far.
  uint64_t BytesToDevice = 0, BytesToHost = 0;

  RectangleTransfer(RectanglePlan Plan, CopyThreads *Crew)
      : Plan(std::move(Plan)), Host(Crew) {}

  const RectanglePlan &plan() const { return Plan; }
  /// What it needs of staging memory, and of the device's.
  uint64_t stagingBytes() const;
  uint64_t packedBytes() const;
  void setPacked(std::unique_ptr<Buffer> Memory) { Packed = std::move(Memory); }
  std::unique_ptr<Buffer> takePacked() { return std::move(Packed); }

  /// Rows that are read. Byte 0 of Memory corresponds to host address Origin.
  /// Takes its part of Staging from its begin.
  Status sendReads(Queue &Commands, Buffer &Memory, uint64_t Origin,
                   char *&Staging);
  /// Rows that may be written, as they are now. After everything else has been
  /// sent: what is between bytes that are written must not change on the way.
  Status sendWrites(Queue &Commands, Buffer &Memory, uint64_t Origin,
                    char *&Staging);
  Status receive(Queue &Commands, Buffer &Memory, uint64_t Origin,
                 char *&Staging);
  /// Stores what was received into the program's arrays.
  void store() const;
};

} // namespace twofold

#endif
