// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlainLoops.h - loops whose conditions change nothing ---------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_PLAINLOOPS_H
#define TWOFOLD_PLUGIN_DEPEND_PLAINLOOPS_H

#include "clang/AST/Decl.h"

namespace twofold {

/// A copy of S, a part of Owner, for looking at only, in which
/// `while ((k = next[k]) >= 0) f(k);` is
/// `for (;;) { int was = k = next[k]; if (!(was >= 0)) break; f(k); }`, and
/// loops that begin with their bodies are such ones, too: calls go through
/// these. Null: there are none, or S cannot be copied.
clang::Stmt *withPlainLoops(clang::Stmt *S, clang::FunctionDecl &Owner,
                            clang::ASTContext &Ctx);

} // namespace twofold

#endif
