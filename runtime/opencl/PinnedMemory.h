// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedMemory.h - host memory that a DMA engine reaches ------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_PINNEDMEMORY_H
#define TWOFOLD_RUNTIME_OPENCL_PINNEDMEMORY_H

#include "opencl/ClContext.h"

namespace twofold {

/// Memory of the driver's, mapped for the object's life. Drivers pin it.
class PinnedMemory {
  std::shared_ptr<const ClContext> Context;
  cl_command_queue Queue;
  cl_mem Handle = nullptr;
  char *Mapped = nullptr;

  PinnedMemory(std::shared_ptr<const ClContext> Context, cl_command_queue Queue)
      : Context(std::move(Context)), Queue(Queue) {}

public:
  /// Queue maps and unmaps the memory, and must outlive the object.
  static Result<std::unique_ptr<PinnedMemory>>
  create(std::shared_ptr<const ClContext> Context, cl_command_queue Queue,
         size_t Bytes);
  PinnedMemory(const PinnedMemory &) = delete;
  PinnedMemory &operator=(const PinnedMemory &) = delete;
  /// No command may still use the memory.
  ~PinnedMemory();

  char *data() const { return Mapped; }
};

} // namespace twofold

#endif
