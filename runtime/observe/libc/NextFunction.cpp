// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "observe/libc/NextFunction.h"

using namespace twofold;

// The linker's names of where the section begins and ends.
extern "C" {
extern __attribute__((
    visibility("hidden"))) AnyNextFunction __start_twofold_next[],
    __stop_twofold_next[];
}

void twofold::findNextFunctions() {
  static std::atomic<bool> Done{false};
  if (Done.exchange(true, std::memory_order_relaxed))
    return;
  for (AnyNextFunction *Each = __start_twofold_next;
       Each != __stop_twofold_next; ++Each)
    Each->find();
}
