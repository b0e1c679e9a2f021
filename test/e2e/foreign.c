// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code that knows nothing of the runtime works on arrays between loops: libc,
// system calls, threads, forks, frees. Results stay on the device meanwhile.
// RUN: %e2e %s %t --also TWOFOLD_COHERENCE=lazy
#define _GNU_SOURCE 1
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Count = 300000 };

static void show(const char *name, long value) {
  printf("%s: %ld\n", name, value);
}

static void scale(int *a, int by) {
#pragma twofold parallel for
  for (int i = 0; i < Count; ++i)
    a[i] = a[i] * by + i;
}

static long sum(const int *a) {
  long s = 0;
  for (int i = 0; i < Count; ++i)
    s += a[i] % 1000;
  return s;
}

static int byValue(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y;
  return (a > b) - (a < b);
}

static void *sumThere(void *a) { return (void *)sum(a); }

int main(void) {
  int *a = malloc(Count * sizeof *a), *b = malloc(Count * sizeof *b);
  for (int i = 0; i < Count; ++i)
    a[i] = i % 77, b[i] = -i;

  scale(a, 3);
  memcpy(b, a, Count * sizeof *a);
  scale(b, 2);
  show("memcpy", sum(a) + sum(b));

  scale(a, 5);
  qsort(a, Count / 100, sizeof *a, byValue);
  scale(a, 7);
  show("qsort", sum(a));

  FILE *file = tmpfile();
  scale(a, 2);
  fwrite(a, sizeof *a, Count, file);
  rewind(file);
  scale(b, 2);
  show("fread", (long)fread(b, sizeof *b, Count, file));
  scale(b, 3);
  show("file", sum(a) + sum(b));
  scale(a, 3);
  show("pwrite", (long)pwrite(fileno(file), a, Count * sizeof *a, 0));
  scale(b, 3);
  show("pread", (long)pread(fileno(file), b, Count * sizeof *b, 0));
  scale(b, 3);
  show("both", sum(a) + sum(b));
  fclose(file);

  scale(a, 3);
  pthread_t thread;
  void *there;
  pthread_create(&thread, 0, sumThere, a);
  scale(b, 2);
  pthread_join(thread, &there);
  show("thread", (long)there + sum(b));

  scale(a, 2);
  a = realloc(a, 2 * Count * sizeof *a);
  memset(a + Count, 0, Count * sizeof *a);
  scale(a + Count / 2, 2);
  show("realloc", sum(a) + sum(a + Count));

  scale(b, 2);
  free(b);
  b = calloc(Count, sizeof *b);
  scale(b, 9);
  show("calloc", sum(b));
  free(b);

  b = mmap(0, Count * sizeof *b, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  scale(b, 2);
  scale(b, 2);
  munmap(b, Count * sizeof *b);
  b = mmap(0, Count * sizeof *b, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  scale(b, 2);
  show("mmap", sum(b));

  scale(b, 2);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    b[5] = 1;
    scale(b, 3);
    show("child", sum(b));
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, 0, 0);
  show("parent", sum(b));
  return 0;
}
