// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedRing.h - transfers through pinned memory --------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_PINNEDRING_H
#define TWOFOLD_RUNTIME_OPENCL_PINNEDRING_H

#include "device/TransferPlan.h"
#include "opencl/ClBuffer.h"
#include "thread/CopyThreads.h"
#include "thread/Milestone.h"

#include <mutex>
#include <vector>

namespace twofold {

/// Slots of pinned memory, used in turn, between ordinary host memory and a
/// queue's device. Belongs to one queue. Like that, it is used by one thread at
/// a time.
class PinnedRing {
  /// Holds a chunk on its way. The milestones are the numbers, plus one, of the
  /// present transfer's chunks that were in this slot so far.
  struct Slot {
    char *Memory = nullptr;
    cl_event Done = nullptr;     ///< of the command; null when that is over
    const char *Call = nullptr;  ///< the name of the call that gave Done
    Milestone Enqueued;          ///< the chunk's command
    Milestone Ready;             ///< to be filled, or emptied
    std::atomic<size_t> Left{0}; ///< pieces to be copied
  };
  struct Transfer;

  std::shared_ptr<const ClContext> Context;
  cl_command_queue Queue;
  std::unique_ptr<PinnedMemory> Pinned;
  const TransferOptions Options;
  std::shared_ptr<CopyThreads> Crew;
  std::vector<Slot> Slots;
  size_t Oldest = 0; ///< the slot that the next transfer begins with
  /// Held while a command is enqueued. OpenCL lets threads use a queue at once,
  /// but NVIDIA's driver then has a thread of its own look after that queue
  /// without pause, and launches take twice as long for good.
  std::mutex Enqueuing;

  PinnedRing(std::shared_ptr<const ClContext> Context, cl_command_queue Queue,
             std::unique_ptr<PinnedMemory> Pinned,
             const TransferOptions &Options, std::shared_ptr<CopyThreads> Crew);

  Slot &slot(size_t Chunk) { return Slots[(Oldest + Chunk) % Slots.size()]; }
  Status settle(Slot &S);
  Status enqueue(Transfer &T, size_t Chunk);
  Status makeReady(Transfer &T, size_t Chunk);
  Status copyPieces(Transfer &T);
  Status run(Transfer &T);

public:
  /// Options: as TransferOptions::fitted gives them. Fails where the driver has
  /// no such memory.
  static Result<std::unique_ptr<PinnedRing>>
  create(std::shared_ptr<const ClContext> Context, cl_command_queue Queue,
         const TransferOptions &Options, std::shared_ptr<CopyThreads> Crew);
  /// The queue must have finished.
  ~PinnedRing();

  /// All bytes have been read and all commands enqueued on return.
  Status write(cl_mem To, size_t Offset, const void *From, size_t Bytes);
  /// All bytes have arrived on return.
  Status read(void *To, cl_mem From, size_t Offset, size_t Bytes);

  /// Whether some write may be under way.
  bool busy() const;
  /// To be called when the queue has finished: the first failure of writes that
  /// has not been reported.
  Status retire();
};

/// Drivers read into pinned memory in half the time that they take for ordinary
/// memory, whatever the size. What was read is handed over once the queue has
/// finished.
class PinnedInbox {
  struct Letter {
    char *To;
    const char *From;
    size_t Bytes;
  };
  std::unique_ptr<PinnedMemory> Memory;
  std::vector<Letter> Letters;
  size_t Used = 0;

  explicit PinnedInbox(std::unique_ptr<PinnedMemory> Memory)
      : Memory(std::move(Memory)) {}

public:
  static constexpr size_t Bytes = size_t(256) << 10;
  static constexpr size_t MaxLetters = 64;

  static Result<std::unique_ptr<PinnedInbox>>
  create(std::shared_ptr<const ClContext> Context, cl_command_queue Queue);

  /// Where to read Count bytes to; null when there is no room. Once the command
  /// is enqueued, add() is to be called.
  char *place(size_t Count) const;
  void add(void *To, size_t Count);

  bool empty() const { return Letters.empty(); }
  /// Whether some letter is for these bytes.
  bool concerns(const void *Begin, size_t Count) const;
  /// Hands over all letters, or throws them away. Their commands must be over.
  void deliver();
  void drop();
};

} // namespace twofold

#endif
