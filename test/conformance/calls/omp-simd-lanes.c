// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What `omp simd` says of a loop in the body holds for what its iterations share
// and for nothing else: arrays of their own, sums and last values that lie in
// memory, distances that it allows, conditions under which it is taken back.
// RUN: %conform %s %t -fopenmp-simd
#include <stdio.h>
enum { N = 96, M = 64 };
static int a[N * M], b[N * M], c[N], h[8], which[N * M];
static int total, seen;
struct totals {
  int even, odd;
} kept[N];

static int ownArray(const int *x, int n) {
  int sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int j = 0; j < n; ++j) {
    int own[8] = {0};
    own[x[j] & 7] = j + 1;
    sum += own[j & 7] + own[x[j] & 7];
  }
  return sum;
}

static int sumInMemory(int *to, const int *x) {
  *to = 0;
  int sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int j = 0; j < M; ++j)
    sum += x[j];
  *to += sum;
  return *to;
}

int main(void) {
  for (int i = 0; i < N * M; ++i) {
    a[i] = i * 7 % 31;
    b[i] = i % 5;
    which[i] = i * 11 % 13;
  }

  // An array in the body of the inner loop, with subscripts known at run time.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < M; ++j) {
      int own[8] = {0};
      own[which[i * M + j] & 7] = j;
      own[j & 7] += 2;
      sum += own[which[i * M + j] & 7];
    }
    c[i] = sum;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    c[i] += ownArray(which + i * M, M);

  // One that belongs to the outer iteration, read by all lanes.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int table[16];
    for (int k = 0; k < 16; ++k)
      table[k] = k * i;
#pragma omp simd
    for (int j = 0; j < M; ++j)
      b[i * M + j] += table[which[i * M + j]];
  }

  // Sums and last values in memory.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int even = 0, odd = 0, last = 0;
#pragma omp simd reduction(+ : even, odd) lastprivate(last)
    for (int j = 0; j < M; ++j) {
      if (a[i * M + j] & 1)
        odd += j;
      else
        even += j;
      last = a[i * M + j];
    }
    kept[i].even = even;
    kept[i].odd = odd + last;
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp simd reduction(+ : c[i])
    for (int j = 0; j < M; ++j)
      c[i] += a[i * M + j];
  }
#pragma twofold parallel for reduction(+ : total)
  for (int i = 0; i < N; ++i) {
#pragma omp simd reduction(+ : total) lastprivate(seen)
    for (int j = 0; j < M; ++j) {
      total += a[i * M + j];
      seen = i + j;
    }
  }
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    c[i] += sumInMemory(&kept[i].even, a + i * M);

  // Distances that safelen allows; lanes that a condition forbids.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
#pragma omp simd safelen(4)
    for (int j = 4; j < M; ++j)
      a[i * M + j] += a[i * M + j - 4];
#pragma omp simd if (i < 0)
    for (int j = 1; j < M; ++j)
      b[i * M + j] += b[i * M + j - 1];
  }

  // Under elements that iterations share.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < M; ++j)
      sum += a[i * M + j] & 3;
    h[i & 7] += sum;
  }

  // Two loops that are one.
#pragma twofold parallel for
  for (int i = 0; i < N; ++i) {
    int sum = 0;
#pragma omp simd collapse(2) reduction(+ : sum)
    for (int p = 0; p < 8; ++p)
      for (int q = 0; q < M / 8; ++q)
        sum += a[i * M + p * 8 + q] ^ b[i * M + q];
    c[i] ^= sum;
  }

  // The same as a clause of the annotated loop.
  int last = 0;
  double halves = 0;
#pragma twofold parallel for simd
  for (int i = 0; i < N * M; ++i) {
    int own[8] = {0};
    own[which[i] & 7] = a[i];
    own[i & 7] += 3;
    last = own[which[i] & 7];
    halves += 0.5 * own[(i + 1) & 7];
    b[i] += last;
  }
  c[0] += last + (int)halves;

  unsigned check = 0;
  for (int i = 0; i < N * M; ++i)
    check = check * 31 + (unsigned)a[i] * 3 + (unsigned)b[i];
  for (int i = 0; i < N; ++i)
    check = check * 31 + (unsigned)(c[i] + kept[i].even + 5 * kept[i].odd);
  printf("%u %d %d", check, total, seen);
  for (int i = 0; i < 8; ++i)
    printf(" %d", h[i]);
  puts("");
}
