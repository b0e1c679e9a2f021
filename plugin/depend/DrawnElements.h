// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DrawnElements.h - elements that iterations give each other ---------===//
//
// What one iteration finds in memory, a number or a free element, depends on
// which others have come before it.
#ifndef TWOFOLD_PLUGIN_DEPEND_DRAWNELEMENTS_H
#define TWOFOLD_PLUGIN_DEPEND_DRAWNELEMENTS_H

#include "access/AccessRecorder.h"

namespace twofold {

/// `out[next[key[i]]++] = i`: whichever iteration comes first gets the lower
/// number. Where a number of the iteration's own is in the subscript, it draws
/// from counters of its own. What a remainder is of may be known where numbers
/// in memory are followed, so it is looked at there alone. Null: there is none.
const Occurrence *findDrawn(const ParallelLoop &Loop,
                            llvm::ArrayRef<Occurrence> Occurrences,
                            AccessRecorder &Recorder, bool FollowsLoads,
                            clang::ASTContext &Ctx);

/// `while (table[h] != 0) h = (h + 1) % m; table[h] = key`: whichever iteration
/// comes first gets the element. Null: there is none, or the user says that no
/// two come to one.
const Occurrence *findSearched(const ParallelLoop &Loop,
                               llvm::ArrayRef<Occurrence> Occurrences,
                               llvm::ArrayRef<Base> Bases,
                               clang::ASTContext &Ctx);

struct CrowdedStore {
  const Occurrence *At;
  int64_t Places; ///< how many elements it may go to; 0: a search finds one
};

/// `last[hash(i) & 1023] = i`, where more iterations may run than there are
/// elements, or `last[found(key[i])] = i`, where all search in one range.
/// Targets are of updates that are combined. IsSettled: a variable keeps the
/// value it was declared with. Nothing: all such stores leave the same, or the
/// user says that no two come to one element.
std::optional<CrowdedStore>
findCrowded(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
            AccessRecorder &Recorder,
            const llvm::DenseSet<clang::SourceLocation> &Targets,
            llvm::function_ref<bool(const clang::Expr *)> IsSettled,
            clang::ASTContext &Ctx);

} // namespace twofold

#endif
