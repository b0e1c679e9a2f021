// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "ast/VariableUses.h"
#include "dialect/LibraryFunctions.h"
#include "lower/Lowering.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

/// How often S uses D; what runs often counts more.
static unsigned uses(const Stmt *S, const ValueDecl *D, bool InLoop) {
  if (!S)
    return 0;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() == D ? (InLoop ? 2 : 1) : 0;
  InLoop |= isLoop(*S) || isa<LambdaExpr>(S);
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

/// The atomic object that a method or operator is called of: what is told of it
/// says more than what its class is made of would.
static const Expr *calledAtomic(const CallExpr &E) {
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    Object = Member->getImplicitObjectArgument();
  else if (isa<CXXOperatorCallExpr>(E))
    Object = E.getArg(0);
  if (!Object)
    return nullptr;
  Object = Object->IgnoreParenImpCasts(); // to the class that has the method
  const QualType T = Object->getType();
  return libraryObstacle(T->isPointerType() ? T->getPointeeType() : T) ==
                 diag::Id::Atomic
             ? Object
             : nullptr;
}

bool CallLowering::mustInline(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F)
    return false;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F)) {
    if (Method->getParent()->isLambda())
      return true;
    if (Method->isInstance() &&
        Facts.isLowered(Ctx.getCanonicalTagType(Method->getParent())))
      return true;
  }
  // The element that it names is to be checked.
  if (Loop.Given.Bounds && E.isLValue() && isa<CXXMethodDecl>(F))
    return true;
  // A part of an object around the loop goes in by reference.
  if (!findMathRule(*F) && !F->getBuiltinID())
    for (unsigned I = 0; I < F->getNumParams() && I < E.getNumArgs(); ++I) {
      const Expr *Arg =
          E.getArg(I + (isa<CXXOperatorCallExpr>(E) && isa<CXXMethodDecl>(F)));
      QualType T = Arg->getType();
      if (F->getParamDecl(I)->getType()->isReferenceType() &&
          (T->isArrayType() || T->isRecordType()) && Arg->isGLValue() &&
          !Facts.writesIn(Arg) && place(Arg).is(Kind::Host))
        return true;
    }
  if (mayGoCold(*F)) // which ends the iteration
    return true;
  if (movesBytes(*F))
    return true;
  for (const CalleeGlobal &Global : globalsOf(*F))
    if (Facts.isLowered(Global.Variable->getType()))
      return true;
  return Facts.isLowered(F->getReturnType()) || Facts.passesPointer(*F) ||
         Facts.comparesPointers(*F) ||
         llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
           QualType T = P->getType();
           return Facts.isLowered(T) ||
                  (T->isReferenceType() &&
                   T.getNonReferenceType()->isPointerType());
         });
}

Expr *CallLowering::argument(const Expr *E, QualType Parameter) {
  if (!Parameter->isReferenceType())
    return scalar(E);
  bool Writes = Parameter->isLValueReferenceType() &&
                !Parameter->getPointeeType().isConstQualified();
  return Places.lvalue(place(E), E->getType(), Writes, E->getExprLoc());
}

Place CallLowering::copiedCall(const CallExpr &E) {
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
    Object = Name->isArrow()
                 ? Places.dereferenced(
                       value(Name->getBase()),
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
        Places.lvalue(Object, E.getArg(0)->getType(), !Method->isConst(), Loc));
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
    if (!M || !Instance)
      return noPlace(diag::Id::FunctionPointer, Loc, "this");
    Expr *Base =
        Places.lvalue(Object, M->getBase()->getType(), !Method->isConst(), Loc);
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
  User.note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : Facts.folded(made(Copy));
}

Place CallLowering::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  SourceLocation Loc = E.getExprLoc();
  if (!F)
    return noPlace(diag::Id::FunctionPointer, Loc,
                   DerivedCaptures::shown(E.getCallee()));
  if (const Expr *Atomic = calledAtomic(E); Atomic && !Loop.Given.Atomics) {
    const std::string Name = nameIn(*Atomic);
    return noPlace(diag::Id::Atomic, Loc,
                   Name.empty() ? F->getNameAsString() : Name);
  }
  switch (F->getBuiltinID()) {
  case Builtin::BI__builtin_is_constant_evaluated:
  case Builtin::BI__builtin_constant_p:
    return made(Make.convert(Make.integer(0, Make.I64), E.getType()));
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
    if (Facts.isLowered(T) && T->isRecordType())
      return Places.pointerTo(P);
    if (P.is(Kind::Host))
      return Reads.addressAtHost(P);
    return made(Make.addressOf(Places.lvalue(P, T, false, Loc)));
  }
  default:
    break;
  }
  if (const auto Found = listed(E))
    return *Found;
  Place Result = mustInline(E) ? inlinedCall(E) : copiedCall(E);
  User.noteCall(E, Result);
  return Result;
}

