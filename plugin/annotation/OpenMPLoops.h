// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPLoops.h - OpenMP's loops as annotated ones -------------------===//
//
// A directive that shares out a loop becomes a copy of the loop with the
// annotations that say the same. The directive itself stays in the tree until
// the copy has been compiled.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPLOOPS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPLOOPS_H

#include "annotation/LoopFinder.h"
#include "annotation/OpenMPGuards.h"
#include "annotation/OpenMPRegions.h"

namespace twofold {

/// The outermost directives in F's body with statements under them, outside
/// lambdas, in which no annotated loop stands.
llvm::SmallVector<clang::Stmt **, 4> directivesIn(clang::FunctionDecl &F);

/// At most so many loops can come of them.
size_t openMPLoopsIn(clang::FunctionDecl &F);

/// What may take a directive's place.
struct OpenMPLoops {
  clang::CompoundStmt *Statement = nullptr; ///< null: nothing, for this Reason
  LoopTests Tests;                          ///< whether it may run
  llvm::SmallVector<FoundLoop, 2> Loops;    ///< in Statement
  /// In functions that it calls, which must be taken as well.
  llvm::SmallVector<CalledLoop, 4> Called;
  /// Directives that only OpenMP's text has, as code stands beside them that
  /// only threads can run.
  llvm::SmallVector<clang::OMPExecutableDirective *, 2> LeftOut;
  /// The threads of some region may share it out, or one thread runs it.
  bool Orphan = false;
  /// A region that has to be there for the functions that it calls.
  bool Binds = false;
  std::string Reason;
  clang::SourceLocation Loc; ///< that it is about
};

/// Trusted: no two iterations meet, says the directive of this very text. Anew:
/// what F, as it was written, gives another name; null: F is as it was.
OpenMPLoops
loopsOf(clang::OMPExecutableDirective &Directive, clang::FunctionDecl &F,
        bool Trusted,
        const llvm::DenseSet<const clang::ValueDecl *> *Anew = nullptr);

} // namespace twofold

#endif
