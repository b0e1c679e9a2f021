// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PinnedMemory.cpp - host memory that a DMA engine reaches ----------===//
#include "opencl/PinnedMemory.h"

namespace twofold {

Result<std::unique_ptr<PinnedMemory>>
PinnedMemory::create(std::shared_ptr<const ClContext> Context,
                     cl_command_queue Queue, size_t Bytes) {
  std::unique_ptr<PinnedMemory> Out(
      new PinnedMemory(std::move(Context), Queue));
  const ClContext &C = *Out->Context;
  cl_int Code = CL_SUCCESS;
  cl_mem Handle =
      C.Api->clCreateBuffer(C.Handle, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                            Bytes, nullptr, &Code);
  if (Code != CL_SUCCESS)
    return clError("clCreateBuffer", Code);
  Out->Handle = Handle;
  void *Mapped = C.Api->clEnqueueMapBuffer(Queue, Handle, CL_TRUE,
                                           CL_MAP_READ | CL_MAP_WRITE, 0, Bytes,
                                           0, nullptr, nullptr, &Code);
  if (Code != CL_SUCCESS)
    return clError("clEnqueueMapBuffer", Code);
  Out->Mapped = static_cast<char *>(Mapped);
  return Out;
}

PinnedMemory::~PinnedMemory() {
  const ClApi &Api = *Context->Api;
  if (Mapped && Api.clEnqueueUnmapMemObject(Queue, Handle, Mapped, 0, nullptr,
                                            nullptr) == CL_SUCCESS)
    Api.clFinish(Queue);
  if (Handle)
    Api.clReleaseMemObject(Handle);
}

} // namespace twofold
