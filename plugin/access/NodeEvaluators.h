// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- NodeEvaluators.h - what evaluates each kind of node ----------------===//
//
// Statements, loops, expressions, places and calls are evaluated by a class for
// each, which keeps nothing itself: what is kept lies in EvaluationParts.
//
//   AccessStatements.cpp   statements, and ways after conditions
//   AccessLoops.cpp        loops inside the body
//   AccessReplays.cpp      what searches in a loop's body lead to
//   AccessRounds.cpp       rounds of loops, one by one
//   AccessSwitches.cpp     cases, and lists of what a loop goes along
//   AccessExpressions.cpp  rvalues
//   AccessPlaces.cpp       lvalues, assignments, addresses
//   AccessLoads.cpp        loads and stores
//   AccessSubobjects.cpp   bases and members
//   AccessClosures.cpp     lambdas, and what is not understood
//   AccessCalls.cpp        calls of functions whose bodies are visible
//   AccessPointedCalls.cpp calls without the name of a function
//   AccessEnds.cpp         ends of objects
//   AccessRanges.cpp       calls that go over bytes and elements
#ifndef TWOFOLD_PLUGIN_ACCESS_NODEEVALUATORS_H
#define TWOFOLD_PLUGIN_ACCESS_NODEEVALUATORS_H

#include "access/EvaluationParts.h"
#include "access/InnerLoop.h"
#include "access/OutsideUse.h"
#include "ast/AtomicOperations.h"
#include "llvm/ADT/ScopeExit.h"

namespace twofold {

/// S isIrreducible in another way than by try blocks.
bool jumpsAround(const clang::Stmt *S);

class StatementEvaluator : NodeEvaluator {
  void visitDeclaration(const clang::DeclStmt *S);
  void visitIf(const clang::IfStmt *I);
  bool visitOnce(const UncountedLoop &L);
  void visitRange(const clang::CXXForRangeStmt *R);
  bool visitList(const clang::CXXForRangeStmt *R);
  bool visitCases(const clang::SwitchStmt *S, const Value &Of);
  void visitSwitch(const clang::SwitchStmt *S);
  void visitReturn(const clang::ReturnStmt *S);
  void visitTry(const clang::CXXTryStmt *S);

public:
  using NodeEvaluator::NodeEvaluator;

  void visit(const clang::Stmt *S);
  /// The value of ({ ... }).
  Value block(const clang::StmtExpr *E);
  /// Evaluates Then and Else as the two ways after Condition.
  void branch(const clang::Expr *Condition, llvm::function_ref<void()> Then,
              llvm::function_ref<void()> Else);
};

/// A variable that an inner loop changes, by the axis that stands for it.
struct ReplayedVariable {
  const clang::VarDecl *Is;
  AffineForm Start;
  int Axis = 0;
  AffineForm AtEnd = {}; ///< where the loop's condition ends it
  /// Of a pointer: what it is at first, and the bytes of an element; the axis
  /// counts elements from there, or bytes where Bytes is 0.
  std::optional<Arm> From = std::nullopt;
  int64_t Bytes = 0;
};

/// An inner loop that calls can go through for what it leads to.
struct Replay {
  struct Exit {
    AffineForm Taken; ///< 1 where the loop ends there, else 0
    llvm::SmallVector<const clang::Stmt *, 2> Parts; ///< that run then
    bool Returns = false;
    Value Returned;
    std::map<const clang::VarDecl *, Value> Before, Variables; ///< of Parts
  };
  llvm::SmallVector<ReplayedVariable, 2> Variables;
  llvm::SmallVector<Exit, 2> Exits;
  AffineForm GoesOn; ///< 1 where a round ends without leaving the loop
  AffineForm Rounds; ///< that have ended so

  /// The last round that begins, numbered from 0; with the loop's condition
  /// that may be one more.
  MaybeForm lastRound(bool Condition) const;
};
class LoopReplays : NodeEvaluator {
  unsigned Made = 0; ///< that are being made

  MaybeForm single(Value V, const ReplayedVariable &Of);
  /// Axes that are left for what comes behind a loop, of 48.
  static constexpr size_t Room = 24;

  Value valueOf(const ReplayedVariable &V, const AffineForm &Number) const;
  bool addVariable(const clang::VarDecl *V, Value Now, bool Chases, Replay &To);
  int addState(const AffineForm &Start);
  std::optional<Arm> goesOn(const clang::Expr *Condition);
  llvm::SmallVector<std::pair<const clang::VarDecl *, Value>, 2>
  movedByNames(const clang::Stmt *S);
  bool visitRound(const clang::Stmt *S, Replay &Of);
  std::optional<bool> holdsHere(const clang::Expr *Condition);
  bool leavesByConditions(const clang::Stmt *S) const;
  std::optional<bool> knownRound(const clang::Stmt *S);
  bool allRounds(const UncountedLoop &L);
  void round(const UncountedLoop &L, unsigned More, bool Surely);

public:
  using NodeEvaluator::NodeEvaluator;

