// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessPlaces.cpp - lvalues, assignments, addresses -----------------===//
#include "access/NodeEvaluators.h"

#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "ast/ObjectParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// Address + Index elements.
Value PlaceEvaluator::moved(const Value &Address, const Value &Index,
                            IntegerType IndexType, QualType Element,
                            bool Back) {
  if (Address.size() * Index.size() > MaxArms)
    return wild(Address);
  MaybeForm Size = Values.sizeOf(Element);
  Value Result;
  for (const Arm &From : Address)
    for (const Arm &By : Index) {
      Arm To = From;
      if (To.What == Arm::Memory && To.Wild)
        To.Spread |= By.Spread || Recorder.namesOuterAxis(By.Form);
      if ((To.What == Arm::Memory || Objects.isObject(To)) && !To.Wild) {
        Arm Count = subscript(Numbers.wrapped(By, IndexType), IndexType);
        MaybeForm Bytes;
        if (Size && Count.What == Arm::Integer)
          Bytes = product(Count.Form, *Size);
        if (Bytes)
          Bytes = Back ? difference(To.Form, *Bytes) : sum(To.Form, *Bytes);
        To.Wild = !Bytes;
        if (To.Wild)
          To.Spread |= Count.Spread || Recorder.namesOuterAxis(Count.Form) ||
                       Recorder.namesOuterAxis(From.Form);
        To.Form = Bytes.value_or(AffineForm());
        To.Checks.append(Count.Checks.begin(), Count.Checks.end());
        To.Facts.append(Count.Facts.begin(), Count.Facts.end());
        To.Told &= Count.Told;
        To.Stowed |= Count.Stowed;
      }
      Result.push_back(std::move(To));
    }
  // Where numbers in memory lead anyway, which one it is may be one of them.
  return llvm::any_of(Result,
                      [&](const Arm &A) { return Recorder.namesLoad(A.Form); })
             ? Numbers.chosenPlace(std::move(Result))
             : Result;
}

/// The member that E, a pointer to one, designates in all iterations; null:
/// nobody knows.
static const FieldDecl *designated(const Expr *E, const Evaluation &In) {
  E = E->IgnoreParenImpCasts();
  if (const VarDecl *V = variableIn(E);
      V && V->hasLocalStorage() && !isa<ParmVarDecl>(V)) {
    const auto Declares = [&](const FunctionDecl *F) {
      return F && V->getDeclContext()->Equals(F);
    };
    const auto Changes = [&](const auto &F) {
      return F->Uses.of(V).mayChange();
    };
    const bool Seen = (Declares(In.Loop.Function) &&
                       !In.Loop.functionUses().of(V).mayChange()) ||
                      llvm::any_of(In.Frames, [&](const auto &F) {
                        return Declares(F->Function);
                      });
    if (Seen && llvm::none_of(In.Frames, Changes))
      E = V->getInit();
  }
  Expr::EvalResult R;
  return E && !E->isValueDependent() && E->getType()->isMemberPointerType() &&
                 E->EvaluateAsRValue(R, In.Ctx) && R.Val.isMemberPointer()
             ? dyn_cast_or_null<FieldDecl>(R.Val.getMemberPointerDecl())
             : nullptr;
}

PlaceEvaluator::Place PlaceEvaluator::place(const Expr *E) {
  if (const ExprWithCleanups *Full = fullExpression(E))
    return Ends.whole(*Full, [&](const Expr *Part) { return place(Part); });
  E = plain(E);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return {nullptr, Ends.extended(M)};
  if (!E->isGLValue()) // a member of a call's result, in C
    return {nullptr, held(E)};
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return placeOfVariable(Ref);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    bool OfVector = S->getBase()->getType()->isVectorType();
    Value Base = !OfVector                   ? Expressions.rvalue(S->getBase())
                 : S->getBase()->isGLValue() ? addressOf(S->getBase())
                                             : addressValue(Arm::Private);
    if (OfVector && !S->getBase()->isGLValue())
      Expressions.effects(S->getBase());
    Value Index = Expressions.rvalue(S->getIdx());
    Touches.count(1);
    return {nullptr,
            moved(Base, Index, IntegerType::of(S->getIdx()->getType(), Ctx),
                  S->getType(), false)};
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return placeOfMember(M);
  if (const auto *L = dyn_cast<ExtVectorElementExpr>(E))
    return placeOfLanes(L);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref)
      return {nullptr, Expressions.rvalue(U->getSubExpr())};
    if (U->isIncrementDecrementOp())
      return increment(U);
    Place P = place(U->getSubExpr()); // __real, __imag
    CharUnits Size = Ctx.getTypeSizeInChars(U->getType());
    P.Address = shifted(addressOf(P),
                        U->getOpcode() == UO_Imag ? Size.getQuantity() : 0);
    P.Variable = nullptr;
    return P;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isAssignmentOp())
      return assignment(B);
    if (B->getOpcode() == BO_Comma) {
      Expressions.effects(B->getLHS());
      return place(B->getRHS());
    }
    const Expr *Object = B->getLHS();
    const bool Arrow = Object->getType()->isPointerType();
    Value Address = Arrow ? Expressions.rvalue(Object) : addressOf(Object);
    Expressions.effects(B->getRHS());
    const FieldDecl *F = designated(B->getRHS(), In);
    const QualType T =
        Arrow ? Object->getType()->getPointeeType() : Object->getType();
    return {nullptr,
            F && declaresSameEntity(F->getParent(), T->getAsCXXRecordDecl())
                ? memberOf(std::move(Address), F)
                : addressValue(Arm::Nowhere)};
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Value Then, Else;
    const size_t Known = State.Facts.size();
    auto Way = [&](const Expr *To) {
      Value V = addressOf(To);
      assume(V, llvm::ArrayRef(State.Facts).drop_front(Known),
             Path.Steps.back().Whole);
      return V;
    };
    Statements.branch(
        C->getCond(), [&] { Then = Way(C->getTrueExpr()); },
        [&] { Else = Way(C->getFalseExpr()); });
    return {nullptr, either(std::move(Then), Else)};
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_LValueBitCast)
      return place(C->getSubExpr());
    Value Address = addressOf(C->getSubExpr());
    bool AlongBases = C->getCastKind() == CK_DerivedToBase ||
                      C->getCastKind() == CK_UncheckedDerivedToBase ||
                      C->getCastKind() == CK_BaseToDerived;
    return {nullptr, AlongBases ? alongBases(std::move(Address), C)
                                : addressValue(Arm::Nowhere)};
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return {nullptr, Calls.call(C)};
  if (const auto *L = dyn_cast<CompoundLiteralExpr>(E))
    return {nullptr, held(L->getInitializer())};
  if (isa<StringLiteral, PredefinedExpr>(E))
    return {nullptr, addressValue(Arm::Private)};
  escape(E);
  return {nullptr, addressValue(Arm::Nowhere)};
}

