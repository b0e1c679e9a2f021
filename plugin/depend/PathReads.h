// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PathReads.h - elements that a shortest path leads over -------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_PATHREADS_H
#define TWOFOLD_PLUGIN_DEPEND_PATHREADS_H

#include "access/AccessRecorder.h"

namespace twofold {

/// Marks the reads d[i][k] and d[k][j] of `d[i][j] = min(d[i][j], d[i][k] +
/// d[k][j])` and the like. Iterations store to such elements, too, but what was
/// there stays unless the way from k to k makes something better. Told by the
/// places: their sum, less that of the store, is the place of that way, the
/// same in all iterations; and what one part of the store's place goes by the
/// other read does not.
void findPathReads(llvm::MutableArrayRef<Occurrence> Occurrences,
                   const AccessRecorder &Recorder);

} // namespace twofold

#endif
