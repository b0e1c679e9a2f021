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

#include <algorithm>
#include <new>
#include <string>
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

namespace {

/// Calls that follow each other, as one: its ranges are theirs, and it has as
/// many items as all of them.
class Sequence {
  std::vector<const twofold_site *> Kernels;
  std::vector<twofold_kernel_argument> Ranges;
  std::string Name, File;
  uint64_t Items = 0;

  void addRange(const twofold_kernel_argument &Arg) {
    if (Arg.kind > TWOFOLD_KERNEL_INOUT)
      return;
    for (twofold_kernel_argument &Known : Ranges)
      if (Known.pointer == Arg.pointer) {
        Known.bytes = std::max(Known.bytes, Arg.bytes);
        if (Known.kind != Arg.kind && Known.kind == TWOFOLD_KERNEL_IN)
          Known.kind = TWOFOLD_KERNEL_INOUT;
        return;
      }
    Ranges.push_back(Arg);
  }

  static void runNothing(void *const *, uint64_t, uint64_t) {}
  /// What tells sequences apart; it is never built.
  std::string text() const {
    std::string Out;
    for (const twofold_kernel_argument &Arg : Ranges)
      Out += std::string(Out.empty() ? "" : ", ") + "global " +
             (Arg.kind == TWOFOLD_KERNEL_IN ? "const " : "") + "char *r" +
             std::to_string(&Arg - Ranges.data());
    return "kernel void " + Name + "(" + Out + ") {}";
  }

public:
  Sequence(const twofold_kernel_call *Calls, uint32_t Count) {
    for (uint32_t I = 0; I < Count; ++I) {
      auto *const Kernel = reinterpret_cast<SourceKernel *>(Calls[I].kernel);
      if (!Kernel)
        continue; // its call says so
      const std::span Args(Calls[I].args, Calls[I].count);
      const twofold_site *const Site = Kernel->siteOf(1, &Calls[I].items, Args);
      if (Site && std::ranges::find(Kernels, Site) == Kernels.end()) {
        Kernels.push_back(Site);
        Name += (Name.empty() ? "" : "_and_") + Kernel->name();
        File = Kernel->file();
      }
      std::ranges::for_each(Args, [&](auto &Arg) { addRange(Arg); });
      Items += Calls[I].groups * Calls[I].items;
    }
  }

  /// Run makes as many calls as Steps.
  void run(unsigned Steps, const std::function<void()> &Run) {
    if (Steps == 1)
      return Run();
    runtime().buildTogether(Kernels);
    auto Whole = SourceKernel::from(Name.c_str(), text().c_str(), runNothing,
                                    File.c_str(), 0);
    std::string Why;
    if (!Whole)
      return Run();
    (void)(*Whole)->run(
        1, &Items, nullptr, Ranges,
        [&](const twofold_site &Site, const twofold_launch &Launch,
            uint64_t Trips) {
          const FunctionScope::Call In;
          runtime().runSequence(Site, Launch, Trips, Kernels, Steps, Run);
          return std::string();
        },
        Why);
  }
};

} // namespace

/// See twofold_device_functions::run_all.
static int runAll(const twofold_kernel_call *Calls, uint32_t Count) {
  int Result = TWOFOLD_KERNEL_OK;
  uint32_t Ran = 0;
  const auto RunRest = [&] {
    while (Ran < Count && !Result) {
      const twofold_kernel_call &Each = Calls[Ran];
      const uint64_t Items = Each.groups * Each.items;
      Result = twofold_kernel_run(Each.kernel, 1, &Items, &Each.items,
                                  Each.args, Each.count);
      Ran += !Result;
    }
  };
  try {
    Sequence(Calls, Count).run(Count, RunRest);
  } catch (const std::bad_alloc &) {
    // They are placed and built one by one.
  }
  RunRest();
  return Result;
}

static int isDemanded() { return runtime().demandsDevice(); }

extern "C" const char *twofold_kernel_error(void) {
  return kernelError().c_str();
}

extern "C" const twofold_device_functions *twofold_device_calls() {
  static constexpr twofold_device_functions All = {
      sizeof All,   twofold_kernel_from, twofold_kernel_run,      twofold_alloc,
      twofold_free, twofold_where,       HostDevice::mostThreads, runAll,
      isDemanded};
  return &All;
}
