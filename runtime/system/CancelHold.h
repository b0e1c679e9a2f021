// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CancelHold.h - no cancelled threads while locks are held -----------===//
//
// A thread that is cancelled ends at the next function of libc that waits. In
// the runtime that would be in the middle of a launch, while the thread holds
// locks of the runtime and of the driver, which would never be free again.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_CANCELHOLD_H
#define TWOFOLD_RUNTIME_SYSTEM_CANCELHOLD_H

#include <pthread.h>

namespace twofold {

/// While one of these lives, pthread_cancel() has no effect on the thread that
/// made it. They nest; one costs about 10 ns.
class CancelHold {
  int Before = PTHREAD_CANCEL_ENABLE;

public:
  CancelHold() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Before); }
  CancelHold(const CancelHold &) = delete;
  ~CancelHold() { pthread_setcancelstate(Before, nullptr); }
};

} // namespace twofold

#endif
