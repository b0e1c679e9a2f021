// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that knows more calls of the runtime than the runtime has does without
// all of them; one that knows fewer uses those that it knows. Where steps of a sort
// fail, what is done of it is no harm.
// RUN: %clangxx %include -std=c++17 -O1 %s -o %t
// RUN: %t | %FileCheck %s
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <twofold/scan.hpp>
#include <twofold/sort.hpp>
#include <vector>

static int calls;
static uint32_t allowed;

struct twofold_kernel_text {
  twofold_kernel_native native;
};

static twofold_kernel_text *from(const char *, const char *, twofold_kernel_native native,
                                 const char *, uint32_t) {
  return new twofold_kernel_text{native};
}

static int runAll(const twofold_kernel_call *each, uint32_t count) {
  ++calls;
  uint32_t ran = 0;
  for (; ran < count && ran < allowed; ++ran) {
    void *args[64];
    for (uint32_t i = 0; i < each[ran].count; ++i)
      args[i] = const_cast<void *>(each[ran].args[i].pointer);
    each[ran].kernel->native(args, 0, each[ran].groups);
  }
  return ran < count ? TWOFOLD_KERNEL_NOT_RUN : TWOFOLD_KERNEL_OK;
}

static struct {
  twofold_device_functions known;
  void (*more)();
} table;

extern "C" const twofold_device_functions *twofold_device_calls() { return &table.known; }

static bool isRight() {
  std::vector<unsigned> x(100000), with(x.size()), sums(x.size());
  for (unsigned i = 0; i < x.size(); ++i)
    x[i] = (i + 1) * 2654435761u;
  std::iota(with.begin(), with.end(), 0u);
  std::vector<unsigned> keys = x;
  std::vector<unsigned> sorted = x, expected(x.size());
  std::sort(sorted.begin(), sorted.end());
  std::partial_sum(x.begin(), x.end(), expected.begin());
  twofold::inclusive_scan(twofold::par, x.begin(), x.end(), sums.begin());
  twofold::sort(twofold::par, x.begin(), x.end());
  twofold::sort_by_key(twofold::par, keys.begin(), keys.end(), with.begin());
  bool right = x == sorted && keys == sorted && sums == expected;
  for (unsigned i = 0; i < x.size(); ++i)
    right &= (with[i] + 1) * 2654435761u == keys[i];
  return right;
}

int main() {
  // CHECK: older: 1, 0 calls
  table.known.struct_size = sizeof table.known - sizeof(void *);
  std::printf("older: %d, %d calls\n", isRight(), calls);
  table.known.from = from;
  table.known.alloc = [](size_t bytes) { return ::operator new(bytes); };
  table.known.free = [](void *block) { ::operator delete(block); };
  table.known.run_all = runAll;
  table.known.struct_size = sizeof table;
  // CHECK-NEXT: newer: 1, 3 calls
  allowed = 64;
  std::printf("newer: %d, %d calls\n", isRight(), calls);
  // CHECK-NEXT: failing: 1
  bool right = true;
  for (allowed = 0; allowed < 12; ++allowed)
    right &= isRight();
  std::printf("failing: %d\n", right);
}
