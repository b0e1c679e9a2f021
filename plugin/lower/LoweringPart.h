// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringPart.h - the parts of one lowering ------------------------===//
#ifndef TWOFOLD_PLUGIN_LOWER_LOWERINGPART_H
#define TWOFOLD_PLUGIN_LOWER_LOWERINGPART_H

#include "lower/FrameStack.h"
#include "lower/LoweredLoop.h"
#include "model/ReferredObjects.h"

namespace twofold {

class HostReads;
class PlaceAccess;
struct Lowering;

/// Each part has the state that it alone changes, and sees those parts that it
/// was given. What an expression or a statement becomes is asked for here,
/// whichever part does it.
class LoweringPart {
  Lowering &All;

public:
  explicit LoweringPart(Lowering &All);
  LoweringPart(const LoweringPart &) = delete;

protected:
  using Kind = Place::Kind;

  const ParallelLoop &Loop;
  clang::Sema &S;
  clang::ASTContext &Ctx;
  AstFactory Make;
  LoweredLoop &Out;
  BodyFacts &Facts;
  DerivedCaptures &Derived;
  Emitter &Emit;
  FrameStack &Frames;
  HostReads &Reads;
  PlaceAccess &Places;

  Place value(const clang::Expr *E);
  Place place(const clang::Expr *E);
  /// A prvalue that a kernel can compute.
  clang::Expr *scalar(const clang::Expr *E);
  /// The same of a condition, which in C may be a pointer.
  clang::Expr *truth(const clang::Expr *E) { return truthOf(scalar(E)); }
  /// Of Code, an expression of the copy; itself where it is no pointer that a
  /// kernel lacks.
  clang::Expr *truthOf(clang::Expr *Code);
  /// Evaluates E for what it does.
  void discard(const clang::Expr *E);
  void statement(const clang::Stmt *S);
  void declaration(const clang::DeclStmt &S);

  bool failed() const { return Emit.failed(); }
  template <typename... Args> void fail(Args &&...Reason) {
    Emit.fail(Reason...);
  }
  /// Fails and gives nothing.
  template <typename... Args> Place noPlace(Args &&...Reason) {
    Emit.fail(Reason...);
    return {};
  }
};

/// What the call reads in objects around the loop.
class HostReads : LoweringPart {
  ReferredObjects Referred;
  const bool ReadsElements;
  llvm::SmallVector<llvm::FoldingSetNodeID, 4> FixedElements, WholeArrays;
  /// Parts of objects around the loop whose addresses are taken.
  llvm::SmallVector<std::pair<clang::Expr *, clang::SourceLocation>, 2>
      Addressed;

public:
  HostReads(Lowering &All, bool ReadsElements);

  /// Whether single elements of arrays in objects are read.
  bool readsElements() const { return ReadsElements; }
  void noteFixed(const clang::Expr *Array) {
    FixedElements.push_back(Derived.identity(Array));
  }
  void noteWhole(const clang::Expr *Array) {
    WholeArrays.push_back(Derived.identity(Array));
  }
  /// An array of which one element was read at the call is used as a whole.
  bool mixesElements() const;

  /// What is read at the call through a pointer.
  Place followed(clang::Expr *Path);
  /// The call reads a number at Path once. What the loop stores may be that
  /// very number: each call looks for it.
  void noteInput(clang::Expr *Path, clang::SourceLocation Loc);
  /// The address of a part of an object around the loop, taken at the call.
  Place addressAtHost(const Place &P);
  /// A part of an object around the loop is read at the call, and may be
  /// changed in the loop through its address.
  void checkAddressed();
  /// An object around the loop would change in it.
  void changed(const Place &P, clang::SourceLocation Loc);
};

/// Loads, members and copies; it knows nothing of the user's expressions.
class PlaceAccess : LoweringPart {
  std::deque<LocalObject> Objects;
  std::deque<Place> Pointees;

public:
  using LoweringPart::LoweringPart;

  Place load(const Place &P, clang::QualType T, clang::SourceLocation Loc);
  /// An lvalue that a kernel can hold.
  clang::Expr *lvalue(const Place &P, clang::QualType T, bool Writes,
                      clang::SourceLocation Loc);
  Place member(const Place &Object, clang::FieldDecl *F,
               clang::SourceLocation Loc);
  Place base(Place Object, const clang::CastExpr &E);
  Place derived(Place Object, const clang::CastExpr &E);
  Place dereferenced(const Place &Pointer, clang::QualType T,
                     clang::SourceLocation Loc);
  clang::Expr *decayed(const Place &Array, clang::QualType T,
                       clang::SourceLocation Loc);
  Place pointerTo(Place To);
  /// What a reference is bound to stays the same place, whatever happens to the
  /// variables in the expression.
  Place stable(Place P, clang::QualType T, llvm::StringRef Name,
               clang::SourceLocation Loc);
  /// An element of memory that only parts of could be taken.
  Place noElement(clang::QualType T, clang::SourceLocation Loc,
                  const clang::Expr *In);

  /// An object without parts so far; null: it cannot be taken apart.
  LocalObject *object(clang::QualType T, clang::SourceLocation Loc);
  void addBase(LocalObject *O, const clang::CXXBaseSpecifier &B, Place Part);
  Place copied(const Place &From, clang::QualType T, clang::SourceLocation Loc);
  void assignObject(const Place &To, const Place &From, clang::QualType T,
                    clang::SourceLocation Loc);
  Place zeroed(clang::QualType T, clang::SourceLocation Loc);
  Place uninitialised(clang::QualType T, llvm::StringRef Name,
                      clang::SourceLocation Loc);
  /// An array of the body: a variable for each of its pointers, which Start
  /// makes by number, type and name.
  Place pointerArray(
      clang::QualType T, llvm::StringRef Name, clang::SourceLocation Loc,
      llvm::function_ref<Place(uint64_t, clang::QualType, llvm::StringRef)>
          Start);

private:
  /// Object, from one class to another as E.
  clang::Expr *along(const clang::CastExpr &E, clang::CastKind Kind,
                     clang::Expr *Object);
  Place pointerArray(clang::QualType T, llvm::StringRef Name,
                     clang::SourceLocation Loc);
  void assignArray(const Place &To, const Place &From, clang::QualType T,
                   clang::SourceLocation Loc);
};

std::string partName(llvm::StringRef Object, const clang::FieldDecl &F);
/// How many pointers an array of the body or of an object has; 0: too many, or
/// something else.
uint64_t rowCount(clang::QualType T, const clang::ASTContext &Ctx);

} // namespace twofold

#endif
