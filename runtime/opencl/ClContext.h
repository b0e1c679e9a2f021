// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClContext.h - the context that a device's objects share -----------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLCONTEXT_H
#define TWOFOLD_RUNTIME_OPENCL_CLCONTEXT_H

#include "ClLoader.h"

#include <atomic>

namespace twofold {

/// A context of exactly one device. Buffers, queues and programs each hold a
/// share, so they may be destroyed in any order, after the device too.
struct ClContext {
  std::shared_ptr<const ClApi> Api;
  cl_device_id Device;
  cl_context Handle;
  mutable std::atomic<uint64_t> NextBuffer{1}; ///< identities of buffers

  ClContext(std::shared_ptr<const ClApi> Api, cl_device_id Device,
            cl_context Handle)
      : Api(std::move(Api)), Device(Device), Handle(Handle) {}
  ClContext(const ClContext &) = delete;
  ClContext &operator=(const ClContext &) = delete;
  ~ClContext() { Api->clReleaseContext(Handle); }
};

} // namespace twofold

#endif
