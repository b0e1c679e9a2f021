// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessEvaluator.h - evaluates a loop body symbolically -------------===//
//
// Runs the body once for all iterations. Integers are affine forms over axes
// and values where that can be said, pointers a base and a form; each access
// through memory is handed to the AccessRecorder. What is not understood is
// unknown, never left out.
//
//   AccessEvaluator.cpp    variables, branches, facts, the whole body
//   AccessStatements.cpp   statements and loops
//   AccessAdvances.cpp     variables that move on with a loop
//   AccessSearches.cpp     loops that look for a place in memory
//   AccessExpressions.cpp  rvalues
//   AccessPlaces.cpp       lvalues, assignments, addresses
//   AccessLoads.cpp        loads and stores
//   AccessSubobjects.cpp   bases and members
//   AccessCalls.cpp        calls of functions whose bodies are visible
//   AccessConditions.cpp   conditions that numbers in memory tell
//   AccessChoices.cpp      numbers that conditions choose, and products
//   AccessBits.cpp         numbers that hashes are made of
//   AccessReplays.cpp      what searches in a loop's body lead to
//   AccessFloats.cpp       floating-point numbers that places are made of
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_ACCESSEVALUATOR_H
#define TWOFOLD_PLUGIN_ACCESS_ACCESSEVALUATOR_H

#include "access/AccessRecorder.h"
#include "access/AccessReplays.h"
#include "access/InnerLoop.h"
#include "access/IntegerArithmetic.h"
#include "ast/VariableUses.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <initializer_list>
#include <utility>

namespace twofold {

class AccessEvaluator {
public:
  AccessEvaluator(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                  AccessRecorder &Recorder, bool FollowsLoads = false)
      : Loop(Loop), Ctx(Ctx), Recorder(Recorder), FollowsLoads(FollowsLoads) {}

  void evaluateBody();
  /// The extents of all bases, from types and clauses.
  void findExtents();
  /// Of accesses that the variants have to check; after the extents.
  void findSubscripts();

  /// E, an integer from outside the body, as a form without axes; nothing where
  /// there is none or unsigned numbers might wrap on the way.
  MaybeForm invariant(const clang::Expr *E);

  /// Set when an address is of nothing that the loop captures.
  std::optional<Refusal> Refused;

  /// What the body stores to, as far as it tells which loads give one number
  /// throughout the loop.
  struct StoredPlace {
    unsigned Base;
    clang::QualType Type;           ///< canonical, without qualifiers
    const clang::FieldDecl *Member; ///< null: no member's name ends it
    bool Element;                   ///< of an array
  };
  using StoredPlaces = llvm::SmallVector<StoredPlace, 8>;
  static StoredPlaces storesOf(const ParallelLoop &Loop,
                               clang::ASTContext &Ctx);
  /// What storesOf found; null: what loads give is unknown.
  const StoredPlaces *Earlier = nullptr;
  /// What an integer variable is assigned gets an axis that stands for it where
  /// it has no form, and what memset and memcpy write is told.
  bool NamesNumbers = false;

private:
  /// What an lvalue designates: a variable that Variables may know, or memory.
  struct Place {
    const clang::VarDecl *Variable = nullptr;
    Value Address;
  };
  /// One function's body being evaluated: the loop's own or a callee's.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    BodyUses Uses;
    bool Irreducible = false;
    Value This;
    Value Returned;
    bool Returns = false;
    uint64_t Found = 0; ///< where searches have led to what it returns
    size_t OuterFacts = 0;
  };

  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AccessRecorder &Recorder;
  /// Numbers in memory get axes that stand for them, so that places which they
  /// lead to have forms. Of floating-point numbers forms are their ranks.
  const bool FollowsLoads;
  StoredPlaces Stored;
  PathState State;
  llvm::SmallVector<std::unique_ptr<Frame>, 4> Frames;
  llvm::SmallVector<EnclosingLoop, 4> Around;
  llvm::SmallVector<PathStep, 8> Steps;
  unsigned StepCount = 0;
  /// Statements around that may or may not run their parts.
  unsigned Branches = 0;
  /// Of these, those of which facts tell which part runs.
  unsigned Told = 0;
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
  /// While positive nothing is recorded: the same expression again.
  unsigned Muted = 0;
  /// Spent on evaluating again and on callees; both are given up in time.
  unsigned Repetitions = 0, Entries = 0;
  /// A clause of the loop is evaluated, outside the body.
  bool InClause = false;

