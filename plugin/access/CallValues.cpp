// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallValues.cpp - sizes of types, lengths a call can evaluate -------===//
#include "access/CallValues.h"
#include "ast/AstFactory.h"
#include "twofold/abi.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace twofold;

/// E may become a Value: captured variables, not changed in the loop, and
/// operations that cannot trap when nothing asked for them.
bool CallValues::isComposable(const Expr *E) const {
  E = plain(E);
  if (E->getType().isVolatileQualified())
    return false;
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(E))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_IntegralCast || C->getCastKind() == CK_NoOp)
      return bool(IntegerType::of(C->getType(), Ctx)) &&
             isComposable(C->getSubExpr());
    if (C->getCastKind() != CK_LValueToRValue ||
        !IntegerType::of(C->getType(), Ctx))
      return false;
    const Expr *From = plain(C->getSubExpr());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(From))
      return In.InClause ? isa<VarDecl>(Ref->getDecl()) &&
                               !Frames.isOfCallee(Ref->getDecl())
                         : Loop.hasValue(Ref->getDecl());
    return isUnchangedRecord(From);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Plus || U->getOpcode() == UO_Minus ||
            U->getOpcode() == UO_Not) &&
           isComposable(U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !IntegerType::of(B->getType(), Ctx) || B->isAssignmentOp() ||
      B->isComparisonOp() || B->isLogicalOp() || B->getOpcode() == BO_Comma)
    return false;
  Expr::EvalResult R;
  bool Divides = B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem;
  if (Divides && (!B->getRHS()->EvaluateAsInt(R, Ctx) ||
                  R.Val.getInt().isZero() || R.Val.getInt().isAllOnes()))
    return false;
  return isComposable(B->getLHS()) && isComposable(B->getRHS());
}

const Expr *twofold::truthOf(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  return Cast && (Cast->getCastKind() == CK_IntegralToBoolean ||
                  Cast->getCastKind() == CK_PointerToBoolean)
             ? truthOf(Cast->getSubExpr())
             : E;
}

/// Whether E holds is the same in all iterations, and the call can tell.
bool CallValues::isFlag(const Expr *E) const {
  E = truthOf(E);
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot)
    return isFlag(Not->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isLogicalOp())
    return isFlag(B->getLHS()) && isFlag(B->getRHS());
  if (B && B->isComparisonOp())
    return B->getOpcode() != BO_Cmp &&
           IntegerType::of(B->getLHS()->getType(), Ctx) &&
           isComposable(B->getLHS()) && isComposable(B->getRHS());
  return IntegerType::of(E->getType(), Ctx) && isComposable(E);
}

/// 1 where the condition E holds, 0 where it does not, as a number that the
/// call computes; nothing where iterations differ.
MaybeForm CallValues::flag(const Expr *E) {
  if (!Recorder.Occurrences || In.isIrreducible() || !isFlag(E))
    return std::nullopt;
  E = truthOf(E);
  if (const auto *Not = dyn_cast<UnaryOperator>(E);
      Not && Not->getOpcode() == UO_LNot) {
    MaybeForm Holds = flag(Not->getSubExpr());
    return Holds ? difference(constantForm(1), *Holds) : Holds;
  }
  auto Condition = [&](Expr *L, Expr *R, BinaryOperatorKind Op) {
    return Recorder.flag(BinaryOperator::Create(
        Ctx, L, R, Op, Ctx.IntTy, VK_PRValue, OK_Ordinary, SourceLocation(),
        FPOptionsOverride()));
  };
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_EQ)
      return difference(constantForm(1),
                        Condition(B->getLHS(), B->getRHS(), BO_NE));
    if (B->isComparisonOp() || B->isLogicalOp())
      return Condition(B->getLHS(), B->getRHS(), B->getOpcode());
  }
  // There is no literal of type bool that is an integer.
  Expr *Number = const_cast<Expr *>(E);
  if (E->getType()->isBooleanType())
    Number = AstFactory(Ctx, Loop.Loc).convert(Number, Ctx.IntTy);
  QualType T = Number->getType();
  return Condition(
      Number,
      IntegerLiteral::Create(Ctx, llvm::APInt(Ctx.getIntWidth(T), 0), T, {}),
      BO_NE);
}

