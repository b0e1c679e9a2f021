// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Jumps.h - goto as break, continue, return or nothing ---------------===//
//
// Programs that are written by programs leave loops and functions by goto. Such
// a jump is one of the language's own statements where what follows its label
// is what follows that statement.
#ifndef TWOFOLD_PLUGIN_AST_JUMPS_H
#define TWOFOLD_PLUGIN_AST_JUMPS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace twofold {

class Jumps {
public:
  using Statements = llvm::DenseSet<const clang::Stmt *>;

private:
  /// A statement that control comes to, or a loop whose body it has come to
  /// the end of; null: the end of a function.
  struct Point {
    const clang::Stmt *S = nullptr;
    bool EndOfBody = false;
    bool operator==(const Point &) const = default;
  };
  const clang::Stmt *Root;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::DenseSet<const clang::LabelDecl *> Live;
  Statements Dead, LeftOut;
  bool Plain = true; ///< no declaration is jumped over, nothing is destroyed

public:
  /// Of what stands in Root, a loop or a function's body. LeftOut: conditional
  /// statements whose conditions never hold.
  explicit Jumps(const clang::Stmt *Root, Statements LeftOut = {});

  bool isLeftOut(const clang::Stmt *S) const { return LeftOut.contains(S); }
  /// Whether control never comes to S, a statement of a block.
  bool isDead(const clang::Stmt *S) const { return Dead.contains(S); }
  /// What means the same as Jump; null: nothing but a jump does. A `return`
  /// is that of the tree.
  clang::Stmt *instead(const clang::GotoStmt &Jump,
                       clang::ASTContext &Ctx) const;
  /// If one branch of Body[At], an `if`, ends with a jump to Body[Label], with
  /// At < Label <= End: the other branch may go on with what is between them.
  struct Skip {
    const clang::GotoStmt *Jump = nullptr; ///< null: there is none
    unsigned Label = 0;
    bool InThen = false;
  };
  Skip skipOf(llvm::ArrayRef<clang::Stmt *> Body, unsigned At, unsigned End,
              clang::ASTContext &Ctx) const;

private:
  void enter(const clang::Stmt *S);
  bool passes(const clang::Stmt *S);
  Point settled(Point At) const;
  Point behind(const clang::Stmt *S) const;
};

/// F's body with statements in the place of its jumps; null: there are none, or
/// it cannot be copied so.
clang::Stmt *bodyWithoutJumps(clang::FunctionDecl &F);

} // namespace twofold

#endif
