/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- PolyBench.h - what the files of PolyBench's kernels share ----------===*/
#ifndef TEST_BENCH_NESTS_POLYBENCH_H
#define TEST_BENCH_NESTS_POLYBENCH_H

#include "Nest.h"

/* Sizes are known to the compiler, as in the suite: one program for each. */
#if NEST_SIZE == 0
#define PICK(SMALL, MEDIUM, LARGE) SMALL
#elif NEST_SIZE == 1
#define PICK(SMALL, MEDIUM, LARGE) MEDIUM
#else
#define PICK(SMALL, MEDIUM, LARGE) LARGE
#endif

#define POLYBENCH(ID, FLAGS, ARRAYS, CALL)                                     \
  NEST(ID, "polybench", FLAGS, "0", "0", "0", ARRAYS, CALL)

#endif
