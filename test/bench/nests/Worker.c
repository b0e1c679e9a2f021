/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Worker.c - checks and times one nest -------------------------------===*\
|*
|*   worker list
|*   worker NAME SIZE SECONDS [save FILE | compare FILE]
|*
|* One nest a process: a thread pool that spins, or a kernel that crashes, is no
|* other nest's affair. Prints what a line of JSON says: seconds of a call, each
|* measured on arrays as they were made, and how far the first call's results
are
|* from those of the file.
\*===----------------------------------------------------------------------===*/
#include "Nest.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct nest *first, **last = &first;

void addNest(struct nest *n) {
  *last = n;
  last = &n->next;
}

static void *array(struct work *w, size_t bytes, char kind, char result) {
  void *p = NULL;
  if (w->arrays == MOST_ARRAYS || posix_memalign(&p, 4096, bytes + 4096)) {
    fprintf(stderr, "no memory for %zu bytes\n", bytes);
    exit(3);
  }
  w->at[w->arrays] = p;
  w->bytes[w->arrays] = bytes;
  w->kind[w->arrays] = kind;
  w->result[w->arrays++] = result;
  return p;
}

/* Numbers without a pattern that a compiler or a cache could use. */
static uint32_t mix(uint64_t x) {
  x = (x + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return (uint32_t)(x >> 40); /* 24 bits */
}

real *reals(struct work *w, size_t count, double low, double high) {
  real *a = array(w, count * sizeof(real), 'r', 0);
  for (size_t i = 0; i < count; ++i)
    a[i] = (real)(low + (high - low) * mix(i * MOST_ARRAYS + w->arrays) /
                            (double)(1 << 24));
  return a;
}

int *integers(struct work *w, size_t count, int low, int high) {
  int *a = array(w, count * sizeof(int), 'i', 0);
  for (size_t i = 0; i < count; ++i)
    a[i] = low + (int)(mix(i * MOST_ARRAYS + w->arrays) % (high - low));
  return a;
}

real *zeros(struct work *w, size_t count) {
  real *a = array(w, count * sizeof(real), 'r', 1);
  memset(a, 0, count * sizeof(real));
  return a;
}

void changed(struct work *w) { w->result[w->arrays - 1] = 1; }

static double seconds(void) {
  struct timespec t;
  clock_gettime(getenv("NESTS_PROCESSOR_TIME") ? CLOCK_PROCESS_CPUTIME_ID
                                               : CLOCK_MONOTONIC,
                &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void save(const struct work *w, const char *name) {
  FILE *f = fopen(name, "wb");
  int good = f != NULL;
  for (int k = 0; good && k < w->arrays; ++k)
    if (w->result[k])
      good = fwrite(w->at[k], 1, w->bytes[k], f) == w->bytes[k];
  if (!good || fclose(f)) {
    perror(name);
    exit(3);
  }
}

/* The greatest distance of two numbers by the greatest of the array; what is
   not a number equals itself. Of integers, which part of them differs. */
static double distance(const void *is, const void *right, size_t bytes,
                       char kind) {
  if (!memcmp(is, right, bytes))
    return 0;
  if (kind == 'i') {
    size_t count = bytes / sizeof(int), other = 0;
    for (size_t i = 0; i < count; ++i)
      other += ((const int *)is)[i] != ((const int *)right)[i];
    return (double)other / count;
  }
  const real *a = is, *b = right;
  double most = 0, apart = 0;
  for (size_t i = 0; i < bytes / sizeof(real); ++i) {
    if (isnan(a[i]) && isnan(b[i]))
      continue;
    double d = fabs((double)a[i] - b[i]);
    if (!(d <= apart))
      apart = isnan(d) ? INFINITY : d;
    if (fabs((double)b[i]) > most)
      most = fabs((double)b[i]);
  }
  /* Bits that differ are told even where no number does, as of -0. */
  return apart > 0 && most > 0 ? apart / most : apart > 0 ? INFINITY : 1e-300;
}

static double compare(const struct work *w, const char *name) {
  FILE *f = fopen(name, "rb");
  double worst = 0;
  for (int k = 0; k < w->arrays; ++k) {
    if (!w->result[k])
      continue;
    void *right = malloc(w->bytes[k]);
    if (!f || !right || fread(right, 1, w->bytes[k], f) != w->bytes[k]) {
      perror(name);
      exit(3);
    }
    double d = distance(w->at[k], right, w->bytes[k], w->kind[k]);
    if (d > worst)
      worst = d;
    free(right);
  }
  fclose(f);
  return worst;
}

static void restore(const struct work *w, void *const *as_made) {
  for (int k = 0; k < w->arrays; ++k)
    memcpy(w->at[k], as_made[k], w->bytes[k]);
}

/* Seconds of a call when `calls` come one after the other. */
static double timed(const struct nest *n, const struct work *w, long calls) {
  double start = seconds();
  for (long i = 0; i < calls; ++i)
    n->run(w);
  return (seconds() - start) / calls;
}

static void measure(const struct nest *n, const struct work *w,
                    void *const *as_made, double once, double budget) {
  printf("\"seconds\": [");
  const char *comma = "";
  /* The first call starts threads, which counts for little where it is long. */
  if (once > 10 * budget) {
    printf("%.9g]", once);
    return;
  }
  long calls = 1;
  if (n->flags & REPEATS)
    for (; calls < 1L << 30; calls *= 2)
      if (timed(n, w, calls) * calls > 2e-4)
        break;
  double start = seconds();
  int least = once > budget / 2 ? 1 : 3;
  for (int i = 0; i < least || (seconds() - start < budget && i < 1000); ++i) {
    if (calls == 1)
      restore(w, as_made);
    printf("%s%.9g", comma, timed(n, w, calls));
    comma = ", ";
  }
  printf("]");
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "list")) {
    for (const struct nest *n = first; n; n = n->next)
      printf("%s %s %d %s %s %s\n", n->name, n->group, n->flags, n->small,
             n->medium, n->large);
    return 0;
  }
  if (argc != 4 && argc != 6) {
    fprintf(stderr, "worker NAME SIZE SECONDS [save FILE | compare FILE]\n");
    return 2;
  }
  const struct nest *n = first;
  while (n && strcmp(n->name, argv[1]))
    n = n->next;
  if (!n) {
    fprintf(stderr, "no nest %s\n", argv[1]);
    return 2;
  }
  struct work w = {.n = atoi(argv[2])};
  n->make(&w);
  void *as_made[MOST_ARRAYS];
  for (int k = 0; k < w.arrays; ++k) {
    as_made[k] = malloc(w.bytes[k] + 1);
    if (!as_made[k])
      return 3;
    memcpy(as_made[k], w.at[k], w.bytes[k]);
  }

  double once = timed(n, &w, 1);
  printf("{");
  if (argc == 6 && !strcmp(argv[4], "save"))
    save(&w, argv[5]);
  else if (argc == 6)
    printf("\"apart\": %.6g, ", fmin(compare(&w, argv[5]), 1e300));
  measure(n, &w, as_made, once, atof(argv[3]));
  printf("}\n");
  return 0;
}
