// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Once the end of a process has begun, its other threads run their loops and
// ask nothing of OpenMP's library, which would begin anew after its own end.
// RUN: %clang -O2 %plugin -w %s -o %t %runtime_flags -ldl -pthread -rdynamic
// RUN: env OMP_NUM_THREADS=2 TWOFOLD_DEVICE=native %t | %FileCheck %s
// CHECK: asked before
// CHECK-NEXT: ran on, asked nothing
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int ended, asked, loops;

static void *note(const char *name) {
  if (!ended)
    asked = 1;
  else if (gettid() != getpid()) {
    printf("%s was called\n", name);
    fflush(stdout);
    _exit(1);
  }
  return dlsym(RTLD_NEXT, name);
}

// The runtime calls these in place of the library's. Not all linkers export
// what a library asks for by the version of another library.
int omp_in_parallel(void) { return ((int (*)(void))note(__func__))(); }
int omp_get_max_threads(void) { return ((int (*)(void))note(__func__))(); }
int omp_get_num_procs(void) { return ((int (*)(void))note(__func__))(); }
int kmp_get_blocktime(void) { return ((int (*)(void))note(__func__))(); }
int __kmpc_global_thread_num(void *at) {
  return ((int (*)(void *))note(__func__))(at);
}

enum { N = 200000 };

static void *work(void *of) {
  float *a = of;
  for (;; ++loops) {
#pragma twofold parallel for
    for (long i = 0; i < N; ++i)
      a[i] = a[i] * 0.5f + 1;
  }
}

static void end(void) {
  ended = 1;
  puts(asked ? "asked before" : "never asked");
  const int from = loops;
  for (int t = 0; t < 2000 && loops < from + 20; ++t)
    usleep(10000);
  puts(loops >= from + 20 ? "ran on, asked nothing" : "stands still");
  fflush(stdout);
  _exit(0);
}

int main(void) {
  atexit(end);
  for (int t = 0; t < 2; ++t) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, calloc(N, sizeof(float)));
  }
  while (loops < 20)
    usleep(1000);
  return 0;
}
