// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallCounts.h - what a thread's calls have done ---------------------===//
#ifndef TWOFOLD_RUNTIME_CHOICE_CALLCOUNTS_H
#define TWOFOLD_RUNTIME_CHOICE_CALLCOUNTS_H

#include <cstdint>

namespace twofold {

/// Of one thread. Differences count: the numbers wrap around.
struct CallCounts {
  uint32_t Teams = 0;    ///< threads were started
  uint32_t Launches = 0; ///< a device was to have the call

  // In the library's own part of the thread's memory.
  static constinit thread_local CallCounts Own
      __attribute__((tls_model("initial-exec")));
};

} // namespace twofold

#endif
