// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lower/Lowering.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// Several iterations may update the element. What the statement becomes must
/// be such an update too, or the kernel would lose some.
void UpdateLowering::update(const ElementUpdate &U) {
  llvm::SaveAndRestore Here(Updating, &U);
  size_t Before = Emit.innermost().Items.size();
  statement(U.Whole);
  if (failed())
    return;
  CopiedUpdates.insert(U.Whole);
  auto Copy = Emit.innermost().Items.size() > Before
                  ? matchUpdate(Emit.lastItem(), Ctx)
                  : std::nullopt;
  if (!Copy || Copy->Op != U.Op || Copy->Negated != U.Negated ||
      Copy->SkipsNan != U.SkipsNan ||
      !Ctx.hasSameUnqualifiedType(Copy->target()->getType(),
                                  U.target()->getType()))
    return failUpdate(U);
  Copy->Reduction = U.Reduction;
  Out.Loop.Updates.push_back(*Copy);
}

void UpdateLowering::failUpdate(const ElementUpdate &U) {
  fail(diag::Id::ElementForm, U.target()->getExprLoc(),
       Loop.Elements[U.Reduction].Name);
}

/// Updates that are part of a greater expression are not looked for in what it
/// becomes.
void UpdateLowering::checkUpdates() {
  for (const ElementUpdate &U : Loop.Updates)
    if (!CopiedUpdates.contains(U.Whole))
      failUpdate(U);
}

} // namespace twofold
