// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PlainStatements.h - statements that every stage knows --------------===//
//
// Changes what a parallel loop does into forms that mean the same and that all
// later stages understand:
//
//   #pragma omp simd for (...) ...     the loop, with a hint for the vectoriser
//   #pragma omp parallel for, atomic   the loop, the update: one thread runs an
//                                      iteration, and updates are reductions
//   ({ a; b; });                       { a; b; }
//   c ? exit(1) : (void)0;             if (c) exit(1); else (void)0;
//   c || (exit(1), 0);                 if (!c) exit(1);
//
// Directives whose clauses or contents mean more stay.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_MODEL_PLAINSTATEMENTS_H
#define TWOFOLD_PLUGIN_MODEL_PLAINSTATEMENTS_H

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace twofold {

/// Loop stands in F. Of the functions that it calls, only what does not change
/// how they run elsewhere.
void simplifyStatements(clang::Stmt *Loop, clang::FunctionDecl &F,
                        clang::ASTContext &Ctx);

} // namespace twofold

#endif
