// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop without a kernel stores through a pointer that an object holds, and
// reads what another pointer leads to: each call looks whether they overlap.
// RUN: %e2e %s %t --native -std=c++17
// RUN: %clangxx %plugin -std=c++17 -O1 %include %s -o %t %runtime_flags
// RUN: env OMP_NUM_THREADS=4 TWOFOLD_INFO=1 %t 2>&1 | FileCheck %s
// CHECK: runs in order in calls like this one, because one iteration writes
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static struct {
  uint64_t *Data;
  int Count;
} Held;
static int64_t *From;

static void store(size_t N) {
#pragma twofold parallel for
  for (size_t I = 8; I < N; I += 3) {
    uint32_t Own[8];
    auto Unused = [=](uint64_t X) { return X ^ Own[7]; };
    Held.Data[I] = uint64_t(From[77] * 3);
  }
}

int main() {
  constexpr size_t N = 3000;
  auto *Block = static_cast<uint64_t *>(calloc(2 * N, sizeof(uint64_t)));
  From = reinterpret_cast<int64_t *>(Block);
  From[77] = 4;
  Held.Data = Block + N;
  store(N);
  Held.Data = Block;
  store(N);
  uint64_t Sum = 0;
  for (size_t I = 0; I < 2 * N; ++I)
    Sum = Sum * 31 + Block[I];
  printf("%llu\n", static_cast<unsigned long long>(Sum));
}
