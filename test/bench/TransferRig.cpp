// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TransferRig.cpp - a device, bytes on both sides, and the clock -----===//
#include "TransferRig.h"

#include <cstdio>
#include <cstring>
#include <vector>

using namespace twofold;

[[noreturn]] static void give(const std::string &Why) {
  std::fprintf(stderr, "transfers: %s\n", Why.c_str());
  std::exit(1);
}

static void need(cl_int Code, const char *Call) {
  if (Code != CL_SUCCESS)
    give(clError(Call, Code).Message);
}

template <typename T> static T need(Result<T> R) {
  if (!R)
    give(R.error().Message);
  return std::move(*R);
}

void HostBytes::fill(uint64_t Seed) {
  uint64_t X = Seed | 1;
  for (size_t I = 0; I + sizeof X <= Size; I += sizeof X) {
    X ^= X << 13, X ^= X >> 7, X ^= X << 17;
    std::memcpy(data() + I, &X, sizeof X);
  }
}

TransferRig::TransferRig(const std::string &Part) {
  Api = need(loadCl());
  cl_uint Count = 0;
  need(Api->clGetPlatformIDs(0, nullptr, &Count), "clGetPlatformIDs");
  std::vector<cl_platform_id> Platforms(Count);
  need(Api->clGetPlatformIDs(Count, Platforms.data(), nullptr),
       "clGetPlatformIDs");
  bool Gpu = false;
  for (cl_platform_id P : Platforms) {
    cl_device_id All[16];
    if (Api->clGetDeviceIDs(P, CL_DEVICE_TYPE_ALL, 16, All, &Count))
      continue;
    for (cl_uint I = 0; I < std::min(Count, cl_uint(16)); ++I) {
      char Text[256] = "";
      cl_device_type Type = 0;
      cl_bool Shares = CL_FALSE;
      need(Api->clGetDeviceInfo(All[I], CL_DEVICE_NAME, sizeof Text - 1, Text,
                                nullptr),
           "clGetDeviceInfo");
      need(Api->clGetDeviceInfo(All[I], CL_DEVICE_TYPE, sizeof Type, &Type,
                                nullptr),
           "clGetDeviceInfo");
      (void)Api->clGetDeviceInfo(All[I], CL_DEVICE_HOST_UNIFIED_MEMORY,
                                 sizeof Shares, &Shares, nullptr);
      bool IsGpu = Type & CL_DEVICE_TYPE_GPU;
      if (!std::strstr(Text, Part.c_str()) || (Device && (Gpu || !IsGpu)))
        continue;
      Device = All[I], Gpu = IsGpu, Name = Text, Unified = Shares;
    }
  }
  if (!Device)
    give("no such OpenCL device");
  cl_int Code = CL_SUCCESS;
  cl_context Handle =
      Api->clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Code);
  need(Code, "clCreateContext");
  Context = std::make_shared<const ClContext>(Api, Device, Handle);
}

void TransferRig::room(size_t Bytes) {
  if (!OnDevice || OnDevice->size() < Bytes)
    OnDevice = need(ClBuffer::create(Context, Bytes));
}

std::unique_ptr<Queue> TransferRig::plain() {
  return need(ClQueue::create(Context));
}

std::unique_ptr<Queue> TransferRig::ring(const TransferOptions &Options) {
  return need(
      ClQueue::create(Context, Options.fitted(CopyThreads::cores()), Crew));
}

void TransferRig::send(Queue &By, const char *From, size_t Bytes) {
  need(By.write(*OnDevice, 0, From, Bytes));
  need(By.finish());
}

void TransferRig::fetch(Queue &By, char *To, size_t Bytes) {
  need(By.read(To, *OnDevice, 0, Bytes));
  need(By.finish());
}

void TransferRig::check(Queue &By, const HostBytes &From, HostBytes &Back,
                        size_t Bytes) {
  send(By, From.data(), Bytes);
  std::memset(Back.data(), 0x5A, Bytes);
  fetch(By, Back.data(), Bytes);
  if (std::memcmp(From.data(), Back.data(), Bytes))
    give("the bytes that came back are not those that were sent");
}

