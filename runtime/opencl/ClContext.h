// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClContext.h - the context that a device's objects share -----------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLCONTEXT_H
#define TWOFOLD_RUNTIME_OPENCL_CLCONTEXT_H

#include "opencl/ClLoader.h"
#include "thread/SpinWait.h"

#include <atomic>
#include <unistd.h>

namespace twofold {

/// A context of exactly one device. Buffers, queues and programs each hold a
/// share, so they may be destroyed in any order, after the device too.
struct ClContext {
  std::shared_ptr<const ClApi> Api;
  cl_device_id Device;
  cl_context Handle;
  mutable std::atomic<uint64_t> NextBuffer{1}; ///< identities of buffers
  /// Relayed: launches that use objects of the context and that a LaunchRelay
  /// has yet to enqueue. Waiting: threads that wait for them; meanwhile no
  /// relay takes further launches.
  mutable std::atomic<uint32_t> Relayed{0}, Waiting{0};
  const pid_t Owner = getpid();

  ClContext(std::shared_ptr<const ClApi> Api, cl_device_id Device,
            cl_context Handle)
      : Api(std::move(Api)), Device(Device), Handle(Handle) {}
  ~ClContext() { Api->clReleaseContext(Handle); }

  /// To be called before an object that launches may use is released.
  void awaitRelayed() const {
    auto None = [&] { return !Relayed.load(std::memory_order_acquire); };
    if (None() || Owner != getpid())
      return;
    Waiting.fetch_add(1, std::memory_order_relaxed);
    while (!spinUntil(None))
      ;
    Waiting.fetch_sub(1, std::memory_order_relaxed);
  }
};

} // namespace twofold

#endif
