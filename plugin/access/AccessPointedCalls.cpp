// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessPointedCalls.cpp - calls without a function's name ----------===//
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
void PointedCalls::enterMaybe(const FunctionDecl *F, Value This,
                              llvm::ArrayRef<const Expr *> Arguments) {
  const PathState Before = State;
  llvm::SaveAndRestore More(Path.Branches, Path.Branches + 1);
  AccessPath::Inside Here(Path, PathStep());
  Calls.enter(F, std::move(This), Arguments);
  State = Before;
}

/// The method that Call, of std::invoke, names; null: it does something else.
static const CXXMethodDecl *invokedBy(const CallExpr &Call,
                                      const ASTContext &Ctx) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->isInStdNamespace() || !F->getIdentifier() ||
      F->getName() != "invoke" || Call.getNumArgs() < 2)
    return nullptr;
  const Expr *E = Call.getArg(0);
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    E = Made->getSubExpr();
  Expr::EvalResult R;
  if (!E->getType()->isMemberPointerType() || E->isGLValue() ||
      E->isValueDependent() || !E->EvaluateAsRValue(R, Ctx) ||
      !R.Val.isMemberPointer())
    return nullptr;
  const auto *Method =
      dyn_cast_or_null<CXXMethodDecl>(R.Val.getMemberPointerDecl());
  QualType T = Call.getArg(1)->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  return Method && !Method->isVirtual() &&
                 Method->getNumParams() == Call.getNumArgs() - 2 &&
                 declaresSameEntity(T->getAsCXXRecordDecl(),
                                    Method->getParent()) &&
                 llvm::none_of(Method->parameters(),
                               [](const ParmVarDecl *P) {
                                 return P->getType()->isRecordType();
                               })
             ? Method
             : nullptr;
}

/// Each function that E may lead to without its name, as far as the unit shows
/// them, is one of several ways. True: all of them have been looked into.
/// Nobody knows that there are no others.
bool PointedCalls::mayLeadTo(const CallExpr *E, const Value &This,
                             llvm::ArrayRef<const Expr *> Arguments) {
  // The library comes to the method by ways on which it is a number.
  if (const CXXMethodDecl *Method = invokedBy(*E, Ctx);
      Method && Frames.canEnter(Method)) {
    const Expr *Object = E->getArg(1);
    Calls.enter(Method,
                Object->getType()->isPointerType()
                    ? Expressions.referent(Object)
                    : Places.addressOf(Object),
                Arguments.drop_front(2));
    return true;
  }
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

/// The functions that a call may lead to where no name says which change the
/// iteration's object, or what they are given the address of. Calls look for
/// that; of what is one for all iterations the compiler tells.
void PointedCalls::changesWhatItIsGiven(
    const CallExpr *E, const Value &This,
    llvm::ArrayRef<const Expr *> Arguments) {
  if (!FollowsLoads || !calledHolder(*E))
    return;
  auto Changes = [&](const Value &Place, QualType T) {
    if (T->isIncompleteType() || T->isFunctionType())
      T = Ctx.CharTy;
    if (isPlaced(Place) && namesAxes(Place[0].Form))
      Touches.touch(Place, T, /*Reads=*/true, /*Writes=*/true, E);
  };
  const auto All = Arguments;
  for (const FunctionDecl *F : functionsLedTo(*E, Ctx)) {
    const Expr *First = objectAmong(All, *E, *F, Ctx);
    Arguments = First ? All.drop_front() : All;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && Method->isInstance() && !Method->getParent()->isLambda() &&
        storesToObject(*Method))
      Changes(!First                              ? This
              : First->getType()->isPointerType() ? Quiet.quietly(First)
                                                  : Places.addressOf(First),
              Ctx.getCanonicalTagType(Method->getParent()));
    for (auto [P, Argument] : llvm::zip(F->parameters(), Arguments)) {
      const bool Refers = P->getType()->isReferenceType();
      if (!(Refers ? Argument->isGLValue() : P->getType()->isPointerType()) ||
          !storesThrough(*F, *P))
        continue;
      Changes(Refers ? Places.addressOf(Argument) : Quiet.quietly(Argument),
              P->getType()->getPointeeType());
    }
  }
}
