// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Lowering.h - copies a loop's body without its objects -------------===//
#ifndef TWOFOLD_PLUGIN_LOWER_LOWERING_H
#define TWOFOLD_PLUGIN_LOWER_LOWERING_H

#include "lower/LoweringPart.h"

namespace twofold {

class ValueRanges : LoweringPart {
  /// The least and the greatest value of loops' variables, of 64 bits, in terms
  /// of the copy.
  using Range = std::pair<clang::Expr *, clang::Expr *>;
  llvm::DenseMap<const clang::ValueDecl *, Range> Ranges;

public:
  using LoweringPart::LoweringPart;

  /// Notes the first and the last value of the variable of a parallel loop.
  void noteRange(const LoopDim &Dim);
  /// Notes the range of an inner loop's variable, as long as its body is
  /// lowered. Null: nothing is known.
  const clang::ValueDecl *noteRange(const clang::ForStmt &S);
  void forget(const clang::ValueDecl *D) { Ranges.erase(D); }
  /// The least and the greatest value of E, an integer of the body, in terms of
  /// what does not change. As long as nothing wraps around.
  std::optional<Range> rangeOf(const clang::Expr *E);
  /// What E can be, where constants tell: some numbers from 0 to 2^31 - 1.
  std::optional<std::pair<uint64_t, uint64_t>> fewValues(const clang::Expr *E);

private:
  clang::Expr *widened(const clang::Expr *E);
  clang::Expr *moved(clang::Expr *E, int64_t By);
};

/// Kernels have no pointers in memory. Of a short array each pointer becomes
/// one of its own: a variable where the body has the array, an argument where
/// it lies in an object around the loop. A subscript that is not always the
/// same chooses among them. Rows of a long table are reached from row 0 by
/// their distance, or from where the block that holds them begins, if the
/// runtime finds that they have one.
class PointerRows : LoweringPart {
  ValueRanges &Ranges;
  bool &LongTables; ///< are asked for
  bool &Irregular;  ///< for rows that are at no distance

public:
  /// Each pointer takes an argument and a comparison.
  static constexpr uint64_t Longest = 8;

  PointerRows(Lowering &All, ValueRanges &Ranges, bool &LongTables,
              bool &Irregular)
      : LoweringPart(All), Ranges(Ranges), LongTables(LongTables),
        Irregular(Irregular) {}

  /// The pointers of Whole, an array; none: it is not short.
  llvm::SmallVector<Place, 8> rowsOf(const Place &Whole);
  /// The pointer at a subscript that may be any of First and those that follow.
  Place chosenRow(llvm::ArrayRef<Place> Rows, uint64_t First,
                  clang::Expr *Index, clang::QualType T,
                  clang::SourceLocation Loc);
  /// The pointer that Pointer[Index] is, one of a few that the call reads.
  Place fewRows(clang::Expr *Pointer, clang::Expr *Index, clang::QualType T,
                clang::SourceLocation Loc);
  /// The pointer that Pointer[Index] is, of a table that the loop does not
  /// change.
  Place longRow(clang::Expr *Pointer, clang::Expr *Index, clang::QualType T,
                clang::SourceLocation Loc);

private:
  RowTable &tableAt(clang::Expr *Pointer, clang::QualType T);
  /// Where all that may be meant lie at one distance.
  Place regularRow(clang::Expr *Pointer, clang::Expr *Index, clang::QualType T);
  /// Where all of them lead into one block.
  Place rowInBlock(clang::Expr *Pointer, clang::Expr *Index, clang::QualType T);
  bool isTable(const clang::Expr *Pointer) const;
  void noteUse(RowTable &Rows, clang::Expr *Index);
};

/// Expressions of the copy that stand for the user's.
class UserExpressions : LoweringPart {
public:
  using LoweringPart::LoweringPart;

  void note(const clang::Expr *Original, clang::Expr *Copy);
  void noteCall(const clang::CallExpr &E, const Place &P);

private:
  clang::Expr *inParameters(clang::Expr *E);
};

/// Bodies of inlined functions.
class BodyLowering : LoweringPart {
public:
  using LoweringPart::LoweringPart;

  Place body(const clang::FunctionDecl &F, bool Writes);
  bool returnsFrom(const clang::Stmt *S);
  void returnFrom(const clang::ReturnStmt &S);

private:
  Place expressionOf(llvm::ArrayRef<const clang::Stmt *> Rest, bool Writes);
  void statementsOf(llvm::ArrayRef<const clang::Stmt *> Rest);
  void returned(const clang::ReturnStmt &S);
  Place result(const clang::Expr *E, bool Writes);
};

/// Calls, copied or inlined.
class CallLowering : LoweringPart {
  UserExpressions &User;
  BodyLowering &Bodies;

public:
  CallLowering(Lowering &All, UserExpressions &User, BodyLowering &Bodies)
      : LoweringPart(All), User(User), Bodies(Bodies) {}

