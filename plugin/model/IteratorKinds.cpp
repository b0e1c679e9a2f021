// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/IteratorKinds.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace twofold {

/// What Record or a class that it is made from calls Name.
static const CXXRecordDecl *tagOf(const CXXRecordDecl &Record, StringRef Name) {
  ASTContext &Ctx = Record.getASTContext();
  for (const NamedDecl *D : Record.lookup(&Ctx.Idents.get(Name)))
    if (const auto *Tag = dyn_cast<TypedefNameDecl>(D))
      return Tag->getUnderlyingType()->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier &Base : Record.bases())
    if (const CXXRecordDecl *In = Base.getType()->getAsCXXRecordDecl();
        In && In->hasDefinition())
      if (const CXXRecordDecl *Found = tagOf(*In->getDefinition(), Name))
        return Found;
  return nullptr;
}

bool stepsOnly(QualType T) {
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T->getAsCXXRecordDecl());
  if (!Record || !Record->hasDefinition())
    return false;
  // A concept says less of move iterators, a category of views.
  bool Says = false;
  for (StringRef Name : {"iterator_concept", "iterator_category"}) {
    const CXXRecordDecl *Tag = tagOf(*Record, Name);
    Says |= Tag && Tag->isInStdNamespace();
    while (Tag && Tag->hasDefinition()) {
      if (Tag->getName() == "random_access_iterator_tag")
        return false;
      Tag = Tag->getNumBases() == 1
                ? Tag->bases_begin()->getType()->getAsCXXRecordDecl()
                : nullptr;
    }
  }
  return Says;
}

} // namespace twofold
