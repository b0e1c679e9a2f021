// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RepeatedStores.h - elements that every iteration stores to anew ----===//
#ifndef TWOFOLD_PLUGIN_ORDER_REPEATEDSTORES_H
#define TWOFOLD_PLUGIN_ORDER_REPEATEDSTORES_H

#include "order/SelectingConditions.h"
#include "order/StorePlaces.h"
#include "llvm/ADT/FoldingSet.h"

namespace twofold {

/// A store that goes to the same element in several iterations.
struct RepeatedStore {
  std::string Name;          ///< of the array
  clang::SourceLocation Loc; ///< in the body
  /// Of the assigned expression, wherever it stands.
  clang::SourceLocation Target;
  bool Copyable = false; ///< private(Name) would help
};

/// Collects stores to elements that are counted from the same number in each
/// iteration, and tells those apart that may be meant: flags that all set to
/// one constant, and what one iteration alone may come to.
class RepeatedStores {
  struct Candidate {
    StorePlace Place;
    RepeatedStore Store;
    bool Perhaps = false;
    bool Constant = false;
    llvm::FoldingSetNodeID Value;
  };
  llvm::SmallVector<Candidate, 4> Candidates;
  llvm::SmallVector<StorePlace, 8> Read;
  const clang::ASTContext &Ctx;

public:
  explicit RepeatedStores(const clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Target is stored to at P, which is not the same in all iterations or is,
  /// in the body at Loc. Value: what is stored, if that is all; null: more.
  void store(const StorePlace &P, Selects Iterations, const clang::Expr *Target,
             const clang::Expr *Value, clang::SourceLocation Loc);
  /// Some element of P's array is read.
  void read(const StorePlace &P);

  std::optional<RepeatedStore> find() const;
};

} // namespace twofold

#endif
