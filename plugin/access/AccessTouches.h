// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessTouches.h - accesses as they are recorded --------------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSTOUCHES_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSTOUCHES_H

#include "access/AccessSearches.h"
#include "access/CallValues.h"
#include "access/LocalObjects.h"

namespace twofold {

/// What the body stores to, as far as it tells which loads give one number
/// throughout the loop.
struct StoredPlace {
  unsigned Base;
  clang::QualType Type;           ///< canonical, without qualifiers
  const clang::FieldDecl *Member; ///< null: no member's name ends it
  bool Element;                   ///< of an array
  /// Where, and which number; nothing: that is not known.
  MaybeForm At = std::nullopt;
  std::optional<Arm> Number = std::nullopt;
  unsigned Step = 0;  ///< the innermost way or loop around it; 0: none
  unsigned Loops = 0; ///< around it
};
using StoredPlaces = llvm::SmallVector<StoredPlace, 8>;

/// What is being evaluated, as far as its accesses are told apart by that.
struct StoreContext {
  /// The assignment whose store is recorded.
  const clang::BinaryOperator *Storing = nullptr;
  const Value *StoredNumber = nullptr; ///< what is assigned, or null
  /// Conditions around that nobody can compute, of which the guarded statement
  /// stores to what they read.
  unsigned Improving = 0;
  unsigned Idle = 0;     ///< as in Occurrence
  bool Guarding = false; ///< a condition is evaluated, of what is Idle
  /// What is compared, and with what, as in Occurrence::Awaits.
  const clang::Expr *Compared = nullptr;
  MaybeForm Awaited;
};

/// A call whose body is there and is not evaluated.
struct UnfollowedCall {
  const clang::CallExpr *Call;
  const char *Why;
  llvm::SmallVector<const clang::VarDecl *, 2> Variables; ///< that it names
  /// Variables that may lead it to the same elements in all iterations.
  llvm::SmallVector<const clang::VarDecl *, 2> Leads;
};

/// Hands accesses to the recorder, and tells what is known of what they load.
class AccessTouches : EvaluationView {
  AccessPath &Path;
  AccessSearches &Searches;
  const FloatRanks &Ranks;
  CallValues &Values;
  LocalObjects &Objects;
  StoredPlaces Stored;

  clang::QualType touchedType(clang::QualType T, const clang::Expr *E) const;
  std::string written(const clang::Expr *E) const;
  StoredPlace storedPlace(unsigned Base, clang::QualType T,
                          const clang::Expr *Lvalue) const;
  void noteStore(const Arm &A, clang::QualType T, const clang::Expr *E,
                 bool Knows);
  std::optional<Arm> storedBefore(const StoredPlace &S, const Arm &Place) const;
  bool mayKeep(const clang::BinaryOperator *Assignment) const;
  std::optional<Arm> followed(Arm Place, clang::QualType T,
                              const clang::Expr *Loaded);

public:
  AccessTouches(Evaluation &In, AccessPath &Path, AccessSearches &Searches,
                const FloatRanks &Ranks, CallValues &Values,
                LocalObjects &Objects)
      : EvaluationView(In), Path(Path), Searches(Searches), Ranks(Ranks),
        Values(Values), Objects(Objects) {}

  StoreContext Here;
  /// Set when an address is of nothing that the loop captures.
  std::optional<Refusal> Refused;
  /// Calls of functions whose bodies are there and are not evaluated.
  llvm::SmallVector<UnfollowedCall, 1> Unfollowed;
  /// Ranges are put into another order by functions of the library.
  bool Reorders = false;
  /// What the body stores to, by an earlier evaluation; null: what loads give
  /// is unknown.
  const StoredPlaces *Earlier = nullptr;

  StoredPlaces takeStored() { return std::move(Stored); }
  void count(unsigned Ops);
  void touch(const Value &Address, clang::QualType T, bool Reads, bool Writes,
             const clang::Expr *E, bool Atomic = false);
  void touchAnywhere(const Value &Address, const clang::Expr *E);
  void touchBytes(const Value &Address, const AffineForm &Count, bool Reads,
                  bool Writes, const clang::Expr *E);
  size_t stores() const { return Stored.size(); }
  /// The iteration may have changed the T at From, of which Loaded is a copy,
  /// since it had made so many Stores.
  bool mayHaveChanged(const Arm &From, size_t Stores, clang::QualType T,
                      const clang::Expr *Loaded) const;
  bool isSettled(const Value &Address, const clang::Expr *Loaded) const;
  /// Loaded, or a part of it that is a T, is loaded from Address.
  Value followed(const Value &Address, clang::QualType T,
                 const clang::Expr *Loaded);

  bool improves(const clang::IfStmt *S) const;
  bool isIdle(const clang::IfStmt *S) const;
  void await(const clang::Expr *Condition, QuietEvaluator &Quiet);
};

} // namespace twofold

#endif
