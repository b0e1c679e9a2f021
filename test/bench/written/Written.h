/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Written.h - how the loops of Written.def are called ----------------===*\
|*
|* WRITTEN_LOOP(name, type of inputs, type of results) stands before the body of
|* a loop's function, which has n, m, a, b and out. Each source is compiled
|* twice, with VARIANT as `serial` and as `twofold`; the program calls the
|* functions without their types.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TEST_BENCH_WRITTEN_WRITTEN_H
#define TEST_BENCH_WRITTEN_WRITTEN_H

#include <stddef.h>

typedef unsigned char byte;

/* a and b: what is read; out: what is stored, or updated. */
typedef void written_run(long n, long m, const void *a, const void *b,
                         void *out);

/* What a peer is called with: it computes out once, as the loop does, and gives
 * the seconds of a call with all data on the device; below 0: it has failed, or
 * does not know the name. */
typedef struct written_data {
  long n, m;
  const void *a, *b;
  void *out;
  size_t a_bytes, b_bytes, out_bytes;
} written_data;
typedef double written_timer(const char *name, const written_data *data);

#ifdef VARIANT
#define WRITTEN_PASTE2(A, B) A##_##B
#define WRITTEN_PASTE(A, B) WRITTEN_PASTE2(A, B)
#define WRITTEN_LOOP(NAME, IN, OUT)                                            \
  static void NAME(long n, long m, const IN *a, const IN *b, OUT *out);        \
  void WRITTEN_PASTE(NAME, VARIANT)(long n, long m, const void *a,             \
                                    const void *b, void *out) {                \
    NAME(n, m, a, b, out);                                                     \
  }                                                                            \
  static void NAME(long n, long m, const IN *a, const IN *b, OUT *out)
#endif

#endif
