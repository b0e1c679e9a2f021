// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopHints.h - what loops tell LLVM ---------------------------------===//
#ifndef TWOFOLD_PLUGIN_AST_LOOPHINTS_H
#define TWOFOLD_PLUGIN_AST_LOOPHINTS_H

#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallVector.h"

namespace twofold {

/// As `#pragma clang loop` gives it.
const clang::Attr *loopHint(clang::ASTContext &Ctx, clang::SourceLocation Where,
                            clang::LoopHintAttr::OptionType Option,
                            clang::LoopHintAttr::LoopHintState State,
                            clang::Expr *Value = nullptr);

/// The hints of a loop that is to be made in lanes, none of which meet:
/// NativeLoopPass knows the loop by them.
void addLaneHints(llvm::SmallVectorImpl<const clang::Attr *> &To,
                  clang::ASTContext &Ctx, clang::SourceLocation Where);

} // namespace twofold

#endif
