// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop that a device may have; whether anybody has seen another process.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

enum { Count = 1 << 16 };
static volatile sig_atomic_t signals;
static void note(int number) { ++signals; }

int main(void) {
  unsigned *x = malloc(Count * sizeof *x), sum = 0;
  signal(SIGCHLD, note);
  for (int i = 0; i < Count; ++i)
    x[i] = (unsigned)i;
  for (int t = 0; t < 3; ++t) {
#pragma twofold parallel for
    for (int i = 0; i < Count; ++i)
      x[i] = x[i] * 3 + (unsigned)t;
  }
  for (int i = 0; i < Count; ++i)
    sum = sum * 31 + x[i];
  errno = 0;
  int child = waitpid(-1, NULL, WNOHANG);
  printf("%u, %d signals, %s\n", sum, (int)signals,
         child < 0 && errno == ECHILD ? "no child" : "a child");
  return 0;
}
