// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClBuffer.h"

namespace twofold {

ClBuffer::ClBuffer(std::shared_ptr<const ClContext> Context, cl_mem Handle,
                   size_t Bytes, bool Wraps)
    : Context(std::move(Context)), Handle(Handle), Bytes(Bytes), Wraps(Wraps),
      Identity(this->Context->NextBuffer.fetch_add(1)) {}

ClBuffer::~ClBuffer() {
  Context->awaitRelayed();
  if (Handle)
    Context->Api->clReleaseMemObject(Handle);
}

Result<std::unique_ptr<Buffer>>
ClBuffer::create(std::shared_ptr<const ClContext> Context, size_t Bytes) {
  cl_mem Handle = nullptr;
  if (Bytes) {
    cl_int Code = CL_SUCCESS;
    Handle = Context->Api->clCreateBuffer(Context->Handle, CL_MEM_READ_WRITE,
                                          Bytes, nullptr, &Code);
    if (Status Made = clMade("clCreateBuffer", Code, Handle); !Made)
      return Made.takeError();
  }
  return std::unique_ptr<Buffer>(
      new ClBuffer(std::move(Context), Handle, Bytes, false));
}

Result<std::unique_ptr<Buffer>>
ClBuffer::wrap(std::shared_ptr<const ClContext> Context, void *Begin,
               size_t Bytes) {
  cl_int Code = CL_SUCCESS;
  cl_mem Handle = Context->Api->clCreateBuffer(
      Context->Handle, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, Bytes, Begin,
      &Code);
  if (Status Made = clMade("clCreateBuffer", Code, Handle); !Made)
    return Made.takeError();
  return std::unique_ptr<Buffer>(
      new ClBuffer(std::move(Context), Handle, Bytes, true));
}

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
  if (Status Made = clMade("clCreateBuffer", Code, Handle); !Made)
    return Made.takeError();
  Out->Handle = Handle;
  void *Mapped = C.Api->clEnqueueMapBuffer(Queue, Handle, CL_TRUE,
                                           CL_MAP_READ | CL_MAP_WRITE, 0, Bytes,
                                           0, nullptr, nullptr, &Code);
  if (Status Made = clMade("clEnqueueMapBuffer", Code, Mapped); !Made)
    return Made.takeError();
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
