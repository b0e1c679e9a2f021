// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopModel.h - plain values that describe one parallel loop -------===//
//
// Filled by LoopModelBuilder and DataSharing, completed by what depend/ knows
// of arrays, and constant from then on: what later stages find out are values
// of their own. No behaviour lives here. All pointers point into the AST and
// are not owned.
#ifndef TWOFOLD_PLUGIN_MODEL_LOOPMODEL_H
#define TWOFOLD_PLUGIN_MODEL_LOOPMODEL_H

#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "model/ElementUpdate.h"
#include "report/Diagnostics.h"
#include "clang/AST/Attr.h"
#include <memory>
#include <optional>
#include <string>

namespace twofold {

enum class ReductionOp {
  Add,
  Mul,
  And,
  Or,
  Xor,
  LogicalAnd,
  LogicalOr,
  Min, ///< NaN never wins: `if (e < x) x = e;`
  Max,
  NumberMin, ///< NaN always loses: `x = fmin(x, e);`
  NumberMax,
  RestartMin, ///< NaN always wins, and loses again: `x = x < e ? x : e;`
  RestartMax,
  UserAdd, ///< of a class with its own += or +
  UserMul, ///< of std::complex, by *= or *
  Chosen   ///< comes along when its Leader's iteration is chosen
};
enum class Schedule { Static, Dynamic };
enum class DeviceChoice { Auto, Native, Cpu, Gpu };

struct ExtentClause {
  clang::ValueDecl *Pointer; ///< null: it is a member
  const clang::Expr *Member; ///< as in extent(w->b, n); null: a variable
  clang::Expr *Count;        ///< in elements of the pointee type
  clang::SourceLocation Loc;
};

struct ReductionClause {
  ReductionOp Op;
  clang::ValueDecl *Variable;
  clang::SourceLocation Loc;
};

struct VariableClause {
  clang::ValueDecl *Variable;
  clang::SourceLocation Loc;
};

/// What the user wrote after `parallel for`.
struct Clauses {
  unsigned Collapse = 1;
  llvm::SmallVector<ReductionClause, 2> Reductions;
  /// Arrays, and pointers to such, whose elements a clause reduces.
  llvm::SmallVector<const clang::ValueDecl *, 2> ReducedArrays;
  llvm::SmallVector<VariableClause, 2> Privates;
  llvm::SmallVector<VariableClause, 2> LastPrivates;
  llvm::SmallVector<VariableClause, 2> FirstPrivates;
  /// Last-private variables of OpenMP's that begin with the program's value,
  /// and in later iterations with what their thread has left in them.
  llvm::SmallVector<const clang::ValueDecl *, 2> Begun;
  llvm::SmallVector<ExtentClause, 2> Extents;
  clang::Expr *NumThreads = nullptr;
  Schedule Kind = Schedule::Static;
  clang::Expr *Chunk = nullptr;
  clang::Expr *If = nullptr;
  DeviceChoice Device = DeviceChoice::Auto;
  bool Bounds = false;        ///< subscripts are checked
  bool Deterministic = false; ///< floating reductions in one order
  bool Independent = false;   ///< no call is tested for dependences
  bool Simd = false;          ///< vectors are ordered, whatever they cost
  /// No call is tested for dependences through these arrays.
  llvm::SmallVector<const clang::ValueDecl *, 2> IndependentArrays;
  /// Iterations meet in these, one at a time, says OpenMP; an invalid one: they
  /// may do so anywhere.
  llvm::SmallVector<clang::SourceRange, 2> Guarded;
  /// Whichever iteration comes first may have what an atomic operation gives.
  bool Atomics = false;
  bool Sliced = false; ///< a slice, whose memory a test before it looks at
  bool Again = false;  ///< another copy of the loop has had its messages
  bool Ahead = false;  ///< the plugin's own, of rows of the loop behind it

  /// No two iterations meet in D, says the user.
  bool isIndependent(const clang::ValueDecl *D) const {
    return Independent ||
           (D && llvm::any_of(IndependentArrays, [&](auto *A) {
              return A->getCanonicalDecl() == D->getCanonicalDecl();
            }));
  }
};

/// One dimension of the parallel nest, in the normal form
///   for (Induction = Lower; Induction REL Bound; Induction += Step)
struct LoopDim {
  enum class Kind { Integer, Pointer, Iterator, Range };

