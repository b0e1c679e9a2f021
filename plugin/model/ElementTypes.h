// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementTypes.h - what element reductions can be of -----------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_ELEMENTTYPES_H
#define TWOFOLD_PLUGIN_MODEL_ELEMENTTYPES_H

#include "model/ElementUpdate.h"

namespace twofold {

bool isElement(clang::QualType T, const clang::ASTContext &Ctx);

/// Another order of such updates gives other results, beyond rounding: a
/// conversion on the way drops more, or no processor updates the type in one
/// step.
bool needsOrder(const ElementUpdate &U, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