  /// Before: up to the round of that number alone; null: to the loop's end.
  std::optional<Replay> replay(const UncountedLoop &L,
                               const AffineForm *Before = nullptr);
  void enterRound(const std::optional<Replay> &Of);
  void firstRounds(const UncountedLoop &L, unsigned More);
  /// Evaluates L round by round. False: that has not been done.
  bool unroll(const UncountedLoop &L);
  void leave(const Replay &Of, bool Untold);
};

class LoopEvaluator : NodeEvaluator {
  std::optional<Arm> addedBy(const InnerLoop &L);
  void countRounds(Axis &A, EnclosingLoop &Scope, const AffineForm &Distance,
                   const AffineForm &By);
  void visitFor(const clang::ForStmt *S, const Replay *Known);
  void visitUncounted(const UncountedLoop &L, const Replay *Known);

public:
  using NodeEvaluator::NodeEvaluator;

  static UncountedLoop asUncounted(const clang::ForStmt &S);
  void inLoop(int Number, EnclosingLoop Scope, const clang::Stmt *Body,
              llvm::function_ref<void()> Evaluate, bool Partial);
  void visitLoop(const UncountedLoop &L);
};

class ExpressionEvaluator : NodeEvaluator {
  Value cast(const clang::CastExpr *E);
  Value unary(const clang::UnaryOperator *E);
  Value binary(const clang::BinaryOperator *E);
  Value atomic(const AtomicOperation &Of, const clang::Expr *E);
  bool isSpread(const Value &A, const Value &B) const;
  Value conditional(const clang::AbstractConditionalOperator *C);
  Value list(const clang::CXXStdInitializerListExpr *L);

public:
  using NodeEvaluator::NodeEvaluator;

  void effects(const clang::Expr *E);
  Value converted(Value V, IntegerType From, IntegerType To);
  Value rvalue(const clang::Expr *E);
  MaybeForm elementsBetween(const Arm &A, const Arm &B,
                            clang::QualType Pointer);
  Value arithmetic(clang::BinaryOperatorKind Op, const Value &A, const Value &B,
                   const clang::Expr *Left, const clang::Expr *Right,
                   clang::QualType Type, const clang::Expr *Whole);
  /// The value of what a const reference is bound to.
  Value referent(const clang::Expr *E);
};

class PlaceEvaluator : NodeEvaluator {
public:
  using NodeEvaluator::NodeEvaluator;

  /// A variable that is tracked, or memory.
  struct Place {
    const clang::VarDecl *Variable = nullptr;
    Value Address;
  };

  Place place(const clang::Expr *E);
  static Value addressOf(const Place &P) {
    return P.Variable ? addressValue(Arm::Private) : P.Address;
  }
  Value addressOf(const clang::Expr *E);
  Value load(const Place &P, const clang::Expr *Loaded);
  Place assignment(const clang::BinaryOperator *E, Value *Stored = nullptr);
  Place increment(const clang::UnaryOperator *E, Value *Old = nullptr);
  Value moved(const Value &Address, const Value &Index, IntegerType IndexType,
              clang::QualType Element, bool Back);
  Value alongBases(Value Address, const clang::CastExpr *E);
  Value objectValue(const Value &Address, clang::QualType T,
                    const clang::Expr *Loaded);
  Value aggregate(const clang::InitListExpr *L);
  void initialise(const Value &Address, const clang::Expr *Init,
                  const clang::FieldDecl *Member = nullptr);
  void initialise(const Value &This, const clang::CXXConstructorDecl *C);
  Value current(const Place &P, clang::QualType T);
  Value shifted(Value Address, int64_t Bytes);
  Value loadObject(const Value &Address, clang::QualType T,
                   const clang::Expr *Loaded);
  Value held(const clang::Expr *E);
  void assign(const Place &P, clang::QualType T, Value V,
              const clang::Expr *Lvalue = nullptr);
  void keep(const Value &Address, clang::QualType T, const Value &V,
            const clang::FieldDecl *Member = nullptr);
  void escape(const clang::Expr *E);
  Value memberOf(Value Address, const clang::FieldDecl *F);
  Value baseOf(const Value &Address, const clang::CXXRecordDecl *Class,
               const clang::CXXBaseSpecifier &Base);

private:
  Place placeOfVariable(const clang::DeclRefExpr *E);
  Place placeOfMember(const clang::MemberExpr *E);
  Place placeOfLanes(const clang::ExtVectorElementExpr *E);
  Value followed(const Value &Address, clang::QualType T,
                 const clang::Expr *Loaded);
  void fill(const Value &Address, const clang::InitListExpr *L);
  void store(const Place &P, Value V, const clang::Expr *E);
};

class CallEvaluator : NodeEvaluator {
  /// Of functions whose bodies are not evaluated: each is read once.
  llvm::DenseMap<const clang::FunctionDecl *, OutsideUse> Outside;

