// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelCalls.cpp - the C entry points for the program's kernels -----===//
#pragma GCC visibility push(default)
#include "twofold/devicecalls.hpp"
#include "twofold/twofold.h"
#pragma GCC visibility pop

#include "Runtime.h"
#include "host/HostDevice.h"
#include "kernel/SourceKernel.h"
#include "region/FunctionScope.h"

#include <new>

using namespace twofold;

/// What the thread's last call about a kernel of the program's came to.
static std::string &kernelError() {
  thread_local std::string Text;
  return Text;
}

extern "C" twofold_kernel_text *
twofold_kernel_from(const char *Name, const char *Source,
                    twofold_kernel_native Native, const char *File,
                    uint32_t Line) {
  try {
    auto Made = SourceKernel::from(Name, Source, Native, File, Line);
    kernelError() = Made ? "" : Made.error().Message;
    return Made ? reinterpret_cast<twofold_kernel_text *>(*Made) : nullptr;
  } catch (const std::bad_alloc &) {
    kernelError() = "out of memory";
    return nullptr;
  }
}

extern "C" int twofold_kernel_run(twofold_kernel_text *Kernel, uint32_t Rank,
                                  const uint64_t *Global, const uint64_t *Local,
                                  const twofold_kernel_argument *Args,
                                  uint32_t Count) {
  std::string &Why = kernelError();
  Why.clear();
  try {
    if (!Kernel || (!Args && Count)) {
      Why = Kernel ? "the arguments are null" : "the kernel is null";
      return TWOFOLD_KERNEL_BAD_ARGUMENT;
    }
    return reinterpret_cast<SourceKernel *>(Kernel)->run(
        Rank, Global, Local, {Args, Count},
        [](const twofold_site &Site, const twofold_launch &Launch,
           uint64_t Trips) {
          const FunctionScope::Call In;
          return runtime().runKernel(Site, Launch, Trips);
        },
        Why);
  } catch (const std::bad_alloc &) {
    Why = "out of memory";
    return TWOFOLD_KERNEL_NOT_RUN;
  }
}

extern "C" const char *twofold_kernel_error(void) {
  return kernelError().c_str();
}

extern "C" const twofold_device_functions *twofold_device_calls() {
  static constexpr twofold_device_functions All = {
      twofold_kernel_from, twofold_kernel_run, twofold_alloc,
      twofold_free,        twofold_where,      HostDevice::mostThreads};
  return &All;
}
