// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Case.h - one measured loop with its data ---------------------------===//
#ifndef TEST_BENCH_CASE_H
#define TEST_BENCH_CASE_H

#include "Loops.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

/// An array in host memory.
struct Array {
  std::shared_ptr<char> Data;
  size_t Bytes = 0;

  template <typename T> T *as() const {
    return reinterpret_cast<T *>(Data.get());
  }
};

/// An argument of a hand-written kernel: Case::Memory by number, or a scalar.
struct MemoryNumber {
  size_t Number;
};
using HandArgument =
    std::variant<MemoryNumber, int32_t, int64_t, float, double>;

struct Case {
  enum class Element { Float, Double, Int };

  std::string Name;
  std::string Size;          ///< for the table
  std::vector<Array> Memory; ///< Memory[0] is the result
  Element Type = Element::Double;
  std::function<void(const loops &)> Run;
  std::string HandKernel;             ///< empty: none
  std::vector<HandArgument> HandArgs; ///< in order
  std::vector<uint64_t> HandItems;    ///< dimension 0 first
  bool Reduces = false;               ///< dot: see DeviceRun::handDot
  double Tolerance = 0;               ///< relative, between variants
};

/// All cases, larger ones for a GPU. Each call allocates its arrays.
std::vector<std::function<Case()>> cases(bool Large);

/// The largest difference between two results, relative to their size.
double difference(Case::Element Type, const void *A, const void *B,
                  size_t Bytes);

#endif
