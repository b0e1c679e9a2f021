// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/Files.h"
#include "system/SystemCalls.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <sys/resource.h>

using namespace twofold;

static constinit std::atomic<bool> Limited{false};

/// As the kernel has it.
static constexpr uint64_t Signal = uint64_t(1) << (SIGXFSZ - 1);

FileSizeHold::FileSizeHold(bool Asks) {
  if (Asks) {
    rlimit64 Limit = {RLIM64_INFINITY, RLIM64_INFINITY};
    syscalls::call(SYS_prlimit64, 0, RLIMIT_FSIZE, nullptr, &Limit);
    Limited.store(Limit.rlim_cur != RLIM64_INFINITY, std::memory_order_relaxed);
  }
  if (!Limited.load(std::memory_order_relaxed))
    return;
  uint64_t Before = 0;
  Blocks = syscalls::call(SYS_rt_sigprocmask, SIG_BLOCK, &Signal, &Before,
                          sizeof Signal) == 0 &&
           !(Before & Signal);
}

FileSizeHold::~FileSizeHold() {
  if (!Blocks)
    return;
  const int Error = errno;
  // What a write has raised waits for this thread.
  const timespec Now = {};
  syscalls::call(SYS_rt_sigtimedwait, &Signal, nullptr, &Now, sizeof Signal);
  syscalls::call(SYS_rt_sigprocmask, SIG_UNBLOCK, &Signal, nullptr,
                 sizeof Signal);
  errno = Error;
}
