// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestMapping.cpp ----------------------------------------------------===//

#include "NestMapping.h"
#include "llvm/ADT/STLExtras.h"

namespace twofold {
namespace {

/// Whether neighbouring iterations of the dimension touch neighbouring bytes.
bool isUnitStride(const Access &A, unsigned Dimension, int64_t Step) {
  int64_t Stride = 0;
  for (const Monomial &M : A.Offset) {
    if (M.Axis != int(Dimension))
      continue;
    if (!M.Values.empty())
      return false;
    Stride += M.Constant;
  }
  __int128 Bytes = __int128(Stride) * Step;
  return Bytes != 0 && Bytes <= A.Size && -Bytes <= A.Size;
}

unsigned unitStrides(const ParallelLoop &Loop, const AccessModel &Model,
                     unsigned Dimension) {
  int64_t Step = Loop.Dims[Dimension].StepMagnitude.value_or(1);
  return llvm::count_if(Model.Accesses, [&](const Access &A) {
    return !A.Unknown && isUnitStride(A, Dimension, Step);
  });
}

} // namespace

NestMapping mapNest(const ParallelLoop &Loop, const AccessModel &Model) {
  NestMapping Mapping;
  unsigned Rank = Loop.Dims.size();
  bool Reduces = llvm::any_of(Loop.Captures, [](const Capture &C) {
    return C.Kind == Sharing::Reduction;
  });
  Mapping.Linear = Reduces || Rank > 3;
  if (Mapping.Linear)
    return Mapping;

  Mapping.Rank = Rank;
  // The innermost wins a tie: it is where programmers put the short strides.
  unsigned Fastest = Rank - 1;
  for (unsigned D = Rank - 1; D-- > 0;)
    if (unitStrides(Loop, Model, D) > unitStrides(Loop, Model, Fastest))
      Fastest = D;
  Mapping.Range[0] = Fastest;
  for (unsigned D = Rank, Next = 1; D-- > 0;)
    if (D != Fastest)
      Mapping.Range[Next++] = D;
  return Mapping;
}

} // namespace twofold
