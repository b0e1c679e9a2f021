// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessPointedCalls.cpp - calls without the name of a function ------===//
#include "access/NodeEvaluators.h"
#include "ast/PointedFunctions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// The bytes from the beginning of a Derived to its Base; nothing: it is a
/// virtual one, or there are several.
static std::optional<int64_t> offsetOf(const CXXRecordDecl &Base,
                                       const CXXRecordDecl &Derived,
                                       const ASTContext &Ctx) {
  if (declaresSameEntity(&Base, &Derived))
    return 0;
  std::optional<int64_t> Found;
  for (const CXXBaseSpecifier &Step : Derived.bases()) {
    const CXXRecordDecl *Class = Step.getType()->getAsCXXRecordDecl();
    const auto Further =
        Class && !Step.isVirtual() ? offsetOf(Base, *Class, Ctx) : std::nullopt;
    if (Further && Found)
      return std::nullopt;
    if (Further)
      Found = *Further + Ctx.getASTRecordLayout(&Derived)
                             .getBaseClassOffset(Class)
                             .getQuantity();
  }
  return Found;
}

/// A parameter of type P takes Argument as it is, or refers to it.
static bool takes(QualType P, const Expr *Argument, const ASTContext &Ctx) {
  if (P->isReferenceType())
    P = P->getPointeeType();
  return Ctx.hasSameUnqualifiedType(P, Argument->getType());
}

/// F, which can be looked into, may be called: what it reads and stores counts
/// as what a condition guards does.
void CallEvaluator::enterMaybe(const FunctionDecl *F, Value This,
                               llvm::ArrayRef<const Expr *> Arguments) {
  const PathState Before = State;
  llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
  AccessPath::Inside Here(Path, PathStep());
  uint64_t Nothing;
  enter(F, std::move(This), Arguments, Nothing);
  State = Before;
}

/// Each function that E may lead to without its name, as far as the unit shows
/// them, is one of several ways. True: all of them have been looked into.
/// Nobody knows that there are no others.
bool CallEvaluator::mayLeadTo(const CallExpr *E, const Value &This,
                              llvm::ArrayRef<const Expr *> Arguments) {
  if (!calledHolder(*E) || E->isValueDependent())
    return false;
  bool Any = false, All = true;
  const auto *Named = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  for (const FunctionDecl *F : functionsLedTo(*E, Ctx)) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    const CXXRecordDecl *Class = Method ? Method->getParent() : nullptr;
    const Expr *First = objectAmong(Arguments, *E, *F, Ctx);
    const auto Given = First ? Arguments.drop_front() : Arguments;
    // A lambda of another function has that one's variables.
    const bool Foreign = Class && Class->isLambda() &&
                         !Loop.Function->Encloses(Class) &&
                         Class->capture_size() != 0;
    const bool Fits =
        Given.size() == F->getNumParams() &&
        llvm::all_of_zip(Given, F->parameters(),
                         [&](const Expr *A, const ParmVarDecl *P) {
                           return takes(P->getType(), A, Ctx);
                         });
    if (Foreign || !Fits || (isBound(*F, Ctx) && !First) ||
        !Frames.canEnter(F)) {
      All = false;
      continue;
    }
    // An object that holds a function may have it anywhere.
    Value Object = Class && Named && !Named->isVirtual()
                       ? addressValue(Arm::Nowhere)
                       : This;
    if (First) {
      Object = First->getType()->isPointerType() ? Expressions.rvalue(First)
                                                 : Places.addressOf(First);
    } else if (Class && Named && Named->isVirtual()) {
      const auto Bytes = offsetOf(*Named->getParent(), *Class, Ctx);
      Object = Bytes ? Places.shifted(This, -*Bytes) : wild(This);
    }
    enterMaybe(F, std::move(Object), Given);
    Any = true;
  }
  return Any && All;
}
