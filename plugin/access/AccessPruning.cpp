// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessPruning.cpp - leaves out of a model what nothing names -------===//
#include "access/AccessRecorder.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace twofold;

/// Drops values and virtual axes that nothing names in the end.
void AccessRecorder::prune() {
  llvm::SmallVector<bool, 8> UsedAxes, UsedValues(Model.Values.size());
  for (const Axis &A : Model.Axes)
    UsedAxes.push_back(!A.Virtual);
  auto Mark = [&](const AffineForm &Form) {
    for (const Monomial &M : Form) {
      if (M.Axis >= rank())
        UsedAxes[M.Axis - rank()] = true;
      for (unsigned V : M.Values)
        UsedValues[V] = true;
    }
  };
  for (const Access &A : Model.Accesses)
    Mark(A.Offset);
  for (const RangeCheck &C : Model.Checks)
    Mark(C.Form);
  for (const Base &B : Model.Bases)
    if (B.Extent)
      Mark(*B.Extent);
  for (const Subscript &S : Model.Subscripts) {
    Mark(S.Extent);
    Mark(S.Size);
  }
  // Ends name earlier axes only.
  for (size_t I = Model.Axes.size(); I-- > 0;)
    if (UsedAxes[I]) {
      Mark(Model.Axes[I].Lower);
      Mark(Model.Axes[I].Upper);
    }

  llvm::SmallVector<unsigned, 8> NewAxes, NewValues;
  unsigned Next = rank();
  for (bool Used : UsedAxes)
    NewAxes.push_back(Used ? Next++ : 0);
  Next = 0;
  for (bool Used : UsedValues)
    NewValues.push_back(Used ? Next++ : 0);
  auto Renumber = [&](AffineForm &Form) {
    for (Monomial &M : Form) {
      if (M.Axis >= rank())
        M.Axis = int(NewAxes[M.Axis - rank()]);
      for (unsigned &V : M.Values)
        V = NewValues[V];
    }
  };
  llvm::SmallVector<Axis, 4> Axes;
  for (auto [A, Used] : llvm::zip(Model.Axes, UsedAxes)) {
    if (!Used)
      continue;
    Renumber(A.Lower);
    Renumber(A.Upper);
    if (A.Parent >= rank())
      A.Parent = int(NewAxes[A.Parent - rank()]);
    Axes.push_back(std::move(A));
  }
  Model.Axes = std::move(Axes);
  llvm::SmallVector<Expr *, 4> Values;
  for (auto [V, Used] : llvm::zip(Model.Values, UsedValues))
    if (Used)
      Values.push_back(V);
  Model.Values = std::move(Values);
  for (Access &A : Model.Accesses)
    Renumber(A.Offset);
  for (RangeCheck &C : Model.Checks)
    Renumber(C.Form);
  for (Base &B : Model.Bases)
    if (B.Extent)
      Renumber(*B.Extent);
  for (Subscript &S : Model.Subscripts) {
    Renumber(S.Extent);
    Renumber(S.Size);
  }
}
