// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnedElements.h - updates that no two iterations share -------------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_OWNEDELEMENTS_H
#define TWOFOLD_PLUGIN_DEPEND_OWNEDELEMENTS_H

#include "access/AccessRecorder.h"
#include "llvm/ADT/SmallBitVector.h"

namespace twofold {

struct ParallelLoop;

/// The numbers of Loop.Elements of which every update is among Occurrences, at
/// bases that are not in Met: the bases where two iterations may meet.
llvm::SmallVector<unsigned, 2>
ownedElements(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
              const llvm::SmallBitVector &Met, const clang::ASTContext &Ctx);

/// By number in Loop.Elements, the base that all of its updates go to; nothing:
/// there are several, or some update is not among Occurrences.
llvm::SmallVector<std::optional<unsigned>, 2>
updatedBases(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
             const clang::ASTContext &Ctx);

/// The occurrences, by number, that are all updates of some of Loop.Elements,
/// if the places of all updates of their bases are known.
llvm::SmallVector<unsigned, 4>
knownUpdates(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
             const clang::ASTContext &Ctx);

/// Loop without these of Loop.Elements and their updates: they are stores like
/// others.
ParallelLoop withoutElements(ParallelLoop Loop, llvm::ArrayRef<unsigned> Owned);

} // namespace twofold

#endif
