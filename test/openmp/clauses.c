// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counters whose last values stay, aligned variables, and reductions that a
// constant settles or changes in one way.
// RUN: %openmp %s %t --kernels 9 --alone 8
#include <stdio.h>
enum { N = 1000 };
static double a[N], b[N];
int main(void) {
  int i, j, n = N;
  // The last value of a counter that an inner directive keeps.
#pragma omp parallel for private(j)
  for (i = 0; i < 100; i++) {
#pragma omp parallel for lastprivate(j)
    for (j = 0; j <= i; j++)
      a[i * 10 + j % 10] = j;
    b[i] = j;
  }
  for (i = 0, j = 0; i < 100; i++)
    j += b[i];
  printf("%d\n", j);
  // Aligned as the program's is.
  double __attribute__((aligned(64))) own[8];
#pragma omp parallel for private(own)
  for (i = 0; i < n; i++) {
    for (int q = 0; q < 8; q++)
      own[q] = q * i;
    a[i] = own[i & 7];
  }
  printf("%g\n", a[77]);
  // True, whatever it was.
  int found = 0;
#pragma omp parallel for reduction(|| : found)
  for (i = 0; i < n; i++)
    if (a[i] == 539)
      found = 1;
  printf("%d\n", found);
  // Bits of one number, beside those that the variable had.
  int bits = 2;
  unsigned char narrow = 0xff, none = 6;
  _Bool any = 0;
#pragma omp parallel for reduction(| : bits)
  for (i = 0; i < n; i++)
    if (a[i] == 539)
      bits = 5;
#pragma omp parallel for reduction(& : narrow)
  for (i = 0; i < n; i++)
    if (a[i] == 539)
      narrow = 0x3c;
#pragma omp parallel for reduction(& : none)
  for (i = 0; i < n; i++)
    if (a[i] == -1)
      none = 0;
#pragma omp parallel reduction(| : any)
  {
#pragma omp for
    for (i = 0; i < n; i++)
      if (a[i] == 539)
        any = 1;
  }
  // Two numbers: which of them a thread is left with depends on the threads.
  int two = 0;
#pragma omp parallel for reduction(| : two) num_threads(1)
  for (i = 0; i < n; i++) {
    if (a[i] == 539)
      two = 1;
    if (a[i] == 7)
      two = 2;
  }
  printf("%d %d %d %d %d\n", bits, narrow, none, any, two);
  // Whatever way it is compared.
  double most = 5;
#pragma omp parallel for reduction(max : most)
  for (i = 0; i < n; i++) {
    if (a[i] < most)
      continue;
    most = a[i];
  }
  printf("%g\n", most);
  // An attribute for one kind of devices.
#pragma omp target teams distribute parallel for map(a)                        \
    ompx_attribute(__attribute__((amdgpu_flat_work_group_size(1, 64))))
  for (i = 0; i < n; i++)
    a[i] = i;
  printf("%g\n", a[9]);
}
