// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Emitter.h - statements of the copy, in their order ----------------===//
//
// What an expression does before its value is there goes into the innermost
// scope, in order. A scope of statements becomes statements before the one
// being lowered; a scope inside an expression becomes `(a, b, value)`.
#ifndef TWOFOLD_PLUGIN_LOWER_EMITTER_H
#define TWOFOLD_PLUGIN_LOWER_EMITTER_H

#include "lower/BodyFacts.h"
#include "lower/DerivedCaptures.h"

namespace twofold {

class Emitter {
public:
  struct Scope {
    llvm::SmallVector<clang::Stmt *, 8> Items;
    bool Statements = true;
  };
  /// Statements and expressions around that need not run in every iteration.
  unsigned Conditional = 0;
  /// The call in the loop's own text that is being inlined.
  clang::SourceLocation OutermostCall;

  Emitter(const ParallelLoop &Loop, clang::ASTContext &Ctx, BodyFacts &Facts,
          const DerivedCaptures &Derived);

  /// There will be no copy. The first reason counts, if one is given.
  void fail(clang::SourceLocation) { Failed = true; }
  void fail(diag::Id Reason, clang::SourceLocation Loc,
            llvm::StringRef Argument = "");
  void fail(const Refusal &Of);
  bool failed() const { return Failed; }
  const std::optional<Refusal> &failure() const { return Why; }
  /// Loc, or a place in the user's own text.
  clang::SourceLocation shown(clang::SourceLocation Loc) const;

  clang::CompoundStmt *block(llvm::function_ref<void()> Fill);
  /// Evaluates a part of an expression that runs conditionally or repeatedly.
  clang::Expr *within(llvm::function_ref<clang::Expr *()> Evaluate);
  /// What Evaluate does, without a value; null: nothing.
  clang::Expr *effects(llvm::function_ref<void()> Evaluate);
  /// Whether Evaluate does nothing but to give a value. Where it fails, there
  /// may still be a copy.
  bool quietly(llvm::function_ref<void()> Evaluate);
  /// What Fill emits.
  Scope collected(bool Statements, llvm::function_ref<void()> Fill);

  void emit(clang::Stmt *S);
  clang::Stmt *lastItem() const;
  Scope &innermost() { return *Scopes.back(); }
  bool takesStatements() const { return Scopes.back()->Statements; }
  std::string unique(llvm::StringRef Name);
  /// A new variable, set here. Init may be null.
  clang::VarDecl *temporary(clang::QualType T, llvm::StringRef Name,
                            clang::Expr *Init);
  /// The same as a place.
  Place variable(clang::QualType T, llvm::StringRef Name, clang::Expr *Init) {
    return atDevice(Make.lvalue(temporary(T, Name, Init)));
  }
  const llvm::DenseSet<const clang::VarDecl *> &temporaries() const {
    return Temporaries;
  }
  /// First was evaluated before what the scope got after LastBefore; where that
  /// may change it, its value is kept.
  void keepOrder(clang::Expr *&First, clang::Stmt *LastBefore);
  /// Stands where lowering failed, so that callers stay simple.
  clang::Expr *dummy(clang::QualType T, clang::ExprValueKind Category) const;
  /// An implicit cast; one along Path gives an lvalue.
  clang::Expr *cast(clang::CastKind Kind, clang::Expr *E, clang::QualType T,
                    const clang::CXXCastPath *Path = nullptr) const;

  /// How many temporaries were set when they were made.
  unsigned made() const { return Made; }
  /// What a temporary that was not set since was set to; null: it is none.
  clang::Expr *initial(const clang::ValueDecl *D) const;
  /// E without temporaries that were made after the first Since: what they were
  /// set to instead.
  clang::Expr *initialOf(clang::Expr *E, unsigned Since) const;
  /// `Target += Right` of an iterator: what it is now is known as well as
  /// before.
  void advance(const clang::Expr *Target, clang::Expr *Right,
               clang::BinaryOperatorKind Op);
  /// The variable is no longer what it was set to first.
  void forget(const clang::Expr *Target);

private:
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  mutable AstFactory Make;
  BodyFacts &Facts;
  const DerivedCaptures &Derived;
  bool Failed = false;
  std::optional<Refusal> Why;
  llvm::SmallVector<Scope *, 8> Scopes;
  llvm::DenseSet<const clang::VarDecl *> Temporaries;
  llvm::StringSet<> Names;
  /// And in which order they were made.
  llvm::DenseMap<const clang::VarDecl *, std::pair<clang::Expr *, unsigned>>
      Initial;
  unsigned Made = 0;

  clang::Expr *joined(const Scope &Before, clang::Expr *Value) const;
};

} // namespace twofold

#endif