/// Bytes of T.
MaybeForm CallValues::sizeOf(QualType T) {
  if (T->isVoidType() || T->isFunctionType())
    return constantForm(1); // as GNU C has it
  if (T->isDependentType() || T->isIncompleteType())
    return std::nullopt;
  if (!T->isVariablyModifiedType() || T->isPointerType())
    return constantForm(Ctx.getTypeSizeInChars(T).getQuantity());
  if (!isCapturedVla(T))
    return spelledInside(T);
  // A new node outside the tree: the size that the type had when declared.
  auto *Size = new (Ctx) UnaryExprOrTypeTraitExpr(
      UETT_SizeOf, Ctx.getTrivialTypeSourceInfo(T, Loop.Loc), Ctx.getSizeType(),
      Loop.Loc, Loop.Loc);
  return valueForm(Recorder.value(Size));
}

/// T's lengths are written in the loop: their product, where the call can
/// compute it.
MaybeForm CallValues::spelledInside(QualType T) {
  AstFactory Make(Ctx, Loop.Loc);
  QualType Count = Ctx.getSizeType();
  Expr *Product = nullptr;
  while (const VariableArrayType *A = Ctx.getAsVariableArrayType(T)) {
    const Expr *Length = A->getSizeExpr();
    if (!Length || !isComposable(Length))
      return std::nullopt;
    Expr *Copy = Make.convert(Make.paren(Make.copyInvariant(Length)), Count);
    Product = Product ? Make.binary(BO_Mul, Product, Copy, Count) : Copy;
    T = A->getElementType();
  }
  if (!Product || T->isVariablyModifiedType() || T->isIncompleteType())
    return std::nullopt;
  Expr *Bytes = Make.integer(Ctx.getTypeSizeInChars(T).getQuantity(), Count);
  return valueForm(Recorder.value(Make.binary(BO_Mul, Product, Bytes, Count)));
}

static void sizeExpressions(QualType T,
                            llvm::SmallPtrSetImpl<const Expr *> &Out) {
  for (;;) {
    T = T.getNonReferenceType();
    if (const auto *Adjusted = T->getAs<AdjustedType>()) {
      T = Adjusted->getAdjustedType();
    } else if (const auto *P = T->getAs<PointerType>()) {
      T = P->getPointeeType();
    } else if (const ArrayType *A = T->getAsArrayTypeUnsafe()) {
      if (const auto *V = dyn_cast<VariableArrayType>(A))
        Out.insert(V->getSizeExpr());
      T = A->getElementType();
    } else {
      return;
    }
  }
}

/// T's lengths were fixed outside the loop, by the type of a captured variable.
bool CallValues::isCapturedVla(QualType T) const {
  llvm::SmallPtrSet<const Expr *, 4> Known, Needed;
  for (const Capture &C : Loop.Captures)
    if (C.Decl)
      sizeExpressions(C.Decl->getType(), Known);
  sizeExpressions(T, Needed);
  return llvm::all_of(Needed, [&](const Expr *E) { return Known.contains(E); });
}

/// The value that E has at the call.
Value CallValues::atom(const Expr *E) {
  return integerValue(valueForm(Recorder.value(const_cast<Expr *>(E))));
}

/// A, a place of what a captured pointer points at, as a number of bytes from
/// address 0.
std::optional<Arm> CallValues::addressNumber(const Arm &A) {
  if (A.What != Arm::Memory || A.Wild)
    return std::nullopt;
  const Base &Of = Recorder.model().Bases[A.Base];
  if (Of.Arg == Base::Anywhere)
    return A;
  if (!Of.IsPointer || !Of.Decl || !Of.Decl->getType()->isPointerType())
    return std::nullopt;
  AstFactory Make(Ctx, Loop.Loc);
  Expr *Address = Make.convert(addressOf(Of, Loop, Make), Make.I64);
  MaybeForm Form = sum(A.Form, atom(Address)[0].Form);
  if (!Form)
    return std::nullopt;
  Arm Out = A;
  Out.Base = Recorder.anywhere();
  Out.Form = std::move(*Form);
  return Out;
}

Value CallValues::numberOf(const Value &Address, QualType T) {
  Value Out;
  for (const Arm &A : Address) {
    const auto Number =
        Recorder.Occurrences && !In.InClause && Ctx.getIntWidth(T) == 64
            ? addressNumber(A)
            : std::nullopt;
    if (!Number)
      return {};
    Out.push_back(*Number);
    Out.back().What = Arm::Integer;
    Out.back().Base = 0;
  }
  return Out;
}