/// `std::max({a, b, c})` and `std::min`, number by number: the library walks
/// over an array that it makes of them. Nothing: E is another call.
std::optional<Place> CallLowering::listed(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F->isInStdNamespace() || !F->getIdentifier() || E.getNumArgs() != 1 ||
      !E.getType()->isArithmeticType() ||
      (F->getName() != "max" && F->getName() != "min"))
    return std::nullopt;
  const auto *Made = dyn_cast<CXXStdInitializerListExpr>(
      E.getArg(0)->IgnoreUnlessSpelledInSource());
  const auto *List =
      Made ? dyn_cast<InitListExpr>(Made->getSubExpr()->IgnoreImplicit())
           : nullptr;
  if (!List || List->getNumInits() == 0)
    return std::nullopt;
  const QualType T = E.getType().getUnqualifiedType();
  VarDecl *Best = Emit.temporary(T, "best", scalar(List->getInit(0)));
  for (const Expr *Each : List->inits().drop_front()) {
    VarDecl *Next = Emit.temporary(T, "next", scalar(Each));
    VarDecl *Less = F->getName() == "max" ? Best : Next;
    VarDecl *More = F->getName() == "max" ? Next : Best;
    Expr *Better = Make.compare(BO_LT, Make.value(Less), Make.value(More));
    Emit.emit(Make.assign(
        Make.lvalue(Best),
        Make.conditional(Better, Make.value(Next), Make.value(Best), T)));
  }
  return made(Make.value(Best));
}

Place CallLowering::inlinedCall(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  SourceLocation Loc = E.getExprLoc();
  llvm::SmallVector<const Expr *, 8> Args(E.arguments());
  Place This;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  bool Instance = Method && Method->isInstance();
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Object && Object->getType()->isPointerType())
      This = Places.dereferenced(value(Object),
                                 Object->getType()->getPointeeType(), Loc);
    else if (Object)
      This = place(Object);
  } else if (isa<CXXOperatorCallExpr>(E) && Method) {
    // What std::function and its like hold has no name that says more.
    if (Method->getParent()->isInStdNamespace() &&
        Method->getOverloadedOperator() == OO_Call &&
        Method->getParent()->getName().ends_with("function"))
      return noPlace(diag::Id::FunctionPointer, Loc, nameIn(*Args.front()));
    if (Instance)
      This = place(Args.front());
    else // static operator()
      discard(Args.front());
    Args.erase(Args.begin());
    if (isAssignment(Method) &&
        (Method->isTrivial() || Method->isDefaulted())) {
      Place From = place(Args.front());
      if (!failed())
        Places.assignObject(This, From, E.getType().getNonReferenceType(), Loc);
      return This;
    }
  }
  if (failed())
    return {};
  return inlined(*F, This, Args, Loc);
}

/// A product that came from another function is not fused with a sum here: a
/// cast that nobody wrote stands between them.
Place CallLowering::rounded(Place P) {
  if (P.is(Kind::Value) && P.Code->getType()->hasFloatingRepresentation() &&
      isa<BinaryOperator, UnaryOperator, CallExpr, ExplicitCastExpr>(
          P.Code->IgnoreParens()))
    P.Code = Emit.cast(CK_NoOp, P.Code, P.Code->getType());
  return P;
}

Place CallLowering::bound(const ParmVarDecl &P, const Expr *Arg, bool Writes,
                          const FunctionDecl &F) {
  QualType T = P.getType();
  SourceLocation Loc = Arg->getExprLoc();
  StringRef Name = P.getIdentifier() ? P.getName() : StringRef();
  unsigned Uses = 0;
  for (const Stmt *Code : bodiesOf(F))
    Uses += uses(Code, &P, false);
  auto MayRepeat = [&](const Expr *Code) {
    return !Writes && !Facts.writesIn(Code) && (Uses <= 1 || isCheap(Code));
  };
  if (T->isReferenceType()) {
    Place To = place(Arg);
    if (To.is(Kind::Value) && MayRepeat(To.Code))
      return rounded(To);
    if (To.is(Kind::Device) && !Writes && !Facts.writesIn(To.Code))
      return To;
    return Places.stable(To, T.getNonReferenceType(), Name, Loc);
  }
  if (Facts.isLowered(T)) {
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
  const bool Assigned = Writes && collectUses(F.getBody()).of(&P).mayChange();
  if (!Assigned && (MayRepeat(To.Code) || Derived.isStable(To.Code)))
    return rounded(To);
  return Emit.variable(T, Name, To.Code);
}

FrameStack::Bindings CallLowering::bind(const FunctionDecl &F,
                                        llvm::ArrayRef<const Expr *> Args,
                                        bool Writes) {
  FrameStack::Bindings Result;
  for (unsigned I = 0; I < F.getNumParams() && I < Args.size() && !failed();
       ++I)
    Result.push_back(
        {F.getParamDecl(I), bound(*F.getParamDecl(I), Args[I], Writes, F)});
  return Result;
}

Place CallLowering::inlined(const FunctionDecl &F, Place This,
                            llvm::ArrayRef<const Expr *> Args,
                            SourceLocation Loc) {
  const FunctionDecl *Def = Frames.enter(F, Loc);
  if (!Def)
    return {};
  bool Writes = Facts.writes(*Def);
  FrameStack::Bindings Parameters = bind(*Def, Args, Writes);
  if (failed())
    return {};
  Frames.begin(*Def, This, Parameters);
  Place Result = Bodies.body(*Def, Writes);
  Frames.end(Parameters);
  return Facts.folded(rounded(Result));
}

} // namespace twofold
