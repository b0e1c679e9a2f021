// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClEvents.h - what became of enqueued commands ---------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLEVENTS_H
#define TWOFOLD_RUNTIME_OPENCL_CLEVENTS_H

#include "device/Device.h"
#include "opencl/LaunchRelay.h"

namespace twofold {

/// CL_COMPLETE, a state before that, or the command's error, which is negative.
cl_int eventStatus(const ClApi &Api, cl_event Done);

/// Blocks until a launch is done, and returns its error. Null: nothing was
/// launched.
Status waitForLaunch(const ClApi &Api, cl_event Done);

/// Blocks until a command is over, also where the driver fails to wait for it.
/// False: nothing tells whether it is.
bool awaitEvent(const ClApi &Api, cl_event Done);

/// The event of a command, shared by its queue and by those who wait for it, so
/// that no call that may fail has to retain it.
class ClQueueEvent {
  const std::shared_ptr<const ClContext> Context;
  const std::shared_ptr<LaunchRelay> Relay; ///< the queue's

public:
  const cl_event Handle; ///< null: nothing was enqueued, so it is done

  ClQueueEvent(std::shared_ptr<const ClContext> Context,
               std::shared_ptr<LaunchRelay> Relay, cl_event Handle)
      : Context(std::move(Context)), Relay(std::move(Relay)), Handle(Handle) {}
  ClQueueEvent(const ClQueueEvent &) = delete;
  ~ClQueueEvent();

  Status wait() const;
};

class ClEvent final : public Event {
  const std::shared_ptr<const ClQueueEvent> Of;

public:
  explicit ClEvent(std::shared_ptr<const ClQueueEvent> Of)
      : Of(std::move(Of)) {}
  Status wait() override { return Of->wait(); }
};

/// Keeps the queue alive. OpenCL lets any thread use it.
class ClQueueEnd final : public QueueEnd {
  const std::shared_ptr<const ClContext> Context;
  const cl_command_queue Handle;
  const std::shared_ptr<LaunchRelay> Relay;
  const bool Retained;

public:
  ClQueueEnd(std::shared_ptr<const ClContext> Of, cl_command_queue Handle,
             std::shared_ptr<LaunchRelay> Relay)
      : Context(std::move(Of)), Handle(Handle), Relay(std::move(Relay)),
        Retained(Context->Api->clRetainCommandQueue(Handle) == CL_SUCCESS) {}
  ~ClQueueEnd() override {
    if (Retained)
      Context->Api->clReleaseCommandQueue(Handle);
  }

  Result<std::unique_ptr<Event>> mark() override;
};

} // namespace twofold

#endif
