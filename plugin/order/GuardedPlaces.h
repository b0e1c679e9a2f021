// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- GuardedPlaces.h - variables that a parallel loop fixes at its start ===//
#ifndef TWOFOLD_PLUGIN_ORDER_GUARDEDPLACES_H
#define TWOFOLD_PLUGIN_ORDER_GUARDEDPLACES_H

#include "model/LoopModel.h"
#include "order/StorePlaces.h"

namespace twofold {

/// Copied variables must not be reached but by their names, and what bounds and
/// steps are computed from must not change. Reports the first breach: a warning
/// in the one case, for the loop can run on the variables themselves, and an
/// error in the other.
class GuardedPlaces {
  struct Copy {
    llvm::StringRef Name, What;
    StorePlace Place;
  };
  struct Bound {
    const clang::Expr *Use;
    llvm::StringRef What;
    const LoopDim *Dim;
    StorePlace Place;   ///< counted: some element's array
    bool Whole = false; ///< a function reads elements of it that it chooses
  };
  Diagnostics &Diags;
  llvm::SmallVector<Copy, 4> Copies;
  llvm::SmallVector<Bound, 4> Bounds;
  bool Failed = false;
  std::string Reason;

public:
  /// Adds the loop's copies to those that Places knows.
  GuardedPlaces(const ParallelLoop &Loop, StorePlaces &Places,
                Diagnostics &Diags);

  /// Reports nothing from here on.
  void silence() { Failed = true; }

  bool failed() const { return Failed; }
  /// Why copies would not do; empty: they do, or that is not what failed.
  const std::string &reason() const { return Reason; }
  /// P is read or written on a way other than the variable's name.
  void used(const StorePlace &P, clang::SourceLocation Loc);
  void changed(const StorePlace &P);
  /// An element of Array is changed whose number is not the iteration's own.
  void changedSomewhere(const StorePlace &Array);
  /// Any element is changed.
  void changedElement(const StorePlace &Array);

private:
  void change(llvm::function_ref<bool(const Bound &)> Changes);
  void bound(const clang::Expr *E, llvm::StringRef What, const LoopDim &Dim,
             StorePlaces &Places);
};

} // namespace twofold

#endif
