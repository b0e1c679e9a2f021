// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Updates of elements that no two iterations share, blocks with a shorter last
// one among them, are plain stores of the native variant and of the kernel.
// RUN: rm -rf %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -O2 -S -emit-llvm %s -o - | %FileCheck %s --implicit-check-not="@twofold_shared_{{[^s]}}"
// RUN: cat %t.dir/*.blocks_0.cl %t.dir/*.stepped_1.cl %t.dir/*.downwards_2.cl %t.dir/*.asserted_3.cl | %FileCheck %s --check-prefix=KERNEL --implicit-check-not=atomic
// KERNEL: asserted_3(

// CHECK: define internal {{.*}}void @twofold_native_blocks_0(
// CHECK: fadd <
// CHECK: define internal {{.*}}void @twofold_native_stepped_1(
// CHECK: fadd <
// CHECK: define internal {{.*}}void @twofold_native_downwards_2(
// CHECK: fadd <
// CHECK: define internal {{.*}}void @twofold_native_twice_4(
// CHECK: fadd
// CHECK: define internal {{.*}}void @twofold_native_asserted_3(
// CHECK: fadd <
// CHECK: define internal void @twofold_shared_shared_one_5(
// CHECK: atomicrmw add

void blocks(float *x, const float *a, int n, int m) {
#pragma twofold parallel for
  for (int b = 0; b < (n + 127) / 128; b++) {
    int first = 128 * b, end = first + 128 < n ? first + 128 : n;
    for (int j = 0; j < m; j++)
      for (int i = first; i < end; i++)
        x[i] += a[i] + j;
  }
}

void stepped(float *x, const float *a, int n) {
#pragma twofold parallel for
  for (int b = 0; b < n; b += 64) {
    int end = b + 64;
    if (end > n)
      end = n;
    for (int i = b; i < end; i++)
      x[i] += a[i];
  }
}

void downwards(float *x, const float *a, int n) {
#pragma twofold parallel for
  for (int b = n; b > 0; b -= 32) {
    int first = b - 32 > 0 ? b - 32 : 0;
    for (int i = b - 1; i >= first; i--)
      x[i] += a[i];
  }
}

void asserted(float *x, const int *row, const float *a, int n) {
#pragma twofold parallel for independent
  for (int r = 0; r < n; r++)
    for (int i = row[r]; i < row[r + 1]; i++)
      x[i] += a[i];
}

void twice(float *x, const float *a, int n, int m) {
#pragma twofold parallel for
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++) {
      long at = i * (long)m;
      x[at + j] += a[i];
      x[i * m + j] += a[j];
    }
}

void shared_one(int *x, const int *key, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; i++)
    x[key[i]] += 1;
}
