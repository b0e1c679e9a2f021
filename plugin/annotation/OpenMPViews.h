// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- OpenMPViews.h - views that iterations make of parts of others -----===//
//
// Cython hands over a row as a view of its own, and counts it: one up before
// the call, one down behind it. The view that it is a part of counts as long as
// the loop runs, so the count never comes to 0 between the two, and nobody
// looks at it: an iteration need not count, and its view is a variable of its
// own.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_OPENMPVIEWS_H
#define TWOFOLD_PLUGIN_ANNOTATION_OPENMPVIEWS_H

#include "ast/Jumps.h"
#include "clang/AST/Decl.h"

namespace twofold {

class OpenMPViews {
  clang::ASTContext &Ctx;
  Jumps::Statements Counting;
  llvm::SmallVector<std::pair<const clang::VarDecl *, const clang::Stmt *>, 2>
      Made;

public:
  explicit OpenMPViews(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Whether V, of which each thread of a region has a copy, is such a view in
  /// Body, the region's statement, and iterations use only what they have set
  /// of it.
  bool add(clang::Stmt *Body, const clang::VarDecl *V);
  /// Each with the first statement that sets it, in the block that uses it.
  const auto &made() const { return Made; }
  bool makes(const clang::ValueDecl *V) const {
    return llvm::any_of(Made,
                        [&](const auto &Each) { return Each.first == V; });
  }
  /// Statements that do nothing but to count views.
  const Jumps::Statements &counting() const { return Counting; }
};

} // namespace twofold

#endif
