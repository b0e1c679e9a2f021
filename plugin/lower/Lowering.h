// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Lowering.h - copies a loop's body without its objects --------------===//
//
//   LoweredLoop.cpp         the whole loop, its dimensions
//   LoweringDimensions.cpp  iterators as parallel dimensions
//   LoweringStatements.cpp  statements and declarations
//   LoweringLoops.cpp       inner loops
//   LoweringValues.cpp      prvalues
//   LoweringPlaces.cpp      lvalues, members, references
//   LoweringOperators.cpp   assignments, conditions, orders of evaluation
//   LoweringObjects.cpp     construction and copies of objects
//   LoweringCalls.cpp       calls: copied or inlined
//   LoweringConstants.cpp   what is a literal once bodies are inlined
//   LoweringBodies.cpp      bodies of inlined functions
//   LoweringRanges.cpp      what numbers of the body can be
//   LoweringRows.cpp        arrays of pointers
//   LoweringSubscripts.cpp  elements that the user names by a call
//   DerivedCaptures.cpp     what is read at the call
//
// Evaluation order: what an expression does before its value is there goes into
// the innermost Scope, in order. A Scope of statements becomes statements
// before the one being lowered; a Scope inside an expression becomes `(a, b,
// value)`.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_PLUGIN_LOWER_LOWERING_H
#define TWOFOLD_PLUGIN_LOWER_LOWERING_H

#include "ast/AstFactory.h"
#include "lower/DerivedCaptures.h"
#include "lower/LoweredLoop.h"
#include "lower/LoweredPlace.h"
#include "model/ReferredObjects.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include <deque>

namespace twofold {

class Lowering {
public:
  Lowering(const ParallelLoop &Loop, clang::Sema &S, bool ReadsElements);
  LoweringResult run();
  bool mixesElements() const;

private:
  using Kind = Place::Kind;
  struct Scope {
    llvm::SmallVector<clang::Stmt *, 8> Items;
    bool Statements = true;
  };
  /// One function's body: the loop's own or an inlined one's.
  struct Frame {
    const clang::FunctionDecl *Function = nullptr;
    Place This;
    llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> Captured;
    clang::FieldDecl *CapturedThis = nullptr;
    /// Of statements: where `return` leaves the value.
    Place Result;
    /// Set by a `return` inside a loop; null: there is none in this body.
    clang::VarDecl *Done = nullptr;
    /// What a `break` would leave: a loop that a `return` leaves.
    const clang::Stmt *Inside = nullptr;
  };

  const ParallelLoop &Loop;
  const bool ReadsElements;
  llvm::SmallVector<llvm::FoldingSetNodeID, 4> FixedElements, WholeArrays;
  /// Parts of objects around the loop whose addresses are taken.
  llvm::SmallVector<std::pair<clang::Expr *, clang::SourceLocation>, 2>
      Addressed;
  clang::Sema &S;
  clang::ASTContext &Ctx;
  mutable AstFactory Make;
  DerivedCaptures Derived;
  ReferredObjects Referred;
  LoweredLoop Out;
  std::optional<Refusal> Why;
  bool Failed = false;
  clang::SourceLocation OutermostCall;
  llvm::SmallVector<Scope *, 8> Scopes;
  std::deque<Frame> Frames;
  std::deque<LocalObject> Objects;
  std::deque<Place> Pointees;
  llvm::DenseMap<const clang::ValueDecl *, Place> Variables;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Writers, Comparers;
  llvm::DenseMap<const clang::TagDecl *, bool> Classes;
  /// What temporaries that were not set since were set to, and in which order
  /// they were made.
  llvm::DenseMap<const clang::VarDecl *, std::pair<clang::Expr *, unsigned>>
      Initial;
  unsigned Made = 0;
  /// The least and the greatest value of loops' variables, of 64 bits, in terms
  /// of the copy.
  llvm::DenseMap<const clang::ValueDecl *,
                 std::pair<clang::Expr *, clang::Expr *>>
      Ranges;
  llvm::DenseSet<const clang::VarDecl *> Temporaries;
  llvm::StringSet<> Names;
  /// Dimensions that became pointers, and what holds their first values.
  llvm::SmallVector<std::pair<LoopDim *, clang::VarDecl *>, 1> Starts;
  unsigned Inlined = 0;
  /// Statements and expressions around that need not run in every iteration.
  unsigned Conditional = 0;

  /// The update of an element that is being copied.
  const ElementUpdate *Updating = nullptr;
  llvm::DenseSet<const clang::Stmt *> CopiedUpdates;

