// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopFinder.h - loops of a declaration, and their clauses ----------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_LOOPFINDER_H
#define TWOFOLD_PLUGIN_ANNOTATION_LOOPFINDER_H

#include "model/LoopModel.h"

namespace twofold {

struct FoundLoop {
  clang::Stmt **Slot;
  clang::AttributedStmt *Statement;
};

/// Every function with a body in D that is not a template pattern: D itself,
/// methods, local classes, lambdas, instantiations.
llvm::SmallVector<clang::FunctionDecl *, 8> functionsIn(clang::Decl &D);

/// Statements with clauses or `parallel_for` in F's body, outermost ones only,
/// outside nested lambdas.
llvm::SmallVector<FoundLoop, 4> loopsIn(clang::FunctionDecl &F);

/// Whether Clang has reported an error in an expression of S.
bool containsErrors(const clang::Stmt *S);

/// Takes annotated loops from directives of OpenMP's that say no more than the
/// annotation does (`parallel for`, `simd`), and drops these directives.
/// Reports why all other loops under a directive stay as they are: OpenMP makes
/// functions of such statements, and the threads of a region share its loops.
void takeOpenMPLoops(clang::FunctionDecl &F, Diagnostics &Diags);

/// Reads and checks the clauses of an annotated loop, which must not be that of
/// a template. No value after an error, which has been reported.
std::optional<Clauses> readClauses(const clang::AttributedStmt &Loop,
                                   clang::ASTContext &Ctx, Diagnostics &Diags);

} // namespace twofold

#endif
