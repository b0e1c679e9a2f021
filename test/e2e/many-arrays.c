// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thousands of arrays that stay on a device as a whole: the kernel's list of
// mappings, which grows with each of them, is not read for each, and grows little
// with what twofold_alloc gives.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1

#ifdef LOOPS
void fill(long n, float *a, float from) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    a[i] = from + (float)i;
}
void add(long n, float *a) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    a[i] += 1;
}
#else

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void fill(long n, float *a, float from);
void add(long n, float *a);

/* In place of libc's, for the runtime, too. */
static int looks;
int open(const char *path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const int mode = va_arg(more, int);
  va_end(more);
  looks += !strcmp(path, "/proc/self/maps");
  return openat(AT_FDCWD, path, flags, mode);
}

/* Not there in the serial program. */
struct residence {
  unsigned struct_size, devices;
  unsigned long long bytes, on_host, on_device[16];
};
__attribute__((weak)) void *twofold_alloc(size_t bytes);
__attribute__((weak)) void twofold_free(void *block);
__attribute__((weak)) int twofold_where(const void *, size_t,
                                        struct residence *);

/* Bytes of an array that have come home, where all should stay on a device. */
static unsigned long long at_home(const void *array, size_t bytes) {
  struct residence at = {.struct_size = sizeof at};
  const char *mode = getenv("TWOFOLD_COHERENCE"),
             *device = getenv("TWOFOLD_DEVICE");
  if (!twofold_where || !mode || strcmp(mode, "lazy") || !device ||
      strcmp(device, "cpu") || twofold_where(array, bytes, &at))
    return 0;
  return at.on_host;
}

static int mappings(void) {
  FILE *file = fopen("/proc/self/maps", "r");
  int lines = 0;
  for (int c; (c = fgetc(file)) != EOF;)
    lines += c == '\n';
  fclose(file);
  return lines;
}

enum { Arrays = 600, Count = 20000 };
static float *all[Arrays];

static float *make(int kind) {
  const size_t bytes = Count * sizeof(float);
  switch (kind) {
  case 0:
    return malloc(bytes);
  case 1:
    return aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
  default:
    return mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
                -1, 0);
  }
}

int main(void) {
  /* What the start of the runtime and of a driver looks at. */
  for (int i = 0; i < 3; ++i) {
    float *first = make(i);
    fill(Count, first, 1);
    add(Count, first);
  }
  unsigned long long home = 0;
  const int before = looks;
  for (int i = 0; i < Arrays; ++i) {
    all[i] = make(i % 3);
    fill(Count, all[i], (float)i);
  }
  for (int round = 0; round < 2; ++round)
    for (int i = 0; i < Arrays; ++i)
      add(Count, all[i]);
  for (int i = 0; i < Arrays; ++i)
    home += at_home(all[i], Count * sizeof(float));
  printf("%llu bytes came home\n", home);
  double sum = 0;
  for (int i = 0; i < Arrays; ++i)
    sum += all[i][i];
  printf("%g, and the mappings were looked at %d times\n", sum,
         looks - before < 10 ? 0 : looks - before);

  const int pieces = mappings();
  for (int i = 0; i < Arrays; ++i) {
    all[i] = twofold_alloc ? twofold_alloc(Count * sizeof(float)) : make(0);
    fill(Count, all[i], (float)i);
    add(Count, all[i]);
  }
  const int more = mappings() - pieces;
  for (int i = 0; i < Arrays; ++i) {
    sum += all[i][i];
    twofold_free ? twofold_free(all[i]) : free(all[i]);
  }
  printf("%g, and there are %d mappings more\n", sum, more < 200 ? 0 : more);
}
#endif
