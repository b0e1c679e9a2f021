// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/Nodes.h"
#include "dialect/TypeMapping.h"
#include "lower/Lowering.h"
#include "clang/AST/ExprConcepts.h"

using namespace clang;

namespace twofold {

Place ValueLowering::value(const Expr *E) {
  if (failed())
    return {};
  if (E->isGLValue()) // of a C++ class, where C would load
    return Places.load(place(E), E->getType(), E->getExprLoc());
  if (const Expr *Seen = seeThrough(E); Seen != E)
    return value(Seen);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(M->getSubExpr());
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, ImaginaryLiteral,
          CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
          ImplicitValueInitExpr, CXXScalarValueInitExpr, TypeTraitExpr,
          OffsetOfExpr, SizeOfPackExpr, CXXNoexceptExpr, StringLiteral,
          ConceptSpecializationExpr, RequiresExpr, ArrayTypeTraitExpr>(E)) {
    if (Facts.isLowered(E->getType()) && E->getType()->isRecordType())
      return Places.zeroed(E->getType(), E->getExprLoc());
    return made(const_cast<Expr *>(E));
  }
  if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (auto Known = constantOf(S, Ctx))
      return made(Make.integer(Known->getZExtValue(), S->getType()));
    return noPlace(E->getExprLoc());
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) // an enumerator
    return isa<EnumConstantDecl>(Ref->getDecl())
               ? made(const_cast<DeclRefExpr *>(Ref))
               : Places.load(place(E), E->getType(), E->getExprLoc());
  if (isa<CXXThisExpr>(E)) {
    const FrameStack::Frame &Own = Frames.back();
    if (Own.CapturedThis) {
      Place Object = Places.member(Own.This, Own.CapturedThis, E->getExprLoc());
      return Own.CapturedThis->getType()->isPointerType()
                 ? Places.load(Object, E->getType(), E->getExprLoc())
                 : Places.pointerTo(Object);
    }
    return Places.pointerTo(Own.This);
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castValue(*C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unaryValue(*U);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binaryValue(*B);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
    return conditional(*C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return Calls.call(*C);
  if (const auto *A = dyn_cast<AtomicExpr>(E))
    return atomic(*A);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return Objects.construct(*C);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return Objects.list(*L);
  if (const auto *L = dyn_cast<CXXParenListInitExpr>(E);
      L && L->getType()->isRecordType() && !L->getInitializedFieldInUnion()) {
    auto *List = new (Ctx)
        InitListExpr(Ctx, L->getBeginLoc(), L->getInitExprs(), L->getEndLoc());
    List->setType(L->getType());
    return Objects.list(*List);
  }
  if (const auto *O = dyn_cast<OpaqueValueExpr>(E))
    if (VarDecl *Value = Once.lookup(O))
      return made(Make.value(Value));
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(E))
    return Objects.elements(*L);
  if (const auto *L = dyn_cast<LambdaExpr>(E))
    return Objects.closure(*L);
  if (isa<CXXNewExpr, CXXDeleteExpr>(E))
    return noPlace(diag::Id::Allocation, E->getExprLoc(),
                   isa<CXXNewExpr>(E) ? "new" : "delete");
  if (isa<CXXThrowExpr>(E))
    return noPlace(diag::Id::Exception, E->getExprLoc());
  if (const auto *L = dyn_cast<CompoundLiteralExpr>(E);
      L && !L->getType()->isArrayType())
    return value(L->getInitializer());
  if (isa<MemberExpr, ArraySubscriptExpr>(E))
    // Of a call, in C.
    return Places.load(place(E), E->getType(), E->getExprLoc());
  return noPlace(E->getExprLoc());
}

Place ValueLowering::castValue(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  QualType T = E.getType();
  SourceLocation Loc = E.getExprLoc();
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
    return Places.load(place(Sub), T, Loc);
  case CK_ArrayToPointerDecay: {
    Place Array = place(Sub);
    return Array.is(Kind::Object) ? Places.pointerTo(Array)
                                  : made(Places.decayed(Array, T, Loc));
  }
  case CK_ToVoid:
    discard(Sub);
    return {};
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
    return value(Sub);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
    return made(const_cast<CastExpr *>(&E));
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived: {
    Place P = value(Sub);
    bool Down = E.getCastKind() == CK_BaseToDerived;
    if (P.is(Kind::Value) && Sub->getType()->isPointerType())
      P = Places.pointerTo(
          Places.dereferenced(P, Sub->getType()->getPointeeType(), Loc));
    if (P.is(Kind::Pointer))
      return Places.pointerTo(Down ? Places.derived(*P.Pointee, E)
                                   : Places.base(*P.Pointee, E));
    if (P.is(Kind::Object))
      return Down ? Places.derived(P, E) : Places.base(P, E);
    return noPlace(Loc);
  }
  case CK_NoOp:
  case CK_BitCast:
    if (Facts.isLowered(T)) {
      Place P = value(Sub);
      if (E.getCastKind() == CK_NoOp || P.is(Kind::None))
        return P;
      if (P.is(Kind::Value) && Derived.isInvariant(P.Code))
        return made(Make.convert(P.Code, T));
      return noPlace(Loc);
    }
    break;
  case CK_NullToPointer:
    if (Facts.isLowered(T))
      return noPlace(Loc);
    break;
  case CK_LValueToRValueBitCast:
    if (!Sub->isGLValue())
      break;
    return made(Emit.cast(
        E.getCastKind(),
        Places.lvalue(place(Sub), Sub->getType(), /*Writes=*/false, Loc), T));
  case CK_Dynamic:
    return noPlace(diag::Id::DynamicType, Loc);
  case CK_PointerToBoolean:
  case CK_PointerToIntegral: {
    Place P = value(Sub);
    if (!P.is(Kind::Value))
      return noPlace(Loc);
    Expr *Copy = Emit.cast(E.getCastKind(), P.Code, T);
    if (Facts.isLowered(Sub->getType()) && Derived.isInvariant(Copy))
      Copy = Make.value(Derived.computed(Copy, "given"));
    return made(Copy);
  }
  default:
    break;
  }
  Expr *Value = scalar(Sub);
  // There and back again.
  if (auto *Before = dyn_cast<CastExpr>(Value->IgnoreParens());
      Before && E.getCastKind() == CK_BitCast &&
      Before->getCastKind() == CK_BitCast &&
      Ctx.hasSameUnqualifiedType(Before->getSubExpr()->getType(), T))
    return made(Before->getSubExpr());
  if (isa<ImplicitCastExpr>(E))
    return made(ImplicitCastExpr::Create(Ctx, T, E.getCastKind(), Value,
                                         nullptr, VK_PRValue,
                                         E.getStoredFPFeaturesOrDefault()));
  return made(CStyleCastExpr::Create(Ctx, T, VK_PRValue, E.getCastKind(), Value,
                                     nullptr, E.getStoredFPFeaturesOrDefault(),
                                     Ctx.getTrivialTypeSourceInfo(T, Loc), Loc,
                                     Loc));
}

