// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClQueue.h - an in-order queue of an OpenCL device -----------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLQUEUE_H
#define TWOFOLD_RUNTIME_OPENCL_CLQUEUE_H

#include "device/Device.h"
#include "opencl/ClEvents.h"
#include "opencl/PinnedRing.h"

#include <array>
#include <deque>
#include <optional>

namespace twofold {

class ClBuffer;
/// All commands are enqueued without blocking; finish() waits. Buffers and
/// programs must come from the same device as the queue.
class ClQueue final : public Queue {
  std::shared_ptr<const ClContext> Context;
  cl_command_queue Handle;
  /// May hold launches back for a moment, and is settled before every other
  /// command.
  const std::shared_ptr<LaunchRelay> Relay;

  /// clFinish does not report what became of the commands, so each one's event
  /// is kept until its outcome was seen. Bounded: see track().
  struct Command {
    const char *Call;
    std::shared_ptr<const ClQueueEvent> Done;
  };
  std::deque<Command> Pending;
  bool Unseen = false; ///< commands without events may be under way
  std::optional<Error> FirstFailure;

  /// What transfers of no more than a piece, of more, and small reads of
  /// ordinary memory go through. Null until the first of them, and for good
  /// where the driver has no pinned memory. Once there is one for large
  /// transfers, all take it.
  std::array<std::unique_ptr<PinnedRing>, 2> Rings;
  std::unique_ptr<PinnedInbox> Inbox;
  TransferOptions Transfers;
  std::shared_ptr<CopyThreads> Crew; ///< null: everything goes directly

  ClQueue(std::shared_ptr<const ClContext> Context, cl_command_queue Handle,
          const TransferOptions &Transfers, std::shared_ptr<CopyThreads> Crew,
          LaunchRelay::Use Relayed);

  /// The outcome of an enqueue. A command that was enqueued is kept.
  Status track(const char *Call, cl_int Code, cl_event Done);
  std::shared_ptr<const ClQueueEvent> keep(const char *Call, cl_event Done);
  /// Waits until the device does nothing more for this queue, whatever the
  /// driver says. Returns the error of the first attempt.
  cl_int drain();
  /// Notes the outcome of the oldest command, which must be over, and forgets
  /// the command.
  void retireOldest();
  /// Whether a ring has bytes under way.
  bool sends() const;
  /// The ring, if the bytes should go through one.
  PinnedRing *ringFor(size_t Bytes);
  PinnedInbox *inboxFor(size_t Bytes);
  Status copyRows(ClBuffer &Packed, size_t PackedOffset, ClBuffer &Spread,
                  size_t Offset, const RowLayout &Rows, bool Pack);
  /// To be called before a command that uses these bytes of the host: enqueues
  /// the launches that were held back, and hands over what was read into them.
  Status deliverInto(const void *Begin, size_t Bytes);

public:
  /// Its large transfers go through pinned memory that the crew fills and
  /// empties. Transfers are fitted, and leave nothing to be measured. No crew:
  /// all goes directly.
  static Result<std::unique_ptr<Queue>>
  create(std::shared_ptr<const ClContext> Context,
         const TransferOptions &Transfers = {},
         std::shared_ptr<CopyThreads> Crew = nullptr,
         LaunchRelay::Use Relayed = LaunchRelay::Use::Never);
  /// Waits for commands under way: they use the caller's memory.
  ~ClQueue() override;

  Status write(Buffer &To, size_t Offset, const void *From,
               size_t Bytes) override;
  Status read(void *To, Buffer &From, size_t Offset, size_t Bytes) override;
  Status copy(Buffer &To, size_t ToOffset, Buffer &From, size_t FromOffset,
              size_t Bytes) override;
  Result<std::unique_ptr<Event>>
  launch(Program &Kernel, const NdRange &Range,
         const std::vector<KernelArgument> &Arguments) override;
  Status pack(Buffer &Packed, size_t PackedOffset, Buffer &From, size_t Offset,
              const RowLayout &Rows) override;
  Status unpack(Buffer &To, size_t Offset, Buffer &Packed, size_t PackedOffset,
                const RowLayout &Rows) override;
  Status showHost(Buffer &Wrapped, size_t Offset, size_t Bytes) override;
  Status launchUnseen(Program &Kernel, const NdRange &Range,
                      const std::vector<KernelArgument> &Arguments) override;
  std::shared_ptr<QueueEnd> end() override;
  Status finish() override;
};

} // namespace twofold

#endif