Value CallValues::placeAt(Value Number, QualType T) {
  if (!Recorder.Occurrences || In.InClause || Number.empty() ||
      Ctx.getIntWidth(T) != 64 ||
      llvm::any_of(Number, [](const Arm &A) { return A.What != Arm::Integer; }))
    return addressValue(Arm::Nowhere);
  const unsigned Base = Recorder.anywhere();
  for (Arm &A : Number) {
    A.What = Arm::Memory;
    A.Base = Base;
    A.Exact = true; // addresses have no more than 64 bits
  }
  return Number;
}

/// Where a pointer in a captured record leads, which the loop only reads.
std::optional<Arm> CallValues::pointerAtom(const Expr *Loaded) {
  const Expr *From = operandOf(Loaded, CK_LValueToRValue);
  if (!FollowsLoads || In.InClause || !From || !isUnchangedRecord(From))
    return std::nullopt;
  AstFactory Make(Ctx, Loop.Loc);
  Expr *Address = Make.convert(const_cast<Expr *>(Loaded), int64Type(Ctx));
  Arm Out = memoryAt(Recorder.anywhere())[0];
  Out.Form = atom(Address)[0].Form;
  return Out;
}

/// The number that a captured variable has at the call: its bits are a value.
Value CallValues::rankedAtom(const Expr *Loaded) {
  const Expr *E = plain(Loaded);
  if (const Expr *Read = operandOf(E, CK_LValueToRValue))
    E = plain(Read);
  QualType T = E->getType();
  if (!Ranks.isRanked(T) || !E->isGLValue() || T.isVolatileQualified() ||
      Recorder.isFull())
    return unknownValue();
  const unsigned Bytes = unsigned(Ctx.getTypeSizeInChars(T).getQuantity());
  Expr *Bits = ImplicitCastExpr::Create(
      Ctx, Ctx.getIntTypeForBitwidth(8 * Bytes, /*Signed=*/true),
      CK_LValueToRValueBitCast, const_cast<Expr *>(E), nullptr, VK_PRValue,
      FPOptionsOverride());
  return integerValue(axisForm(
      Recorder.computedAxis(TWOFOLD_NUMBER_FLOATING, atom(Bits)[0].Form,
                            constantForm(int64_t(Bytes)))));
}

/// E is a captured record, or an integer in it, that the loop only reads.
bool CallValues::isUnchangedRecord(const Expr *E) const {
  E = plain(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  if (!M || M->isArrow() || M->getType().isVolatileQualified() ||
      !isa<FieldDecl>(M->getMemberDecl()) ||
      cast<FieldDecl>(M->getMemberDecl())->getType()->isReferenceType())
    return false;
  const Expr *Object = plain(M->getBase());
  const auto *Ref = dyn_cast<DeclRefExpr>(Object);
  if (!Ref)
    return isUnchangedRecord(Object);
  if (In.InClause)
    return true;
  const Capture *Known = Loop.capture(Ref->getDecl());
  return Known && (Known->Kind == Sharing::Value ||
                   (Known->Kind == Sharing::Reference &&
                    onlyReads(Loop.Body, Ref->getDecl())));
}

/// E is a captured reference to a number that the loop only reads: what stores
/// there by another name, each call looks for.
bool CallValues::isUnchangedReference(const Expr *E) const {
  const VarDecl *V = variableIn(plain(E));
  const Capture *Known = V ? Loop.capture(V) : nullptr;
  return Known && Known->Kind == Sharing::Reference &&
         V->getType()->isReferenceType() && onlyReads(Loop.Body, V);
}

const ExprWithCleanups *twofold::fullExpression(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<ExprWithCleanups>(E))
      return Full;
    if (const auto *Constant = dyn_cast<ConstantExpr>(E))
      E = Constant->getSubExpr();
    else if (const auto *Member = dyn_cast<CXXDefaultInitExpr>(E))
      E = Member->getExpr();
    else
      return nullptr;
  }
}

const Expr *twofold::plain(const Expr *E) {
  for (;;) {
    E = seeThrough(E);
    const auto *Opaque = dyn_cast<OpaqueValueExpr>(E);
    if (!Opaque || !Opaque->getSourceExpr())
      return E;
    E = Opaque->getSourceExpr();
  }
}