  /// What is evaluated while it lives lies inside of one more step.
  class Inside {
    AccessEvaluator &Of;

  public:
    Inside(AccessEvaluator &Of, PathStep Step) : Of(Of) {
      Step.Id = ++Of.StepCount;
      Of.Steps.push_back(Step);
    }
    ~Inside() { Of.Steps.pop_back(); }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
  };
  unsigned innermostScope() const;

  // Variables, branches, facts.
  void count(unsigned Ops);
  bool isIrreducible() const { return Frames.back()->Irreducible; }
  bool escapes(const clang::VarDecl *D) const;
  Value variable(const clang::VarDecl *D);
  Value forgotten(const clang::VarDecl *D);
  void assign(const clang::VarDecl *D, Value V);
  void forgetAssigned(const clang::Stmt *S);
  Value named(Value V, clang::QualType T);
  void nameAssigned(const clang::Stmt *S);
  using Seen = llvm::SmallPtrSetImpl<const clang::VarDecl *>;
  void addCandidates(const clang::VarDecl *D, Value &Out, Seen &Visited);
  void addMentioned(const clang::Stmt *S, Value &Out, Seen &Visited);
  Value mentioned(const clang::Stmt *S);
  Value quietly(const clang::Expr *E);
  /// Evaluates Then and Else as the two ways after Condition.
  void branch(const clang::Expr *Condition, llvm::function_ref<void()> Then,
              llvm::function_ref<void()> Else);
  /// True: what is assumed says no less than the condition.
  bool assumeCondition(const clang::Expr *E, bool Truth);
  bool assumeComparison(const clang::BinaryOperator *B, bool Truth);
  bool assumeFacts(clang::BinaryOperatorKind Op, const Arm &L, const Arm &R,
                   IntegerType T);
  bool assumeNumber(const clang::Expr *E, bool Truth);
  bool assumeAddresses(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                       const clang::Expr *Right);
  bool assumeRanks(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                   const clang::Expr *Right);
  bool assumeEither(const clang::BinaryOperator *E, bool Truth);
  std::optional<Arm> holding(llvm::ArrayRef<Guard> Facts);
  std::optional<Arm> holding(const clang::Expr *Condition, bool Truth);
  Value conditional(const clang::AbstractConditionalOperator *C);
  Value chosen(Value V);
  bool comesByFacts() const;
  Value products(const Value &A, const Value &B, IntegerType T);
  std::optional<Arm> rank(const clang::Expr *E);
  Guards differing(const Arm &L, const Arm &R);
  bool isFlag(const clang::Expr *E) const;
  MaybeForm flag(const clang::Expr *E);
  Value truth(const clang::Expr *E);
  bool assumeFlag(const clang::Expr *E, bool Truth);

  // Statements.
  void visit(const clang::Stmt *S);
  void visitDeclaration(const clang::DeclStmt *S);
  void visitIf(const clang::IfStmt *I);
  void visitRange(const clang::CXXForRangeStmt *R);
  void visitSwitch(const clang::SwitchStmt *S);
  void visitFor(const clang::ForStmt *S);
  /// A while, a do, a range for, or a for that does not count.
  struct UncountedLoop {
    const clang::Stmt *Whole = nullptr;
    const clang::Stmt *Variable = nullptr; ///< declared by the condition
    const clang::Expr *Condition = nullptr;
    const clang::Stmt *Element = nullptr; ///< declared after the condition
    const clang::Stmt *Body = nullptr;
    const clang::Expr *Increment = nullptr;
    bool BodyFirst = false;
  };
  void visitUncounted(const UncountedLoop &L);
  static UncountedLoop asUncounted(const clang::ForStmt &S);
  void visitWay(const clang::Stmt *S);

  /// Variables that a loop moves until memory says that it may end, or that it
  /// loads from where they lead, and the bases which that is read from, a bit
  /// for each. What is stored there by other iterations leads elsewhere.
  using Searches = llvm::DenseMap<const clang::VarDecl *, uint64_t>;
  Searches Ended;   ///< here the variables are where searches have ended
  Searches Running; ///< of the innermost loop
  /// The variables of all searches that begin at the iteration's own number.
  llvm::SmallPtrSet<const clang::VarDecl *, 4> Beside;
  bool isBeside(const AffineForm &Form, int64_t Bytes) const;
  uint64_t foundBeside(const clang::Expr *E) const;
  /// Among bases: the search begins at one place in all iterations.
  static constexpr uint64_t FromOnePlace = uint64_t(1) << 63;
  bool isLed(const clang::Expr *E) const;
  llvm::DenseMap<const clang::CallExpr *, uint64_t> Results; ///< of calls
  /// While it lives the loop that is made of Parts is evaluated.
  class Searching {
    AccessEvaluator &Of;
    Searches Outer;

