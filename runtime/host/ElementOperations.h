// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementOperations.h - reductions over rows of numbers --------------===//
#ifndef TWOFOLD_RUNTIME_HOST_ELEMENTOPERATIONS_H
#define TWOFOLD_RUNTIME_HOST_ELEMENTOPERATIONS_H

#include "twofold/abi.h"

#include <cstddef>

namespace twofold {

/// Whether elements of this type and operation can be filled and combined.
bool canCombine(const twofold_element &Element);

/// Sets Count elements to what leaves every value unchanged.
void fillIdentity(const twofold_element &Element, void *To, size_t Count);

/// Into[i] = Into[i] op From[i].
void combine(const twofold_element &Element, void *Into, const void *From,
             size_t Count);
/// As combine, but Into[i] is left alone where From[i] is as fillIdentity left
/// it.
void combineChanged(const twofold_element &Element, void *Into,
                    const void *From, size_t Count);

} // namespace twofold

#endif
