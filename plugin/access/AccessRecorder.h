// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessRecorder.h - builds an AccessModel ---------------------------===//
//
// Keeps the tables of one AccessModel: bases, values, axes, accesses, checks.
// Knows nothing of expressions' meaning; see AccessEvaluator for that.
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSRECORDER_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSRECORDER_H

#include "access/SymbolicValue.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace twofold {

/// What lies between the loop's body and an access in it.
struct PathStep {
  enum Kind { Loop, Way, Call };
  Kind What = Way;
  unsigned Id = 0; ///< no other step has it
  /// All that is inside happens wherever the step is come to and the facts
  /// hold, but for what PathState::Skips names.
  bool Whole = false;
  /// Of a loop: its variable runs on from a start that is known.
  bool Counts = false;
  /// Of a loop: its variable comes to the end that the axis has, not only near.
  bool Divides = false;
  int Axis = -1; ///< of a loop
  /// Of one of two ways: what they have in common, and which it is.
  unsigned Fork = 0;
  bool First = false;
};

/// What an access as it is met and the occurrence that is kept of it tell.
struct AccessFacts {
  unsigned Base = 0;
  unsigned Size = 0;
  bool Reads = false, Writes = false;
  bool Atomic = false; ///< by an atomic operation that stays one
  /// Happens wherever Conditions hold, in the loops around, at Offset, and the
  /// call can compute all of these. If it writes it surely changes what is
  /// there.
  bool Told = false;
  /// Told but for conditions that nobody can compute.
  bool Perhaps = false;
  /// Writes, and what was there may stay for what it is: `if (x < a[i]) a[i] =
  /// x`.
  bool Keeps = false;
  /// Writes where a search has ended that went by what is in its own base.
  bool Searched = false;
  /// In every iteration at the end of a search, of which it has nothing of its
  /// own.
  bool Led = false;
  /// Happens wherever its Steps and Facts let it, at Offset and nowhere else.
  bool Alone = false;
  /// Not 0: of a statement that stores to an element whose old value alone
  /// decides whether it does. Iterations that come to one element depend on
  /// each other only if they store different numbers.
  unsigned Idle = 0;
  MaybeForm Number = std::nullopt; ///< stored, where a call can compute that
  /// The element is read to see whether it is this number, which is the same in
  /// all iterations.
  MaybeForm Awaits = std::nullopt;
  clang::SourceLocation Loc;
  const clang::Expr *By = nullptr;     ///< what reads or writes
  const clang::Expr *Stores = nullptr; ///< by an assignment
};

/// One read or write, before it becomes a row of the table.
struct Touch : AccessFacts {
  unsigned Numbers = 0; ///< floatingBytes()
  /// Happens in every iteration of the loops around it, as far as control flow
  /// inside their bodies goes.
  bool Unconditional = false;
  /// Happens wherever the facts of its path hold, which may be fewer places.
  bool Certain = false;
  const clang::Expr *Place = nullptr; ///< an lvalue of the body, to be checked
  /// As in Occurrence.
  llvm::ArrayRef<PathStep> Steps = {};
  llvm::ArrayRef<unsigned> Skips = {};
};

/// A sequential loop around an access, outermost first.
struct EnclosingLoop {
  int Axis = -1;
  bool NonEmpty = false; ///< runs at least once, provably
  /// The axis takes every value from its lower to its upper end, |step| apart,
  /// and both ends are the same in all iterations of the loops around.
  bool Regular = false;
  /// The axis takes every value between its ends, |step| apart.
  bool Whole = false;
  bool Exact = false;   ///< no number of it wraps
  bool Divides = false; ///< as in PathStep
};

class AstFactory;
struct CallInput;

/// C is a reference, and the loop's iterations change copies of what it names.
bool isCopiedReference(const Capture &C);
/// The loop's iterations have copies of C that its other names do not show.
bool isCopiedUnseen(const Capture &C);

/// Where B begins, as the call names it. Null: it is none of Loop's captures.
clang::Expr *addressOf(const Base &B, const ParallelLoop &Loop,
                       AstFactory &Make);

