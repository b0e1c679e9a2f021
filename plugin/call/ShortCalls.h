// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ShortCalls.h - loops of little work run where they are called ----===//
//
// The call of the runtime takes as long as a loop over a hundred numbers. Where
// the work is known from the trip counts, the call site asks for it itself:
//
//   trips = ...;
//   apart = ...; // where iterations may depend on each other
//   if (trips * ops < limit && apart) native(args, 0, trips);
//   else twofold_run(&site, &launch);
//
// with a limit for each loop that the runtime raises from 0. Loops that may
// leave their results on a device in a scope (FunctionScopes) do so where the
// scope has left nothing there. The native variant is not inlined: it is there
// anyhow, and a call costs 1 ns.
#ifndef TWOFOLD_PLUGIN_CALL_SHORTCALLS_H
#define TWOFOLD_PLUGIN_CALL_SHORTCALLS_H

#include "call/SharedCall.h"
#include "call/SiteTables.h"
#include "call/TripCounts.h"
#include "call/WrittenLoop.h"

namespace twofold {

/// Whether the runtime would look at nothing but the work, and that follows
/// from the trip counts.
bool mayBeShort(const ParallelLoop &Loop, const AccessModel &Accesses);

/// A variable for the limit.
clang::VarDecl *inlineLimit(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                            llvm::SmallVectorImpl<clang::Decl *> &Declared);

/// Whether no two iterations meet of a loop whose Dims have been counted: null
/// where there is too much to ask. What that needs goes to Out, and Values, of
/// the loop's call, are in terms of it.
clang::Expr *askApart(const SiteFacts &Facts,
                      llvm::SmallVectorImpl<clang::Expr *> &Values,
                      llvm::ArrayRef<CountedDim> Dims, const RuntimeDecls &Abi,
                      clang::Sema &S,
                      llvm::SmallVectorImpl<clang::Stmt *> &Out);

/// The short calls of one function.
class ShortCalls {
  struct Call {
    clang::Stmt *Whole;
    clang::Stmt **Slot; ///< in Whole: what calls the runtime
    clang::Stmt *Guarded;
    clang::IfStmt *Question; ///< in Guarded
    clang::Stmt **Rest;      ///< in Whole: all that Early comes before
    clang::Stmt *Early;      ///< the loop as written, or the rest; may be null
    clang::IfStmt *Few;      ///< in Early
  };
  llvm::SmallVector<Call, 4> Calls;
  SharedCall &Shared;

public:
  explicit ShortCalls(SharedCall &Shared) : Shared(Shared) {}

  /// As buildCall (CallSiteRewriter.h), of a site with conflicts, which are
  /// asked for, or with a limit; remembers where the question is to be asked.
  /// InPlace: the loop in order, on the variables themselves, for calls in
  /// which copies of them will not do; null: there are none. Written, of a
  /// site with a limit, takes the place of the shortest calls.
  clang::Stmt *build(const SiteFacts &Facts,
                     llvm::ArrayRef<clang::Expr *> Values, clang::VarDecl *Site,
                     clang::Stmt *InPlace, const WrittenLoop &Written,
                     const RuntimeDecls &Abi, clang::Sema &S,
                     llvm::SmallVectorImpl<clang::Decl *> &Declared);
  /// Whether Call, which build has made, may do without the runtime.
  bool contains(const clang::Stmt &Call) const;
  /// Once it is known in which scope each call may leave its results on a
  /// device, and which do not (null). Where a scope has left something, the
  /// runtime has to hear of each loop.
  void insert(llvm::function_ref<clang::VarDecl *(const clang::Stmt &)> ScopeOf,
              clang::ASTContext &Ctx);
};

} // namespace twofold

#endif
