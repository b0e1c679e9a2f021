// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Conflicts.h - dependences that only a call can tell --------------===//
//
// Whether two references meet in two iterations may depend on where arrays
// begin, or on strides and bounds that the caller passes. The compiler proves
// neither; each call knows (twofold_conflicts in twofold/abi.h).
#ifndef TWOFOLD_PLUGIN_ACCESS_CONFLICTS_H
#define TWOFOLD_PLUGIN_ACCESS_CONFLICTS_H

#include "access/AccessModel.h"

namespace twofold {

struct Occurrence;

/// A variable that iterations have copies of, where it may have other names.
struct CopiedVariable {
  const clang::ValueDecl *Decl;
  unsigned Size;
  bool Changes;  ///< iterations change their copies
  bool Anywhere; ///< a reference: it may be any element
};

/// Those of Loop.
llvm::SmallVector<CopiedVariable, 2>
copiedVariables(const ParallelLoop &Loop, const clang::ASTContext &Ctx);

/// A number in an object around the loop that a lowered copy reads once, at the
/// call, where the loop reads it in each iteration.
struct CallInput {
  const clang::VarDecl *Object; ///< a pointer to it
  int64_t Offset;               ///< bytes from there
  unsigned Size;
  clang::SourceLocation Loc;
};

/// Two occurrences, by number, of which one writes.
struct OpenPair {
  unsigned First = 0, Second = 0;
  /// The two never meet if their bases begin at the same address.
  bool ApartIfEqual = false;
};

/// A copied variable, and a place that may be the variable itself: a reference,
/// or another copied variable. All are numbers.
struct CopiedPair {
  unsigned Copy, Other;
  bool BothCopied;
};

/// twofold_reference: wherever Conditions hold, in the inner loops Around.
struct Reference {
  unsigned Base = 0; ///< entry of the bases, or Base::Anywhere
  unsigned Size = 0;
  bool Reads = false, Writes = false;
  bool Updates = false; ///< an element: TWOFOLD_REFERENCE_UPDATE
  AffineForm Offset;
  llvm::SmallVector<RangeCheck, 2> Conditions;
  llvm::SmallVector<int, 3> Around; ///< numbered as in forms
  clang::SourceLocation Loc;
};

/// With tables of its own; bases are those of the loop's AccessModel.
struct ConflictModel {
  llvm::SmallVector<clang::Expr *, 4> Values;
  llvm::SmallVector<Axis, 4> Axes;
  llvm::SmallVector<Reference, 8> References;
  llvm::SmallVector<OpenPair, 8> Pairs; ///< of References
  /// Pairs of which one is in rows of a table: where these lie is not known at
  /// the call site.
  llvm::SmallVector<OpenPair, 8> RowPairs;
  /// Pairs of which a place or a condition is read from memory.
  llvm::SmallVector<OpenPair, 8> LoadedPairs;
  llvm::SmallVector<CopiedVariable, 2> Copies;
  /// Where one of these meets the loop is to run on the variable itself.
  llvm::SmallVector<CopiedPair, 2> CopiedPairs;
  /// A function of the library puts ranges into another order. Where these lie
  /// its loops, which a lowered copy has, do not show.
  bool Reorders = false;

  bool empty() const {
    return Pairs.empty() && RowPairs.empty() && LoadedPairs.empty() &&
           llvm::none_of(References,
                         [](const Reference &R) { return R.Updates; });
  }
  /// All updates of the base's elements are among References.
  bool tests(unsigned Base) const {
    return llvm::any_of(References, [&](const Reference &R) {
      return R.Updates && R.Base == Base;
    });
  }

  /// What is left where the loop runs in order anyway.
  ConflictModel ofCopies() &&;

  /// Moves pairs of which one has such a base to RowPairs. None of them is
  /// looked for by numbers in memory.
  void separateRows(llvm::function_ref<bool(unsigned Base)> IsRow);

  /// Adds those of Others, of the same Rank parallel axes, that pointers in
  /// memory lead to, or all where it reorders ranges: their places are numbers
  /// of bytes from address 0.
  /// AddressOf: what a base of Others begins at, of an integer type; null:
  /// nobody can say, and nothing is added.
  void
  addLedByPointers(ConflictModel Others, unsigned Rank,
                   llvm::function_ref<clang::Expr *(unsigned Base)> AddressOf);

  /// Moves Values to the end of Others, but for those that are there already.
  void moveValuesTo(llvm::SmallVectorImpl<clang::Expr *> &Others,
                    const clang::ASTContext &Ctx);
};

/// What is left of Pairs when those are gone that nothing can prove: a loop
/// around that ends nobody knows where, a remainder. Updates: by number, those
/// of which a call may tell whether iterations share elements; also left are
/// those of bases all of whose updates a call can compute.
ConflictModel conflictsOf(const AccessModel &Model,
                          llvm::ArrayRef<Occurrence> Occurrences,
                          llvm::ArrayRef<OpenPair> Pairs,
                          llvm::ArrayRef<unsigned> Updates,
                          llvm::ArrayRef<CopiedVariable> Copies, unsigned Rank);

} // namespace twofold

#endif
