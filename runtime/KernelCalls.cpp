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
#include <vector>

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

/// See twofold_device_functions::run_all.
static int runAll(const twofold_kernel_call *Calls, uint32_t Count) {
  try {
    std::vector<const twofold_site *> Sites;
    for (uint32_t I = 0; I < Count; ++I)
      if (const twofold_site *Site =
              reinterpret_cast<SourceKernel *>(Calls[I].kernel)
                  ->siteOf(1, &Calls[I].items, {Calls[I].args, Calls[I].count}))
        Sites.push_back(Site);
    runtime().buildTogether(Sites);
  } catch (const std::bad_alloc &) {
    // They are built one by one.
  }
  for (uint32_t I = 0; I < Count; ++I) {
    const uint64_t Items = Calls[I].groups * Calls[I].items;
    if (const int Result =
            twofold_kernel_run(Calls[I].kernel, 1, &Items, &Calls[I].items,
                               Calls[I].args, Calls[I].count))
      return Result;
  }
  return TWOFOLD_KERNEL_OK;
}

static int isDemanded() { return runtime().demandsDevice(); }

extern "C" const char *twofold_kernel_error(void) {
  return kernelError().c_str();
}

extern "C" const twofold_device_functions *twofold_device_calls() {
  static constexpr twofold_device_functions All = {
      twofold_kernel_from, twofold_kernel_run,      twofold_alloc, twofold_free,
      twofold_where,       HostDevice::mostThreads, runAll,        isDemanded};
  return &All;
}
