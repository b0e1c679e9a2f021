// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ExitRisks.h - what a search does that a loop does not -------------===//
#ifndef TWOFOLD_PLUGIN_EXIT_EXITRISKS_H
#define TWOFOLD_PLUGIN_EXIT_EXITRISKS_H

#include "lower/LoweredLoop.h"
#include <optional>
#include <string>

namespace twofold {

/// For such clauses: the variable that Part is a part of.
std::string quotedName(const clang::Expr &Part);

/// Something that somebody outside could notice.
struct SideEffect {
  const clang::Stmt *Where;
  std::string What; ///< a clause: "'b' is written", "'f' is called"
};

/// The first side effect of Body and of the functions that it calls. Writing
/// the body's own variables is none, and writing a scalar variable from outside
/// is left to DataSharing, which makes it private or complains.
std::optional<SideEffect> findSideEffect(const clang::Stmt *Body,
                                         clang::ASTContext &Ctx);

/// A read that may go wrong in an iteration beyond the one that leaves the
/// loop: its address comes from memory that such an iteration need not have
/// filled, or its range is not known before the call.
struct SpeculativeReads {
  clang::SourceLocation Loc;
  std::string What;
};

/// The first of Search's body, of whose accesses Known then is. Without one,
/// either the tables of accesses, of the lowered copy if need be, describe all
/// reads, for the runtime to check, or they go through containers, at places
/// that the body computes from nothing in memory.
std::optional<SpeculativeReads>
findReadAhead(const ParallelLoop &Search, Understanding &Known, clang::Sema &S);

} // namespace twofold

#endif