/// One access as it stands in the source, nothing merged and no range narrowed,
/// for the dependence tests.
struct Occurrence : AccessFacts {
  bool Unknown = false;
  bool Passed = false; ///< what PathReads.h finds
  bool Surely = false; ///< in every iteration of the loops around
  /// In every iteration, and every round of the loops around, if there is one.
  bool Always = false;
  llvm::SmallVector<RangeCheck, 2> Conditions;
  bool Spread = false; ///< Unknown, by a sum with the iteration's own number
  AffineForm Offset;
  /// Where they hold it is at Offset: what may wrap does not.
  llvm::SmallVector<RangeCheck, 2> Checks;
  llvm::SmallVector<AffineForm, 2> Facts; ///< not negative where it happens
  llvm::SmallVector<int, 3> Around;
  llvm::SmallVector<PathStep, 4> Steps; ///< around it, outermost first
  llvm::SmallVector<unsigned, 2> Skips; ///< as in PathState

  bool wraps() const { return !Checks.empty(); }
};

/// An occurrence that was left out, and the one that stands for it.
struct MergedOccurrence {
  clang::SourceLocation Loc, By;
};
using MergedOccurrences = llvm::SmallVector<MergedOccurrence, 2>;

/// Leaves one of those that tests take for the same: `a[i] += x` in a loop's
/// body twice is one question, not four. ByStores: what is stored counts, too.
MergedOccurrences mergeEqual(llvm::SmallVectorImpl<Occurrence> &Occurrences,
                             bool ByStores);

/// The number of E among Values, at whose end it is put where it is new.
unsigned numberOfValue(llvm::SmallVectorImpl<clang::Expr *> &Values,
                       clang::Expr *E, const clang::ASTContext &Ctx);

/// The axes of one AccessModel and the values that their ends name, and what
/// can be told of a form by them.
class RecordedAxes {
  struct Interval {
    MaybeForm Of; ///< what the axis stands for
    int Axis;
  };
  llvm::SmallVector<Interval, 4> Intervals; ///< one for each virtual axis

  bool namesFloats(const AffineForm &Form, llvm::SmallBitVector &Seen) const;

protected:
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AccessModel Model;

  RecordedAxes(const ParallelLoop &Loop, clang::ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx) {}

  enum class Outcome { Holds, Fails, Open };
  Outcome outcomeOf(const RangeCheck &Check) const;

public:
  AccessModel &model() { return Model; }
  int rank() const { return int(Loop.Dims.size()); }

  /// The value that E has at the call. E keeps to the list at
  /// AccessModel::Values.
  unsigned value(clang::Expr *E);

  /// As number In, which stands for it until now; -1: as a new one.
  int addAxis(Axis A, int In = -1);
  /// An axis that only bounds something. The same known something with the same
  /// ends has the same axis; two of what is not known never do.
  int intervalAxis(MaybeForm Of, AffineForm Lower, AffineForm Upper);
  /// What is left, from 0 to Last, of a number that nobody knows.
  int foldedAxis(AffineForm Last);
  /// The number that is read from From of Base: an axis that stands for it.
  /// What else is said of it is taken from Of.
  int loadedAxis(Axis Of);
  /// The number Code (TWOFOLD_NUMBER_...) makes of the two: an axis.
  int computedAxis(unsigned Code, const AffineForm &From,
                   const AffineForm &Than);
  /// 1 where Form is not 0, else 0: of what names one loaded axis and nothing
  /// else that differs between iterations.
  std::optional<int> differsAxis(const AffineForm &Form);
  /// Of / Divisor, rounded down. Divisor is positive and names no axis.
  int quotientAxis(const AffineForm &Of, const AffineForm &Divisor,
                   bool NeverNegative);
  /// What remains of that, from 0 to Divisor - 1.
  int remainderAxis(int Quotient);
  /// A number of the parallel iteration is in the sum.
  bool namesOuterAxis(const AffineForm &Form) const {
    return llvm::any_of(Form, [&](const Monomial &M) {
      return M.Axis >= 0 && M.Axis < rank();
    });
  }
  bool namesLoad(const AffineForm &Form) const;
  bool namesInterval(const AffineForm &Form) const;
  /// It names no number of which nothing but the ends is known.
  bool isComputable(const AffineForm &Form) const;
  bool namesQuotient(const AffineForm &Form) const;
  /// It is made of floating-point numbers that are computed, and so perhaps of
  /// others than the program's.
  bool namesFloats(const AffineForm &Form) const;
  /// A number that is computed bit by bit, or by a product that may wrap.
  bool namesBits(const AffineForm &Form) const;
  /// More numbers would cost more than they tell.
  bool isFull() const { return Model.Axes.size() >= 48; }
  /// An inner loop whose ends are not known, or not exactly.
  bool namesUnknownLoop(const AffineForm &Form) const;
  Axis &innerAxis(int Number) { return Model.Axes[Number - rank()]; }
  const Axis &innerAxis(int Number) const {
    return Model.Axes[Number - rank()];
  }
  /// The ends of an axis' interval, where forms can say them.
  MaybeForm lowerOf(int Axis) const;
  MaybeForm upperOf(int Axis) const;
  /// A lower bound of Form that names no axis.
  MaybeForm leastOf(const AffineForm &Form) const;
  bool neverNegative(const AffineForm &Form) const;
  bool isUnsignedValue(unsigned Value) const;
  bool holds(const RangeCheck &Check) const {
    return outcomeOf(Check) == Outcome::Holds;
  }
  /// Whether Check holds, or is broken only by numbers that no loop ever counts
  /// to.
  bool holdsInReach(const RangeCheck &Check) const;
};

