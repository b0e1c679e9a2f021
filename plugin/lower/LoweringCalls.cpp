// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- LoweringCalls.cpp - calls: copied or inlined -----------------------===//

#include "ast/CalleeGlobals.h"
#include "ast/ColdPaths.h"
#include "ast/PendingTemplates.h"
#include "ast/VariableUses.h"
#include "dialect/LibraryFunctions.h"
#include "lower/Lowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

bool Lowering::mustInline(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F)
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F)) {
    if (Method->getParent()->isLambda())
      return true;
    if (Method->isInstance() &&
        isLowered(Ctx.getCanonicalTagType(Method->getParent())))
      return true;
  }
  // The element that it names is to be checked.
  if (Loop.Given.Bounds && E.isLValue() && !F->getBuiltinID() &&
      isa<CXXMethodDecl>(F))
    return true;
  // A part of an object around the loop goes in by reference.
  if (!findMathRule(*F) && !F->getBuiltinID())
    for (unsigned I = 0; I < F->getNumParams() && I < E.getNumArgs(); ++I) {
      const Expr *Arg =
          E.getArg(I + (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(F)));
      QualType T = Arg->getType();
      if (F->getParamDecl(I)->getType()->isReferenceType() &&
          (T->isArrayType() || T->isRecordType()) && Arg->isGLValue() &&
          !writesIn(Arg) && place(Arg).is(Kind::Host))
        return true;
    }
  if (mayGoCold(*F)) // which ends the iteration
    return true;
  for (const CalleeGlobal &Global : globalsOf(*F, Ctx))
    if (isLowered(Global.Variable->getType()))
      return true;
  return isLowered(F->getReturnType()) || passesPointer(*F) ||
         comparesPointers(*F) ||
         llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
           QualType T = P->getType();
           return isLowered(T) || (T->isReferenceType() &&
                                   T.getNonReferenceType()->isPointerType());
         });
}

/// The library's ways to say `p`: where it points to must stay visible.
bool Lowering::passesPointer(const FunctionDecl &F) {
  if (!F.getReturnType()->isPointerType() || F.getNumParams() != 1 ||
      F.getBuiltinID() || !isLibraryPart(F))
    return false;
  const FunctionDecl *Def = definitionOf(F, S, Loop.Loc);
  const auto *Body =
      Def ? dyn_cast_or_null<CompoundStmt>(Def->getBody()) : nullptr;
  return Body && isExpression(llvm::SmallVector<const Stmt *, 8>(
                     Body->body_begin(), Body->body_end()));
}

Expr *Lowering::argument(const Expr *E, QualType Parameter) {
  if (!Parameter->isReferenceType())
    return scalar(E);
  bool Writes = Parameter->isLValueReferenceType() &&
                !Parameter->getPointeeType().isConstQualified();
  return lvalue(place(E), E->getType(), Writes, E->getExprLoc());
}

Place Lowering::copiedCall(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  SourceLocation Loc = E.getExprLoc();
  bool Instance = Method && Method->isInstance();
  // Of an object that is no variable of the kernel.
  const auto *Called = dyn_cast<CXXMemberCallExpr>(&E);
  const auto *Name =
      Called ? dyn_cast<MemberExpr>(Called->getCallee()->IgnoreParens())
             : nullptr;
  Place Object;
  if (Name && Instance) {
    Object =
        Name->isArrow()
            ? dereferenced(value(Name->getBase()),
                           Name->getBase()->getType()->getPointeeType(), Loc)
            : place(Name->getBase());
    if (Object.is(Kind::Host) || Object.is(Kind::Object))
      return inlined(*F, Object, llvm::SmallVector<const Expr *>(E.arguments()),
                     Loc);
  }
  llvm::SmallVector<Expr *, 8> Args;
  Expr *Callee = const_cast<Expr *>(E.getCallee());
  unsigned First = 0;
  if (isa<CXXOperatorCallExpr>(E) && Instance) {
    Place Object = place(E.getArg(0));
    if (Object.is(Kind::Host) || Object.is(Kind::Object))
      return inlined(
          *F, Object,
          llvm::SmallVector<const Expr *>(llvm::drop_begin(E.arguments())),
          Loc);
    Args.push_back(
        lvalue(Object, E.getArg(0)->getType(), !Method->isConst(), Loc));
    First = 1;
  }
  for (unsigned I = First; I < E.getNumArgs(); ++I) {
    unsigned P = I - First;
    Args.push_back(argument(E.getArg(I), P < F->getNumParams()
                                             ? F->getParamDecl(P)->getType()
                                             : E.getArg(I)->getType()));
  }
  FPOptionsOverride Features = E.getFPFeatures();
  Expr *Copy;
  if (Called) {
    const MemberExpr *M = Name;
    if (!M || !Instance) {
      fail(diag::Id::FunctionPointer, Loc, "this");
      return {};
    }
    Expr *Base =
        lvalue(Object, M->getBase()->getType(), !Method->isConst(), Loc);
    Callee = MemberExpr::Create(
        Ctx, Base, /*IsArrow=*/false, M->getOperatorLoc(),
        NestedNameSpecifierLoc(), SourceLocation(), M->getMemberDecl(),
        M->getFoundDecl(), M->getMemberNameInfo(), nullptr, M->getType(),
        M->getValueKind(), M->getObjectKind(), M->isNonOdrUse());
    Copy =
        CXXMemberCallExpr::Create(Ctx, Callee, Args, E.getType(),
                                  E.getValueKind(), E.getRParenLoc(), Features);
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E)) {
    Copy = CXXOperatorCallExpr::Create(Ctx, Operator->getOperator(), Callee,
                                       Args, E.getType(), E.getValueKind(),
                                       Operator->getOperatorLoc(), Features);
  } else {
    Copy = CallExpr::Create(Ctx, Callee, Args, E.getType(), E.getValueKind(),
                            E.getRParenLoc(), Features);
  }
  note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : folded(made(Copy));
}

