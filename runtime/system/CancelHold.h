// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CancelHold.h - no cancelled threads while locks are held -----------===//
//
// A thread that is cancelled ends at the next function of libc that waits. Here
// that would be in the middle of a launch, with locks of the runtime's and the
// driver's, which nobody could have after it.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_CANCELHOLD_H
#define TWOFOLD_RUNTIME_SYSTEM_CANCELHOLD_H

#include <pthread.h>

namespace twofold {

/// While one of a thread lives, pthread_cancel() takes no effect on it. Nests;
/// costs about 10 ns.
class CancelHold {
  int Before = PTHREAD_CANCEL_ENABLE;

public:
  CancelHold() { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &Before); }
  CancelHold(const CancelHold &) = delete;
  ~CancelHold() { pthread_setcancelstate(Before, nullptr); }
};

} // namespace twofold

#endif
