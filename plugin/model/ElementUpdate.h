// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ElementUpdate.h - `h[k] += e`, where iterations may meet -----------===//
//
// An element reduction is an array that a parallel loop does nothing else with
// than to combine values into elements by one operator, any iteration into any
// element. Plain values; see ElementReductions for how they are found.
#ifndef TWOFOLD_PLUGIN_MODEL_ELEMENTUPDATE_H
#define TWOFOLD_PLUGIN_MODEL_ELEMENTUPDATE_H

#include "clang/AST/Expr.h"
#include <optional>
#include <string>

namespace twofold {

enum class ReductionOp;

enum class UpdateForm {
  Compound,    ///< t op= e
  Step,        ///< ++t, t--
  Spelled,     ///< t = t op e, t = e op t, t = e op t op f
  Conditional, ///< t = e < t ? e : t
  Call,        ///< t = fmin(t, e), t = std::max(e, t)
  If           ///< if (e < t) t = e;
};

struct ElementUpdate {
  /// A discarded expression, with what wraps it, or an IfStmt.
  clang::Stmt *Whole = nullptr;
  UpdateForm Form = UpdateForm::Compound;
  ReductionOp Op = ReductionOp();
  bool Negated = false;      ///< -= and --
  bool TargetSecond = false; ///< the target is the right one of two operands
  /// fmin and fmax: a number wins over a NaN.
  bool SkipsNan = false;
  clang::Expr *Chain = nullptr; ///< operand() made of several terms
  unsigned Reduction = 0;       ///< entry of ParallelLoop::Elements

  clang::Expr *target() const;
  /// Null for ++ and --. May be a glvalue.
  clang::Expr *operand() const;
};

struct ElementReduction {
  const clang::ValueDecl *Base = nullptr; ///< a capture; null: `this`
  ReductionOp Op = ReductionOp();
  bool SkipsNan = false;
  clang::QualType Type; ///< of an element
  std::string Name;     ///< of the array or member
  /// Base is the array itself or points at its elements, and nothing else of it
  /// is used: a thread may be given a copy instead.
  bool Copyable = false;
  /// The base of the site's AccessModel, where no capture of Base is one: what
  /// the lowered copy updates for it.
  std::optional<unsigned> Lowered;
  clang::SourceLocation Loc; ///< of the first update
};

/// How S combines a value into the lvalue target(), if it does. Reduction is
/// left alone.
std::optional<ElementUpdate> matchUpdate(clang::Stmt *S,
                                         clang::ASTContext &Ctx);

/// Two expressions without side effects that compute the same.
bool sameExpression(const clang::Expr *A, const clang::Expr *B,
                    const clang::ASTContext &Ctx);

bool isElement(clang::QualType T, const clang::ASTContext &Ctx);

/// Another order of such updates gives other results, beyond rounding: a
/// conversion on the way drops more, or no processor updates the type in one
/// step. Free: the program says that any order is right.
bool needsOrder(const ElementUpdate &U, bool Free,
                const clang::ASTContext &Ctx);

} // namespace twofold

#endif
