// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "abi/HiddenRecords.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TypoCorrection.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

/// Is asked first, and asks clang itself while the records are no complete
/// ones, whose members clang does not look through.
class HiddenRecords : public ExternalSemaSource {
  Sema &S;
  bool Asking = false;

  llvm::SmallSetVector<CXXRecordDecl *, 32> records() const {
    llvm::SmallSetVector<CXXRecordDecl *, 32> Found;
    for (const Type *T : S.Context.getTypes())
      if (CXXRecordDecl *R = T->getAsCXXRecordDecl();
          R && R->isCompleteDefinition() && R->getIdentifier() &&
          R->getName().starts_with("twofold_"))
        Found.insert(R);
    return Found;
  }

public:
  explicit HiddenRecords(Sema &S) : S(S) {}

  TypoCorrection CorrectTypo(const DeclarationNameInfo &Typo, int Kind,
                             Scope *At, CXXScopeSpec *Qualifier,
                             CorrectionCandidateCallback &Wanted,
                             DeclContext *Members, bool Entering,
                             const ObjCObjectPointerType *OPT) override {
    if (Asking || Members)
      return TypoCorrection();
    llvm::SaveAndRestore Once(Asking, true);
    const auto Hidden = records();
    for (CXXRecordDecl *R : Hidden)
      R->setCompleteDefinition(false);
    // What fails here is not looked for again.
    TypoCorrection Found =
        S.CorrectTypo(Typo, Sema::LookupNameKind(Kind), At, Qualifier, Wanted,
                      CorrectTypoKind::ErrorRecovery, Members, Entering, OPT);
    for (CXXRecordDecl *R : Hidden)
      R->setCompleteDefinition(true);
    return Found;
  }
};

} // namespace

void hideRecords(Sema &S) {
  if (S.getLangOpts().CPlusPlus)
    S.addExternalSource(llvm::makeIntrusiveRefCnt<HiddenRecords>(S));
}

} // namespace twofold
