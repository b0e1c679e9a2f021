// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/KeptConditions.h"

namespace twofold {

llvm::SmallVector<RangeCheck, 4>
keptConditions(llvm::ArrayRef<RangeCheck> Conditions,
               llvm::function_ref<bool(llvm::ArrayRef<RangeCheck>)> Keeps) {
  llvm::SmallVector<RangeCheck, 4> Out;
  while (!Conditions.empty()) {
    const auto *Told = llvm::find_if(
        Conditions, [](const RangeCheck &C) { return C.Min <= C.Max; });
    const auto First = Conditions.take_front(
        std::min<size_t>(Told - Conditions.begin() + 1, Conditions.size()));
    if (Keeps(First))
      Out.append(First.begin(), First.end());
    Conditions = Conditions.drop_front(First.size());
  }
  return Out;
}

MaybeForm withAxis(const AffineForm &Form, int Axis, const AffineForm &By) {
  MaybeForm Out = AffineForm();
  for (Monomial M : Form) {
    MaybeForm Term = AffineForm();
    if (M.Axis == Axis) {
      M.Axis = -1;
      Term = product({M}, By);
    } else {
      Term->push_back(M);
    }
    Out = Out && Term ? sum(*Out, *Term) : std::nullopt;
  }
  return Out;
}

} // namespace twofold