Place Lowering::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  SourceLocation Loc = E.getExprLoc();
  if (!F) {
    fail(diag::Id::FunctionPointer, Loc, named(E.getCallee()));
    return {};
  }
  switch (F->getBuiltinID()) {
  case Builtin::BI__builtin_is_constant_evaluated:
  case Builtin::BI__builtin_constant_p:
    return made(Make.integer(0, E.getType()));
  case Builtin::BI__builtin_unreachable:
  case Builtin::BI__builtin_assume:
  case Builtin::BI__assume:
    return {};
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
  case Builtin::BIforward:
  case Builtin::BIas_const:
    return place(E.getArg(0));
  case Builtin::BI__builtin_assume_aligned:
    return value(E.getArg(0));
  case Builtin::BIaddressof:
  case Builtin::BI__addressof:
  case Builtin::BI__builtin_addressof: {
    QualType T = E.getArg(0)->getType();
    Place P = place(E.getArg(0));
    if (isLowered(T) && T->isRecordType())
      return pointerTo(P);
    if (P.is(Kind::Host))
      return addressAtHost(P);
    return made(Make.addressOf(lvalue(P, T, false, Loc)));
  }
  default:
    break;
  }
  Place Result = mustInline(E) ? inlinedCall(E) : copiedCall(E);
  noteCall(E, Result);
  return Result;
}

Place Lowering::inlinedCall(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  SourceLocation Loc = E.getExprLoc();
  llvm::SmallVector<const Expr *, 8> Args(E.arguments());
  Place This;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  bool Instance = Method && Method->isInstance();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Object && Object->getType()->isPointerType())
      This =
          dereferenced(value(Object), Object->getType()->getPointeeType(), Loc);
    else if (Object)
      This = place(Object);
  } else if (isa<CXXOperatorCallExpr>(E) && Method) {
    if (Instance)
      This = place(Args.front());
    else // static operator()
      discard(Args.front());
    Args.erase(Args.begin());
    bool Copies = Method->isCopyAssignmentOperator() ||
                  Method->isMoveAssignmentOperator();
    if (Copies && (Method->isTrivial() || Method->isDefaulted())) {
      Place From = place(Args.front());
      if (!Failed)
        assignObject(This, From, E.getType().getNonReferenceType(), Loc);
      return This;
    }
  }
  if (Failed)
    return {};
  return inlined(*F, This, Args, Loc);
}

/// The definition, if it can be inlined here.
const FunctionDecl *Lowering::enter(const FunctionDecl &F, SourceLocation Loc) {
  constexpr unsigned Deepest = 48, Most = 2000;
  std::string Name = F.getNameAsString();
  if (OutermostCall.isInvalid() || Frames.size() == 1)
    OutermostCall = Loc;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isVirtual() && !Method->hasAttr<FinalAttr>() &&
      !Method->getParent()->isEffectivelyFinal()) {
    fail(diag::Id::VirtualCall, Loc, Name);
    return nullptr;
  }
  const FunctionDecl *Def = definitionOf(F, S, Loc);
  if (!Def || Def->isTemplated()) {
    fail(diag::Id::NotVisible, Loc, Name);
    return nullptr;
  }
  if (F.isVariadic()) {
    fail(diag::Id::VariableArguments, Loc, Name);
    return nullptr;
  }
  if (llvm::any_of(Frames,
                   [&](const Frame &Open) { return Open.Function == Def; })) {
    fail(diag::Id::Recursion, Loc, Name);
    return nullptr;
  }
  if (Frames.size() > Deepest || ++Inlined > Most) {
    fail(Loc);
    return nullptr;
  }
  return Def;
}

