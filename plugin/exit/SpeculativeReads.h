// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SpeculativeReads.h ------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_EXIT_SPECULATIVEREADS_H
#define TWOFOLD_PLUGIN_EXIT_SPECULATIVEREADS_H

#include "lower/Understanding.h"

namespace clang {
class Sema;
} // namespace clang

namespace twofold {

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
