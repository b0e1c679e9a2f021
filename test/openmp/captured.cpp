// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations whose values iterations use: any order is right, so results
// are shown in forms that no order changes.
// RUN: %openmp %s %t --kernels 14 --alone 2
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx %plugin -fplugin-arg-twofold-openmp -fopenmp -fplugin-arg-twofold-dump=%t.dir -w -fsyntax-only %s
// RUN: %clang -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only -Werror %t.dir/*.cl
#include <algorithm>
#include <cstdint>
#include <cstdio>
enum { N = 20000, BINS = 64 };
static int a[N], out[N], slot[N], bins[BINS], start[BINS];
static uint64_t wide[BINS];
static long long last;
static unsigned seen[N / 32];

template <typename T, typename U> T fetch_and_add(T &x, U by) {
  return __sync_fetch_and_add(&x, by);
}
static void show(const char *what, int *x, int n) {
  std::sort(x, x + n);
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)x[i];
  std::printf("%s %d %lu\n", what, n, sum);
}

int main() {
  const int n = N;
  int next = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = (int)((unsigned)i * 2654435761u >> 20) % BINS;

  // Elements are drawn.
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] % 3 == 0) {
      int at;
#pragma omp atomic capture
      at = next++;
      out[at] = i;
    }
  show("drawn", out, next);

  // With the new value, in braces, and another step.
  unsigned pairs = 7;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned at;
#pragma omp atomic capture
    {
      pairs += 2;
      at = pairs;
    }
    slot[(at - 9) / 2] = a[i];
  }
  show("braces", slot, n);
  std::printf("%u\n", pairs);

  // Places in bins that begin where the ones before end.
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __sync_fetch_and_add(&bins[a[i]], 1);
  for (int b = 1; b < BINS; b++)
    start[b] = start[b - 1] + bins[b - 1];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    out[fetch_and_add(start[a[i]], 1)] = i;
  for (int b = 0, from = 0; b < BINS; from += bins[b++])
    std::sort(out + from, out + from + bins[b]);
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 31 + (unsigned)out[i];
  std::printf("sorted %lu\n", sum);

  // 64 bits; sums of what is captured are those of all numbers.
  uint64_t total = 0, all = 0;
#pragma omp parallel for reduction(+ : all)
  for (int i = 0; i < n; i++) {
    uint64_t was;
#pragma omp atomic capture
    {
      was = total;
      total = total + 3;
    }
    all += was;
  }
  std::printf("%llu %llu\n", (unsigned long long)total, (unsigned long long)all);

  // An exchange hands every value on to exactly one other iteration.
  long long given = 0;
  last = -1;
#pragma omp parallel for reduction(+ : given)
  for (int i = 0; i < n; i++) {
    long long was;
#pragma omp atomic capture
    {
      was = last;
      last = i;
    }
    given += was;
  }
  std::printf("%lld\n", given + last);

  // Reads and writes of what others change.
  int least = 0, most = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int now, mine;
#pragma omp atomic capture
    mine = ++most;
#pragma omp atomic read
    now = most;
    if (now < mine) {
#pragma omp atomic write
      least = 1;
    }
    slot[mine - 1] = i;
  }
  show("read", slot, n);
  std::printf("%d %d\n", least, most);

  // Bits: who sets one first counts it.
  int firsts = 0;
#pragma omp parallel for reduction(+ : firsts)
  for (int i = 0; i < n; i++) {
    const int k = i * 7 % 5000;
    unsigned was;
#pragma omp atomic capture
    {
      was = seen[k / 32];
      seen[k / 32] |= 1u << k % 32;
    }
    firsts += !(was >> k % 32 & 1);
  }
  std::printf("%d\n", firsts);
#pragma omp parallel for reduction(+ : firsts)
  for (int i = 0; i < n; i++) {
    const int k = i % BINS;
    uint64_t was;
#pragma omp atomic capture
    {
      was = wide[k];
      wide[k] ^= (uint64_t)1 << i / BINS % 64;
    }
    firsts += (was >> 63) & 0;
  }
  for (uint64_t w : wide)
    std::printf("%llx ", (unsigned long long)w);
  std::printf("%d\n", firsts);

  // The greatest, by comparing and swapping.
  int top = 0, known = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    const int mine = (int)((unsigned)i * 40503u % 65521u);
    int old = __sync_fetch_and_add(&top, 0);
    while (old < mine) {
      const int found = __sync_val_compare_and_swap(&top, old, mine);
      if (found == old)
        break;
      old = found;
    }
  }
  std::printf("%d\n", top);
#pragma omp parallel for reduction(+ : known)
  for (int i = 0; i < n; i++)
    known += __sync_bool_compare_and_swap(&slot[i % 100], i % 100, -1 - i % 100);
  std::printf("%d\n", known);

  // In a region, on a member of a structure, from a global.
  struct {
    int count, rest;
  } both = {0, 5};
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      if (a[i] < 9) {
        int at;
#pragma omp atomic capture
        at = both.count++;
        out[at] = i * both.rest;
      }
  }
  show("member", out, both.count);

  // With one thread iterations come in order, and a branch tells of it.
  int order = 0, bad = 0;
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < n; i++) {
    int at;
#pragma omp atomic capture
    at = order++;
    out[i] = at;
  }
  for (int i = 0; i < n; i++)
    bad += out[i] != i;
#pragma omp parallel for if (bad == 1)
  for (int i = 0; i < n; i++) {
    int at;
#pragma omp atomic capture
    at = order--;
    out[i] = at;
  }
  for (int i = 0; i < n; i++)
    bad += out[i] != n - i;
  std::printf("%d %d\n", bad, order);
}
