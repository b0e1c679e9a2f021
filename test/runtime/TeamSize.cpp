// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TeamSize.cpp - two threads, on every machine -----------------------===//
//
// Who computes a call depends on how many threads there are. What tests expect
// of that is meant for a team of two. Runs before OpenMP's library looks.
//
//===----------------------------------------------------------------------===//
#include <cstdlib>

[[maybe_unused]] static const int Set = setenv("OMP_NUM_THREADS", "2",
                                               /*overwrite=*/0);
