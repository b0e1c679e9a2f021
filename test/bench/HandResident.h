// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HandResident.h - a program that keeps its buffers by hand ----------===//
//
// What a careful programmer writes with OpenCL's own calls: buffers are made
// once, kernels enqueued one after the other, one clFinish at the end.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_HANDRESIDENT_H
#define TEST_BENCH_HANDRESIDENT_H

#include "opencl/ClLoader.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

/// Ends the program on failure, as all members do. The first GPU, or else the
/// first device; lives as long as the program.
class HandResident {
  std::shared_ptr<const twofold::ClApi> Api;
  cl_device_id Device = nullptr;
  cl_context Context = nullptr;
  cl_command_queue Line = nullptr;
  cl_program Program = nullptr;

public:
  bool Gpu = false, Unified = false;
  std::string Name;
  size_t Memory = 0;       ///< bytes that the device has
  size_t LargestArray = 0; ///< bytes of one buffer, at most
  /// Bytes that went over the bus so far.
  size_t ToDevice = 0, ToHost = 0;

  HandResident();

  cl_mem buffer(size_t Bytes);
  void release(cl_mem Memory);
  cl_kernel kernel(const char *Name);

  void write(cl_mem To, const void *From, size_t Bytes);
  /// Waits for the bytes.
  void read(void *To, cl_mem From, size_t Bytes);
  void finish();

  template <typename T> void set(cl_kernel K, unsigned Index, T Value) {
    setArgument(K, Index, sizeof Value, &Value);
  }
  void setArgument(cl_kernel K, unsigned Index, size_t Bytes,
                   const void *Value);
  /// One item for each of Items, in groups that a programmer would choose.
  void launch(cl_kernel K, std::vector<size_t> Items);
  size_t groupItems() const { return Gpu ? 256 : 64; }
};

#endif
