// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KeptConditions.h - some of the conditions of an access -------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_KEPTCONDITIONS_H
#define TWOFOLD_PLUGIN_ACCESS_KEPTCONDITIONS_H

#include "access/AffineForms.h"

namespace twofold {

/// Those of Conditions, each with what says where it is right, that Keeps.
llvm::SmallVector<RangeCheck, 4>
keptConditions(llvm::ArrayRef<RangeCheck> Conditions,
               llvm::function_ref<bool(llvm::ArrayRef<RangeCheck>)> Keeps);

/// Form with By in place of Axis.
MaybeForm withAxis(const AffineForm &Form, int Axis, const AffineForm &By);

} // namespace twofold

#endif
