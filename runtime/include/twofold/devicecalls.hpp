// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/devicecalls.hpp - what algorithms call of the runtime ------===//
#ifndef TWOFOLD_DEVICECALLS_HPP
#define TWOFOLD_DEVICECALLS_HPP

#include "kernel.h"
#include "twofold.h"

#include <cstddef>

extern "C" {
/// A call of a kernel in one dimension, as twofold_kernel_run has it.
struct twofold_kernel_call {
  twofold_kernel_text *kernel;
  uint64_t groups, items; ///< of a group
  const twofold_kernel_argument *args;
  uint32_t count;
};

/// What the algorithms call of the runtime; it is not there in programs without
/// it, whose algorithms run in order.
struct twofold_device_functions {
  /// sizeof(twofold_device_functions), of the runtime's. Others are added at
  /// the end; a program that knows more than the runtime does without all of
  /// them.
  uint64_t struct_size;
  decltype(&twofold_kernel_from) from;
  decltype(&twofold_kernel_run) run;
  void *(*alloc)(size_t Bytes);
  void (*free)(void *Block);
  decltype(&twofold_where) where;
  unsigned (*threads)(); ///< of the host that loops may have
  /// Runs one after the other, as far as the first that fails, and returns what
  /// that does. All of them are for one side; their kernels are built at the
  /// same time.
  int (*run_all)(const twofold_kernel_call *Calls, uint32_t Count);
  /// Whether a device is there that all calls are to go to.
  int (*demanded)();
};
__attribute__((weak)) const twofold_device_functions *twofold_device_calls();
}

namespace twofold::detail {

/// Null where there is no runtime, or one that lacks some of them.
inline const twofold_device_functions *deviceCalls() {
  const twofold_device_functions *const All =
      twofold_device_calls ? twofold_device_calls() : nullptr;
  return All && All->struct_size >= sizeof *All ? All : nullptr;
}

/// Whether a device has most of these bytes, or gets all work.
inline bool isForDevice(const void *Range, std::ptrdiff_t Bytes) {
  if (deviceCalls()->demanded())
    return true;
  twofold_residence Found = {};
  Found.struct_size = sizeof Found;
  const auto Whole = static_cast<std::size_t>(Bytes);
  if (deviceCalls()->where(Range, Whole, &Found) || !Found.devices)
    return false;
  bool Most = false;
  for (const uint64_t Here : Found.on_device)
    Most |= Here > Whole / 2;
  return Most;
}

} // namespace twofold::detail

#endif
