// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RowFacts.h - subscripts stay within rows of a constant length ------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_ROWFACTS_H
#define TWOFOLD_PLUGIN_DEPEND_ROWFACTS_H

#include "access/AccessRecorder.h"
#include "depend/DependenceProof.h"

namespace twofold {

MemoryReference referenceOf(const Occurrence &O);

/// A and B of the memory In, which surely meet in two iterations, do so too
/// where subscripts stay within their rows: `a[i][k]` is no `a[k][j]` because
/// `j` might be large enough to come to the next row. Nothing is proven apart
/// by this, since some programs do run through all rows from the first one on.
bool meetInRows(const IterationSpace &Space, const Occurrence &A,
                const Occurrence &B, const Base &In, unsigned Rank,
                const clang::ASTContext &Ctx);

} // namespace twofold

#endif