  Place call(const clang::CallExpr &E);
  Place inlined(const clang::FunctionDecl &F, Place This,
                llvm::ArrayRef<const clang::Expr *> Args,
                clang::SourceLocation Loc);
  clang::Expr *argument(const clang::Expr *E, clang::QualType Parameter);
  FrameStack::Bindings bind(const clang::FunctionDecl &F,
                            llvm::ArrayRef<const clang::Expr *> Args,
                            bool Writes);

private:
  bool mustInline(const clang::CallExpr &E);
  std::optional<Place> listed(const clang::CallExpr &E);
  Place inlinedCall(const clang::CallExpr &E);
  Place copiedCall(const clang::CallExpr &E);
  Place bound(const clang::ParmVarDecl &P, const clang::Expr *Arg, bool Writes,
              const clang::FunctionDecl &F);
  Place rounded(Place P);
};

/// Objects that the body makes.
class ObjectLowering : LoweringPart {
  CallLowering &Calls;
  BodyLowering &Bodies;

public:
  ObjectLowering(Lowering &All, CallLowering &Calls, BodyLowering &Bodies)
      : LoweringPart(All), Calls(Calls), Bodies(Bodies) {}

  /// A new variable or object of type T.
  Place initial(clang::QualType T, const clang::Expr *Init,
                llvm::StringRef Name);
  Place construct(const clang::CXXConstructExpr &E);
  Place closure(const clang::LambdaExpr &E);
  Place list(const clang::InitListExpr &E);
  Place elements(const clang::CXXStdInitializerListExpr &E);

private:
  Place constructBy(const clang::CXXConstructorDecl &C, clang::QualType T,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    clang::SourceLocation Loc);
  Place pointerArray(clang::QualType T, const clang::Expr *Init,
                     llvm::StringRef Name, clang::SourceLocation Loc);
};

class ValueLowering : LoweringPart {
  bool &Compared; ///< pointers that iterations compute
  /// One of pointers, into memory; null: none.
  const clang::BinaryOperator *&PointerStore;
  CallLowering &Calls;
  ObjectLowering &Objects;
  UserExpressions &User;
  /// What `a ?: b` has evaluated of a.
  llvm::DenseMap<const clang::Expr *, clang::VarDecl *> Once;

public:
  ValueLowering(Lowering &All, CallLowering &Calls, ObjectLowering &Objects,
                UserExpressions &User, bool &Compared,
                const clang::BinaryOperator *&PointerStore)
      : LoweringPart(All), Compared(Compared), PointerStore(PointerStore),
        Calls(Calls), Objects(Objects), User(User) {}

  Place value(const clang::Expr *E);
  Place assignment(const clang::BinaryOperator &E);
  Place increment(const clang::UnaryOperator &E);
  Place conditional(const clang::AbstractConditionalOperator &E);

private:
  Place atomic(const clang::AtomicExpr &E);
  Place castValue(const clang::CastExpr &E);
  Place unaryValue(const clang::UnaryOperator &E);
  Place binaryValue(const clang::BinaryOperator &E);
  Place comparison(const clang::BinaryOperator &E, const clang::Expr *Pointer);
  /// The number that Pointer, an expression of the copy, is to the program;
  /// null: a kernel cannot tell.
  clang::Expr *addressIn(clang::Expr *Pointer);
  /// Whether E assigns an element of a table of pointers; it is emitted then,
  /// or has failed.
  bool storesPointer(const clang::BinaryOperator &E);
};

class LvalueLowering : LoweringPart {
  ValueLowering &Values;
  CallLowering &Calls;
  PointerRows &Rows;
  UserExpressions &User;

public:
  LvalueLowering(Lowering &All, ValueLowering &Values, CallLowering &Calls,
                 PointerRows &Rows, UserExpressions &User)
      : LoweringPart(All), Values(Values), Calls(Calls), Rows(Rows),
        User(User) {}

  Place place(const clang::Expr *E);

private:
  Place placeOf(const clang::ValueDecl *D, const clang::DeclRefExpr &E);
  Place member(const clang::MemberExpr &E);
  Place element(const clang::ArraySubscriptExpr &E);
  Place fixedElement(const clang::ArraySubscriptExpr &E);
  Place rowElement(const clang::ArraySubscriptExpr &E);
};

/// Updates of elements, which the copy's are to be, too.
class UpdateLowering : LoweringPart {
  const ElementUpdate *Updating = nullptr; ///< is being copied
  llvm::DenseSet<const clang::Stmt *> CopiedUpdates;

public:
  using LoweringPart::LoweringPart;

  bool isCopied(const ElementUpdate &U) const { return &U == Updating; }
  void update(const ElementUpdate &U);
  void checkUpdates();

private:
  void failUpdate(const ElementUpdate &U);
};

class StatementLowering : LoweringPart {
  BodyLowering &Bodies;
  ObjectLowering &Objects;
  UpdateLowering &Updates;
  ValueRanges &Ranges;

public:
  StatementLowering(Lowering &All, BodyLowering &Bodies,
                    ObjectLowering &Objects, UpdateLowering &Updates,
                    ValueRanges &Ranges)
      : LoweringPart(All), Bodies(Bodies), Objects(Objects), Updates(Updates),
        Ranges(Ranges) {}