class AccessRecorder : public RecordedAxes {
  struct Load {
    unsigned Base;
    AffineForm Address;
    unsigned Value;
  };
  llvm::SmallVector<Load, 2> Loads;
  llvm::SmallVector<unsigned, 2> Flags; ///< values

  AffineForm tighten(AffineForm Offset, llvm::ArrayRef<Guard> Facts,
                     llvm::SmallVectorImpl<RangeCheck> &Checks);
  void addCheck(const RangeCheck &Check);
  void prune();
  bool isOfTests(const AffineForm &Form) const;
  bool isOfTests(const AffineForm &Form, llvm::SmallBitVector &Seen) const;
  void keep(const Touch &T, const Arm &Address, const Guards &Path,
            llvm::ArrayRef<EnclosingLoop> Around);

public:
  /// What each iteration reads, besides what the body's evaluation finds.
  void keep(const CallInput &In);
  /// Where to keep what dependence tests want to know; null: nowhere.
  llvm::SmallVectorImpl<Occurrence> *Occurrences = nullptr;
  /// Where to keep the axes of the body's loops, by the loops' own bodies; of
  /// one that is evaluated more than once -1. Null: nowhere.
  llvm::DenseMap<const clang::Stmt *, int> *LoopAxes = nullptr;

  AccessRecorder(const ParallelLoop &Loop, clang::ASTContext &Ctx);

  /// The base of a captured pointer, array or record, of a pointer loop's start
  /// (its induction variable) or of `this` (null).
  std::optional<unsigned> baseOf(const clang::ValueDecl *D) const;

  /// What E loads from this address of Base, the same in all iterations. For
  /// dependence tests alone: there E may be anything.
  unsigned loaded(clang::Expr *E, unsigned Base, const AffineForm &Address);

  /// E, a condition, as 0 or 1. What depends on it is not sure.
  AffineForm flag(clang::Expr *E);
  bool namesFlag(const AffineForm &Form) const;

  /// The base of addresses that are known as numbers.
  unsigned anywhere();
  /// Of its array, or of what it is spelled as where that is not known.
  std::string nameOf(const Occurrence &O) const;
  /// Nothing is known of where O is, or that it is a masked number or a
  /// remainder, and no number of the iteration's own is in it.
  bool isAnywhere(const Occurrence &O) const;
  /// What is known of O may be more where numbers in memory are followed.
  bool needsLoads(const Occurrence &O, bool Update) const;
  /// Records an access at Address, whose What is Memory.
  void touch(const Touch &T, const Arm &Address, const Guards &Path,
             llvm::ArrayRef<EnclosingLoop> Around);

  /// The first access to each base that reaches nobody knows how far.
  llvm::SmallVector<Refusal, 2> unknownExtents() const;
  /// Each base may be touched anywhere, besides what is known.
  void touchEverywhere();
  AccessModel finish();
};

/// Form names an inner loop that goes by steps of more than 1 from a number of
/// which Of knows an interval alone (`j = 1 + (i + c) % 2`): not all rounds of
/// the form are there.
bool skipsFromAnywhere(const AccessRecorder &Of, const AffineForm &Form);

} // namespace twofold

#endif
