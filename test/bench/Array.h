// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Array.h - an array of a measured loop ------------------------------===//
#ifndef TEST_BENCH_ARRAY_H
#define TEST_BENCH_ARRAY_H

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

/// An array in host memory.
struct Array {
  std::shared_ptr<char> Data;
  size_t Bytes = 0;

  template <typename T> T *as() const {
    return reinterpret_cast<T *>(Data.get());
  }
};

/// Element I is Value(I).
template <typename T, typename F> Array array(size_t Count, F Value) {
  Array A;
  A.Bytes = Count * sizeof(T);
  size_t Rounded = (A.Bytes + 4095) / 4096 * 4096;
  A.Data = {static_cast<char *>(std::aligned_alloc(4096, Rounded)), std::free};
  for (size_t I = 0; I < Count; ++I)
    A.as<T>()[I] = T(Value(I));
  return A;
}

inline double wave(size_t I) { return 1.0 + 0.001 * double(I % 1009); }
inline double zero(size_t) { return 0; }

/// Numbers without a pattern, below Limit.
inline size_t scattered(size_t I, size_t Limit) {
  unsigned long long X = (I + 1) * 0x9e3779b97f4a7c15ull;
  X = (X ^ (X >> 30)) * 0xbf58476d1ce4e5b9ull;
  return (X ^ (X >> 31)) % Limit;
}

inline std::string size(const char *Text, long N) {
  return Text + std::to_string(N);
}

#endif
