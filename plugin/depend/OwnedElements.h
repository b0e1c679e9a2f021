// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OwnedElements.h - updates and stores of single elements -----------===//
#ifndef TWOFOLD_PLUGIN_DEPEND_OWNEDELEMENTS_H
#define TWOFOLD_PLUGIN_DEPEND_OWNEDELEMENTS_H

#include "access/AccessRecorder.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace twofold {

/// The numbers of Loop.Elements of which every update is among Occurrences, at
/// bases that are not in Met: the bases where two iterations may meet. Merged:
/// as of mergeEqual.
llvm::SmallVector<unsigned, 2>
ownedElements(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
              const MergedOccurrences &Merged, const llvm::SmallBitVector &Met,
              const clang::ASTContext &Ctx);

/// By number in Loop.Elements, the base that all of its updates go to; nothing:
/// there are several, or some update is not among Occurrences.
llvm::SmallVector<std::optional<unsigned>, 2>
updatedBases(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
             const MergedOccurrences &Merged, const clang::ASTContext &Ctx);

/// The occurrences, by number, that are all updates of some of Loop.Elements,
/// if the places of all updates of their bases are known.
llvm::SmallVector<unsigned, 4>
knownUpdates(const ParallelLoop &Loop, llvm::ArrayRef<Occurrence> Occurrences,
             const MergedOccurrences &Merged, const clang::ASTContext &Ctx);

/// Loop without these of Loop.Elements and their updates: they are stores like
/// others.
ParallelLoop withoutElements(ParallelLoop Loop, llvm::ArrayRef<unsigned> Owned);

//
// `seen[index[i]] = 1` may repeat: whichever iteration is the last, the same is
// there. So may `label[index[i]] = weight[index[i]]`, whose value is a matter
// of the place.
//

/// What an assignment of the loop's body stores, and where.
struct StoredValue {
  const clang::Expr *Value, *Place;
};

/// Wherever A and B, of one array, come to the same element in two iterations
/// they store the same. IsRead: the loop changes nothing in the variable, nor
/// where it points. Functions that are called are taken for ones of their
/// arguments.
bool storeTheSame(const StoredValue &A, const StoredValue &B,
                  const ParallelLoop &Loop, const clang::ASTContext &Ctx,
                  llvm::function_ref<bool(const clang::ValueDecl *)> IsRead);

//
// Who draws a number from a counter gets another one each time, so iterations
// that meet at a counter depend on each other even where they only count.
//

/// Adds the operands of each ++, --, += and their like in S, and in functions
/// that S calls, that is part of a larger expression or returned, along with
/// the ++ and -- themselves. Likewise of what a function counts by constants
/// where it also returns the count or stores to an element of that number:
/// `out[next[k]] = i; next[k] += 1;`.
void findUsedUpdates(const clang::Stmt *S, const clang::ASTContext &Ctx,
                     llvm::SmallPtrSetImpl<const clang::Expr *> &Found);

/// Whether By, which reads or writes, is about the element that Update changes.
bool isTarget(const ElementUpdate &Update, const clang::Expr *By,
              const clang::ASTContext &Ctx);

/// What S does under its condition stores to what that reads, and not only to
/// variables of the iteration's own.
bool improves(const clang::IfStmt *S, const ParallelLoop &Loop,
              const clang::ASTContext &Ctx);

/// Adds where Update names its element, more than once in the spelled-out
/// forms.
void findTargets(const ElementUpdate &Update, const clang::ASTContext &Ctx,
                 llvm::DenseSet<clang::SourceLocation> &Targets);

} // namespace twofold

#endif
