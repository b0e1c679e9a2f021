/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Nest.h - textbook loops that every compiler gets alike -------------===*\
|*
|* A source of nests is compiled once for each peer: by clang and gcc, with and
|* without their threads, by Polly, and with the plugin. All annotations stand
in
|* it, and each compiler reads its own. A nest has a function that makes its
|* arrays and one that calls the kernel; Worker.c checks and times them.
|*
|* -DNEST_FLOAT makes `real` a float; -DNEST_SIZE=0, 1 or 2 chooses the sizes of
|* PolyBench.
\*===----------------------------------------------------------------------===*/
#ifndef TEST_BENCH_NESTS_NEST_H
#define TEST_BENCH_NESTS_NEST_H

#include <math.h>
#include <stddef.h>

#ifdef NEST_FLOAT
typedef float real;
#define REAL(name) name##f
#else
typedef double real;
#define REAL(name) name
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { MOST_ARRAYS = 12 };

/* The arrays of one nest, in the order in which they were made. */
struct work {
  int n; /* the size that was asked for */
  int arrays;
  void *at[MOST_ARRAYS];
  size_t bytes[MOST_ARRAYS];
  char kind[MOST_ARRAYS];   /* 'r' for reals, 'i' for integers */
  char result[MOST_ARRAYS]; /* compared with the serial program's */
};

/* New arrays: numbers from low to high that nobody would guess, and zeros. */
real *reals(struct work *w, size_t count, double low, double high);
int *integers(struct work *w, size_t count, int low, int high);
real *zeros(struct work *w, size_t count);
/* The array that was made last is a result, too. */
void changed(struct work *w);

enum {
  ORDERED = 0,   /* bits equal to the serial program's are demanded */
  REORDERED = 1, /* an annotated sum may be added in any order */
  REPEATS = 2,   /* a second call on its own results does the same work */
  ONCE = 4,      /* the same for float and double: runs with double */
  FUNCTIONS = 8  /* calls functions whose last bits are a device's own */
};

struct nest {
  const char *name, *group;
  int flags;
  /* Sizes for a quick look, for caches and for memory: numbers with commas. */
  const char *small, *medium, *large;
  void (*make)(struct work *w);
  void (*run)(const struct work *w);
  struct nest *next;
};

void addNest(struct nest *n);

/* NEST(name, group, flags, sizes, arrays, call): `arrays` is statements that
   make the arrays of `w`, `call` what is timed. A0, A1, ... are the arrays. */
#define NEST(ID, GROUP, FLAGS, SMALL, MEDIUM, LARGE, ARRAYS, CALL)             \
  static void make_##ID(struct work *w) {                                      \
    int n = w->n;                                                              \
    (void)n;                                                                   \
    ARRAYS;                                                                    \
  }                                                                            \
  static void run_##ID(const struct work *w) {                                 \
    int n = w->n;                                                              \
    (void)n;                                                                   \
    CALL;                                                                      \
  }                                                                            \
  static struct nest nest_##ID = {#ID,   GROUP,     FLAGS,    SMALL, MEDIUM,   \
                                  LARGE, make_##ID, run_##ID, NULL};           \
  __attribute__((constructor)) static void add_##ID(void) {                    \
    addNest(&nest_##ID);                                                       \
  }
#define A0 w->at[0]
#define A1 w->at[1]
#define A2 w->at[2]
#define A3 w->at[3]
#define A4 w->at[4]
#define A5 w->at[5]
#define A6 w->at[6]
#define A7 w->at[7]
#define A8 w->at[8]

/* Neither inlined nor specialised to one call's numbers. */
#define KERNEL __attribute__((noinline)) void

#ifdef __cplusplus
}
#endif
#endif
