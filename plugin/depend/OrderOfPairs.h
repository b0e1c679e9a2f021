// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OrderOfPairs.h - whether the order of two accesses matters ---------===//
//
// Two iterations may come to one place and leave the same behind, whichever is
// the first.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_ORDEROFPAIRS_H
#define TWOFOLD_PLUGIN_DEPEND_ORDEROFPAIRS_H

namespace twofold {

struct Occurrence;

/// The order of A and B may matter where two iterations meet in them, and a
/// call can tell whether any do. Perhaps: conditions that nobody can compute
/// count as true.
bool mayMatter(const Occurrence &A, const Occurrence &B, bool Perhaps);

} // namespace twofold

#endif
