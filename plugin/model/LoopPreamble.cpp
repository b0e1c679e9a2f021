// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopPreamble.cpp ---------------------------------------------------===//

#include "model/LoopPreamble.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace twofold {

void insertPreamble(ParallelLoop &Loop, llvm::ArrayRef<Stmt *> Before,
                    llvm::ArrayRef<Stmt *> First, AstFactory &Make) {
  llvm::SmallVector<Stmt *, 8> Body(First);
  Body.push_back(Loop.Body);
  Loop.Body = Make.compound(Body);
  Stmt *Innermost = Loop.Dims.back().Loop;
  if (auto *For = dyn_cast<ForStmt>(Innermost))
    For->setBody(Loop.Body);
  else
    cast<CXXForRangeStmt>(Innermost)->setBody(Loop.Body);
  if (Before.empty())
    return;
  llvm::SmallVector<Stmt *, 8> Both(Before);
  Both.push_back(*Loop.Slot);
  CompoundStmt *Whole = Make.compound(Both);
  *Loop.Slot = Whole;
  Loop.Slot = Whole->body_end() - 1;
}

} // namespace twofold
