// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClBuffer.h - memory of an OpenCL device ---------------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_CLBUFFER_H
#define TWOFOLD_RUNTIME_OPENCL_CLBUFFER_H

#include "device/Device.h"
#include "opencl/ClContext.h"

namespace twofold {

class ClBuffer final : public Buffer {
  std::shared_ptr<const ClContext> Context;
  cl_mem Handle;
  size_t Bytes;
  const bool Wraps;
  const uint64_t Identity;

  ClBuffer(std::shared_ptr<const ClContext> Context, cl_mem Handle,
           size_t Bytes, bool Wraps);

public:
  /// A buffer of no bytes has no memory object: OpenCL refuses that size.
  static Result<std::unique_ptr<Buffer>>
  create(std::shared_ptr<const ClContext> Context, size_t Bytes);
  /// A buffer whose memory is the host's, from Begin on. Bytes is at least 1.
  static Result<std::unique_ptr<Buffer>>
  wrap(std::shared_ptr<const ClContext> Context, void *Begin, size_t Bytes);
  ~ClBuffer() override;

  size_t size() const override { return Bytes; }
  bool wrapsHost() const override { return Wraps; }

  /// Null for a buffer of no bytes. Valid as a kernel argument either way.
  cl_mem handle() const { return Handle; }

  /// A number that no other buffer of the context ever has. Handles are used
  /// again.
  uint64_t identity() const { return Identity; }

  /// True if [Offset, Offset + Length) lies inside.
  bool contains(size_t Offset, size_t Length) const {
    return Offset <= Bytes && Length <= Bytes - Offset;
  }
};

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
