// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HandResident.cpp - a program that keeps its buffers by hand --------===//
#include "HandResident.h"

#include <cstdio>
#include <cstdlib>

using namespace twofold;

static constexpr const char *Source = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF

__kernel void jacobi2d(__global const double *a, __global double *b, long n) {
  long j = get_global_id(0) + 1, i = get_global_id(1) + 1;
  if (i >= n - 1 || j >= n - 1)
    return;
  b[i * n + j] = 0.2 * (a[i * n + j] + a[i * n + j - 1] + a[i * n + 1 + j] +
                        a[(1 + i) * n + j] + a[(i - 1) * n + j]);
}

#define AT(i, j, k) a[((i) * n + (j)) * n + (k)]
__kernel void heat3d(__global const double *a, __global double *b, long n) {
  long k = get_global_id(0) + 1, j = get_global_id(1) + 1,
       i = get_global_id(2) + 1;
  if (i >= n - 1 || j >= n - 1 || k >= n - 1)
    return;
  b[(i * n + j) * n + k] =
      0.125 * (AT(i + 1, j, k) - 2.0 * AT(i, j, k) + AT(i - 1, j, k)) +
      0.125 * (AT(i, j + 1, k) - 2.0 * AT(i, j, k) + AT(i, j - 1, k)) +
      0.125 * (AT(i, j, k + 1) - 2.0 * AT(i, j, k) + AT(i, j, k - 1)) +
      AT(i, j, k);
}

__kernel void scale(__global const double *from, __global double *to, double by,
                    long n) {
  long i = get_global_id(0);
  if (i < n)
    to[i] = by * from[i];
}

__kernel void sum(__global const long *from, __global long *partial,
                  __local long *own, long n) {
  long all = 0;
  for (long i = get_global_id(0); i < n; i += get_global_size(0))
    all += from[i];
  size_t me = get_local_id(0);
  own[me] = all;
  for (size_t rest = get_local_size(0) / 2; rest; rest /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < rest)
      own[me] += own[me + rest];
  }
  if (me == 0)
    partial[get_group_id(0)] = own[0];
}
)";

[[noreturn]] static void give(const char *Call, cl_int Code) {
  std::fprintf(stderr, "residence: %s\n", clError(Call, Code).Message.c_str());
  std::exit(1);
}

static void need(cl_int Code, const char *Call) {
  if (Code != CL_SUCCESS)
    give(Call, Code);
}

HandResident::HandResident() {
  auto Loaded = loadCl();
  if (!Loaded) {
    std::fprintf(stderr, "residence: %s\n", Loaded.error().Message.c_str());
    std::exit(1);
  }
  Api = std::move(*Loaded);
  cl_uint Count = 0;
  need(Api->clGetPlatformIDs(0, nullptr, &Count), "clGetPlatformIDs");
  std::vector<cl_platform_id> Platforms(Count);
  need(Api->clGetPlatformIDs(Count, Platforms.data(), nullptr),
       "clGetPlatformIDs");
  for (cl_device_type Type :
       {cl_device_type(CL_DEVICE_TYPE_GPU), cl_device_type(CL_DEVICE_TYPE_ALL)})
    for (cl_platform_id P : Platforms)
      if (!Device && !Api->clGetDeviceIDs(P, Type, 1, &Device, &Count))
        Gpu = Type == CL_DEVICE_TYPE_GPU;
  if (!Device)
    give("clGetDeviceIDs", CL_DEVICE_NOT_FOUND);
  auto Ask = [&](cl_device_info What, auto &Into) {
    need(Api->clGetDeviceInfo(Device, What, sizeof Into, &Into, nullptr),
         "clGetDeviceInfo");
  };
  char Text[256] = "";
  cl_ulong Bytes = 0, Largest = 0;
  cl_bool Shares = CL_FALSE;
  Ask(CL_DEVICE_NAME, Text);
  Ask(CL_DEVICE_GLOBAL_MEM_SIZE, Bytes);
  Ask(CL_DEVICE_MAX_MEM_ALLOC_SIZE, Largest);
  Ask(CL_DEVICE_HOST_UNIFIED_MEMORY, Shares);
  Name = Text;
  Memory = Bytes;
  LargestArray = Largest;
  Unified = Shares;
  cl_int Code = CL_SUCCESS;
  Context = Api->clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Code);
  need(Code, "clCreateContext");
  Line = Api->clCreateCommandQueue(Context, Device, 0, &Code);
  need(Code, "clCreateCommandQueue");
  const char *Pointer = Source;
  Program =
      Api->clCreateProgramWithSource(Context, 1, &Pointer, nullptr, &Code);
  need(Code, "clCreateProgramWithSource");
  need(Api->clBuildProgram(Program, 1, &Device, "-cl-std=CL1.2", nullptr,
                           nullptr),
       "clBuildProgram");
}

cl_mem HandResident::buffer(size_t Bytes) {
  cl_int Code = CL_SUCCESS;
  cl_mem Made =
      Api->clCreateBuffer(Context, CL_MEM_READ_WRITE, Bytes, nullptr, &Code);
  need(Code, "clCreateBuffer");
  return Made;
}

void HandResident::release(cl_mem Memory) { Api->clReleaseMemObject(Memory); }

cl_kernel HandResident::kernel(const char *Name) {
  cl_int Code = CL_SUCCESS;
  cl_kernel Made = Api->clCreateKernel(Program, Name, &Code);
  need(Code, "clCreateKernel");
  return Made;
}

void HandResident::write(cl_mem To, const void *From, size_t Bytes) {
  need(Api->clEnqueueWriteBuffer(Line, To, CL_TRUE, 0, Bytes, From, 0, nullptr,
                                 nullptr),
       "clEnqueueWriteBuffer");
  ToDevice += Bytes;
}

void HandResident::read(void *To, cl_mem From, size_t Bytes) {
  need(Api->clEnqueueReadBuffer(Line, From, CL_TRUE, 0, Bytes, To, 0, nullptr,
                                nullptr),
       "clEnqueueReadBuffer");
  ToHost += Bytes;
}

void HandResident::finish() { need(Api->clFinish(Line), "clFinish"); }

void HandResident::setArgument(cl_kernel K, unsigned Index, size_t Bytes,
                               const void *Value) {
  need(Api->clSetKernelArg(K, Index, Bytes, Value), "clSetKernelArg");
}

void HandResident::launch(cl_kernel K, std::vector<size_t> Items) {
  std::array<size_t, 3> Local = {groupItems(), 1, 1};
  if (Gpu && Items.size() > 1)
    Local = {32, 8, 1};
  for (size_t R = 0; R < Items.size(); ++R)
    Items[R] = (Items[R] + Local[R] - 1) / Local[R] * Local[R];
  need(Api->clEnqueueNDRangeKernel(Line, K, cl_uint(Items.size()), nullptr,
                                   Items.data(), Local.data(), 0, nullptr,
                                   nullptr),
       "clEnqueueNDRangeKernel");
}
