// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that knows nothing of loops on devices opens a library that has
// some, and with it the runtime.
// REQUIRES: pocl
// RUN: %clang -O2 -w %s -o %t.program
// RUN: %clang -O2 -w -DLIBRARY -shared -fPIC %s -o %t.serial.so
// RUN: %clang -O2 -w -DLIBRARY -shared -fPIC %plugin %include %s -o %t.so %runtime_flags
// RUN: %t.program %t.serial.so > %t.expected
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t.program %t.so > %t.actual
// RUN: diff %t.expected %t.actual
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_BUILD=wait %t.program %t.so > %t.actual 2> %t.said
// RUN: diff %t.expected %t.actual
// RUN: %FileCheck %s < %t.said
// CHECK: twofold: TWOFOLD_COHERENCE=lazy is not possible here, results are copied back as with TWOFOLD_COHERENCE=function: the runtime was loaded when the program had begun, and does not see what becomes of its memory; `twofold run opened.c.tmp.program ...` loads it first
// CHECK-NOT: {{.}}
//
// Who asked for that, or moves nothing, or has the runtime first, is not told.
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_BUILD=wait TWOFOLD_COHERENCE=function %t.program %t.so 2>&1 | diff %t.expected -
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_BUILD=wait %t.program %t.so 2>&1 | diff %t.expected -
// RUN: env TWOFOLD_DEVICE=native %t.program %t.so 2>&1 | diff %t.expected -
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_BUILD=wait %twofold_tool run %t.program %t.so 2>&1 | diff %t.expected -
#ifdef LIBRARY

void step(int *a, long n, long shift) {
#pragma twofold parallel for
  for (long i = 0; i < n - shift; ++i)
    a[i] = a[i + shift] * 3 + 1;
}

#else

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Count = 1 << 16 };
static void (*step)(int *, long, long);

static void show(const char *what, const int *a) {
  unsigned sum = 0;
  for (int i = 0; i < Count; ++i)
    sum = sum * 31 + (unsigned)a[i];
  printf("%s: %u\n", what, sum);
}

static void fill(int *a) {
  for (int i = 0; i < Count; ++i)
    a[i] = i;
}

static void *work(void *with) {
  fill(with);
  for (int t = 0; t < 4; ++t)
    step(with, Count, 0);
  return with;
}

int main(int count, char **given) {
  void *library = dlopen(given[1], RTLD_NOW);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  step = (void (*)(int *, long, long))dlsym(library, "step");
  int *a = malloc(Count * sizeof *a);
  fill(a);
  step(a, Count, 0);
  step(a, Count, 0);
  /* The program's own calls are not seen. */
  int ends[2], back[64];
  if (pipe(ends) || write(ends[1], a + 5000, sizeof back) != sizeof back ||
      read(ends[0], back, sizeof back) != sizeof back)
    return 1;
  printf("written: %d %d\n", back[0], back[63]);
  step(a, Count, 0);
  if (write(ends[1], back, sizeof back) != sizeof back ||
      read(ends[0], a + 7000, sizeof back) != sizeof back)
    return 1;
  show("read", a);
  size_t bytes = Count * sizeof *a;
  for (int round = 0; round < 3; ++round) {
    int *m = mmap(0, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    step(m, Count, 0);
    step(m, Count, 0);
    show("mapped", m);
    munmap(m, bytes);
  }
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i)
    pthread_create(&threads[i], 0, work, malloc(bytes));
  for (int i = 0; i < 3; ++i) {
    void *done;
    pthread_join(threads[i], &done);
    show("thread", done);
  }
  step(a, Count, 0);
  dlclose(library);
  show("closed", a);
  return 0;
}

#endif
