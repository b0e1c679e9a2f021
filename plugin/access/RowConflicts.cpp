// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowConflicts.cpp - pairs of references to rows of tables -----------===//
#include "access/NeededAxes.h"

using namespace clang;

namespace twofold {

ConflictModel ConflictModel::ofCopies() && {
  Pairs.clear();
  LoadedPairs.clear();
  RowPairs.clear();
  for (Reference &R : References)
    R.Updates = false;
  return std::move(*this);
}

void ConflictModel::separateRows(
    llvm::function_ref<bool(unsigned Base)> IsRow) {
  auto InRow = [&](const Reference &R) {
    return R.Base != Base::Anywhere && IsRow(R.Base);
  };
  auto InRows = [&](const OpenPair &P) {
    return InRow(References[P.First]) || InRow(References[P.Second]);
  };
  llvm::copy_if(Pairs, std::back_inserter(RowPairs), InRows);
  llvm::erase_if(Pairs, InRows);
  llvm::erase_if(LoadedPairs, InRows);
  for (Reference &R : References)
    R.Updates &= !InRow(R);
}

void ConflictModel::addLedByPointers(
    ConflictModel Others, unsigned Rank,
    llvm::function_ref<Expr *(unsigned Base)> AddressOf) {
  if (Others.Reorders)
    Others.LoadedPairs.append(Others.Pairs);
  auto IsLed = [&](const OpenPair &P) {
    if (Others.Reorders)
      return true;
    NeededAxes Own(Others.Axes, Rank);
    for (unsigned Number : {P.First, P.Second}) {
      const Reference &R = Others.References[Number];
      if (R.Base == Base::Anywhere)
        return true;
      Own.addAccess(R);
    }
    return llvm::any_of(Own.LoadedFrom, [](const Axis *Loaded) {
      return Loaded->Base == Base::Anywhere;
    });
  };
  llvm::erase_if(Others.LoadedPairs,
                 [&](const OpenPair &P) { return !IsLed(P); });
  bool Known = !Others.LoadedPairs.empty() &&
               Axes.size() + Others.Axes.size() + Rank <= MostAxes;
  auto FromZero = [&](unsigned &Number, AffineForm &Offset) {
    if (!Known || Number == Base::Anywhere)
      return;
    Expr *Address = AddressOf(Number);
    MaybeForm Far;
    if (Address) {
      Others.Values.push_back(Address);
      Far = sum(Offset, valueForm(unsigned(Others.Values.size() - 1)));
    }
    Known = Far.has_value();
    Offset = Far.value_or(AffineForm());
    Number = Base::Anywhere;
  };
  for (Axis &A : Others.Axes)
    if (A.Loaded && A.Bytes != 0)
      FromZero(A.Base, A.From);
  for (Reference &R : Others.References)
    FromZero(R.Base, R.Offset);
  if (!Known)
    return;
  const int MoreAxes = int(Axes.size());
  forEachForm(Others, [&](AffineForm &Form) {
    for (Monomial &M : Form) {
      M.Axis += M.Axis >= int(Rank) ? MoreAxes : 0;
      for (unsigned &V : M.Values)
        V += unsigned(Values.size());
    }
  });
  for (Axis &A : Others.Axes)
    A.Goes += A.Goes != -1 ? MoreAxes : 0;
  for (const OpenPair &P : Others.LoadedPairs)
    LoadedPairs.push_back({P.First + unsigned(References.size()),
                           P.Second + unsigned(References.size()),
                           P.ApartIfEqual});
  for (Reference &R : Others.References) {
    R.Updates = false; // of these this model tells
    for (int &Axis : R.Around)
      Axis += Axis >= int(Rank) ? MoreAxes : 0;
  }
  Values.append(Others.Values);
  llvm::move(Others.Axes, std::back_inserter(Axes));
  llvm::move(Others.References, std::back_inserter(References));
}

} // namespace twofold