  /// The loop's body, or what it calls, has constants changed.
  std::optional<bool> ChangesConstants;

  bool movesBytes(const clang::CallExpr *E);
  std::optional<Value> reordered(const clang::CallExpr *E);
  bool isFixed(const clang::Expr *E) const;
  void passOutside(const clang::Expr *Argument, clang::QualType Parameter);
  void passBy(const clang::CallExpr *E, const Value &This,
              llvm::ArrayRef<const clang::Expr *> Arguments);
  void changesItself(const clang::CallExpr *E, const Value &This);
  void callWithElements(const clang::Expr *Callable);

public:
  using NodeEvaluator::NodeEvaluator;

  /// std functions whose result is one of their arguments.
  enum class Selection { None, Min, Max, Clamp };
  Selection selectionOf(const clang::CallExpr *E) const;
  Value selected(const clang::CallExpr *E, Selection Which);

  /// Where E is a `new` or `delete` whose parts are followed.
  std::optional<Value> allocation(const clang::Expr *E);
  Value call(const clang::CallExpr *E);
  /// Evaluates F's body with its parameters bound to Arguments; null: to an
  /// element that the caller has looked after. Found: as of its Frame.
  Value enter(const clang::FunctionDecl *F, Value This,
              llvm::ArrayRef<const clang::Expr *> Arguments, uint64_t &Found);
  Value enter(const clang::FunctionDecl *F, Value This,
              llvm::ArrayRef<const clang::Expr *> Arguments) {
    uint64_t Nothing;
    return enter(F, std::move(This), Arguments, Nothing);
  }
  Value construct(const clang::CXXConstructExpr *E);
  /// Makes the object at Address; false: nobody can look into that.
  bool constructAt(const Value &Address, const clang::Expr *E);
};

/// Calls that lead to functions without naming them.
class PointedCalls : NodeEvaluator {
public:
  using NodeEvaluator::NodeEvaluator;

  void enterMaybe(const clang::FunctionDecl *F, Value This,
                  llvm::ArrayRef<const clang::Expr *> Arguments);

  bool mayLeadTo(const clang::CallExpr *E, const Value &This,
                 llvm::ArrayRef<const clang::Expr *> Arguments);
  void changesWhatItIsGiven(const clang::CallExpr *E, const Value &This,
                            llvm::ArrayRef<const clang::Expr *> Arguments);
};

/// Where objects of the iteration end, and what that does.
class ObjectEnds : NodeEvaluator {
  void end(const Value &Address, clang::QualType T, const clang::Expr *By);
  void end(const LivingObject &Last);
  bool endVirtually(const clang::CXXDeleteExpr *E, const Value &Address);
  std::optional<LivingObject> taken(const clang::Expr *E);

public:
  using NodeEvaluator::NodeEvaluator;

  Value temporary(const clang::CXXBindTemporaryExpr *E);
  /// The value of E, the object of which is no temporary one.
  Value kept(const clang::Expr *E);
  /// The address of the temporary object E, which may end with its block.
  Value extended(const clang::MaterializeTemporaryExpr *E);
  void begin(const clang::VarDecl &V);
  /// What Parts make of the whole expression E, behind which the temporary
  /// objects end that are made in it.
  template <class Function>
  auto whole(const clang::ExprWithCleanups &E, Function Parts) {
    const llvm::scope_exit End(
        [this, Others = Path.Temporaries.size()] { endTemporaries(Others); });
    return Parts(E.getSubExpr());
  }
  /// Temporary objects end, but for so many that have been there before.
  void endTemporaries(size_t Others);
  /// A block ends, at whose beginning so many Others were there.
  void endBlock(size_t Others);
  /// The iteration leaves the blocks of all but so many Others.
  void leave(size_t Others);
  /// Parts are a round of a loop.
  void round(llvm::function_ref<void()> Parts);
  /// The object that E deletes, or By, a call of a destructor, ends. False:
  /// that does nothing, or is not looked into.
  bool destroy(const clang::CXXDeleteExpr *E);
  bool destroy(const Value &Address, const clang::CallExpr *By);
  /// A temporary object of E, a condition, does something where it ends, behind
  /// what E finds.
  bool endBehind(const clang::Expr *E) const;
  /// S declares an object whose end does something.
  bool areIn(const clang::Stmt *S) const;
};

struct NodeEvaluators {
  CallEvaluator Calls;
  ObjectEnds Ends;
  ExpressionEvaluator Expressions;
  LoopEvaluator Loops;
  LoopReplays Replays;
  PlaceEvaluator Places;
  PointedCalls Pointed;
  StatementEvaluator Statements;

  explicit NodeEvaluators(EvaluationParts &Parts)
      : Calls(Parts, *this), Ends(Parts, *this), Expressions(Parts, *this),
        Loops(Parts, *this), Replays(Parts, *this), Places(Parts, *this),
        Pointed(Parts, *this), Statements(Parts, *this) {}
};

} // namespace twofold

#endif
