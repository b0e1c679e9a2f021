// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSearches.h - loops that look for a place in memory -----------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSSEARCHES_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSSEARCHES_H

#include "access/Evaluation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <initializer_list>
#include <utility>

namespace twofold {

/// Variables that a loop moves until memory says that it may end, or that it
/// loads from where they lead, and the bases which that is read from, a bit
/// for each. What is stored there by other iterations leads elsewhere.
using SearchEnds = llvm::DenseMap<const clang::VarDecl *, uint64_t>;

class AccessSearches : EvaluationView {
  QuietEvaluator &Quiet;
  SearchEnds Ended;   ///< here the variables are where searches have ended
  SearchEnds Running; ///< of the innermost loop
  /// The variables of all searches that begin at the iteration's own number.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Beside;
  /// Those of searches that begin at numbers of the iteration's own, and whose
  /// steps lead far from there.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Apart;
  llvm::DenseMap<const clang::CallExpr *, uint64_t> Results; ///< of calls
  /// Among bases: the search begins at one place in all iterations.
  static constexpr uint64_t FromOnePlace = uint64_t(1) << 63;

  SearchEnds searchesIn(llvm::ArrayRef<const clang::Stmt *> Parts);
  uint64_t basesOf(const clang::Expr *Place);
  bool isOwn(const clang::Expr *E);
  bool isBeside(const clang::Expr *Base);
  bool pointsBeside(const Arm &A, clang::QualType Pointer) const;
  bool countsFromBeside(const clang::Expr *Place, const clang::VarDecl *D);
  uint64_t foundBy(const clang::Stmt *E, const SearchEnds &By) const;

public:
  AccessSearches(Evaluation &In, QuietEvaluator &Quiet)
      : EvaluationView(In), Quiet(Quiet) {}

  /// While it lives the loop that is made of Parts is evaluated.
  class Searching {
    AccessSearches &Of;
    SearchEnds Outer;

  public:
    Searching(AccessSearches &Of,
              std::initializer_list<const clang::Stmt *> Parts)
        : Of(Of), Outer(std::exchange(Of.Running, Of.searchesIn(Parts))) {}
    ~Searching() {
      for (auto &[D, Bases] : std::exchange(Of.Running, std::move(Outer)))
        Of.Ended[D] |= Bases;
    }
    Searching(const Searching &) = delete;
  };

  /// Calls Visit, which evaluates Way, one of two ways after a condition. Where
  /// it leaves the loop around, that has found what it was looking for.
  void along(const clang::Stmt *Way, llvm::function_ref<void()> Visit);
  /// Where searches have ended, for whoever evaluates something on trial.
  SearchEnds &ended() { return Ended; }
  void found(const clang::VarDecl *D, const clang::Expr *Value);
  /// Of what E calls, as CallFrame::Found says.
  void foundByCall(const clang::CallExpr *E, uint64_t Bases) {
    Results[E] = Bases;
  }
  uint64_t foundBy(const clang::Stmt *E) const { return foundBy(E, Ended); }
  uint64_t foundBeside(const clang::Expr *E) const;
  uint64_t foundApart(const clang::Stmt *E) const;
  bool isBeside(const AffineForm &Form, int64_t Bytes) const;
  bool isLed(const clang::Expr *E) const;
};

} // namespace twofold

#endif
