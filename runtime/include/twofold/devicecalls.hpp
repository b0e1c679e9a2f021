// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- twofold/devicecalls.hpp - what algorithms call of the runtime ------===//
#ifndef TWOFOLD_DEVICECALLS_HPP
#define TWOFOLD_DEVICECALLS_HPP

#include "kernel.h"
#include "twofold.h"

extern "C" {
/// What the algorithms call of the runtime; it is not there in programs without
/// it, whose algorithms run in order.
struct twofold_device_functions {
  decltype(&twofold_kernel_from) from;
  decltype(&twofold_kernel_run) run;
  void *(*alloc)(size_t Bytes);
  void (*free)(void *Block);
  decltype(&twofold_where) where;
  unsigned (*threads)(); ///< of the host that loops may have
};
__attribute__((weak)) const twofold_device_functions *twofold_device_calls();
}

#endif
