// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessPlaces.cpp - lvalues, loads and stores, addresses ------------===//
#include "access/AccessEvaluator.h"
#include "ast/TransparentNodes.h"

#include "ast/BodyScan.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// E without what neither changes its value nor its kind.
const Expr *AccessEvaluator::plain(const Expr *E) {
  for (;;) {
    E = seeThrough(E);
    const auto *Opaque = dyn_cast<OpaqueValueExpr>(E);
    if (!Opaque || !Opaque->getSourceExpr())
      return E;
    E = Opaque->getSourceExpr();
  }
}

/// A number of the parallel iteration is in the sum.
bool AccessEvaluator::namesOuterAxis(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return M.Axis >= 0 && M.Axis < Recorder.rank();
  });
}

/// Address + Index elements.
Value AccessEvaluator::moved(const Value &Address, const Value &Index,
                             IntegerType IndexType, QualType Element,
                             bool Back) {
  if (Address.size() * Index.size() > MaxArms)
    return wild(Address);
  MaybeForm Size = sizeOf(Element);
  Value Result;
  for (const Arm &From : Address)
    for (const Arm &By : Index) {
      Arm To = From;
      if (To.What == Arm::Memory && To.Wild)
        To.Spread |= By.Spread || namesOuterAxis(By.Form);
      if (To.What == Arm::Memory && !To.Wild) {
        Arm Count = subscript(wrapped(By, IndexType), IndexType);
        MaybeForm Bytes;
        if (Size && Count.What == Arm::Integer)
          Bytes = product(Count.Form, *Size);
        if (Bytes)
          Bytes = Back ? difference(To.Form, *Bytes) : sum(To.Form, *Bytes);
        To.Wild = !Bytes;
        if (To.Wild)
          To.Spread |= Count.Spread || namesOuterAxis(Count.Form) ||
                       namesOuterAxis(From.Form);
        To.Form = Bytes.value_or(AffineForm());
        To.Checks.append(Count.Checks.begin(), Count.Checks.end());
        To.Facts.append(Count.Facts.begin(), Count.Facts.end());
        To.Told &= Count.Told;
      }
      Result.push_back(std::move(To));
    }
  return Result;
}

Value AccessEvaluator::addressOf(const Place &P) {
  return P.Variable ? addressValue(Arm::Private) : P.Address;
}

AccessEvaluator::Place AccessEvaluator::place(const Expr *E) {
  E = plain(E);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E)) {
    effects(M->getSubExpr());
    return {nullptr, addressValue(Arm::Private)};
  }
  if (!E->isGLValue()) { // a member of a call's result, in C
    rvalue(E);
    return {nullptr, addressValue(Arm::Private)};
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return placeOfVariable(Ref);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    bool OfVector = S->getBase()->getType()->isVectorType();
    Value Base = !OfVector                   ? rvalue(S->getBase())
                 : S->getBase()->isGLValue() ? addressOf(place(S->getBase()))
                                             : addressValue(Arm::Private);
    if (OfVector && !S->getBase()->isGLValue())
      effects(S->getBase());
    Value Index = rvalue(S->getIdx());
    count(1);
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
      return {nullptr, rvalue(U->getSubExpr())};
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
    effects(B->getLHS());
    if (B->getOpcode() == BO_Comma)
      return place(B->getRHS());
    effects(B->getRHS());
    return {nullptr, addressValue(Arm::Nowhere)}; // pointers to members
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Value Then, Else;
    const size_t Known = State.Facts.size();
    auto Way = [&](const Expr *To) {
      Value V = addressOf(place(To));
      assume(V, llvm::ArrayRef(State.Facts).drop_front(Known),
             Steps.back().Whole);
      return V;
    };
    branch(
        C->getCond(), [&] { Then = Way(C->getTrueExpr()); },
        [&] { Else = Way(C->getFalseExpr()); });
    return {nullptr, either(std::move(Then), Else)};
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    if (C->getCastKind() == CK_NoOp || C->getCastKind() == CK_LValueBitCast)
      return place(C->getSubExpr());
    Value Address = addressOf(place(C->getSubExpr()));
    bool AlongBases = C->getCastKind() == CK_DerivedToBase ||
                      C->getCastKind() == CK_UncheckedDerivedToBase ||
                      C->getCastKind() == CK_BaseToDerived;
    return {nullptr, AlongBases ? alongBases(std::move(Address), C)
                                : addressValue(Arm::Nowhere)};
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return {nullptr, call(C)};
  if (const auto *L = dyn_cast<CompoundLiteralExpr>(E)) {
    effects(L->getInitializer());
    return {nullptr, addressValue(Arm::Private)};
  }
  if (isa<StringLiteral, PredefinedExpr>(E))
    return {nullptr, addressValue(Arm::Private)};
  escape(E);
  return {nullptr, addressValue(Arm::Nowhere)};
}

