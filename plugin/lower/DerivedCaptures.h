// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DerivedCaptures.h - what a kernel needs of the objects around it ---===//
#ifndef TWOFOLD_PLUGIN_LOWER_DERIVEDCAPTURES_H
#define TWOFOLD_PLUGIN_LOWER_DERIVEDCAPTURES_H

#include "ast/AstFactory.h"
#include "model/LoopModel.h"

namespace twofold {

/// D belongs to the standard library, however deep.
bool isLibraryPart(const clang::Decl &D);

/// Expressions over what the loop does not change, each evaluated once at the
/// call into a variable of its own.
class DerivedCaptures {
  struct Entry {
    clang::VarDecl *Variable;
    llvm::FoldingSetNodeID Id;
    clang::Expr *Path; ///< the lvalue read, if it is one
  };
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AstFactory Make;
  llvm::SmallVector<Entry, 8> Entries;
  llvm::DenseSet<const clang::VarDecl *> Known;
  /// Places behind pointers that the call reads, and whether each iteration
  /// does.
  llvm::SmallVector<std::pair<llvm::FoldingSetNodeID, bool>, 4> Followed;

  clang::VarDecl *derive(clang::Expr *Value, llvm::StringRef Name,
                         clang::Expr *Path);

public:
  DerivedCaptures(const ParallelLoop &Loop, clang::ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Make(Ctx, Loop.Loc) {}

  /// The variable that holds the scalar or pointer at Path, or for an array
  /// the pointer to its first element.
  clang::VarDecl *read(clang::Expr *Path);
  /// The variable that points at the record or scalar at Path.
  clang::VarDecl *pointerAt(clang::Expr *Path);
  /// The variable that holds Value, which isInvariant.
  clang::VarDecl *computed(clang::Expr *Value, llvm::StringRef Name);
  /// A variable that starts as 0, and that others set before a kernel sees it.
  clang::VarDecl *slot(clang::QualType T, llvm::StringRef Name);
  bool isInvariant(const clang::Expr *E) const;
  /// Nothing in the loop changes its value.
  bool isStable(const clang::Expr *E) const;
  bool isDerived(const clang::ValueDecl *D) const;
  /// The lvalue that a derived variable was read from; null: none.
  clang::Expr *pathOf(const clang::ValueDecl *D) const;

  /// A place at the host that a pointer leads to is read.
  void follow(clang::Expr *Path, bool Always);
  /// Whether each iteration follows all pointers that E follows.
  bool followsAlways(const clang::Expr *E) const;
  /// Whether E follows a pointer.
  static bool follows(const clang::Expr *E);
  /// The places that E reads through pointers, or in arrays at subscripts that
  /// are computed, those first that others come from.
  static void collectFollowed(const clang::Expr *E,
                              llvm::SmallVectorImpl<clang::Expr *> &Out);

  llvm::FoldingSetNodeID identity(const clang::Expr *E) const;
  /// A readable name for an lvalue.
  static std::string nameOf(const clang::Expr *Path);
  /// The same for messages.
  static std::string shown(const clang::Expr *Path);
  llvm::ArrayRef<Entry> entries() const { return Entries; }
};

} // namespace twofold

#endif