Place ValueLowering::unaryValue(const UnaryOperator &E) {
  const Expr *Sub = E.getSubExpr();
  QualType T = E.getType();
  if (E.isIncrementDecrementOp())
    return increment(E);
  if (E.getOpcode() == UO_Extension)
    return value(Sub);
  if (E.getOpcode() == UO_AddrOf) {
    if (T->isMemberDataPointerType())
      return noPlace(E.getExprLoc());
    if (!T->isPointerType() || T->isFunctionPointerType())
      return noPlace(diag::Id::FunctionAddress, E.getExprLoc(), nameIn(*Sub));
    Place P = place(Sub);
    if (Facts.isLowered(Sub->getType()) && Sub->getType()->isRecordType())
      return Places.pointerTo(P);
    if (P.is(Kind::Host))
      return Reads.addressAtHost(P);
    // Whoever follows it means the variable.
    if (Sub->getType()->isPointerType() && P.is(Kind::Device) &&
        isa<DeclRefExpr>(P.Code->IgnoreParens()))
      return Places.pointerTo(P);
    Expr *Code =
        Places.lvalue(P, Sub->getType(), /*Writes=*/false, E.getExprLoc());
    return made(UnaryOperator::Create(Ctx, Code, UO_AddrOf, T, VK_PRValue,
                                      OK_Ordinary, E.getOperatorLoc(), false,
                                      FPOptionsOverride()));
  }
  if (E.getOpcode() == UO_Real || E.getOpcode() == UO_Imag)
    if (Sub->isGLValue())
      return Places.load(place(&E), T, E.getExprLoc());
  return made(UnaryOperator::Create(
      Ctx, E.getOpcode() == UO_LNot ? truth(Sub) : scalar(Sub), E.getOpcode(),
      T, VK_PRValue, E.getObjectKind(), E.getOperatorLoc(), E.canOverflow(),
      E.getStoredFPFeaturesOrDefault()));
}