  Kind What = Kind::Integer;
  clang::Stmt *Loop = nullptr; ///< ForStmt or CXXForRangeStmt
  clang::VarDecl *Induction = nullptr;
  /// What the call has the first iterator of a range loop in.
  clang::VarDecl *First = nullptr;
  clang::QualType Type; ///< of Induction: unqualified, no reference
  clang::Expr *Lower = nullptr;
  clang::Expr *Bound = nullptr;
  bool Inclusive = false;  ///< <= or >=
  bool Decreasing = false; ///< counts down
  bool NotEqual = false;   ///< !=
  /// |step|, when it is a constant (then StepExpr is null).
  std::optional<int64_t> StepMagnitude;
  /// The user's step, always to be added (Subtract false) or subtracted.
  clang::Expr *StepExpr = nullptr;
  bool SubtractStep = false;
  /// StepExpr is unsigned and at least as wide as Induction: to subtract it is
  /// to add another one. The one that leads to the bound is meant.
  bool StepWraps = false;
  /// The induction variable is declared outside the loop (C89): it has a value
  /// afterwards.
  bool DeclaredOutside = false;
  /// DeclaredOutside, and outside the lambda that the loop stands in.
  bool Enclosing = false;
  /// Pointer loops: entry of args that holds the start pointer (its address is
  /// args[StartArg]); 0: none.
  unsigned StartArg = 0;
};

enum class Sharing {
  Value,       ///< read-only scalar or pointer: copied in
  Reference,   ///< array, record or address-taken variable: shared
  Reduction,   ///< private, combined at the end
  LastPrivate, ///< private, the last iteration's value survives
  Private,     ///< private, uninitialised; not an argument
  This,        ///< the C++ object: args holds the address of a `this` pointer
};

/// A variable that the body uses and somebody outside declared.
struct Capture {
  clang::ValueDecl *Decl = nullptr; ///< null for This
  clang::QualType Type;             ///< without reference, unqualified
  Sharing Kind = Sharing::Value;
  ReductionOp Op = ReductionOp::Add; ///< Reduction only
  /// Reductions that are combined together share a leader, a number of the
  /// compiler's own among them: 1 + the iteration that assigned them last, 0
  /// for none. With a Min or Max among them that one decides, and the leader
  /// on a tie; otherwise the highest leader wins. Of a RestartMin the leader
  /// only tells whether it met a NaN, of a logical operation whether it was
  /// updated at all.
  const clang::ValueDecl *Leader = nullptr;
  bool LastWins = false; ///< of equal Min or Max values the last one wins
  /// Exists in the rewritten program only and starts at 0.
  bool Internal = false;
  /// Has static storage: the native variant names it directly, only a kernel
  /// gets it as an argument.
  bool Global = false;
  /// Index in args (0 is the dims); 0: not an argument. For every kind
  /// args[Arg] is the address of the value (a copy for Sharing::Value, so a
  /// pointer `float *a` needs one more load to reach the elements; an array's
  /// args[Arg] is the address of its first byte).
  unsigned Arg = 0;
  /// Only functions that the loop calls name it.
  bool Called = false;
  /// Nothing that a kernel does names it: see ColdPaths.
  bool ColdOnly = false;
  /// Refers to what the body may store to: its value is none of the loop's
  /// inputs.
  bool MayChange = false;
  /// Iterations have copies of a variable that may have other names.
  bool Aliased = false;
  /// The loop stands in a lambda that captured the variable itself.
  bool Enclosing = false;
  /// Made for the kernel: the call declares the variable, whose initialiser
  /// reads an object around the loop. The native variant has no use for it.
  bool DeviceOnly = false;
  /// DeviceOnly: the initialiser follows pointers, which are valid if the loop
  /// has an iteration.
  bool Follows = false;
  /// Follows: some iteration, if any, follows them. The call asks the runtime
  /// whether there is anything to be read.
  bool Asks = false;
  clang::SourceLocation FirstUse;
  /// LastPrivate: the members, each as a path from the outermost, that the loop
  /// assigns; the others keep what they had. Empty: all of it.
  llvm::SmallVector<llvm::SmallVector<const clang::FieldDecl *, 2>, 2> Parts;
  /// Of a reduction of objects, for its kernel: what partial results begin with
  /// (no parameters), and two of them combined.
  const clang::FunctionDecl *Beginning = nullptr, *Combination = nullptr;
};

/// Number of innermost elements in a variable-length array type, which the
/// native variant needs to flatten subscripts of such arrays.
struct ArrayLength {
  clang::QualType Array;
  clang::QualType Element; ///< innermost, no longer variably modified
  unsigned Arg = 0;        ///< args[Arg] points at a 64-bit integer
};

/// An assignment that is to note the iteration it happens in, or whether it
/// restarted.
struct IterationMark {
  const clang::Expr *Assignment; ///< also by a class's own =
  const clang::ValueDecl *Leader;
  bool Restarts;
};

/// Whether iterations may run in any order. It begins with what the model
/// tells, and order/ goes on from there.
struct LoopVerdict {
  /// The result depends on the order of the iterations: one thread, no kernel.
  bool InOrder = false;
  /// Iterations pass on more than a copy of their variables can hold: the loop
  /// runs where it stands, for Reason.
  bool Stays = false;
  /// Why the loop runs in order, where that is why it has no kernel. The
  /// compiler has said it.
  std::string Reason;
};

struct ParallelLoop {
  clang::FunctionDecl *Function = nullptr; ///< around the loop
  clang::Stmt **Slot = nullptr;            ///< where Statement hangs
  clang::AttributedStmt *Statement = nullptr;
  clang::SourceLocation Loc; ///< of the outermost `for`
  /// For reports: Loc, or the user's call of the library that has the loop.
  clang::SourceLocation Shown;
  std::string Name; ///< unique in the unit: <function>_<n>
  Clauses Given;
  llvm::SmallVector<LoopDim, 3> Dims; ///< outermost first, at least one
  clang::Stmt *Body = nullptr;        ///< of the innermost parallel dimension
  /// `break` and `return` that leave the loop itself, in order.
  llvm::SmallVector<clang::Stmt *, 2> Exits;
  llvm::SmallVector<Capture, 8> Captures;
  llvm::SmallVector<ArrayLength, 2> Lengths; ///< by findLengths
  /// Only of a search (see ExitPlan): the lowest number of an iteration that
  /// leaves the loop.
  clang::VarDecl *Exit = nullptr;
  /// Stands for 1 + the number of the current iteration; null when nobody asks.
  clang::VarDecl *Iteration = nullptr;
  llvm::SmallVector<IterationMark, 2> Marks;
  /// args entries: dims, captures with Arg, start pointers, lengths. CallLayout
  /// counts on from here.
  unsigned ArgCount = 1;
  /// Arrays that several iterations may update at one element, and how.
  llvm::SmallVector<ElementReduction, 1> Elements;
  llvm::SmallVector<ElementUpdate, 2> Updates;
  LoopVerdict Order; ///< as far as the model tells
  /// The function's uses of its variables, which all copies of the model share;
  /// nothing until somebody asks for them.
  std::shared_ptr<std::optional<BodyUses>> Around =
      std::make_shared<std::optional<BodyUses>>();

  const BodyUses &functionUses() const {
    if (!*Around)
      *Around = collectUses(Function->getBody());
    return **Around;
  }
  const Capture *capture(const clang::ValueDecl *D) const {
    for (const Capture &C : Captures)
      if (C.Decl && C.Decl->getCanonicalDecl() == D->getCanonicalDecl())
        return &C;
    return nullptr;
  }
  /// D is the same in all iterations: each has its value.
  bool hasValue(const clang::ValueDecl *D) const {
    const Capture *C = capture(D);
    return C && C->Kind == Sharing::Value;
  }
  const ElementUpdate *update(const clang::Stmt *S) const {
    for (const ElementUpdate &U : Updates)
      if (U.Whole == S)
        return &U;
    return nullptr;
  }
  const LoopDim *dimOf(const clang::ValueDecl *D) const {
    for (const LoopDim &L : Dims)
      if (L.Induction == D)
        return &L;
    return nullptr;
  }
};

/// Why a loop cannot have a kernel: one of the closed list of reasons.
struct Refusal {
  diag::Id Reason;
  clang::SourceLocation Loc;
  llvm::SmallVector<std::string, 2> Arguments; ///< for %0, %1
};

} // namespace twofold

#endif