unsigned Lowering::uses(const Stmt *S, const ValueDecl *D, bool InLoop) const {
  if (!S)
    return 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == D ? (InLoop ? 2 : 1) : 0;
  InLoop |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S);
  unsigned Sum = 0;
  for (const Stmt *Child : S->children())
    Sum += uses(Child, D, InLoop);
  return Sum;
}

/// May stand in several places.
static bool isCheap(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->isAdditiveOp() &&
           isa<DeclRefExpr, IntegerLiteral>(B->getLHS()->IgnoreParenCasts()) &&
           isa<DeclRefExpr, IntegerLiteral>(B->getRHS()->IgnoreParenCasts());
  return isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
             CharacterLiteral>(E);
}

/// A product that came from another function is not fused with a sum here: a
/// cast that nobody wrote stands between them.
Place Lowering::rounded(Place P) {
  if (P.is(Kind::Value) && P.Code->getType()->hasFloatingRepresentation() &&
      isa<BinaryOperator, UnaryOperator, CallExpr, ExplicitCastExpr>(
          P.Code->IgnoreParens()))
    P.Code = ImplicitCastExpr::Create(Ctx, P.Code->getType(), CK_NoOp, P.Code,
                                      nullptr, VK_PRValue, FPOptionsOverride());
  return P;
}

Place Lowering::bound(const ParmVarDecl &P, const Expr *Arg, bool Writes,
                      const FunctionDecl &F) {
  QualType T = P.getType();
  SourceLocation Loc = Arg->getExprLoc();
  StringRef Name = P.getIdentifier() ? P.getName() : StringRef();
  unsigned Uses = uses(F.getBody(), &P, false);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(&F))
    for (const CXXCtorInitializer *Init : C->inits())
      Uses += uses(Init->getInit(), &P, false);
  auto MayRepeat = [&](const Expr *Code) {
    return !Writes && !mayWrite(Code) && (Uses <= 1 || isCheap(Code));
  };
  if (T->isReferenceType()) {
    Place To = place(Arg);
    if (To.is(Kind::Value) && MayRepeat(To.Code))
      return rounded(To);
    if (To.is(Kind::Device) && !Writes && !mayWrite(To.Code))
      return To;
    return stable(To, T.getNonReferenceType(), Name, Loc);
  }
  if (isLowered(T)) {
    // Nobody notices that an object that is only read was not copied.
    const auto *Copy = dyn_cast<CXXConstructExpr>(Arg->IgnoreImplicit());
    if (Copy && !Writes && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor() &&
        (Copy->getConstructor()->isTrivial() ||
         Copy->getConstructor()->isDefaulted()))
      return place(Copy->getArg(0));
    return value(Arg);
  }
  Place To = value(Arg);
  if (!To.is(Kind::Value))
    return To;
  bool Assigned = false;
  if (Writes) {
    BodyUses In = collectUses(F.getBody(), Ctx);
    const VariableUses &Own = In.Variables[const_cast<ParmVarDecl *>(&P)];
    Assigned = !Own.Writes.empty() || Own.Escapes;
  }
  if (!Assigned && (MayRepeat(To.Code) || isStable(To.Code)))
    return rounded(To);
  return atDevice(Make.lvalue(temporary(T, Name, To.Code)));
}

Lowering::Bindings Lowering::bind(const FunctionDecl &F,
                                  llvm::ArrayRef<const Expr *> Args,
                                  bool Writes) {
  Bindings Result;
  for (unsigned I = 0; I < F.getNumParams() && I < Args.size() && !Failed; ++I)
    Result.push_back(
        {F.getParamDecl(I), bound(*F.getParamDecl(I), Args[I], Writes, F)});
  return Result;
}

void Lowering::beginBody(const FunctionDecl &F, Place This,
                         Bindings &Parameters) {
  Frames.emplace_back();
  Frame &Own = Frames.back();
  Own.Function = &F;
  Own.This = This;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      Method && Method->getParent()->isLambda())
    Method->getParent()->getCaptureFields(Own.Captured, Own.CapturedThis);
  // What the same function's parameters were comes back afterwards.
  for (auto &[D, P] : Parameters)
    std::swap(Variables[D], P);
}

void Lowering::endBody(Bindings &Parameters) {
  for (auto &[D, P] : Parameters)
    std::swap(Variables[D], P);
  Frames.pop_back();
}

Place Lowering::inlined(const FunctionDecl &F, Place This,
                        llvm::ArrayRef<const Expr *> Args, SourceLocation Loc) {
  const FunctionDecl *Def = enter(F, Loc);
  if (!Def)
    return {};
  bool Writes = writes(*Def);
  Bindings Parameters = bind(*Def, Args, Writes);
  if (Failed)
    return {};
  if (Frames.size() == 1)
    OutermostParameters = Parameters;
  beginBody(*Def, This, Parameters);
  Place Result = body(*Def, Writes);
  endBody(Parameters);
  return folded(rounded(Result));
}

} // namespace twofold
