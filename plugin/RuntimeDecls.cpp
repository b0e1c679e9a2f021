// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RuntimeDecls.cpp
//----------------------------------------------------===//

#include "RuntimeDecls.h"
#include "AbiText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

using namespace clang;

namespace twofold {

std::string abiPredefines() {
  // Flag 3: a system header, which -Weverything leaves alone.
  return std::string("\n# 1 \"twofold/abi.h\" 1 3\n") + AbiText +
         "\n# 1 \"<built-in>\" 2\n";
}

template <typename T> static T *find(ASTContext &Ctx, const llvm::Twine &Name) {
  for (NamedDecl *D :
       Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name.str())))
    if (auto *Found = dyn_cast<T>(D))
      return Found;
  return nullptr;
}

FunctionDecl *RuntimeDecls::run() const {
  return find<FunctionDecl>(Ctx, "twofold_run");
}

QualType RuntimeDecls::record(StringRef Name) const {
  auto *Record = find<RecordDecl>(Ctx, "twofold_" + Name);
  return QualType(Ctx.getCanonicalTagType(Record));
}

QualType RuntimeDecls::functionType(StringRef Name) const {
  auto *Alias = find<TypedefNameDecl>(Ctx, "twofold_" + Name);
  return Alias->getUnderlyingType()->getPointeeType().IgnoreParens();
}

} // namespace twofold
