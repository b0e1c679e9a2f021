// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- FunctionAttributes.h - how generated functions are compiled --------===//
#ifndef TWOFOLD_PLUGIN_AST_FUNCTIONATTRIBUTES_H
#define TWOFOLD_PLUGIN_AST_FUNCTIONATTRIBUTES_H

namespace clang {
class FunctionDecl;
} // namespace clang

namespace twofold {

/// A part of the user's function that moves into To is compiled there as it
/// would be in From: for the same processor, with vectors of the same width,
/// rounding, hardening, instrumentation and zeal of the optimiser. Attributes
/// that say what a function is to its callers stay behind.
void inheritCodeGeneration(const clang::FunctionDecl &From,
                           clang::FunctionDecl &To);

} // namespace twofold

#endif
