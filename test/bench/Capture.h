// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Capture.h - see what a compiled loop hands to the runtime ----------===//
//
// The bench defines twofold_run itself and passes calls on to the library, so
// that it can time a loop's own kernel exactly as it times a hand-written one.
//
//===----------------------------------------------------------------------===//
#ifndef TEST_BENCH_CAPTURE_H
#define TEST_BENCH_CAPTURE_H

#include "twofold/abi.h"

#include <functional>

using LaunchObserver =
    std::function<void(const twofold_site &, const twofold_launch &)>;

/// Runs Work; every annotated loop that it calls is shown to Observe instead of
/// being run. Not thread-safe.
void capture(const std::function<void()> &Work, const LaunchObserver &Observe);

#endif