  void statement(const clang::Stmt *S);
  void loopWhileDeclared(const clang::WhileStmt &S);
  void declaration(const clang::DeclStmt &S);

private:
  void variable(const clang::VarDecl &V);
  bool staysLiteral(const clang::VarDecl &V, const clang::Expr *Code);
  template <typename Choice>
  void withDeclarations(const Choice &S, llvm::function_ref<void()> Rest);
  void branch(const clang::IfStmt &S);
  void choice(const clang::SwitchStmt &S);
  void label(clang::SwitchCase *Copy, const clang::SwitchCase &S);
  clang::Stmt *single(const clang::Stmt *S);
  void loop(const clang::ForStmt &S);
  void rangeLoop(const clang::CXXForRangeStmt &S);
  bool countedRange(const clang::CXXForRangeStmt &S);
  void finishRange(const clang::CXXForRangeStmt &S, clang::Stmt *Init,
                   clang::Expr *Cond, clang::Expr *Inc);
};

class DimensionLowering : LoweringPart {
  /// Dimensions that became pointers, and what holds their first values.
  llvm::SmallVector<std::pair<LoopDim *, clang::VarDecl *>, 1> Starts;

public:
  using LoweringPart::LoweringPart;

  bool iteratorDimension(LoopDim &Dim);
  llvm::ArrayRef<std::pair<LoopDim *, clang::VarDecl *>> starts() const {
    return Starts;
  }
  static Place *onlyPointer(Place &P);

private:
  std::optional<int64_t> stepOf(llvm::ArrayRef<clang::Stmt *> Moves,
                                const clang::VarDecl *At);
  int directionOf(llvm::ArrayRef<clang::Stmt *> Moves, const clang::VarDecl *At,
                  const LoopDim &Dim);
  clang::VarDecl *startOf(const Place &Part, llvm::StringRef Name);
};

/// What the finished copy needs from the call.
class CaptureLowering : LoweringPart {
  CallLowering &Calls;
  DimensionLowering &Dimensions;

public:
  CaptureLowering(Lowering &All, CallLowering &Calls,
                  DimensionLowering &Dimensions)
      : LoweringPart(All), Calls(Calls), Dimensions(Dimensions) {}

  void extents();
  void finish();

private:
  void givenExtent(const ExtentClause &Given);
  clang::Expr *countBehind(const clang::VarDecl &Pointer, clang::Expr *Path);
  clang::Expr *accessed(const clang::CXXMethodDecl &M, clang::Expr *Object);
};

/// One use only.
struct Lowering {
  const ParallelLoop &Loop;
  clang::Sema &S;
  LoweredLoop Out;
  bool LongTables = false, Irregular = false; ///< LoweringResult
  bool Compared = false;                      ///< pointers
  const clang::BinaryOperator *PointerStore = nullptr;
  BodyFacts Facts;
  DerivedCaptures Derived;
  Emitter Emit;
  FrameStack Frames;
  HostReads Reads;
  PlaceAccess Places{*this};
  ValueRanges Ranges{*this};
  PointerRows Rows{*this, Ranges, LongTables, Irregular};
  UserExpressions User{*this};
  BodyLowering Bodies{*this};
  CallLowering Calls{*this, User, Bodies};
  ObjectLowering Objects{*this, Calls, Bodies};
  ValueLowering Values{*this, Calls, Objects, User, Compared, PointerStore};
  LvalueLowering Lvalues{*this, Values, Calls, Rows, User};
  UpdateLowering Updates{*this};
  StatementLowering Statements{*this, Bodies, Objects, Updates, Ranges};
  DimensionLowering Dimensions{*this};
  CaptureLowering Captures{*this, Calls, Dimensions};

  Lowering(const ParallelLoop &Loop, clang::Sema &S, bool ReadsElements,
           bool RowsInBlocks);
  LoweringResult run();

private:
  clang::Stmt *body();
  /// Of memory, where the loop might change them.
  bool readsPointers() const;
};

/// Body without the Temporaries that are only set, to something that MayWrite
/// says has no effect. Body is the caller's own copy and is changed.
clang::Stmt *
withoutUnused(clang::Stmt *Body,
              const llvm::DenseSet<const clang::VarDecl *> &Temporaries,
              clang::ASTContext &Ctx,
              llvm::function_ref<bool(const clang::Expr *)> MayWrite);

/// E as a call of memset, memcpy or the like; null: it is something else.
const clang::CallExpr *byteMoveIn(const clang::Expr *E);

/// Whether F, or a function that it calls, calls such a function.
bool movesBytes(const clang::FunctionDecl &F);

/// A loop that does the same to elements, if nobody uses the value of Call, in
/// the function In or in the loop's text; null: its bytes are no numbers of a
/// type that both sides have, or its places may overlap. Owner is the function
/// that the loop is for.
clang::Stmt *elementsMoved(const clang::CallExpr &Call,
                           const clang::FunctionDecl *In,
                           clang::DeclContext *Owner, clang::ASTContext &Ctx);

} // namespace twofold

#endif
