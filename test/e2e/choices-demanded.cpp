// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that main memory has are chosen on a device where all work is to go there,
// and by threads otherwise. What is chosen stays there from the second time on.
// REQUIRES: pocl
// RUN: %clangxx %plugin %include -O1 -std=c++17 -Wno-pass-failed %s -o %t %runtime_flags
// RUN: env TWOFOLD_DEVICE=cpu POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable TWOFOLD_BUILD_TIMEOUT=300 \
// RUN:   %t | %FileCheck %s --check-prefixes=CHECK,DEVICE
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_ZERO_COPY=0 TWOFOLD_COHERENCE=lazy POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable \
// RUN:   TWOFOLD_BUILD_TIMEOUT=300 %t | %FileCheck %s --check-prefix=STAYS
// RUN: env TWOFOLD_DEVICE=native %t | %FileCheck %s --check-prefixes=CHECK,THREADS
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_OFFLOAD=disabled %t | %FileCheck %s --check-prefixes=CHECK,THREADS
#include <cstdio>
#include <twofold/twofold.hpp>

static twofold_statistics now() {
  twofold_statistics all = {};
  all.struct_size = sizeof all;
  twofold_get_statistics(&all);
  return all;
}

int main() {
  const int n = 40000;
  int *x = static_cast<int *>(twofold_alloc(n * sizeof(int)));
  int *y = static_cast<int *>(twofold_alloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    x[i] = i;
  const auto choose = [&] {
    return twofold::copy_if(twofold::par, x, x + n, y, [](int v) { return v % 3 == 0; });
  };
  choose();
  const twofold_statistics before = now();
  const int *end = choose();
  const twofold_statistics after = now();
  // STAYS: sent little
  const bool little = after.bytes_to_device - before.bytes_to_device <= 8192;
  std::puts(little ? "sent little" : "sent much");
  // CHECK: 13334, 39999
  std::printf("%d, %d\n", int(end - y), end[-1]);
  // DEVICE-NEXT: on a device
  // THREADS-NEXT: on threads
  std::puts(after.calls_device ? "on a device" : "on threads");
  twofold_free(x);
  twofold_free(y);
}
