// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dialect/RecordAttributes.h"
#include "dialect/TypeMapping.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace twofold {

bool isPacked(const RecordDecl &R) {
  const auto *Most = R.getAttr<MaxFieldAlignmentAttr>();
  return R.hasAttr<PackedAttr>() || (Most && Most->getAlignment() == 8);
}

std::string layoutAttribute(const RecordDecl &R, const ASTContext &Ctx) {
  uint64_t Parts = 8;
  const bool Packed = isPacked(R);
  auto Consider = [&](QualType T) {
    Parts = std::max<uint64_t>(Parts, Ctx.getTypeAlign(elementOf(T, Ctx)));
  };
  if (!Packed) {
    for (const FieldDecl *F : R.fields())
      Consider(F->getType());
    if (const auto *Class = dyn_cast<CXXRecordDecl>(&R))
      for (const CXXBaseSpecifier &B : Class->bases())
        Consider(B.getType());
  }
  const auto Own = Ctx.getASTRecordLayout(&R).getAlignment();
  std::string Text = Packed ? "packed" : "";
  if (uint64_t(Ctx.toBits(Own)) > Parts)
    Text += (Packed ? ", aligned(" : "aligned(") +
            std::to_string(Own.getQuantity()) + ")";
  return Text.empty() ? "" : "__attribute__((" + Text + ")) ";
}

} // namespace twofold