/// What E finds equal to no object's address, or not; null: it does otherwise.
static const Expr *comparedWithNull(const BinaryOperator &E, ASTContext &Ctx) {
  auto IsNull = [&](const Expr *Side) {
    return Side->getType()->isPointerType() &&
           Side->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull);
  };
  if (!E.isEqualityOp())
    return nullptr;
  return IsNull(E.getRHS())   ? E.getLHS()
         : IsNull(E.getLHS()) ? E.getRHS()
                              : nullptr;
}

/// Of a Pointer that a kernel does not have, with null.
Place ValueLowering::comparison(const BinaryOperator &E, const Expr *Pointer) {
  Place P = value(Pointer);
  if (!P.is(Kind::Value))
    return noPlace(E.getOperatorLoc());
  Expr *Copy = BinaryOperator::Create(
      Ctx, P.Code, Make.null(P.Code->getType()), E.getOpcode(), E.getType(),
      VK_PRValue, OK_Ordinary, E.getOperatorLoc(), E.getFPFeatures());
  if (!Derived.isInvariant(Copy))
    return noPlace(E.getOperatorLoc());
  return made(Make.value(Derived.computed(Copy, "given")));
}

Place ValueLowering::binaryValue(const BinaryOperator &E) {
  if (E.isAssignmentOp())
    return assignment(E);
  QualType T = E.getType();
  if (E.getOpcode() == BO_Comma) {
    discard(E.getLHS());
    return value(E.getRHS());
  }
  if (const Expr *Pointer = comparedWithNull(E, Ctx);
      Pointer && Facts.isLowered(Pointer->getType()))
    return comparison(E, Pointer);
  if (E.isPtrMemOp())
    return noPlace(diag::Id::FunctionPointer, E.getExprLoc(),
                   DerivedCaptures::shown(E.getRHS()));
  // Rows of a table may be memory of their own each.
  auto IsRow = [](const Expr *Pointer) {
    return Pointer->getType()->isPointerType() &&
           isa<ArraySubscriptExpr>(Pointer->IgnoreParenImpCasts());
  };
  if (E.getOpcode() == BO_Sub && !Out.RowsInBlocks && IsRow(E.getLHS()) &&
      IsRow(E.getRHS())) {
    Compared = true;
    return noPlace(diag::Id::PointerOrigin, E.getOperatorLoc());
  }
  Expr *Left = E.isLogicalOp() ? truth(E.getLHS()) : scalar(E.getLHS());
  Expr *Right;
  if (E.isLogicalOp()) {
    ++Emit.Conditional;
    Right = Emit.within([&] { return truth(E.getRHS()); });
    --Emit.Conditional;
  } else {
    Right = scalar(E.getRHS());
  }
  auto *Copy = BinaryOperator::Create(Ctx, Left, Right, E.getOpcode(), T,
                                      E.getValueKind(), E.getObjectKind(),
                                      E.getOperatorLoc(), E.getFPFeatures());
  // Pointers to different memory mean nothing to each other in a kernel.
  bool Pointers =
      Left->getType()->isPointerType() && Right->getType()->isPointerType();
  if (Pointers && Derived.isInvariant(Copy))
    return made(Make.value(Derived.computed(Copy, "distance")));
  Compared |= Pointers;
  if (T->isPointerType())
    User.note(&E, Copy);
  return made(Copy);
}