  public:
    Searching(AccessEvaluator &Of,
              std::initializer_list<const clang::Stmt *> Parts)
        : Of(Of), Outer(std::exchange(Of.Running, Of.searchesIn(Parts))) {}
    ~Searching() {
      for (auto &[D, Bases] : std::exchange(Of.Running, std::move(Outer)))
        Of.Ended[D] |= Bases;
    }
    Searching(const Searching &) = delete;
    Searching &operator=(const Searching &) = delete;
  };
  Searches searchesIn(llvm::ArrayRef<const clang::Stmt *> Parts);
  uint64_t basesOf(const clang::Expr *Lvalue);
  bool isOwn(const clang::Expr *E);
  void found(const clang::VarDecl *D, const clang::Expr *Value);
  uint64_t foundBy(const clang::Stmt *E) const;

  /// A variable to which each round of a loop adds By, as long as Checks hold.
  struct Advance {
    const clang::VarDecl *Variable = nullptr;
    Arm Start; ///< before the first round
    const clang::Expr *Write = nullptr;
    /// Loops inside the loop, in each round of which Write runs.
    llvm::SmallVector<const clang::ForStmt *, 2> Through;
    AffineForm By;
    llvm::SmallVector<RangeCheck, 2> Checks;
  };
  using Advances = llvm::SmallVector<Advance, 2>;
  Advances advancesIn(llvm::ArrayRef<const clang::Stmt *> Parts,
                      const clang::Stmt *Body);
  void measure(Advances &Of);
  MaybeForm roundsOf(const clang::ForStmt *S,
                     llvm::SmallVectorImpl<RangeCheck> &Checks);
  void advance(const Advance &A, const AffineForm &Rounds, int64_t Divisor,
               llvm::ArrayRef<RangeCheck> Checks);
  MaybeForm lastRound(const clang::Expr *Condition, const Advances &Moving,
                      bool &Whole, llvm::SmallVectorImpl<RangeCheck> &Checks);
  void moveOn(const Advances &Moving, int Number,
              llvm::ArrayRef<RangeCheck> Checks);
  void visitReturn(const clang::ReturnStmt *S);

  unsigned Replays = 0; ///< that are being made
  MaybeForm single(Value V, const ReplayedVariable &Of);
  Value valueOf(const ReplayedVariable &V, const AffineForm &Number) const;
  bool addVariable(const clang::VarDecl *V, const Value &Now, Replay &To);
  bool visitRound(const clang::Stmt *S, Replay &Of);
  std::optional<Replay> replay(const UncountedLoop &L);
  void leave(const Replay &Of, bool Untold);
  void visitLoop(const UncountedLoop &L);
  void inLoop(int Number, EnclosingLoop Scope, const clang::Stmt *Body,
              llvm::function_ref<void()> Evaluate);

