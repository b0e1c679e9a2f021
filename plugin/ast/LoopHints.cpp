// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoopHints.cpp ------------------------------------------------------===//

#include "ast/LoopHints.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace twofold {

const Attr *loopHint(ASTContext &Ctx, SourceLocation Where,
                     LoopHintAttr::OptionType Option,
                     LoopHintAttr::LoopHintState State, Expr *Value) {
  return LoopHintAttr::CreateImplicit(Ctx, Option, State, Value,
                                      SourceRange(Where),
                                      LoopHintAttr::Pragma_clang_loop);
}

void addLaneHints(llvm::SmallVectorImpl<const Attr *> &To, ASTContext &Ctx,
                  SourceLocation Where) {
  To.push_back(loopHint(Ctx, Where, LoopHintAttr::Vectorize,
                        LoopHintAttr::AssumeSafety));
  // Loops are not distributed in any case.
  To.push_back(
      loopHint(Ctx, Where, LoopHintAttr::Distribute, LoopHintAttr::Disable));
}

} // namespace twofold
