// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which updates become atomic, and how.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -fsyntax-only %s
// RUN: cat %t/*apart*.cl | %FileCheck --check-prefix=APART %s
// RUN: cat %t/*shared*.cl | %FileCheck %s
// RUN: cat %t/*logical*.cl | %FileCheck --check-prefix=LOGICAL %s

// APART-NOT: atom
// APART-NOT: cmpxchg
void apart(float *y, float *c, float (*rows)[8], const float *x, int n, int m) {
#pragma twofold parallel for extent(c, n *m)
  for (int i = 0; i < n; ++i) {
    float *row = c + i * m;
    y[i] += x[i];
    y[i] -= 1;
    for (int j = 0; j < m; ++j) {
      c[i * m + j] += x[j];
      row[j] += 1;
    }
  }
#pragma twofold parallel for collapse(2) extent(c, n *m)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      c[i * m + j] *= x[i];
    }
#pragma twofold parallel for collapse(2) extent(rows, n)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 8; ++j) {
      rows[i][j] += 2;
      rows[i][j]++;
    }
#pragma twofold parallel for extent(y, 2 * n)
  for (int i = 0; i < n; ++i) {
    y[2 * i] += x[i];
    y[2 * i + 1] += x[i];
  }
}

// CHECK:      static void add_copy_float(
// CHECK:        const ulong index = (ulong)(at - first);
// CHECK-NEXT:   if (index < count)
// CHECK-NEXT:     add_float_2(&copy[index], by);
// CHECK-NEXT:   else
// CHECK-NEXT:     add_float(at, by);
// CHECK:      __local ulong *h_words,
// CHECK-NEXT: ulong h_copied,
// CHECK:      __global float *h_all = (__global float *)(h_mem + h_off);
// CHECK:      for (ulong element = get_local_id(0); element < h_copied; element += get_local_size(0))
// CHECK-NEXT:   h_copy[element] = -0.0f;
// CHECK:        k2_copy[element] = 2147483647;
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:      iteration += stride
// CHECK:      add_copy_float(&h[b[i]], x[i], h_all, h_copy, h_copied);
// CHECK-NEXT: subtract_copy_int(&k[i / 2], (int)1, k_all, k_copy, k_copied);
// CHECK-NEXT: lower_copy_int(&k2[b[i]], i, k2_all, k2_copy, k2_copied);
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:        if (as_uint(h_copy[element]) != as_uint(-0.0f))
// CHECK-NEXT:     add_float(&h_all[element], h_copy[element]);
// CHECK:        if (k_copy[element] != 0)
// CHECK-NEXT:     atomic_add(&k_all[element], k_copy[element]);
void shared(float *h, int *k, int *k2, const int *b, const float *x, int n) {
#pragma twofold parallel for extent(h, 8) extent(k, n) extent(k2, 8)
  for (int i = 0; i < n; ++i) {
    h[b[i]] += x[i];
    k[i / 2]--;
    if (i < k2[b[i]])
      k2[b[i]] = i;
  }
}

// An update makes 1 of any truth: it is made where the element is.
// LOGICAL-NOT: __local
// LOGICAL: any_int(&h[b[i]],
void logical(int *h, const int *b, int n) {
#pragma twofold parallel for extent(h, 8)
  for (int i = 0; i < n; ++i)
    h[b[i]] = h[b[i]] || i;
}
