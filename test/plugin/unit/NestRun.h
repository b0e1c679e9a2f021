// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestRun.h - runs a loop nest of affine forms -----------------------===//
#ifndef TWOFOLD_TEST_PLUGIN_UNIT_NESTRUN_H
#define TWOFOLD_TEST_PLUGIN_UNIT_NESTRUN_H

#include "depend/DependenceProof.h"
#include <map>

namespace twofold {

/// All axes of a space, which have ends and steps, one inside the other.
class NestRun {
  const IterationSpace &Space;
  llvm::SmallVector<int64_t, 4> Values;
  using Point = llvm::SmallVector<int64_t, 4>;

  void run(Point &P, llvm::function_ref<void()> Body) const {
    if (P.size() == Space.Axes.size())
      return Body();
    const IterationAxis &A = Space.Axes[P.size()];
    int64_t Lower = valueOf(*A.Lower, P), Upper = valueOf(*A.Upper, P);
    int64_t First = A.Step > 0 ? Lower : Upper;
    for (int64_t X = First; X >= Lower && X <= Upper; X += A.Step) {
      P.push_back(X);
      run(P, Body);
      P.pop_back();
    }
  }

public:
  explicit NestRun(const IterationSpace &Space,
                   llvm::SmallVector<int64_t, 4> Values = {})
      : Space(Space), Values(std::move(Values)) {}

  int64_t valueOf(const AffineForm &Form, llvm::ArrayRef<int64_t> P) const {
    int64_t Sum = 0;
    for (const Monomial &M : Form) {
      int64_t Term = M.Constant * (M.Axis == -1 ? 1 : P[M.Axis]);
      for (unsigned V : M.Values)
        Term *= Values[V];
      Sum += Term;
    }
    return Sum;
  }
  /// The least distance on Axis at which the two meet while all parallel axes
  /// before it agree; 0: they do not.
  int64_t distance(const MemoryReference &A, const MemoryReference &B,
                   unsigned Axis) const {
    std::map<int64_t, llvm::SmallVector<Point, 4>> Bytes;
    Point P;
    auto Happens = [&](const MemoryReference &R) {
      return llvm::all_of(R.Facts, [&](const AffineForm &Fact) {
        return valueOf(Fact, P) >= 0;
      });
    };
    run(P, [&] {
      if (Happens(A))
        for (unsigned Byte = 0; Byte != A.Size; ++Byte)
          Bytes[valueOf(A.Offset, P) + Byte].push_back(P);
    });
    int64_t Least = 0;
    run(P, [&] {
      if (!Happens(B))
        return;
      for (unsigned Byte = 0; Byte != B.Size; ++Byte)
        for (const Point &Q : Bytes[valueOf(B.Offset, P) + Byte]) {
          int64_t Apart = std::abs((P[Axis] - Q[Axis]) / Space.Axes[Axis].Step);
          if (Apart != 0 && std::equal(P.begin(), P.begin() + Axis, Q.begin()))
            Least = Least == 0 ? Apart : std::min(Least, Apart);
        }
    });
    return Least;
  }
};

} // namespace twofold

#endif