Value PlaceEvaluator::addressOf(const Expr *E) {
  const Place P = place(E);
  const Capture *Known = P.Variable ? Loop.capture(P.Variable) : nullptr;
  // What no iteration changes is like a copy of it.
  return P.Variable && E->getType()->isScalarType() &&
                 (Loop.dimOf(P.Variable) ||
                  (Known && Known->Kind == Sharing::Value))
             ? Objects.temporary(E->getType(), Expressions.referent(E))
             : addressOf(P);
}

/// E, in a lambda's body, is the lambda's copy of D, which may be something
/// else by then.
static bool isStaleCopy(const DeclRefExpr *E, const VarDecl &D,
                        const Evaluation &In) {
  const auto *Method =
      dyn_cast_or_null<CXXMethodDecl>(In.Frames.innermost().Function);
  if (!Method || !Method->getParent()->isLambda())
    return false;
  const CXXRecordDecl *Lambda = Method->getParent();
  const auto *Copied =
      llvm::find_if(Lambda->captures(), [&](const LambdaCapture &C) {
        return C.capturesVariable() && C.getCapturedVar() == &D;
      });
  if (Copied == Lambda->captures().end() ||
      Copied->getCaptureKind() != LCK_ByCopy)
    return false;
  if (D.getType()->isReferenceType()) // to what may have changed
    return true;
  const SourceManager &Sources = In.Ctx.getSourceManager();
  return llvm::any_of(In.Frames, [&](const std::unique_ptr<CallFrame> &F) {
    const VariableUses &Use = F->Uses.of(&D);
    return Use.Changed || llvm::any_of(Use.Writes, [&](const Expr *Write) {
             return Sources.isBeforeInTranslationUnit(Lambda->getLocation(),
                                                      Write->getExprLoc());
           });
  });
}

PlaceEvaluator::Place PlaceEvaluator::placeOfVariable(const DeclRefExpr *E) {
  const ValueDecl *Declared = E->getDecl();
  const Capture *Known = Loop.capture(Declared);
  if (Known && Known->Kind == Sharing::Reference) {
    return {nullptr, memoryAt(Recorder.baseOf(Declared).value_or(0))};
  }
  if (const auto *Binding = dyn_cast<BindingDecl>(Declared)) {
    if (!Known && Binding->getBinding())
      return place(Binding->getBinding());
    return {nullptr, addressValue(Arm::Nowhere)};
  }
  const auto *D = dyn_cast<VarDecl>(Declared);
  if (!D)
    return {nullptr, addressValue(Arm::Private)}; // a function
  if (!Known && E->refersToEnclosingVariableOrCapture() &&
      isStaleCopy(E, *D, In))
    return {nullptr, addressValue(Arm::Private)};
  if (D->getType()->isReferenceType() && !Known) {
    auto It = State.Variables.find(D);
    return {nullptr, It != State.Variables.end() && !In.isIrreducible()
                         ? It->second
                         : addressValue(Arm::Nowhere)};
  }
  if (D->getType()->isArrayType() || D->getType()->isRecordType() ||
      (!Known && Objects.followsNumber(D)))
    return {nullptr, Objects.addressOf(D)};
  return {D, {}};
}

