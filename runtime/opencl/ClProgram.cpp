// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClProgram.h"

#include "opencl/ClBuffer.h"

#include <algorithm>
#include <cstring>

namespace twofold {

/// What a driver says beyond this is not believed.
static constexpr size_t MostLogBytes = size_t(16) << 20;
static constexpr size_t MostBinaryBytes = size_t(1) << 30;
static constexpr size_t MostGroupItems = 1 << 24;

ClProgram::ClProgram(std::shared_ptr<const ClContext> Context,
                     cl_program Handle)
    : Context(std::move(Context)), Handle(Handle) {}

ClProgram::~ClProgram() {
  Context->awaitRelayed();
  if (Kernel)
    Context->Api->clReleaseKernel(Kernel);
  Others.clear();
  if (Owns)
    Context->Api->clReleaseProgram(Handle);
}

std::string ClProgram::buildLog() const {
  const ClApi &Api = *Context->Api;
  size_t Size = 0;
  if (Api.clGetProgramBuildInfo(Handle, Context->Device, CL_PROGRAM_BUILD_LOG,
                                0, nullptr, &Size) != CL_SUCCESS ||
      !Size || Size > MostLogBytes)
    return "";
  std::string Log(Size, '\0');
  if (Api.clGetProgramBuildInfo(Handle, Context->Device, CL_PROGRAM_BUILD_LOG,
                                Size, Log.data(), nullptr) != CL_SUCCESS)
    return "";
  // The size counts the terminator, and some drivers pad with more of them.
  Log.resize(std::min(Log.find('\0'), Log.size()));
  return Log;
}

Status ClProgram::build(const ProgramSource &Source) {
  const ClApi &Api = *Context->Api;
  cl_int Code = Api.clBuildProgram(Handle, 1, &Context->Device,
                                   Source.Options.c_str(), nullptr, nullptr);
  if (Code != CL_SUCCESS) {
    Error Failure = clError("clBuildProgram", Code);
    Failure.Detail = buildLog();
    return Failure;
  }
  return make(Source.Name);
}

Status ClProgram::make(const std::string &Name) {
  const ClApi &Api = *Context->Api;
  cl_int Code = CL_SUCCESS;
  Kernel = Api.clCreateKernel(Handle, Name.c_str(), &Code);
  if (Status Made = clMade("clCreateKernel", Code, Kernel); !Made) {
    Kernel = nullptr;
    Error Failure = Made.takeError();
    Failure.Detail = "kernel " + Name;
    return Failure;
  }
  Code = Api.clGetKernelWorkGroupInfo(Kernel, Context->Device,
                                      CL_KERNEL_WORK_GROUP_SIZE,
                                      sizeof(GroupSize), &GroupSize, nullptr);
  if (Code == CL_SUCCESS && (!GroupSize || GroupSize > MostGroupItems))
    return Error{ErrorCode::Unsupported,
                 "claims that the kernel runs in groups of up to " +
                     std::to_string(GroupSize) + " work-items",
                 ""};
  return clStatus("clGetKernelWorkGroupInfo", Code);
}

Result<Program *> ClProgram::other(const char *Name) {
  std::lock_guard<std::mutex> Lock(OthersLock);
  auto [At, New] = Others.try_emplace(Name);
  if (New) {
    std::unique_ptr<ClProgram> Made(new ClProgram(Context, Handle));
    Made->Owns = false;
    if (Status Done = Made->make(Name); !Done) {
      Others.erase(At);
      return Done.takeError();
    }
    At->second = std::move(Made);
  }
  return At->second.get();
}

Result<std::unique_ptr<Program>>
ClProgram::finishBuild(std::unique_ptr<ClProgram> Made,
                       const ProgramSource &Source) {
  if (Status Done = Made->build(Source); !Done)
    return Done.takeError();
  return std::unique_ptr<Program>(std::move(Made));
}

Result<std::unique_ptr<Program>>
ClProgram::fromSource(std::shared_ptr<const ClContext> Context,
                      const ProgramSource &Source) {
  if (Source.Text.empty())
    return Error{ErrorCode::BuildFailed, "the kernel has no source", ""};
  const char *Text = Source.Text.data();
  size_t Length = Source.Text.size();
  cl_int Code = CL_SUCCESS;
  cl_program Handle = Context->Api->clCreateProgramWithSource(
      Context->Handle, 1, &Text, &Length, &Code);
  if (Status Made = clMade("clCreateProgramWithSource", Code, Handle); !Made)
    return Made.takeError();
  return finishBuild(
      std::unique_ptr<ClProgram>(new ClProgram(std::move(Context), Handle)),
      Source);
}

Result<std::unique_ptr<Program>>
ClProgram::fromBinary(std::shared_ptr<const ClContext> Context,
                      const ProgramSource &Source,
                      const std::vector<uint8_t> &Binary) {
  if (Binary.empty())
    return Error{ErrorCode::BuildFailed, "the program binary is empty", ""};
  const unsigned char *Data = Binary.data();
  size_t Length = Binary.size();
  cl_int Accepted = CL_SUCCESS;
  cl_int Code = CL_SUCCESS;
  cl_program Handle = Context->Api->clCreateProgramWithBinary(
      Context->Handle, 1, &Context->Device, &Length, &Data, &Accepted, &Code);
  if (Status Made = clMade("clCreateProgramWithBinary", Code, Handle); !Made)
    return Made.takeError();
  std::unique_ptr<ClProgram> Loaded(new ClProgram(std::move(Context), Handle));
  if (Accepted != CL_SUCCESS)
    return clError("clCreateProgramWithBinary", Accepted);
  return finishBuild(std::move(Loaded), Source);
}

std::vector<uint8_t> ClProgram::binary() const {
  const ClApi &Api = *Context->Api;
  // The queries fill one entry per device of the program: make sure that the
  // one entry passed below is all there is.
  cl_uint Devices = 0;
  if (Api.clGetProgramInfo(Handle, CL_PROGRAM_NUM_DEVICES, sizeof(Devices),
                           &Devices, nullptr) != CL_SUCCESS ||
      Devices != 1)
    return {};
  size_t Size = 0;
  if (Api.clGetProgramInfo(Handle, CL_PROGRAM_BINARY_SIZES, sizeof(Size), &Size,
                           nullptr) != CL_SUCCESS ||
      !Size || Size > MostBinaryBytes)
    return {};
  std::vector<uint8_t> Bytes(Size);
  unsigned char *Data = Bytes.data();
  if (Api.clGetProgramInfo(Handle, CL_PROGRAM_BINARIES, sizeof(Data), &Data,
                           nullptr) != CL_SUCCESS)
    return {};
  return Bytes;
}

static cl_int setArgument(const ClApi &Api, cl_kernel Kernel, cl_uint Index,
                          const KernelArgument &Value) {
  switch (Value.What) {
  case KernelArgument::Kind::Memory: {
    cl_mem Handle = Value.Memory
                        ? static_cast<ClBuffer *>(Value.Memory)->handle()
                        : nullptr;
    return Api.clSetKernelArg(Kernel, Index, sizeof(Handle), &Handle);
  }
  case KernelArgument::Kind::Bytes:
    return Api.clSetKernelArg(Kernel, Index, Value.Size, Value.Bytes);
  case KernelArgument::Kind::Local:
    // No local memory at all is not a size that OpenCL takes.
    return Api.clSetKernelArg(Kernel, Index, std::max<size_t>(Value.Size, 1),
                              nullptr);
  }
  return CL_INVALID_ARG_VALUE;
}

ClProgram::Setting ClProgram::Setting::of(const KernelArgument &Value) {
  Setting Out;
  Out.What = Value.What;
  switch (Value.What) {
  case KernelArgument::Kind::Memory:
    if (Value.Memory) {
      Out.Memory = static_cast<ClBuffer *>(Value.Memory)->identity();
      Out.Size = sizeof(cl_mem);
    }
    break;
  case KernelArgument::Kind::Bytes:
    if (Value.Size <= Most) {
      Out.Size = Value.Size;
      std::memcpy(Out.Bytes.data(), Value.Bytes, Value.Size);
    }
    break;
  case KernelArgument::Kind::Local:
    Out.Size = Value.Size;
    break;
  }
  return Out;
}

/// Whether Value is what the argument was set to.
bool ClProgram::Setting::is(const KernelArgument &Value) const {
  if (!Size || What != Value.What)
    return false;
  switch (What) {
  case KernelArgument::Kind::Memory:
    return Value.Memory &&
           Memory == static_cast<ClBuffer *>(Value.Memory)->identity();
  case KernelArgument::Kind::Bytes:
    return Size == Value.Size &&
           (Size == sizeof(uint64_t)
                ? !std::memcmp(Bytes.data(), Value.Bytes, sizeof(uint64_t))
                : !std::memcmp(Bytes.data(), Value.Bytes, Size));
  case KernelArgument::Kind::Local:
    return Size == Value.Size;
  }
  return false;
}

Status ClProgram::enqueue(cl_command_queue Queue, const NdRange &Range,
                          const std::vector<KernelArgument> &Values,
                          cl_event *Done) {
  const ClApi &Api = *Context->Api;
  std::lock_guard<std::mutex> Lock(Arguments);
  Set.resize(Values.size());
  for (size_t I = 0; I != Values.size(); ++I) {
    if (Set[I].is(Values[I]))
      continue;
    Setting Wanted = Setting::of(Values[I]);
    Set[I] = {};
    cl_int Code = setArgument(Api, Kernel, static_cast<cl_uint>(I), Values[I]);
    if (Code != CL_SUCCESS) {
      Error Failure = clError("clSetKernelArg", Code);
      Failure.Detail = "argument " + std::to_string(I);
      return Failure;
    }
    Set[I] = Wanted;
  }
  cl_int Code = Api.clEnqueueNDRangeKernel(
      Queue, Kernel, Range.Rank, nullptr, Range.Global.data(),
      Range.Local[0] ? Range.Local.data() : nullptr, 0, nullptr, Done);
  Status Enqueued = Done ? clMade("clEnqueueNDRangeKernel", Code, *Done)
                         : clStatus("clEnqueueNDRangeKernel", Code);
  if (Enqueued)
    return Unit();
  Error Failure = Enqueued.takeError();
  // Nothing that the kernel may have written can be trusted then. Who has no
  // memory for a kernel has not run it.
  const bool Ran = Done && *Done && Code != CL_SUCCESS;
  if (Ran || (!Done && Failure.Code != ErrorCode::OutOfMemory)) {
    Failure.Code = ErrorCode::DeviceLost;
    Failure.Message += Ran ? ", and yet the kernel was enqueued"
                           : ", and the kernel may have run";
  }
  return Failure;
}

} // namespace twofold
