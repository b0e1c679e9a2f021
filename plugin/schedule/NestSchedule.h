// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NestSchedule.h - another order for the loops inside an iteration ---===//
//
// The value between who chooses an order and who prints it. Every element is
// computed by the same operations in the same order as in the nest as written,
// so that no bit differs.
#ifndef TWOFOLD_PLUGIN_SCHEDULE_NESTSCHEDULE_H
#define TWOFOLD_PLUGIN_SCHEDULE_NESTSCHEDULE_H

#include "access/InnerLoop.h"
#include "depend/Dependence.h"
#include "schedule/RowTiles.h"

namespace twofold {

/// A statement by which columns update an element that all of them share.
struct SharedUpdate {
  const clang::Stmt *Whole = nullptr; ///< of the body of rounds
  const clang::Expr *Place = nullptr;
  const clang::ValueDecl *Base = nullptr; ///< what names the elements
};

/// A loop directly in the body of the columns.
struct RoundLoop {
  const clang::ForStmt *Loop = nullptr;
  InnerLoop Counts;
  /// Elements of memory that all rounds of a column update, and nothing else
  /// in the loop touches: they are kept in a row while it runs.
  llvm::SmallVector<const clang::Expr *, 1> Sums;
  /// The strategy `jam` has them in a loop apart.
  llvm::SmallVector<SharedUpdate, 1> Updates;

  bool updates(const clang::Stmt &S) const {
    return llvm::any_of(Updates,
                        [&](const SharedUpdate &U) { return U.Whole == &S; });
  }
};

/// The strategy `interchange`: `for (j) { s = 0; for (k) s += ..; c[j] = s; }`
/// becomes `for (j) s[j] = 0; for (k) for (j) s[j] += ..; for (j) c[j] = s[j];`
/// in blocks of Tile columns.
struct NestSchedule {
  const clang::ForStmt *Columns = nullptr; ///< becomes the innermost loop
  InnerLoop Counts;
  llvm::SmallVector<RoundLoop, 2> Rounds;
  /// Variables of a column that live through more than one of the new loops:
  /// each column has one of its own, in a row.
  llvm::SmallVector<const clang::VarDecl *, 2> Rows;
  /// Variables of rounds that a column declares ahead of their loop: one is
  /// enough for all columns.
  llvm::SmallVector<const clang::VarDecl *, 1> Counters;
  IndependentLoop Proof;
  /// Where columns keep sums in rows, and rounds of a column read the same
  /// array: each place read is none of the sum's as long as one of the two is
  /// never negative.
  llvm::SmallVector<std::pair<AffineForm, AffineForm>, 1> Beside;
  /// The variables that the axes of the proof count by.
  llvm::DenseMap<int, const clang::VarDecl *> Inductions;
  unsigned Tile = 0;
  /// The strategy `interchange` pays; where it does not, Tiles do.
  bool Interchanges = false;
  std::optional<RowTiles> Tiles;
  /// Columns is the parallel loop itself.
  bool Own = false;
  /// Rounds store elements of memory that are no sums of theirs.
  bool Streams = false;
  /// Columns is the inner one of two parallel loops. Then the proof, and what
  /// is printed, are of rowsOf() the loop.
  bool Collapsed = false;
  /// What the rounds do under a condition, of which no vectors of columns are
  /// made; null: nothing.
  const clang::Stmt *Conditional = nullptr;
  /// The strategy `jam`: sums of Tile columns run side by side, each in its
  /// order; blocks have as many columns, and are unrolled.
  bool Jam = false;
  /// What is told of the order.
  diag::Id Told = diag::Id::NestColumns;

  /// Where fewer columns or rounds are to be run the nest stays as written.
  static constexpr unsigned FewestColumns = 16, FewestRounds = 4;
  /// Threads whose columns are neighbours in memory store to one line at their
  /// border in each round, where it is the columns that they share out.
  unsigned fewestColumns() const {
    return Jam ? Tile : Own && Streams ? 4 * FewestColumns : FewestColumns;
  }
  unsigned fewestRounds() const { return Jam ? 32 : FewestRounds; }

  /// Why Columns does not become the innermost loop, and why there are no
  /// Tiles. The first argument of the message is left out: what is not done.
  std::optional<Refusal> NotInnermost, NotTiles;

  /// What columns update together, by one of its names; null: nothing.
  const clang::ValueDecl *shared() const {
    for (const RoundLoop &In : Rounds)
      if (!In.Updates.empty())
        return In.Updates.front().Base;
    return nullptr;
  }
  bool shares(const clang::ValueDecl &D) const {
    return llvm::any_of(Rounds, [&](const RoundLoop &In) {
      return llvm::any_of(In.Updates, [&](const SharedUpdate &U) {
        return U.Base->getCanonicalDecl() == D.getCanonicalDecl();
      });
    });
  }
  bool isRow(const clang::ValueDecl *D) const {
    return llvm::is_contained(Rows, D);
  }
  bool isCounter(const clang::ValueDecl *D) const {
    return llvm::is_contained(Counters, D);
  }
};

/// The nests of a loop's body.
struct NestSchedules {
  /// Those that run faster in another order, none of them in another one.
  llvm::SmallVector<NestSchedule, 1> Found;
  /// Why there is none, if there is a nest; of several nests the first one's.
  std::optional<Refusal> AsWritten;
};
/// The optimiser unrolls loops whose rounds take fewer than Unrolled
/// instructions together. Shared is the same loop with the updates of elements
/// that iterations share, which are stores like others in Loop; null: there are
/// none.
NestSchedules scheduleNests(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                            unsigned Unrolled, const ParallelLoop *Shared);

/// The outer one of two parallel loops, whose iterations are rows of both;
/// nothing: it has others.
std::optional<ParallelLoop> rowsOf(const ParallelLoop &Loop);

/// What the touch moves by from one round of the axis to the next, in bytes;
/// nothing where only the call knows.
std::optional<int64_t> strideOf(const Occurrence &O, int Axis);

/// Keeps the first reason. Always false.
bool refuse(std::optional<Refusal> &Why, diag::Id Reason,
            clang::SourceLocation Loc,
            llvm::ArrayRef<const clang::ValueDecl *> Named = {});

} // namespace twofold

#endif