AccessEvaluator::Place AccessEvaluator::placeOfVariable(const DeclRefExpr *E) {
  const ValueDecl *Declared = E->getDecl();
  const Capture *Known = Loop.capture(Declared);
  if (Known && Known->Kind == Sharing::Reference) {
    Arm A;
    A.What = Arm::Memory;
    A.Base = Recorder.baseOf(Declared).value_or(0);
    return {nullptr, {A}};
  }
  if (const auto *Binding = dyn_cast<BindingDecl>(Declared)) {
    if (!Known && Binding->getBinding())
      return place(Binding->getBinding());
    return {nullptr, addressValue(Arm::Nowhere)};
  }
  const auto *D = dyn_cast<VarDecl>(Declared);
  if (!D)
    return {nullptr, addressValue(Arm::Private)}; // a function
  if (D->getType()->isReferenceType() && !Known) {
    auto It = State.Variables.find(D);
    return {nullptr, It != State.Variables.end() && !isIrreducible()
                         ? It->second
                         : addressValue(Arm::Nowhere)};
  }
  if (D->getType()->isArrayType() || D->getType()->isRecordType())
    return {nullptr, addressValue(Arm::Private)};
  return {D, {}};
}

AccessEvaluator::Place AccessEvaluator::placeOfMember(const MemberExpr *E) {
  const Expr *Object = E->getBase();
  Value Address = E->isArrow() ? rvalue(Object) : addressOf(place(Object));
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!F) {
    const auto *Static = dyn_cast<VarDecl>(E->getMemberDecl());
    return {nullptr, addressValue(Static ? Arm::Private : Arm::Nowhere)};
  }
  if (F->getType()->isReferenceType())
    return {nullptr, addressValue(Arm::Nowhere)};
  if (F->isBitField() || F->getParent()->isInvalidDecl())
    return {nullptr, wild(Address)};
  int64_t Offset =
      Ctx.toCharUnitsFromBits(int64_t(Ctx.getFieldOffset(F))).getQuantity();
  return {nullptr, shifted(std::move(Address), Offset)};
}

AccessEvaluator::Place AccessEvaluator::assignment(const BinaryOperator *E,
                                                   Value *Stored) {
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  Value V;
  if (E->getOpcode() == BO_Assign) {
    V = rvalue(Right);
    Place P = place(Left);
    llvm::SaveAndRestore What(Storing, E);
    llvm::SaveAndRestore<const Value *> Which(StoredNumber, &V);
    store(P, P.Variable ? named(V, Left->getType()) : V, Left);
    if (P.Variable)
      found(P.Variable, Right);
    if (Stored)
      *Stored = V;
    return P;
  }
  const auto *Compound = cast<CompoundAssignOperator>(E);
  Value By = rvalue(Right);
  Place P = place(Left);
  Value Old = P.Variable ? variable(P.Variable) : unknownValue();
  const QualType Type = Left->getType();
  auto Convert = [&](Value &V, QualType From, QualType To) {
    if (From->isRealFloatingType() || To->isRealFloatingType()) {
      V = rankedCast(V, From, To);
      return;
    }
    for (Arm &A : V)
      A = converted(A, IntegerType::of(From, Ctx), IntegerType::of(To, Ctx));
  };
  Convert(Old, Type, Compound->getComputationLHSType());
  BinaryOperatorKind Op =
      BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  V = arithmetic(Op, Old, By, Left, Right, Compound->getComputationResultType(),
                 nullptr);
  Convert(V, Compound->getComputationResultType(), Type);
  if (P.Variable)
    assign(P.Variable, V);
  else
    touch(P.Address, Left->getType(), true, true, Left);
  if (Stored)
    *Stored = V;
  return P;
}

