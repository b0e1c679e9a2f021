// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementVariables.h - elements that inner loops move on -------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_ELEMENTVARIABLES_H
#define TWOFOLD_PLUGIN_DEPEND_ELEMENTVARIABLES_H

#include "model/LoopModel.h"

namespace twofold {

/// The loop with a variable for each element that an inner loop stores to again
/// and again, and goes by: `while (...) { g[p[u]] = x; p[u] = next[p[u]]; }`
/// becomes `int e = p[u]; while (...) { g[e] = x; p[u] = e = next[e]; }`. What
/// such loops do with variables is understood. What functions do stands in the
/// place of their calls then, and what conditions change ahead of these. It is
/// for looking at only. Nothing: there are no such elements nor conditions, or
/// the body cannot be copied.
std::optional<ParallelLoop> withElementVariables(const ParallelLoop &Loop,
                                                 clang::ASTContext &Ctx);

/// A copy of S, a part of Owner, for looking at only, in which
/// `while ((k = next[k]) >= 0) f(k);` is
/// `for (;;) { int was = k = next[k]; if (!(was >= 0)) break; f(k); }`, and
/// loops that begin with their bodies are such ones, too: calls go through
/// these. Null: there are none, or S cannot be copied.
clang::Stmt *withPlainLoops(clang::Stmt *S, clang::FunctionDecl &Owner,
                            clang::ASTContext &Ctx);

} // namespace twofold

#endif
