// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which updates become atomic, and how.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -fplugin-arg-twofold-dump=%t -fsyntax-only %s
// RUN: cat %t/*apart*.cl | %FileCheck --check-prefix=APART %s
// RUN: cat %t/*shared*.cl | %FileCheck %s
// RUN: cat %t/*ahead*.cl | %FileCheck --check-prefix=AHEAD %s
// RUN: cat %t/*near*.cl | %FileCheck --check-prefix=NEAR %s
// RUN: cat %t/*wrap*.cl | %FileCheck --check-prefix=WRAP %s
// RUN: cat %t/*long_*.cl | %FileCheck --check-prefix=LONG %s
// RUN: cat %t/*turn*.cl | %FileCheck --check-prefix=TURN %s
// RUN: cat %t/*summed*.cl | %FileCheck --check-prefix=SUM %s
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
// CHECK-NEXT:     add_float_2(&copy[(uint)index * (uint)copies], by);
// CHECK-NEXT:   else
// CHECK-NEXT:     add_float(at, by);
// CHECK:      __local ulong *h_words,
// CHECK-NEXT: ulong h_copied,
// CHECK-NEXT: ulong h_copies,
// CHECK:      __global float *h_all = (__global float *)(h_mem + h_off);
// CHECK-NEXT: __local float *h_copy = (__local float *)h_words;
// CHECK-NEXT: __local float *h_mine = h_copy + (get_local_id(0) & (h_copies - 1));
// CHECK:      for (ulong element = get_local_id(0); element < h_copied * h_copies; element += get_local_size(0))
// CHECK-NEXT:   h_copy[element] = -0.0f;
// CHECK:        k2_copy[element] = 2147483647;
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:      iteration += stride
// CHECK:      add_copy_float(&h[b[i]], x[i], h_all, h_mine, h_copied, h_copies);
// CHECK-NEXT: subtract_copy_int(&k[i / 2], (int)1, k_all, k_mine, k_copied, k_copies);
// CHECK-NEXT: lower_copy_int(&k2[b[i]], i, k2_all, k2_mine, k2_copied, k2_copies);
// CHECK-NEXT: }
// CHECK-NEXT: barrier(CLK_LOCAL_MEM_FENCE);
// CHECK:        float combined = h_copy[element * h_copies + (element & (h_copies - 1))];
// CHECK-NEXT:   for (ulong other = element + 1; other < element + h_copies; ++other)
// CHECK-NEXT:     combined = add_values_float(combined, h_copy[element * h_copies + (other & (h_copies - 1))]);
// CHECK-NEXT:   if (as_uint(combined) != as_uint(-0.0f))
// CHECK-NEXT:     add_float(&h_all[element], combined);
// CHECK:        int combined = k_copy[
// CHECK:        if (combined != 0)
// CHECK-NEXT:     atomic_add(&k_all[element], combined);
// CHECK:          combined = lower_values_int(combined, k2_copy[
void shared(float *h, int *k, int *k2, const int *b, const float *x, int n) {
#pragma twofold parallel for extent(h, 8) extent(k, n) extent(k2, 8)
  for (int i = 0; i < n; ++i) {
    h[b[i]] += x[i];
    k[i / 2]--;
    if (i < k2[b[i]])
      k2[b[i]] = i;
  }
}

// Loads whose places are known come first, those of several iterations; those
// of an element that is looked up follow.
// AHEAD:      ulong begin = iteration;
// AHEAD-NEXT: for (; trip + 8 <= item_trips && begin + 7 * stride < total; trip += 8, begin += 8 * stride) {
// AHEAD-NEXT:   uchar loaded[8];
// AHEAD:          loaded[lane] = b[i];
// AHEAD:          add_copy_int(&h[t[loaded[lane]]],
// AHEAD:      iteration = begin;
// AHEAD:      for (; trip < item_trips && iteration < total;
// AHEAD:        add_copy_int(&h[t[b[i]]],
void ahead(int *h, const unsigned char *b, const int *t, int n) {
#pragma twofold parallel for extent(h, 8) extent(t, 256)
  for (int i = 0; i < n; ++i)
    h[t[b[i]]]++;
}

// Where the subscript is below the number of elements with copies, none of its
// updates asks, and what neighbouring iterations load is loaded at once.
// NEAR:      ulong begin[[N:_*[0-9]*]] = get_global_id(0) * (spread ? 8 : item_step);
// NEAR:      ulong loose = h_copied <= 63;
// NEAR:        loose |= (ulong)&b[i] % sizeof(uchar8);
// NEAR:      if (!loose) {
// NEAR-NEXT:   for (; begin[[N]] + 8 <= end; begin[[N]] += far) {
// NEAR:          const uchar8 all{{_*}} = *(__global const uchar8 *)&b[i];
// NEAR:            atomic_add(&h_mine[(uint)(loaded{{[_0-9]*}}[lane{{[_0-9]*}}] & 63) * (uint)h_copies], (int)1);
// NEAR:        for (; begin[[N]] < end; ++begin[[N]]) {
// NEAR:          atomic_add(&h_mine[(uint)(b[i] & 63) * (uint)h_copies], (int)1);
// NEAR:      } else {
// NEAR:        add_copy_int(&h[b[i] & 63],
void near_ones(int *h, const unsigned char *b, int n) {
#pragma twofold parallel for extent(h, 64)
  for (int i = 0; i < n; ++i)
    h[b[i] & 63]++;
}

// The next number is not that of the next element where numbers wrap.
// WRAP-NOT: uchar8
// WRAP:     loaded[lane] = b[i];
void wrapping_ones(int *h, const unsigned char *b, unsigned short from,
                   unsigned short to) {
#pragma twofold parallel for extent(h, 64) extent(b, 65536)
  for (unsigned short i = from; i != to; ++i)
    h[b[i] & 63]++;
}

// Addresses wrap as such numbers do.
// LONG: {{^ *}}const uchar8 all{{.*}} = *(__global const uchar8 *)&b[i];
void long_ones(int *h, const unsigned char *b, unsigned long from,
               unsigned long to) {
#pragma twofold parallel for extent(h, 64)
  for (unsigned long i = from; i != to; ++i)
    h[b[i] & 63]++;
}

// What an iteration loads only sometimes waits for its turn.
// TURN-NOT: loaded
void turn(int *h, const unsigned char *b, int n) {
#pragma twofold parallel for extent(h, 8)
  for (int i = 0; i < n; ++i)
    if (i % 3)
      h[b[i]]++;
}

// Sums are added in the order that they had.
// SUM:      double loaded[4];
// SUM:      s += loaded[lane] * loaded_2[lane];
double summed(const double *x, const double *y, int n) {
  double s = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += x[i] * y[i];
  return s;
}

// An update makes 1 of any truth: it is made where the element is.
// LOGICAL-NOT: __local
// LOGICAL: any_int(&h[b[i]],
void logical(int *h, const int *b, int n) {
#pragma twofold parallel for extent(h, 8)
  for (int i = 0; i < n; ++i)
    h[b[i]] = h[b[i]] || i;
}
