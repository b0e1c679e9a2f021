// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that nobody can follow, of pointers without an extent: the block
// that a pointer points into goes to the device, and comes back but for what is
// unchanged there.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy
#include "Inputs/show.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/mman.h>
#include <thread>
#include <vector>

enum { Count = 3000, Large = 1 << 16 };

// Its neighbours in memory must not change.
static int before[100], global[Count], after[100];
static int index_of[Count];

__attribute__((noinline)) static void scatter(int *to, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[at[i]] = 3 * i + 1;
}

__attribute__((noinline)) static void gather(int *to, const int *from,
                                             const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    to[i] = from[at[i]] + from[at[n - 1 - i]];
}

// Few of them, far apart: all else keeps its value.
__attribute__((noinline)) static void mark(int *to, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (i % 97 == 5)
      to[at[i]] = -i;
}

__attribute__((noinline)) static void count(int *h, const int *at, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    h[at[i] % 50] += 1;
}

__attribute__((noinline)) static void walk(int *to, const int *next, int n) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int j = i;
    for (int k = 0; k < 5; ++k)
      j = next[j];
    to[j] = i;
  }
}

struct Mesh {
  int header[20];
  int *cells;
  int room[Count];
  int tail[20];
};

static unsigned sum(const int *a, long n) {
  unsigned s = 0;
  for (long i = 0; i < n; ++i)
    s = s * 31 + unsigned(a[i]);
  return s;
}

static void all(const char *name, int *a, long room) {
  for (long i = 0; i < room; ++i)
    a[i] = int(7 * i);
  scatter(a, index_of, Count);
  printf("%s: %u", name, sum(a, room));
  mark(a, index_of, Count);
  printf(" %u", sum(a, room));
  count(a, index_of, Count);
  printf(" %u", sum(a, room));
  auto to = std::make_unique<int[]>(Large);
  gather(to.get(), a, index_of, Count);
  printf(" %u", sum(to.get(), Count));
  walk(a, index_of, Count);
  printf(" %u\n", sum(a, room));
}

static void stack() {
  int first[50], here[Count], last[50];
  std::memset(first, 1, sizeof first);
  std::memset(last, 2, sizeof last);
  all("stack", here, Count);
  printf("%u %u\n", sum(first, 50), sum(last, 50));
}

int main() {
  for (int i = 0; i < Count; ++i)
    index_of[i] = i * 7 % Count;
  for (int i = 0; i < 100; ++i)
    before[i] = after[i] = i;

  int *block = static_cast<int *>(std::malloc(Large * sizeof(int)));
  all("block", block, Large);
  all("middle of a block", block + 20001, Count);
  printf("%u\n", sum(block, 20001));
  block = static_cast<int *>(std::realloc(block, 2 * Large * sizeof(int)));
  all("grown", block + Large, Large);
  printf("%u\n", sum(block, Large));
  std::free(block);

  auto made = std::make_unique<int[]>(Large);
  all("new", made.get() + 11, Large - 11);
  std::vector<int> grown(Large);
  all("vector", grown.data(), Large);

  auto mesh = std::make_unique<std::vector<Mesh>>(10);
  Mesh &m = (*mesh)[4];
  m.cells = m.room;
  all("member", m.cells, Count);
  printf("%u %u\n", sum(m.header, 20), sum(m.tail, 20));

  all("global", global, Count);
  printf("%u %u\n", sum(before, 100), sum(after, 100));
  stack();
  std::thread(stack).join();

  const size_t bytes = Large * sizeof(int);
  int *mapped = static_cast<int *>(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  all("mapped", mapped + 100, Large - 100);
  munmap(mapped, bytes);
  return 0;
}
