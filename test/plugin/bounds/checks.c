// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which subscripts are checked inside, and how; none without being asked for.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t.dir -Werror -Wno-pass-failed -c %s -o %t.o
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
// RUN: cat %t.dir/*_1.native.c %t.dir/*_2.native.c | %FileCheck %s --check-prefix=NATIVE
// RUN: cat %t.dir/*_1.cl %t.dir/*_2.cl %t.dir/*_3.cl | %FileCheck %s --check-prefix=KERNEL
// RUN: cat %t.dir/*_0.native.c %t.dir/*_0.cl | %FileCheck %s --check-prefix=PLAIN

int table[10][20], at[100];

void plain(int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    table[at[i]][i] = i;
}
// PLAIN-NOT: limit
// PLAIN-NOT: checked

// Known before the launch.
void proven(int n, int *a) {
#pragma twofold parallel for bounds extent(a, n)
  for (int i = 0; i < n; ++i)
    a[i] = at[2 * i + 1];
}
// NATIVE-LABEL: twofold_native_proven_1(
// NATIVE: a[i] = at[2 * i + 1];
// KERNEL-LABEL: __kernel void proven_1(
// KERNEL: a[i] = at[2 * i + 1];

// A lambda's or a callee's own accesses, and pointers' past, are not looked at.
static int callee(const int *a, const int *b, int i) { return a[b[i]]; }
void chains(int n, int *a, double (*b)[20]) {
#pragma twofold parallel for bounds extent(a, n) extent(b, n)
  for (int i = 0; i < n; ++i) {
    table[at[i]][i & 7] = a[at[i]];
    if (i > 3)
      b[i - 2][at[i]] = callee(a, at, i);
    const int *p = a + i;
    a[i] = p[at[i]];
  }
}
// NATIVE-LABEL: twofold_native_chains_2(
// NATIVE: unsigned long limit0 = (*bounds).limits[0];
// NATIVE: unsigned long limit5 = (*bounds).limits[5];
// NATIVE-NOT: limit6
// NATIVE: table[({
// NATIVE: long index = (long)(at[i]);
// NATIVE: if (checks && (unsigned long)index >= limit{{[0-9]}} && twofold_out_of_bounds(bounds, {{[0-9]}}U, index) != 0) {
// NATIVE-NEXT: return;
// NATIVE: p[at[i]]
// KERNEL: long checked(long index, ulong limit, uint subscript, __global ulong *errors, int *left) {
// KERNEL: __kernel void chains_2(
// KERNEL: table[checked(at[i], limit
// KERNEL: p[at[i]]

// The kernel's loops that may not end otherwise do so.
void chain(int n, int *next, int *from) {
#pragma twofold parallel for bounds extent(next, n) extent(from, n)
  for (int i = 0; i < n; ++i) {
    int k = from[i];
    while (k > 0)
      k = next[k];
    for (int j = 0; j < 4; ++j)
      k += j;
    from[i] = k;
  }
}
// KERNEL: __kernel void chain_3(
// KERNEL: while (!left_bounds && k > 0)
// KERNEL: for (int j = 0; j < 4; ++j)
