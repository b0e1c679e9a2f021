// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Case.h - one measured loop with its data ---------------------------===//
#ifndef TEST_BENCH_CASE_H
#define TEST_BENCH_CASE_H

#include "Array.h"
#include "Loops.h"

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

/// An argument of a hand-written kernel: Case::Memory by number, or a scalar.
struct MemoryNumber {
  size_t Number;
};
using HandArgument =
    std::variant<MemoryNumber, int32_t, int64_t, float, double>;

struct HandLaunch {
  std::string Kernel;
  std::vector<HandArgument> Arguments; ///< in order
  std::vector<uint64_t> Items;         ///< dimension 0 first
};

/// Another way to compute the result on a device.
struct HandForm {
  std::string Name;
  const char *Text; ///< where its kernels are
  std::vector<HandLaunch> Launches;
};

struct Case {
  enum class Element { Float, Double, Int };
  enum class Fold { None, Sum, Minimum }; ///< of doubles, one for each group

  std::string Name;
  std::string Size;          ///< for the table
  std::vector<Array> Memory; ///< Memory[0] is the result
  Element Type = Element::Double;
  std::function<void(const loops &)> Run;
  std::string HandKernel;             ///< empty: none
  std::vector<HandArgument> HandArgs; ///< in order
  std::vector<uint64_t> HandItems;    ///< dimension 0 first
  std::vector<HandForm> Forms;        ///< all of one result
  Fold Reduces = Fold::None;          ///< see DeviceRun::handReduction
  double Tolerance = 0;               ///< relative, between variants
  bool SameOnDevice = true;           ///< false: rounding decides on numbers
};

using CaseMaker = std::function<Case()>;

/// All cases, larger ones for a GPU. Each call allocates its arrays.
std::vector<CaseMaker> cases(bool Large);
/// Those of Reductions.c and those of Containers.cpp.
std::vector<CaseMaker> reductionCases(bool Large);
std::vector<CaseMaker> containerCases(bool Large);
/// Statements with strided operands, which have forms alone: see StrideCases.
std::vector<CaseMaker> strideCases(bool Large);

/// The largest difference between two results, relative to their size.
double difference(Case::Element Type, const void *A, const void *B,
                  size_t Bytes);

#endif
