// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RepeatedStores.h - places that are written more than once ---------===//
#ifndef TWOFOLD_PLUGIN_ORDER_REPEATEDSTORES_H
#define TWOFOLD_PLUGIN_ORDER_REPEATEDSTORES_H

#include "model/LoopModel.h"
#include "order/StorePlaces.h"

namespace twofold {

enum class Selects {
  Any,     ///< nothing speaks against several iterations
  Perhaps, ///< the data may well be such that one iteration alone meets it
  One      ///< a number of the iteration's own has to equal something
};

/// Whether the condition Cond picks iterations out. Varies: a number differs
/// between iterations.
Selects selects(const clang::Expr *Cond,
                llvm::function_ref<bool(const clang::Expr *)> Varies);

/// `i == k`, where k is the same in all iterations.
bool isOneIteration(const ParallelLoop &Loop, const clang::Expr *Cond);

/// A store that goes to the same element in several iterations.
struct RepeatedStore {
  std::string Name;          ///< of the array
  clang::SourceLocation Loc; ///< in the body
  /// Of the assigned expression, wherever it stands.
  clang::SourceLocation Target;
  bool Copyable = false;  ///< private(Name) would help
  bool ReadFirst = false; ///< iterations need what was stored before them
  bool Read = false;      ///< the loop reads the array at all
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

/// Value is one number, which whoever is led to the place by an address, as
/// Target is, stores there: in any order the same, where Loop, whose
/// iterations are independent, does nothing else there.
bool isFlag(const clang::Expr *Target, const clang::Expr *Value,
            const ParallelLoop &Loop);

} // namespace twofold

#endif
