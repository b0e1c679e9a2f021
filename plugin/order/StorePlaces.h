// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- StorePlaces.h - which object an expression is part of --------------===//
//
// Through references, pointers, objects that hold them, lambdas and arguments
// of functions, as far as these are known: where that ends, a place is not
// fixed, and nothing is said about it.
#ifndef TWOFOLD_PLUGIN_ORDER_STOREPLACES_H
#define TWOFOLD_PLUGIN_ORDER_STOREPLACES_H

#include "clang/AST/ExprCXX.h"

namespace twofold {

struct StorePlace {
  enum class Of {
    Nothing,  ///< not known, or other elements in other iterations
    Own,      ///< a variable of the iteration's own
    Variable, ///< a variable that was there before the loop
    This      ///< the object that the loop's function belongs to
  };
  Of Root = Of::Nothing;
  const clang::ValueDecl *Variable = nullptr;
  /// Members, outermost first; null: what is pointed at.
  llvm::SmallVector<const clang::FieldDecl *, 2> Path;

  /// An element whose number, when iterations first come there, is the same in
  /// all of them.
  bool Counted = false;
  /// Reached through an object that differs between iterations.
  bool Loose = false;

  bool isOutside() const { return Root == Of::Variable || Root == Of::This; }
  bool isFixed() const { return isOutside() && !Counted; }
  bool isCounted() const { return isOutside() && Counted; }
  bool overlaps(const StorePlace &Other) const;
  /// The variable, or its last member, for messages.
  llvm::StringRef name(bool OfMember) const;
};

/// What is known about names at one point of a walk through a loop's body and
/// the functions that it calls.
class VaryingNumbers;

class StorePlaces {
  const llvm::DenseSet<const clang::ValueDecl *> &Inside;
  llvm::DenseSet<const clang::ValueDecl *> Moved;
  /// Functions that the body calls: their locals belong to the iteration.
  llvm::DenseSet<const clang::DeclContext *> Entered;
  /// What a reference is bound to, a pointer points at, or the members of an
  /// object lead to.
  llvm::DenseMap<const clang::ValueDecl *, StorePlace> Bound, Pointed, Held;
  /// What references and pointers of the iteration were given last.
  llvm::DenseMap<const clang::ValueDecl *, const clang::Expr *> Given;
  unsigned Depth = 0;   ///< in declarations outside the loop
  unsigned Returns = 0; ///< in functions that return places

public:
  StorePlace This = enclosing(); ///< of the function that is being walked
  /// Variables that the loop's body has copies of.
  llvm::DenseSet<const clang::ValueDecl *> Copies;
  bool InBody = true;                ///< not in a function that the body calls
  VaryingNumbers *Numbers = nullptr; ///< null: elements are not told apart
  bool AnyElement = false;           ///< an element stands for its whole array

  explicit StorePlaces(const llvm::DenseSet<const clang::ValueDecl *> &Inside)
      : Inside(Inside) {}

  /// The object that the loop's function belongs to.
  static StorePlace enclosing() {
    StorePlace P;
    P.Root = StorePlace::Of::This;
    return P;
  }
  /// Variables that the statement changes: pointers among them point anywhere.
  void collectMoved(const clang::Stmt *S);
  /// V belongs to an iteration. Init may be null.
  void declare(const clang::VarDecl &V, const clang::Expr *Init);
  /// The pointer D, which the iteration declared, is given To's value.
  void point(const clang::ValueDecl *D, const clang::Expr *To) {
    StorePlace P = pointee(To);
    Pointed[D] = P;
    Given[D] = To;
  }
  bool moves(const clang::ValueDecl *D) const { return Moved.contains(D); }
  /// Null: nothing, or it is no reference or pointer of the iteration.
  const clang::Expr *given(const clang::ValueDecl *D) const {
    return Given.lookup(D);
  }
  /// The body calls F, with arguments that this knows so far.
  void enter(const clang::FunctionDecl &F,
             llvm::ArrayRef<const clang::Expr *> Args);
  void bind(const clang::ValueDecl *D, StorePlace To) { Bound[D] = To; }
  void unbind(const clang::ValueDecl *D) { Bound.erase(D); }
  /// Binds what a lambda has captured, and returns what it has bound: what was
  /// captured by copy is part of the lambda's own object. InLoop: the lambda is
  /// made in the loop.
  llvm::SmallVector<const clang::ValueDecl *, 4>
  bindCaptures(const clang::CXXRecordDecl &Closure, bool InLoop);

  StorePlace place(const clang::Expr *E);   ///< of a glvalue
  StorePlace pointee(const clang::Expr *E); ///< of what a pointer points at
  StorePlace variable(const clang::ValueDecl *D);
  /// The object that a method is called for.
  StorePlace object(const clang::CallExpr &E);

private:
  StorePlace returned(const clang::CallExpr &E, bool Pointer);
  bool isOutside(const clang::VarDecl &V) const;
  StorePlace held(const clang::Expr *Base, bool Arrow);
  StorePlace element(StorePlace Array, const clang::Expr *Index);
  StorePlace selected(StorePlace Object, const clang::Expr *Member);
  StorePlace moved(const clang::ValueDecl *Pointer);
  void hold(const clang::ValueDecl *D, const clang::Expr *Init);
};

} // namespace twofold

#endif