void TransferRig::pinned(size_t Bytes, double &ToDevice, double &ToHost) {
  auto By = plain();
  room(Bytes);
  cl_int Code = CL_SUCCESS;
  cl_command_queue Line =
      Api->clCreateCommandQueue(Context->Handle, Device, 0, &Code);
  need(Code, "clCreateCommandQueue");
  cl_mem Memory = Api->clCreateBuffer(Context->Handle,
                                      CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                      Bytes, nullptr, &Code);
  need(Code, "clCreateBuffer");
  auto *Mapped = static_cast<char *>(
      Api->clEnqueueMapBuffer(Line, Memory, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                              0, Bytes, 0, nullptr, nullptr, &Code));
  need(Code, "clEnqueueMapBuffer");
  std::memset(Mapped, 1, Bytes);
  Rounds R;
  R.add([&] { return clocked([&] { send(*By, Mapped, Bytes); }); });
  R.add([&] { return clocked([&] { fetch(*By, Mapped, Bytes); }); });
  R.run(5);
  ToDevice = R.time(0).Median;
  ToHost = R.time(1).Median;
  need(Api->clEnqueueUnmapMemObject(Line, Memory, Mapped, 0, nullptr, nullptr),
       "clEnqueueUnmapMemObject");
  need(Api->clFinish(Line), "clFinish");
  Api->clReleaseMemObject(Memory);
  Api->clReleaseCommandQueue(Line);
}

void TransferRig::hostPointer(const HostBytes &Source, HostBytes &Target) {
  auto By = plain();
  size_t Bytes = std::min(Source.Size, Target.Size);
  room(Bytes);
  cl_int Code = CL_SUCCESS;
  cl_command_queue Line =
      Api->clCreateCommandQueue(Context->Handle, Device, 0, &Code);
  need(Code, "clCreateCommandQueue");
  cl_mem Device = static_cast<ClBuffer &>(*OnDevice).handle();
  auto Show = [&](const char *What, double Seconds) {
    std::printf("  %-52s %9.3f ms %7.1f GB/s\n", What, 1e3 * Seconds,
                1e-9 * double(Bytes) / Seconds);
  };
  cl_mem From = nullptr, To = nullptr;
  auto Wrap = [&](const HostBytes &B) {
    cl_mem Made = Api->clCreateBuffer(Context->Handle,
                                      CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                                      Bytes, B.data(), &Code);
    need(Code, "clCreateBuffer");
    return Made;
  };
  auto Copy = [&](cl_mem A, cl_mem B) {
    need(Api->clEnqueueCopyBuffer(Line, A, B, 0, 0, Bytes, 0, nullptr, nullptr),
         "clEnqueueCopyBuffer");
    need(Api->clFinish(Line), "clFinish");
  };
  auto Map = [&](cl_mem M, cl_map_flags How, const HostBytes &B) {
    void *At = Api->clEnqueueMapBuffer(Line, M, CL_TRUE, How, 0, Bytes, 0,
                                       nullptr, nullptr, &Code);
    need(Code, "clEnqueueMapBuffer");
    need(Api->clEnqueueUnmapMemObject(Line, M, At, 0, nullptr, nullptr),
         "clEnqueueUnmapMemObject");
    need(Api->clFinish(Line), "clFinish");
    if (At != B.data())
      std::printf("  mapped elsewhere: the driver keeps a copy\n");
  };
  std::printf("buffers made of the program's memory (CL_MEM_USE_HOST_PTR), %zu "
              "MiB\n",
              Bytes >> 20);
  Show("making one", clocked([&] { From = Wrap(Source); }));
  Show("making another", clocked([&] { To = Wrap(Target); }));
  Show("copy to the device, first time", clocked([&] { Copy(From, Device); }));
  Show("copy to the device, again", clocked([&] { Copy(From, Device); }));
  Show("copy to the host, first time", clocked([&] { Copy(Device, To); }));
  Show("copy to the host, again", clocked([&] { Copy(Device, To); }));
  Show("map and unmap for reading",
       clocked([&] { Map(To, CL_MAP_READ, Target); }));
  Show("map and unmap for writing",
       clocked([&] { Map(From, CL_MAP_WRITE, Source); }));
  Show("write from wrapped memory",
       clocked([&] { send(*By, Source.data(), Bytes); }));
  Show("read into wrapped memory",
       clocked([&] { fetch(*By, Target.data(), Bytes); }));
  std::printf("  bytes %s\n", std::memcmp(Source.data(), Target.data(), Bytes)
                                  ? "DIFFER"
                                  : "agree");
  Show("releasing both", clocked([&] {
         Api->clReleaseMemObject(From);
         Api->clReleaseMemObject(To);
       }));
  Api->clReleaseCommandQueue(Line);
}