  // The whole loop.
  bool iteratorDimension(LoopDim &Dim);
  std::optional<int64_t> stepOf(llvm::ArrayRef<clang::Stmt *> Moves,
                                const clang::VarDecl *At);
  int directionOf(llvm::ArrayRef<clang::Stmt *> Moves, const clang::VarDecl *At,
                  const LoopDim &Dim);
  clang::VarDecl *startOf(const Place &Part, llvm::StringRef Name);
  static Place *onlyPointer(Place &P);
  clang::Expr *initialOf(clang::Expr *E, unsigned Since) const;
  clang::Expr *thisPointer();
  void extents();
  void givenExtent(const ExtentClause &Given);
  void finish();
  clang::Expr *countBehind(const clang::VarDecl &Pointer, clang::Expr *Path);
  clang::Expr *quietly(const clang::CXXMethodDecl &M, clang::Expr *Object);
  void note(const clang::Expr *Original, clang::Expr *Copy);
  std::string unique(llvm::StringRef Name);
  void fail(clang::SourceLocation Loc);
  void fail(diag::Id Reason, clang::SourceLocation Loc,
            llvm::StringRef Argument = "");
  /// A class that kernels do not have, or a pointer or reference to one; an
  /// array of pointers, or a pointer to pointers.
  bool isLowered(clang::QualType T);
  /// What no kernel finds in memory: an object of such a class, or a pointer.
  bool staysAtHost(clang::QualType T) {
    return T->isAnyPointerType() || (isLowered(T) && !T->isReferenceType());
  }

  // Scopes.
  clang::CompoundStmt *block(llvm::function_ref<void()> Fill);
  clang::Expr *within(llvm::function_ref<clang::Expr *()> Evaluate);
  void emit(clang::Stmt *S);
  void emitEffect(clang::Expr *E);
  clang::VarDecl *temporary(clang::QualType T, llvm::StringRef Name,
                            clang::Expr *Init);
  clang::Expr *comma(clang::Expr *First, clang::Expr *Second);
  clang::Expr *dummy(clang::QualType T, clang::ExprValueKind Category);

  // Statements.
  void statement(const clang::Stmt *S);
  void declaration(const clang::DeclStmt &S);
  void variable(const clang::VarDecl &V);
  Place initial(clang::QualType T, const clang::Expr *Init,
                llvm::StringRef Name);
  void branch(const clang::IfStmt &S);
  void choice(const clang::SwitchStmt &S);
  void label(clang::SwitchCase *Copy, const clang::SwitchCase &S);
  clang::Stmt *single(const clang::Stmt *S);
  void loop(const clang::ForStmt &S);
  void rangeLoop(const clang::CXXForRangeStmt &S);
  bool returnsFrom(const clang::Stmt *S);
  void returnFrom(const clang::ReturnStmt &S);
  bool countedRange(const clang::CXXForRangeStmt &S);
  std::optional<bool> known(const clang::Expr *Condition);

  // Constants.
  clang::Expr *literal(clang::Expr *Code);
  Place folded(Place P);
  std::optional<bool> settled(clang::Expr *Condition);
  bool staysLiteral(const clang::VarDecl &V, const clang::Expr *Code);

  // Updates of elements.
  void update(const ElementUpdate &U);
  void failUpdate(const ElementUpdate &U);
  void checkUpdates();

  // Arrays of pointers.
  Place pointerArray(clang::QualType T, const clang::Expr *Init,
                     llvm::StringRef Name, clang::SourceLocation Loc);
  llvm::SmallVector<Place, 8> rowsOf(const Place &Whole);
  Place chosenRow(llvm::ArrayRef<Place> Rows, uint64_t First,
                  clang::Expr *Index, clang::QualType T,
                  clang::SourceLocation Loc);
  Place rowElement(const clang::ArraySubscriptExpr &E);
  Place fewRows(clang::Expr *Pointer, clang::Expr *Index, clang::QualType T,
                clang::SourceLocation Loc);
  RowTable &tableAt(clang::Expr *Pointer, clang::QualType T);
  Place regularRow(clang::Expr *Pointer, clang::Expr *Index, clang::QualType T);

  // Ranges.
  clang::Expr *widened(const clang::Expr *E);
  clang::Expr *moved(clang::Expr *E, int64_t By);
  void noteRange(const LoopDim &Dim);
  const clang::ValueDecl *noteRange(const clang::ForStmt &S);
  std::optional<std::pair<clang::Expr *, clang::Expr *>>
  rangeOf(const clang::Expr *E);
  std::optional<std::pair<uint64_t, uint64_t>> fewValues(const clang::Expr *E);

  // Values.
  Place value(const clang::Expr *E);
  clang::Expr *scalar(const clang::Expr *E);
  Place castValue(const clang::CastExpr &E);
  Place unaryValue(const clang::UnaryOperator &E);
  Place binaryValue(const clang::BinaryOperator &E);
  Place list(const clang::InitListExpr &E);
  void discard(const clang::Expr *E);
  Place made(clang::Expr *Code) {
    return {Kind::Value, Code, nullptr, nullptr};
  }
  Place atDevice(clang::Expr *Code) {
    return {Kind::Device, Code, nullptr, nullptr};
  }
  Place atHost(clang::Expr *Code) {
    return {Kind::Host, Code, nullptr, nullptr};
  }
  Place ofObject(LocalObject *O) { return {Kind::Object, nullptr, O, nullptr}; }
  Place pointerTo(Place To);

