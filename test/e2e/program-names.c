// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of the program that bear names of libc's functions, as simulations
// call their time, are not called by the library. (Drivers may call them.)
// RUN: rm -rf %t.cache
// RUN: %clang -O1 %plugin -w -Wl,--no-as-needed %runtime_flags %s -o %t
// RUN: env OMP_NUM_THREADS=3 TWOFOLD_INLINE_OPS=0 OCL_ICD_VENDORS=%t.none XDG_CACHE_HOME=%t.cache %t | %FileCheck %s
// CHECK: 6050 18
#include <stdio.h>

double time = 1;
int read = 1, stat = 2, access = 3, unlink = 4;
int kill = 5, pause = 6, clone = 7;
int cells[100];
int usleep(unsigned microseconds);

int main(void) {
  for (int step = 0; step < 3; ++step) {
    time += 0.5;
#pragma twofold parallel for
    for (int i = 0; i < 100; ++i)
      cells[i] += i + (time > 2 ? access : stat);
    usleep(50000); // what is remembered of the loop is looked up behind it
  }
  int sum = 0;
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i)
    sum += cells[i];
  printf("%d %d\n", sum - unlink * 2375, kill + pause + clone * read);
}