AccessEvaluator::Place AccessEvaluator::increment(const UnaryOperator *E,
                                                  Value *Old) {
  Place P = place(E->getSubExpr());
  QualType T = E->getSubExpr()->getType();
  count(1);
  if (!P.Variable) {
    touch(P.Address, T, true, true, E);
    if (Old)
      *Old = T->isPointerType() ? addressValue(Arm::Nowhere) : unknownValue();
    return P;
  }
  Value Before = variable(P.Variable);
  if (Old)
    *Old = Before;
  Value One = integerValue(constantForm(1));
  IntegerType Type = IntegerType::of(T, Ctx);
  if (T->isPointerType()) {
    assign(P.Variable, moved(Before, One, IntegerType::of(Ctx.IntTy, Ctx),
                             T->getPointeeType(), E->isDecrementOp()));
  } else if (Type) {
    // Small types are computed as int and converted back.
    IntegerType Wide = Type.Width < 32 ? IntegerType::of(Ctx.IntTy, Ctx) : Type;
    for (Arm &A : Before)
      A = converted(combined(E->isIncrementOp() ? BO_Add : BO_Sub,
                             converted(A, Type, Wide), One[0], Wide),
                    Wide, Type);
    assign(P.Variable, Before);
  } else {
    assign(P.Variable, unknownValue());
  }
  return P;
}

void AccessEvaluator::touch(const Value &Address, QualType T, bool Reads,
                            bool Writes, const Expr *E) {
  count(1);
  if (Muted || InClause)
    return;
  MaybeForm Size = sizeOf(touchedType(T, E));
  auto Bytes = Size ? constantOf(*Size) : std::nullopt;
  Touch Record;
  Record.Reads = Reads;
  Record.Writes = Writes;
  Record.Unconditional = !State.Skipped && Branches == 0 &&
                         Address.size() == 1 && !isIrreducible();
  const bool Comes = !State.Untold && Branches == Told && !isIrreducible();
  Record.Alone = Address.size() == 1 && !isIrreducible();
  Record.Steps = Steps;
  Record.Skips = State.Skips;
  Record.Loc = E->getExprLoc();
  Record.By = E;
  Record.Stores = Storing ? Storing->getRHS() : nullptr;
  if (Loop.Given.Bounds)
    Record.Place = E;
  const uint64_t Searched = Writes ? foundBy(E) : 0,
                 Moved = Writes ? foundBeside(E) : 0;
  for (Arm A : Address) {
    if (A.What == Arm::Nowhere || A.What == Arm::Unknown ||
        A.What == Arm::Integer) {
      if (!Refused)
        Refused =
            Refusal{diag::Id::UnknownPointer,
                    E->getExprLoc(),
                    {Lexer::getSourceText(
                         CharSourceRange::getTokenRange(E->getSourceRange()),
                         Ctx.getSourceManager(), Ctx.getLangOpts())
                         .str()}};
      continue;
    }
    if (A.What != Arm::Memory)
      continue;
    if (Writes && Recorder.Occurrences)
      Stored.push_back(storedPlace(A.Base, T, E));
    Record.Certain = Comes && (Address.size() == 1 || A.Told);
    Record.Keeps =
        Writes && ((Improving != 0 && !Comes) || (Storing && mayKeep(Storing)));
    Record.Told = Record.Certain && !Record.Keeps;
    Record.Perhaps = !isIrreducible() && (Address.size() == 1 || A.Told);
    Record.Idle = Guarding || !Reads ? Idle : 0;
    if (E == Compared)
      Record.Awaits = Awaited;
    if (FollowsLoads && StoredNumber && StoredNumber->size() == 1 && !Reads &&
        (*StoredNumber)[0].What == Arm::Integer &&
        !Recorder.namesFloats((*StoredNumber)[0].Form))
      Record.Number = (*StoredNumber)[0].Form;
    Record.Base = A.Base;
    const bool Own = A.Wild ? A.Spread : namesOuterAxis(A.Form);
    Record.Led = Writes && !Own && Record.Unconditional && isLed(E) &&
                 (A.Wild || Recorder.namesInterval(A.Form));
    Record.Searched = !Own && A.Base < 63 && (Searched >> A.Base & 1) != 0 &&
                      (A.Wild || Recorder.namesInterval(A.Form));
    Record.Searched |= A.Base < 63 && (Moved >> A.Base & 1) != 0 &&
                       (A.Wild || isBeside(A.Form, Bytes.value_or(0)));
    Record.Size = unsigned(Bytes.value_or(0));
    A.Wild |= !Bytes || *Bytes < 0 || *Bytes > UINT32_MAX;
    Recorder.touch(Record, A, State.Facts, Around);
  }
}

/// Something not looked into may read and write through Address.
void AccessEvaluator::touchAnywhere(const Value &Address, const Expr *E) {
  Value Everywhere = wild(Address);
  llvm::erase_if(Everywhere, [](const Arm &A) {
    return A.What == Arm::Unknown || A.What == Arm::Integer;
  });
  touch(Everywhere, Ctx.CharTy, true, true, E);
}

/// E is not understood.
void AccessEvaluator::escape(const Expr *E) {
  forgetAssigned(E);
  touchAnywhere(mentioned(E), E);
}
