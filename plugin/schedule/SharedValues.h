// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SharedValues.h - numbers that the items of a group may share -------===//
#ifndef TWOFOLD_PLUGIN_SCHEDULE_SHAREDVALUES_H
#define TWOFOLD_PLUGIN_SCHEDULE_SHAREDVALUES_H

#include "model/LoopModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace twofold {

/// An integer or floating-point number of 32 or 64 bits, as registers and local
/// memory of every device hold it.
bool isNumber(clang::QualType T, const clang::ASTContext &Ctx);

/// Whether Init is made of what all items have alike, memory left out. Of
/// variables of the iteration IsAlike tells; nothing: it does not know one.
bool isMadeAlike(
    const clang::Expr *Init, const ParallelLoop &Loop,
    llvm::function_ref<std::optional<bool>(const clang::ValueDecl *)> IsAlike);

/// From one value of D to the next one Index grows by 1.
bool movesByOne(const clang::Expr *Index, const clang::ValueDecl *D);

} // namespace twofold

#endif
