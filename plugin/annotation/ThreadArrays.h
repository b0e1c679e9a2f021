// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ThreadArrays.h - what loops of a region leave to each other --------===//
#ifndef TWOFOLD_PLUGIN_ANNOTATION_THREADARRAYS_H
#define TWOFOLD_PLUGIN_ANNOTATION_THREADARRAYS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace twofold {

/// Whether S names V outside the loops that threads share out.
bool mentionsBetween(const clang::Stmt *S, const clang::ValueDecl *V);

/// Whether a loop of S, or a later run of the same one, may read what an
/// iteration has left in V, of which each thread that runs S has one: a static
/// schedule gives a thread the same iterations of each. Iterations leave
/// nothing for their equals where no subscript of V depends on which one it is.
bool outlivesLoops(const clang::Stmt *S, const clang::VarDecl *V);

} // namespace twofold

#endif
