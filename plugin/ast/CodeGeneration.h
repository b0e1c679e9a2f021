// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CodeGeneration.h - how generated functions and loops are compiled --===//
#ifndef TWOFOLD_PLUGIN_AST_CODEGENERATION_H
#define TWOFOLD_PLUGIN_AST_CODEGENERATION_H

#include "clang/AST/Attr.h"

namespace twofold {

/// A part of the user's function that moves into To is compiled there as it
/// would be in From: for the same processor, with vectors of the same width,
/// rounding, hardening, instrumentation and zeal of the optimiser. Attributes
/// that say what a function is to its callers stay behind.
void inheritCodeGeneration(const clang::FunctionDecl &From,
                           clang::FunctionDecl &To);

/// Vectors of so many bits are not split in F, also where the target prefers
/// others.
void keepVectors(clang::FunctionDecl &F, unsigned Bits);

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
