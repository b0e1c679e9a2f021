// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DirectiveCopy.h - what stands under a directive, once more ---------===//
//
// OpenMP's statements name the variables of the function around them as
// captured ones. The copy names them as the function does, and leaves out the
// directives in it that say nothing more where one thread runs an iteration.
// The original stays as it is, for the case that the copy is of no use.
#ifndef TWOFOLD_PLUGIN_AST_DIRECTIVECOPY_H
#define TWOFOLD_PLUGIN_AST_DIRECTIVECOPY_H

#include "ast/OwnReductions.h"
#include "ast/StatementCopy.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace clang {
class OMPExecutableDirective;
}

namespace twofold {

class DirectiveCopy : public StatementCopy {
  clang::FunctionDecl &F;
  StandingVariables Own;
  /// Variables of the statements around the loop, which iterations share.
  llvm::DenseSet<const clang::ValueDecl *> Around;
  Jumps::Statements Empty;
  llvm::DenseMap<const clang::Stmt *, clang::VarDecl *> Declared;
  /// What compares and swaps, and the variable for what is expected.
  llvm::DenseMap<const clang::Stmt *, clang::VarDecl *> Compared;
  bool Together = false, Functions = false;
  llvm::DenseSet<const clang::ValueDecl *> Anew; ///< named so in F
  llvm::SmallVector<clang::SourceRange, 2> Guarded;
  llvm::SmallVector<const clang::ValueDecl *, 2> Flushed;

public:
  /// Makes what takes the place of a directive outside loops, if it is set;
  /// null: as for one in a loop.
  std::function<clang::Stmt *(clang::OMPExecutableDirective &)> Outside;

  explicit DirectiveCopy(clang::FunctionDecl &F,
                         llvm::DenseSet<const clang::ValueDecl *> Anew = {});

  /// While it lives variables may be made that stand for others.
  class Scope {
    DirectiveCopy &Copy;
    decltype(Own) Outer;

  public:
    explicit Scope(DirectiveCopy &Copy) : Copy(Copy), Outer(Copy.Own) {}
    Scope(const Scope &) = delete;
    ~Scope() { Copy.Own = Outer; }
  };

  /// Makes a variable that stands for V from here on, which begins with V's
  /// value if it is Copied, and has V's name where there is no other Name.
  clang::Stmt *own(clang::VarDecl *V, bool Copied, llvm::StringRef Name = "");
  /// What the copy has in the place of V.
  clang::ValueDecl *standing(clang::ValueDecl *V) const override;
  clang::Expr *reference(clang::ValueDecl *V, clang::SourceLocation Loc) const;

  clang::FunctionDecl *function() const { return &F; }
  /// Whether V is a variable of the function's that begins anew with each call
  /// and that nothing reads but Loop, and clauses of its own directive.
  bool isOnlyIn(const clang::VarDecl *V, const clang::Stmt *Loop) const;

  /// Of needsNoCopy.
  const llvm::DenseSet<const clang::ValueDecl *> &anew() const { return Anew; }

  /// The copy has nothing in the place of these.
  void leaveOut(const Jumps::Statements &Some) {
    Empty.insert(Some.begin(), Some.end());
  }
  /// A variable that stands for V is declared before First, a statement of a
  /// block.
  void declareBefore(const clang::Stmt *First, clang::VarDecl *V) {
    Declared[First] = V;
  }
  /// What comes is a loop, of which meetTogether and guarded tell from here on.
  void enterLoop();
  /// Whether the copy calls functions for atomic directives.
  void callAtomicFunctions(bool Do) { Functions = Do; }
  /// Has the copy fail.
  void refuse(clang::Stmt *S) { fail(S); }
  /// Whether iterations meet in `omp atomic` or `omp critical`.
  bool meetTogether() const { return Together; }
  /// What iterations do one at a time, and is more than one update, read or
  /// write.
  llvm::ArrayRef<clang::SourceRange> guarded() const { return Guarded; }
  /// Variables that iterations flush, which does nothing to those that none of
  /// them changes.
  llvm::ArrayRef<const clang::ValueDecl *> flushed() const { return Flushed; }
  /// What could not be copied, in words.
  std::string obstacleText() const;

protected:
  clang::Stmt *replacement(clang::Stmt *S) override;
  bool keeps(const clang::LambdaCapture &C) const override;

private:
  unsigned replace(llvm::ArrayRef<clang::Stmt *> Body, unsigned At,
                   llvm::SmallVectorImpl<clang::Stmt *> &Out) override;
  clang::Stmt *directive(clang::OMPExecutableDirective &D);
  bool isOneForAll(const clang::Expr &Of) const;
  clang::Expr *spelled(clang::Expr *E);
  std::string whyClosed(const clang::LambdaExpr &L) const;
};

/// Whether S has atomic operations in it that the copy spells otherwise.
bool holdsSpelled(const clang::Stmt *S, clang::ASTContext &Ctx);

/// The loops' variables that are declared outside the loops of D, and whose
/// last values are lost.
llvm::SmallVector<clang::VarDecl *, 2>
countersOutside(const clang::OMPExecutableDirective &D);

/// Whether Part stands in S.
bool holdsUnder(const clang::Stmt *S, const clang::Stmt *Part);

} // namespace twofold

#endif
