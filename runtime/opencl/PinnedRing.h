// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedRing.h - transfers through pinned memory --------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_PINNEDRING_H
#define TWOFOLD_RUNTIME_OPENCL_PINNEDRING_H

#include "../CopyCrew.h"
#include "../TransferPlan.h"
#include "ClContext.h"

#include <vector>

namespace twofold {

/// Pinned memory in slots, each thread's own, between ordinary host memory and
/// a queue's device. Belongs to one queue, and is used as it is: by one thread
/// at a time.
class PinnedRing {
  /// A chunk on its way. Done is null when the memory is free.
  struct Slot {
    char *Memory = nullptr;
    cl_event Done = nullptr;
    const char *Call = nullptr; ///< what Done is of
  };
  /// The slots of one thread, used in turn.
  struct Lane {
    std::vector<Slot> Slots;
    size_t Turn = 0;
    Slot &next() { return Slots[Turn++ % Slots.size()]; }
  };
  struct Transfer;

  std::shared_ptr<const ClContext> Context;
  cl_command_queue Queue;
  const TransferOptions Options;
  std::shared_ptr<CopyCrew> Crew;
  cl_mem Pinned = nullptr;
  char *Mapped = nullptr;
  std::vector<Lane> Lanes;

  PinnedRing(std::shared_ptr<const ClContext> Context, cl_command_queue Queue,
             const TransferOptions &Options, std::shared_ptr<CopyCrew> Crew);

  Status settle(Slot &S);
  Status fill(Transfer &T, Lane &Mine);
  Status empty(Transfer &T, Lane &Mine);
  Status run(Transfer &T, Status (PinnedRing::*Part)(Transfer &, Lane &));

public:
  /// Options are fitted. Fails where the driver has no such memory.
  static Result<std::unique_ptr<PinnedRing>>
  create(std::shared_ptr<const ClContext> Context, cl_command_queue Queue,
         const TransferOptions &Options, std::shared_ptr<CopyCrew> Crew);
  /// The queue must have finished.
  ~PinnedRing();

  /// All bytes have been read and all commands enqueued on return.
  Status write(cl_mem To, size_t Offset, const void *From, size_t Bytes);
  /// All bytes have arrived on return.
  Status read(void *To, cl_mem From, size_t Offset, size_t Bytes);

  /// Some write may be under way.
  bool busy() const;
  /// After the queue finished: the first failure of writes not reported yet.
  Status retire();
};

} // namespace twofold

#endif