Place ValueLowering::assignment(const BinaryOperator &E) {
  const Expr *Left = E.getLHS();
  QualType T = Left->getType();
  SourceLocation Loc = E.getOperatorLoc();
  if (Facts.isLowered(T)) {
    if (!T->isRecordType()) {
      const std::string Name = DerivedCaptures::shown(Left);
      const auto Why = typeObstacle(T, Name, Loc, Ctx);
      return Why ? noPlace(*Why) : noPlace(diag::Id::UnknownPointer, Loc, Name);
    }
    Place From = place(E.getRHS()), To = place(Left);
    if (!failed())
      Places.assignObject(To, From, T, Loc);
    return To;
  }
  if (T->isPointerType() && storesPointer(E))
    return {};
  Expr *Right = scalar(E.getRHS());
  Stmt *Last = Emit.lastItem();
  Place To = place(Left);
  if (Last != Emit.lastItem())
    Emit.keepOrder(Right, Last);
  if (failed())
    return {};
  if (To.is(Kind::Host)) {
    Reads.changed(To, Loc);
    return {};
  }
  if (!To.is(Kind::Device))
    return noPlace(Loc);
  if (E.isCompoundAssignmentOp())
    Emit.advance(To.Code, Right, E.getOpcode());
  else
    Emit.forget(To.Code);
  BinaryOperator *Copy;
  if (const auto *C = dyn_cast<CompoundAssignOperator>(&E))
    Copy = CompoundAssignOperator::Create(
        Ctx, To.Code, Right, E.getOpcode(), E.getType(), E.getValueKind(),
        E.getObjectKind(), Loc, E.getFPFeatures(), C->getComputationLHSType(),
        C->getComputationResultType());
  else
    Copy = BinaryOperator::Create(Ctx, To.Code, Right, E.getOpcode(),
                                  E.getType(), E.getValueKind(),
                                  E.getObjectKind(), Loc, E.getFPFeatures());
  User.note(&E, Copy);
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

Place ValueLowering::conditional(const AbstractConditionalOperator &E) {
  QualType T = E.getType();
  SourceLocation Loc = E.getExprLoc();
  if (auto Known = Facts.known(E.getCond())) {
    const Expr *Arm = *Known ? E.getTrueExpr() : E.getFalseExpr();
    return E.isGLValue() ? place(Arm) : value(Arm);
  }
  const auto *Or = dyn_cast<BinaryConditionalOperator>(&E);
  const bool Twice = Or && Or->getOpaqueValue()->isGLValue();
  if (Twice && Or->getCommon()->HasSideEffects(Ctx))
    return noPlace(diag::Id::Construct, Loc, "'?:' without a middle");
  if (T->isVoidType() || Facts.isLowered(T))
    return noPlace(Loc);
  if (Or && !Twice)
    Once[Or->getOpaqueValue()] =
        Emit.temporary(Or->getCommon()->getType().getUnqualifiedType(),
                       "chosen", scalar(Or->getCommon()));
  Expr *Cond = scalar(E.getCond());
  if (auto Settled = Facts.settled(Cond)) {
    const Expr *Arm = *Settled ? E.getTrueExpr() : E.getFalseExpr();
    return E.isGLValue() ? place(Arm) : value(Arm);
  }
  ++Emit.Conditional;
  auto Arm = [&](const Expr *A) {
    return Emit.within([&] {
      return E.isGLValue()
                 ? Places.lvalue(place(A), T, /*Writes=*/false, A->getExprLoc())
                 : scalar(A);
    });
  };
  Expr *Then = Arm(E.getTrueExpr()), *Else = Arm(E.getFalseExpr());
  --Emit.Conditional;
  auto Chosen = [&](Expr *By) {
    return new (Ctx)
        ConditionalOperator(By, E.getQuestionLoc(), Then, E.getColonLoc(), Else,
                            T, E.getValueKind(), E.getObjectKind());
  };
  Expr *Copy = Chosen(Cond);
  // Of two members of an object around the loop the call chooses one.
  if ((T->isPointerType() || T->isIntegerType()) && E.isPRValue() &&
      Derived.isInvariant(Copy))
    return made(
        Make.value(Derived.computed(Copy, DerivedCaptures::shown(Then))));
  Copy = Chosen(truthOf(Cond));
  return E.isGLValue() ? atDevice(Copy) : made(Copy);
}

} // namespace twofold
