// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StrideCases.cpp - operands with strides, and copies of them --------===//
#include "Case.h"
#include "HandForms.h"

namespace {

enum : size_t { Out, Operand, Other, Packed };

/// Direct, and with a contiguous copy of Operand made first.
Case strided(
    const std::string &Name, long Stride, long Length, size_t Others,
    std::vector<uint64_t> Items,
    const std::function<HandLaunch(MemoryNumber, int64_t)> &Statement) {
  Case C;
  C.Name = Name;
  C.Size = size("stride ", Stride);
  C.Type = Case::Element::Float;
  size_t Results = 1;
  for (uint64_t N : Items)
    Results *= size_t(N);
  C.Memory = {array<float>(Results, zero),
              array<float>(size_t(Length * Stride), wave),
              array<float>(Others, wave), array<float>(size_t(Length), zero)};
  HandLaunch Copy{"gathered",
                  {MemoryNumber{Packed}, MemoryNumber{Operand}, int64_t(Stride),
                   int64_t(Length)},
                  {uint64_t(Length)}};
  HandLaunch Direct = Statement(MemoryNumber{Operand}, Stride);
  HandLaunch Straight = Statement(MemoryNumber{Packed}, 1);
  for (HandLaunch *L : {&Direct, &Straight})
    L->Items = Items;
  C.Forms = {{"direct", HandForms, {Direct}},
             {"copied first", HandForms, {Copy, Straight}}};
  return C;
}

Case sum(long Stride, long N) {
  return strided("strided sum", Stride, N, size_t(N), {uint64_t(N)},
                 [=](MemoryNumber X, int64_t S) {
                   return HandLaunch{"sum_strided",
                                     {MemoryNumber{Out}, MemoryNumber{Other}, X,
                                      S, int64_t(N)},
                                     {}};
                 });
}

Case taps(long Stride, long N) {
  return strided("strided taps", Stride, N, 1, {uint64_t(N - 8)},
                 [=](MemoryNumber X, int64_t S) {
                   return HandLaunch{"taps_strided",
                                     {MemoryNumber{Out}, X, S, int64_t(N - 8)},
                                     {}};
                 });
}

Case product(long Stride, long N, long Rows) {
  return strided("strided product", Stride, N, size_t(N * Rows),
                 {uint64_t(Rows)}, [=](MemoryNumber X, int64_t S) {
                   return HandLaunch{"product_strided",
                                     {MemoryNumber{Out}, MemoryNumber{Other}, X,
                                      S, int64_t(N), int64_t(Rows)},
                                     {}};
                 });
}

Case outer(long Stride, long N) {
  return strided("strided outer", Stride, N, size_t(N),
                 {uint64_t(N), uint64_t(N)}, [=](MemoryNumber X, int64_t S) {
                   return HandLaunch{"outer_strided",
                                     {MemoryNumber{Out}, X, MemoryNumber{Other},
                                      S, int64_t(N)},
                                     {}};
                 });
}

/// The right matrix is a transposed view.
Case turned(long N) {
  std::vector<uint64_t> Items = {uint64_t(N), uint64_t(N)};
  Case C = strided("turned product", 1, N * N, size_t(N * N), Items,
                   [=](MemoryNumber B, int64_t) {
                     bool Straight = B.Number == Packed;
                     return HandLaunch{
                         "product_turned",
                         {MemoryNumber{Out}, MemoryNumber{Other}, B, int64_t(N),
                          int64_t(Straight ? N : 1), int64_t(Straight ? 1 : N)},
                         {}};
                   });
  C.Size = size("n = ", N);
  C.Forms[1].Launches[0] = {
      "turned",
      {MemoryNumber{Packed}, MemoryNumber{Operand}, int64_t(N)},
      Items};
  return C;
}

} // namespace

std::vector<CaseMaker> strideCases(bool Large) {
  long N = Large ? 1L << 23 : 1L << 20, Side = Large ? 4096 : 1024;
  std::vector<CaseMaker> All;
  for (long Stride : {2, 8, 64}) {
    All.push_back([=] { return sum(Stride, N); });
    All.push_back([=] { return taps(Stride, N); });
    All.push_back([=] { return product(Stride, Side, 8 * Side); });
    All.push_back([=] { return outer(Stride, 2 * Side); });
  }
  All.push_back([=] { return turned(Side / 2); });
  return All;
}
