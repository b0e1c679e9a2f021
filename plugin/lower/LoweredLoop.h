// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweredLoop.h - a loop in terms that a kernel can hold -------------===//
//
// C++ as people write it hides pointers in objects. The lowered copy of a loop
// has none of that left: calls that containers, views, iterators and closures
// need are inlined, objects of the body are taken apart, and what the body
// reads in objects around the loop is read once, at the call. The user's own
// loop stays untouched for the native variant.
#ifndef TWOFOLD_PLUGIN_LOWER_LOWEREDLOOP_H
#define TWOFOLD_PLUGIN_LOWER_LOWEREDLOOP_H

#include "access/AccessAnalysis.h"
#include "access/Conflicts.h"
#include "access/RowTables.h"
#include "model/LoopModel.h"

namespace twofold {

/// An element that the user's own text names by a call, as in v[i].
struct CalledElement {
  const clang::CallExpr *Call = nullptr;
  /// Of the element: over the callee's parameters and what does not change.
  clang::Expr *Index = nullptr;
};

struct LoweredLoop {
  ParallelLoop Loop;
  /// What the call computes for the kernel; append them to the loop's captures
  /// if the kernel is used. Their Arg counts on from the loop's ArgCount.
  llvm::SmallVector<Capture, 8> Derived;
  RowTables Rows;
  bool RowsInBlocks = false; ///< rather than at one distance
  llvm::SmallVector<CallInput, 4> Inputs;
  /// Elements of the user's loop that no two iterations update, by number: they
  /// are gone from the copy.
  llvm::SmallVector<unsigned, 2> Owned;
  /// The user's expression for one in the copy, where they mean the same.
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> Originals;
  /// By the subscript, or the sum of pointer and index, in the copy.
  llvm::DenseMap<const clang::Expr *, CalledElement> Calls;
};

struct LoweringResult {
  std::optional<LoweredLoop> Lowered;
  /// Why not, where that says more than the first refusal.
  std::optional<Refusal> Why;
  /// The library's function that the loop calls and that is not understood,
  /// where nothing else is known.
  std::optional<Refusal> Library;
  /// Rows of a long table are used, in ways that may want them in one block.
  bool LongTables = false, Irregular = false;
};

/// A refusal for this reason may not hold for the lowered copy.
bool lowersAway(diag::Id Reason);

/// Makes subscripts of the copy's tables the ones that the user wrote.
void nameSubscripts(AccessModel &Accesses, const LoweredLoop &Copy);

LoweringResult lowerLoop(const ParallelLoop &Loop, clang::Sema &S);

/// A copy that reaches rows at one distance, or by no pointers of a table.
LoweringResult lowerWithoutBlocks(const ParallelLoop &Loop, clang::Sema &S);

/// The accesses of a loop as the user wrote it, and of its lowered copy, where
/// somebody asks for one. Whoever needs either gets it from here, so that the
/// body is evaluated once and lowered once.
class Understanding {
  std::optional<LoweringResult> Copy;
  std::optional<AccessVerdict> InCopy;

public:
  AccessVerdict Written;

  /// The lowered copy, if one has been made.
  const LoweredLoop *copy() const {
    return Copy && Copy->Lowered ? &*Copy->Lowered : nullptr;
  }
  /// Of the loop that Written is of.
  LoweringResult &lower(const ParallelLoop &Loop, clang::Sema &S);
  /// Has lower() give Other.
  void take(LoweringResult Other) {
    Copy = std::move(Other);
    InCopy.reset();
  }
  /// Accesses of the lowered copy, which is there. Its Elements may have been
  /// settled before.
  AccessVerdict &lowered(clang::ASTContext &Ctx);
  /// What to go by where nothing but the accesses counts: lowered(), if only
  /// the copy shows all of them, or more of its subscripts can be checked.
  bool needsCopy(const ParallelLoop &Loop, clang::Sema &S);
};

Understanding understand(const ParallelLoop &Loop, clang::ASTContext &Ctx);

/// The first place where the body, or a function that it calls, writes a bit of
/// a std::vector<bool> or std::bitset from outside the loop. Two iterations
/// that write different bits write the same word. Null: nowhere.
const clang::Expr *findPackedWrite(const ParallelLoop &Loop, clang::Sema &S);

} // namespace twofold

#endif
