// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Annotations.h - the spellings of annotations ---------------------===//
//
// The only place that knows how a parallel loop and its clauses are written.
// Both the pragma and the attributes end in AnnotateAttrs named "twofold.X" on
// an AttributedStmt; ClauseReader turns these into Clauses.
#ifndef TWOFOLD_PLUGIN_ANNOTATION_ANNOTATIONS_H
#define TWOFOLD_PLUGIN_ANNOTATION_ANNOTATIONS_H

#include "clang/AST/ASTFwd.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace clang {
class CompilerInstance;
class Preprocessor;
} // namespace clang

namespace twofold {
class Diagnostics;

/// How the arguments of a clause look.
enum class ClauseShape {
  Expression, ///< name(expr)
  Variables,  ///< name(var, ...)
  Reduction,  ///< name(op : var, ...)
  Extent,     ///< name(pointer, count)
  Schedule,   ///< name(kind[, chunk])
  Word,       ///< name(word)
  Flag,       ///< name
  Named,      ///< name or name(var, ...)
  Hint,       ///< name or name(anything): has no effect
};

struct ClauseSpelling {
  llvm::StringRef Name; ///< in the pragma and after twofold::
  ClauseShape Shape;
  bool Repeatable;
  const char *Arguments; ///< for messages
};

/// All clauses.
llvm::ArrayRef<ClauseSpelling> clauseSpellings();
const ClauseSpelling *findClause(llvm::StringRef Name);

/// The annotation twofold.Name of S; null without one.
const clang::AnnotateAttr *annotation(const clang::AttributedStmt &S,
                                      llvm::StringRef Name);
/// Whether S carries `twofold::parallel_for`.
bool isParallelLoop(const clang::AttributedStmt &S);
/// The name of a clause attribute of S when S has clauses but no
/// `parallel_for`; empty otherwise.
llvm::StringRef strayClause(const clang::AttributedStmt &S);

/// Follow the annotations that PP's parser is given, so that one that reaches
/// no statement can be reported. annotationLexed: its name goes to the parser;
/// annotationRead: clang has the attribute. unreadAnnotations returns the
/// others, once.
void annotationLexed(const clang::Preprocessor &PP, clang::SourceLocation Loc);
void annotationRead(const clang::Preprocessor &PP, clang::SourceLocation Loc);
llvm::SmallVector<clang::SourceLocation, 2>
unreadAnnotations(const clang::Preprocessor &PP);

/// Registers `#pragma twofold` for one compilation. Clang's registry would do
/// so for all, but under -E the pragma must pass through unchanged.
void addPragmas(clang::CompilerInstance &CI, Diagnostics &Diags);

} // namespace twofold

#endif