  // Places.
  Place place(const clang::Expr *E);
  Place placeOf(const clang::ValueDecl *D, const clang::DeclRefExpr &E);
  Place element(const clang::ArraySubscriptExpr &E);
  Place fixedElement(const clang::ArraySubscriptExpr &E);
  Place member(const clang::MemberExpr &E);
  Place member(const Place &Object, clang::FieldDecl *F,
               clang::SourceLocation Loc);
  Place base(Place Object, const clang::CastExpr &E);
  Place derived(Place Object, const clang::CastExpr &E);
  Place followed(clang::Expr *Path);
  Place dereferenced(const Place &Pointer, clang::QualType T,
                     clang::SourceLocation Loc);
  Place load(const Place &P, clang::QualType T, clang::SourceLocation Loc);
  clang::Expr *lvalue(const Place &P, clang::QualType T, bool Writes,
                      clang::SourceLocation Loc);
  clang::Expr *decayed(const Place &Array, clang::QualType T,
                       clang::SourceLocation Loc);
  Place stable(Place P, clang::QualType T, llvm::StringRef Name,
               clang::SourceLocation Loc);
  bool isStable(const clang::Expr *E) const;
  void noteInput(clang::Expr *Path, clang::SourceLocation Loc);
  Place addressAtHost(const Place &P);
  void checkAddressed();
  void changed(const Place &P, clang::SourceLocation Loc);
  void failElement(clang::QualType T, clang::SourceLocation Loc,
                   const clang::Expr *In);
  static std::string named(const clang::Expr *E);

  // Operators.
  Place assignment(const clang::BinaryOperator &E);
  void advance(const clang::Expr *Target, clang::Expr *Right,
               clang::BinaryOperatorKind Op);
  void forget(const clang::Expr *Target);
  Place increment(const clang::UnaryOperator &E);
  Place conditional(const clang::AbstractConditionalOperator &E);
  void keepOrder(clang::Expr *&First, clang::Stmt *LastBefore);
  bool mayWrite(const clang::Stmt *S);
  clang::Stmt *lastItem() const;

  // Objects.
  LocalObject *object(clang::QualType T, clang::SourceLocation Loc);
  void addBase(LocalObject *O, const clang::CXXBaseSpecifier &B, Place Part);
  static std::string partName(llvm::StringRef Object,
                              const clang::FieldDecl &F);
  Place construct(const clang::CXXConstructExpr &E);
  Place constructBy(const clang::CXXConstructorDecl &C, clang::QualType T,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    clang::SourceLocation Loc);
  Place copied(const Place &From, clang::QualType T, clang::SourceLocation Loc);
  void assignObject(const Place &To, const Place &From, clang::QualType T,
                    clang::SourceLocation Loc);
  void assignArray(const Place &To, const Place &From, clang::QualType T,
                   clang::SourceLocation Loc);
  Place closure(const clang::LambdaExpr &E);
  Place zeroed(clang::QualType T, clang::SourceLocation Loc);
  Place uninitialised(clang::QualType T, llvm::StringRef Name,
                      clang::SourceLocation Loc);

  // Calls.
  Place call(const clang::CallExpr &E);
  Place inlinedCall(const clang::CallExpr &E);
  bool mustInline(const clang::CallExpr &E);
  bool passesPointer(const clang::FunctionDecl &F);
  bool comparesPointers(const clang::FunctionDecl &F);
  Place copiedCall(const clang::CallExpr &E);
  clang::Expr *argument(const clang::Expr *E, clang::QualType Parameter);
  Place inlined(const clang::FunctionDecl &F, Place This,
                llvm::ArrayRef<const clang::Expr *> Args,
                clang::SourceLocation Loc);
  const clang::FunctionDecl *enter(const clang::FunctionDecl &F,
                                   clang::SourceLocation Loc);
  using Bindings =
      llvm::SmallVector<std::pair<const clang::ValueDecl *, Place>, 4>;
  Bindings bind(const clang::FunctionDecl &F,
                llvm::ArrayRef<const clang::Expr *> Args, bool Writes);
  void beginBody(const clang::FunctionDecl &F, Place This,
                 Bindings &Parameters);
  void endBody(Bindings &Parameters);
  Bindings OutermostParameters; ///< of the call in the loop's own text
  Place bound(const clang::ParmVarDecl &P, const clang::Expr *Arg, bool Writes,
              const clang::FunctionDecl &F);
  Place rounded(Place P);
  bool writes(const clang::FunctionDecl &F);
  bool writesIn(const clang::Stmt *S);
  unsigned uses(const clang::Stmt *S, const clang::ValueDecl *D,
                bool InLoop) const;
  void noteCall(const clang::CallExpr &E, const Place &P);
  clang::Expr *inParameters(clang::Expr *E);

  // Bodies.
  Place body(const clang::FunctionDecl &F, bool Writes);
  bool isDead(const clang::Stmt *S);
  bool isExpression(llvm::ArrayRef<const clang::Stmt *> Rest);
  Place expressionOf(llvm::ArrayRef<const clang::Stmt *> Rest, bool Writes);
  void statementsOf(llvm::ArrayRef<const clang::Stmt *> Rest);
  void returned(const clang::ReturnStmt &S);
  Place result(const clang::Expr *E, bool Writes);
  bool endsInReturn(const clang::Stmt *S);
  bool returnsInside(const clang::Stmt *S);
};

} // namespace twofold

#endif