/// Where Bits, a bit-field of the object at Address, has the bytes that are
/// read and written with it.
static Value placeOfBits(Value Address, const FieldDecl &Bits,
                         const Evaluation &In) {
  if (!Bits.isBitField() || Bits.getParent()->isInvalidDecl() ||
      !In.Recorder.Occurrences || llvm::any_of(Address, LocalObjects::isObject))
    return wild(Address);
  const int64_t Begin = bytesBeside(Bits, In.Ctx).Begin;
  for (Arm &A : Address)
    if (MaybeForm Moved = sum(A.Form, constantForm(Begin)))
      A.Form = std::move(*Moved);
    else
      A.Wild = true;
  return Address;
}

PlaceEvaluator::Place PlaceEvaluator::placeOfMember(const MemberExpr *E) {
  const Expr *Object = E->getBase();
  Value Address = E->isArrow() ? Expressions.rvalue(Object) : addressOf(Object);
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!F) {
    const auto *Static = dyn_cast<VarDecl>(E->getMemberDecl());
    return {nullptr, addressValue(Static ? Arm::Private : Arm::Nowhere)};
  }
  if (F->isBitField() || F->getParent()->isInvalidDecl())
    return {nullptr, placeOfBits(std::move(Address), *F, In)};
  Address = memberOf(std::move(Address), F);
  if (!F->getType()->isReferenceType())
    return {nullptr, std::move(Address)};
  const QualType T = Ctx.getPointerType(F->getType().getNonReferenceType());
  Value Known = loadObject(Address, T, E);
  if (Known.empty())
    Known = Stowed.with(addressValue(Arm::Nowhere), Address, T, F);
  return {nullptr, std::move(Known)};
}

PlaceEvaluator::Place PlaceEvaluator::assignment(const BinaryOperator *E,
                                                 Value *Stored) {
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  Value V;
  if (E->getOpcode() == BO_Assign) {
    V = Expressions.rvalue(Right);
    Place P = place(Left);
    llvm::SaveAndRestore What(Touches.Here.Storing, E);
    llvm::SaveAndRestore<const Value *> Which(Touches.Here.StoredNumber, &V);
    store(P, P.Variable ? Variables.named(V, Left->getType()) : V, Left);
    if (P.Variable)
      Searches.found(P.Variable, Right);
    if (Stored)
      *Stored = V;
    return P;
  }
  const auto *Compound = cast<CompoundAssignOperator>(E);
  Value By = Expressions.rvalue(Right);
  Place P = place(Left);
  const QualType Type = Left->getType();
  Value Old = current(P, Type);
  auto Convert = [&](Value &V, QualType From, QualType To) {
    if (From->isRealFloatingType() || To->isRealFloatingType()) {
      V = Ranks.rankedCast(V, From, To);
      return;
    }
    V = Expressions.converted(std::move(V), IntegerType::of(From, Ctx),
                              IntegerType::of(To, Ctx));
  };
  Convert(Old, Type, Compound->getComputationLHSType());
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  V = Expressions.arithmetic(Op, Old, By, Left, Right,
                             Compound->getComputationResultType(), nullptr);
  Convert(V, Compound->getComputationResultType(), Type);
  if (!P.Variable)
    Touches.touch(P.Address, Type, true, true, Left);
  assign(P, Type, V);
  if (Stored)
    *Stored = V;
  return P;
}

PlaceEvaluator::Place PlaceEvaluator::increment(const UnaryOperator *E,
                                                Value *Old) {
  Place P = place(E->getSubExpr());
  QualType T = E->getSubExpr()->getType();
  Touches.count(1);
  if (!P.Variable)
    Touches.touch(P.Address, T, true, true, E);
  Value Before = current(P, T);
  if (Old)
    *Old = Before;
  Value One = integerValue(constantForm(1));
  IntegerType Type = IntegerType::of(T, Ctx);
  if (T->isPointerType()) {
    Before = moved(Before, One, IntegerType::of(Ctx.IntTy, Ctx),
                   T->getPointeeType(), E->isDecrementOp());
  } else if (Type) {
    // Small types are computed as int and converted back.
    IntegerType Wide = Type.Width < 32 ? IntegerType::of(Ctx.IntTy, Ctx) : Type;
    for (Arm &A : Before)
      A = combined(E->isIncrementOp() ? BO_Add : BO_Sub,
                   twofold::converted(A, Type, Wide), One[0], Wide);
    Before = Expressions.converted(std::move(Before), Wide, Type);
  } else {
    Before = unknownValue();
  }
  assign(P, T, std::move(Before));
  return P;
}

/// The value of what a const reference is bound to.
Value ExpressionEvaluator::referent(const Expr *E) {
  E = plain(E);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return rvalue(M->getSubExpr());
  if (!E->isGLValue()) // a number in its variable's place
    return rvalue(E);
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && C->isGLValue() && C->getCastKind() == CK_NoOp)
    return referent(C->getSubExpr());
  // A new node outside the tree.
  return rvalue(ImplicitCastExpr::Create(
      Ctx, E->getType().getUnqualifiedType(), CK_LValueToRValue,
      const_cast<Expr *>(E), nullptr, VK_PRValue, FPOptionsOverride()));
}