  // Expressions.
  static const clang::Expr *plain(const clang::Expr *E);
  void effects(const clang::Expr *E);
  Value rvalue(const clang::Expr *E);
  Value cast(const clang::CastExpr *E);
  Value unary(const clang::UnaryOperator *E);
  Value binary(const clang::BinaryOperator *E);
  Value arithmetic(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                   const clang::Expr *Left, const clang::Expr *Right,
                   clang::QualType Type, const clang::Expr *Whole);
  MaybeForm elementsBetween(const Arm &A, const Arm &B,
                            clang::QualType Pointer);
  bool isSpread(const Value &A, const Value &B) const;
  std::optional<Arm> addedBy(const InnerLoop &L);
  void countRounds(Axis &A, EnclosingLoop &Scope, const AffineForm &Distance,
                   const AffineForm &By);
  Arm dividend(Arm A, IntegerType T);
  bool isMixed(const AffineForm &Form, IntegerType T) const;
  Arm wrapped(Arm A, IntegerType T);
  Arm cut(Arm A, IntegerType To);
  Arm mixed(Arm A, IntegerType From, IntegerType To);
  Value bits(clang::BinaryOperatorKind Op, const Value &Left,
             const Value &Right, IntegerType T);
  Value divided(clang::BinaryOperatorKind Op, const Value &Left,
                const Value &Right, IntegerType T);
  Value remainder(const Value &A, const Value &B, IntegerType T);
  Value masked(const Value &A, const Value &B, IntegerType T);
  Value shiftedDown(const Value &By, IntegerType T);
  Value between(int64_t Lower, int64_t Upper);
  Arm magnitude(Arm A);
  bool isRanked(clang::QualType T) const;
  std::optional<Value> rankedConstant(const clang::Expr *E);
  Value rankedAtom(const clang::Expr *Loaded);
  Value ranked(unsigned Code, const Value &Left, const Value &Right,
               clang::QualType T);
  Value rankedArithmetic(clang::BinaryOperatorKind Op, const Value &Left,
                         const Value &Right, clang::QualType T);
  Value rankedCast(const Value &Of, clang::QualType From, clang::QualType To);
  Value rankedCall(const clang::CallExpr *E);
  bool isComposable(const clang::Expr *E) const;
  Value atom(const clang::Expr *E);
  MaybeForm sizeOf(clang::QualType T);
  bool isCapturedVla(clang::QualType T) const;
  MaybeForm spelledInside(clang::QualType T);
  Value moved(const Value &Address, const Value &Index, IntegerType IndexType,
              clang::QualType Element, bool Back);

  // Places.
  Place place(const clang::Expr *E);
  Place placeOfVariable(const clang::DeclRefExpr *E);
  Place placeOfMember(const clang::MemberExpr *E);
  Value addressOf(const Place &P);
  Value load(const Place &P, const clang::Expr *Loaded);
  bool namesOuterAxis(const AffineForm &Form) const;
  StoredPlace storedPlace(unsigned Base, clang::QualType T,
                          const clang::Expr *Lvalue) const;
  bool isSettled(const Value &Address, const clang::Expr *Loaded) const;
  Value followed(const Value &Address, const clang::Expr *Loaded);
  void noteCopy(const clang::VarDecl *D);
  Value copied(const clang::Expr *Loaded);
  void store(const Place &P, Value V, const clang::Expr *E);
  Place assignment(const clang::BinaryOperator *E, Value *Stored = nullptr);
  Place increment(const clang::UnaryOperator *E, Value *Old = nullptr);
  void touch(const Value &Address, clang::QualType T, bool Reads, bool Writes,
             const clang::Expr *E);
  void touchAnywhere(const Value &Address, const clang::Expr *E);
  bool mayKeep(const clang::BinaryOperator *Assignment) const;
  bool improves(const clang::Expr *Condition, const clang::Stmt *S) const;
  bool isIdle(const clang::IfStmt *S) const;
  void await(const clang::Expr *Condition);
  void escape(const clang::Expr *E);
  bool isUnchangedRecord(const clang::Expr *E) const;
  bool isOfCallee(const clang::ValueDecl *D) const;
  bool isUnchangedReference(const clang::Expr *E) const;

  // Subobjects.
  Value shifted(Value Address, int64_t Bytes);
  Value alongBases(Value Address, const clang::CastExpr *E);
  Place placeOfLanes(const clang::ExtVectorElementExpr *E);
  clang::QualType touchedType(clang::QualType T, const clang::Expr *E) const;

  // Subscripts.
  using Subscripts = llvm::SmallVector<Subscript, 4>;
  bool addSubscripts(const clang::Expr *E, unsigned Base, Subscripts &Out);
  bool addIndexed(const clang::Expr *Pointer, unsigned Base, Subscript &Here,
                  Subscripts &Out);

  // Calls.
  Value call(const clang::CallExpr *E);
  bool movesBytes(const clang::CallExpr *E);
  void touchBytes(const Value &Address, const AffineForm &Count, bool Writes,
                  const clang::Expr *E);
  /// std functions whose result is one of their arguments.
  enum class Selection { None, Min, Max, Clamp };
  Selection selectionOf(const clang::CallExpr *E) const;
  Value selected(const clang::CallExpr *E, Selection Which);
  Value referent(const clang::Expr *E);
  Value construct(const clang::CXXConstructExpr *E);
  void passOutside(const clang::Expr *Argument, clang::QualType Parameter);
  bool canEnter(const clang::FunctionDecl *F) const;
  Value enter(const clang::FunctionDecl *F, Value This,
              llvm::ArrayRef<const clang::Expr *> Arguments, uint64_t &Found);
};

} // namespace twofold

#endif
