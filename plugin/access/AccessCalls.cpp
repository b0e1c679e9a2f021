// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessCalls.cpp - calls of functions whose bodies are visible ------===//
#include "access/AccessEvaluator.h"

#include "ast/BodyScan.h"
#include "ast/ByteMoves.h"
#include "dialect/LibraryFunctions.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <numeric>

using namespace clang;
using namespace twofold;

static constexpr unsigned MaxDepth = 8;      // of calls in calls
static constexpr unsigned MaxEntries = 1000; // of bodies, for one loop
static constexpr unsigned MathCallOps = 10;  // a guess at sqrt and the like
// Whoever asks for parallel calls of something unseen expects it to be long.
static constexpr unsigned OpaqueCallOps = 1000;

AccessEvaluator::Selection
AccessEvaluator::selectionOf(const CallExpr *E) const {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->isInStdNamespace() || !F->getIdentifier() ||
      !(IntegerType::of(E->getType(), Ctx) || isRanked(E->getType())) ||
      !E->isGLValue())
    return Selection::None;
  bool Two = E->getNumArgs() == 2;
  return Two && F->getName() == "min"                      ? Selection::Min
         : Two && F->getName() == "max"                    ? Selection::Max
         : E->getNumArgs() == 3 && F->getName() == "clamp" ? Selection::Clamp
                                                           : Selection::None;
}

bool AccessEvaluator::canEnter(const FunctionDecl *F) const {
  const FunctionDecl *Definition = nullptr;
  if (!F || !F->hasBody(Definition) || Definition->isVariadic() ||
      Definition->isDependentContext() || Frames.size() > MaxDepth ||
      Entries > MaxEntries)
    return false;
  return llvm::none_of(Frames, [&](const std::unique_ptr<Frame> &Known) {
    return Known->Function == Definition;
  });
}

/// Evaluates F's body with its parameters bound to Arguments. Found: as of its
/// Frame.
Value AccessEvaluator::enter(const FunctionDecl *F, Value This,
                             llvm::ArrayRef<const Expr *> Arguments,
                             uint64_t &Found) {
  const FunctionDecl *Definition = F->getDefinition();
  ++Entries;
  llvm::SmallVector<Value, 4> Bound;
  for (auto [I, Argument] : llvm::enumerate(Arguments)) {
    bool Reference = I < Definition->getNumParams() &&
                     Definition->getParamDecl(I)->getType()->isReferenceType();
    Bound.push_back(Reference ? addressOf(place(Argument)) : rvalue(Argument));
  }
  const PathState Before = State;
  auto Callee = std::make_unique<Frame>();
  Callee->Function = Definition;
  Callee->Uses = collectUses(Definition->getBody(), Ctx);
  Callee->Irreducible =
      isIrreducible() || twofold::isIrreducible(Definition->getBody());
  Callee->This = std::move(This);
  Callee->OuterFacts = State.Facts.size();
  Frames.push_back(std::move(Callee));
  for (auto [I, V] : llvm::enumerate(Bound)) {
    if (I >= Definition->getNumParams())
      continue;
    const ParmVarDecl *D = Definition->getParamDecl(I);
    State.Variables.erase(D);
    if (D->getType()->isReferenceType())
      State.Variables[D] = V;
    else
      assign(D, named(V, D->getType()));
    found(D, Arguments[I]);
  }
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      if (Init->getInit())
        effects(Init->getInit());
  {
    PathStep Step;
    Step.What = PathStep::Call;
    Step.Whole = true;
    Inside Here(*this, Step);
    visit(Definition->getBody());
  }
  std::unique_ptr<Frame> Done = Frames.pop_back_val();
  Found = Done->Found;
  // The callee cannot change the caller's variables but through addresses, and
  // such variables are not tracked.
  bool Conditional = Done->Irreducible;
  State = Before;
  QualType T = Definition->getReturnType();
  if (T->isReferenceType() || T->isPointerType())
    return Done->Returns && !Conditional ? Done->Returned
                                         : addressValue(Arm::Nowhere);
  return Done->Returns && !Conditional &&
                 (IntegerType::of(T, Ctx) || isRanked(T))
             ? chosen(std::move(Done->Returned))
             : unknownValue();
}

/// The value of what a const reference is bound to.
Value AccessEvaluator::referent(const Expr *E) {
  E = plain(E);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return rvalue(M->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && C->isGLValue() && C->getCastKind() == CK_NoOp)
    return referent(C->getSubExpr());
  // A new node outside the tree.
  return rvalue(ImplicitCastExpr::Create(
      Ctx, E->getType().getUnqualifiedType(), CK_LValueToRValue,
      const_cast<Expr *>(E), nullptr, VK_PRValue, FPOptionsOverride()));
}

/// min(a, b) is a where a <= b, max(a, b) is a where a >= b, clamp(x, low,
/// high) is x where both hold; elsewhere each is another of its arguments.
Value AccessEvaluator::selected(const CallExpr *E, Selection Which) {
  count(1);
  IntegerType T = IntegerType::of(E->getType(), Ctx);
  auto Proof = [&](const AffineForm &F) { return Recorder.neverNegative(F); };
  auto Facts = [&](BinaryOperatorKind Op, const Value &A, const Value &B) {
    return T && A.size() == 1 && B.size() == 1
               ? factsOf(Op, A[0], B[0], T, Proof)
               : Guards();
  };
  Value Result = chosen(referent(E->getArg(0)));
  const Value First = Result;
  for (unsigned I = 1; I < E->getNumArgs(); ++I) {
    bool Lower =
        Which == Selection::Max || (Which == Selection::Clamp && I == 1);
    Value Other = chosen(referent(E->getArg(I)));
    if (isRanked(E->getType())) {
      Result = ranked(Lower ? TWOFOLD_NUMBER_GREATER : TWOFOLD_NUMBER_LESSER,
                      Result, Other, E->getType());
      continue;
    }
    const Guards IsFirst = Facts(Lower ? BO_GE : BO_LE, First, Other);
    const Guards IsOther = Facts(Lower ? BO_LT : BO_GT, First, Other);
    assume(Result, IsFirst, !IsFirst.empty());
    assume(Other, IsOther, !IsOther.empty());
    Result = either(std::move(Result), Other);
  }
  return Result;
}

/// An argument of a function that is not looked into.
void AccessEvaluator::passOutside(const Expr *Argument, QualType Parameter) {
  if (Argument->isGLValue()) {
    Value Address = addressOf(place(Argument));
    QualType T = Argument->getType();
    bool OnlyRead = !Parameter.isNull() && Parameter->isReferenceType() &&
                    Parameter.getNonReferenceType().isConstQualified() &&
                    T->isScalarType() && !T->isPointerType();
    OnlyRead ? touch(Address, T, true, false, Argument)
             : touchAnywhere(Address, Argument);
    return;
  }
  Value V = rvalue(Argument);
  if (Argument->getType()->isPointerType())
    touchAnywhere(V, Argument);
}

/// Count bytes from Address on.
void AccessEvaluator::touchBytes(const Value &Address, const AffineForm &Count,
                                 bool Writes, const Expr *E) {
  auto Piece = [&](uint64_t Bytes) {
    return Ctx.getConstantArrayType(Ctx.CharTy, llvm::APInt(64, Bytes), nullptr,
                                    ArraySizeModifier::Normal, 0);
  };
  // All at once, or as few pieces of one length as may be.
  int64_t Bytes = 1;
  if (!NamesNumbers) {
    const auto Whole = constantOf(Count);
    if (Whole && *Whole <= 0)
      return;
    if (Whole && *Whole < UINT32_MAX)
      return touch(Address, Piece(*Whole), !Writes, Writes, E);
    Bytes = 0;
    for (const Monomial &M : Count)
      Bytes = std::gcd(Bytes, M.Constant);
    Bytes = Bytes < UINT32_MAX ? Bytes : 1;
  }
  AffineForm Pieces = Count;
  for (Monomial &M : Pieces)
    M.Constant /= Bytes;
  MaybeForm Last = difference(Pieces, constantForm(1));
  if (!Last)
    return touchAnywhere(Address, E);
  Axis A;
  A.Upper = *Last;
  A.Parent = Around.empty() ? -1 : Around.back().Axis;
  PathStep Step;
  Step.What = PathStep::Loop;
  Step.Whole = Step.Divides = true;
  Step.Axis = Recorder.addAxis(std::move(A));
  Inside Here(*this, Step);
  EnclosingLoop Scope;
  Scope.Axis = Step.Axis;
  Scope.Whole = Scope.Exact = Scope.Divides = true;
  if (!NamesNumbers)
    Around.push_back(Scope);
  Value Moved = Address;
  const MaybeForm Offset = scaled(axisForm(Step.Axis), Bytes);
  for (Arm &At : Moved)
    if (MaybeForm Form = Offset ? sum(At.Form, *Offset) : Offset)
      At.Form = *Form;
    else
      At.Wild = true;
  touch(Moved, Piece(Bytes), !Writes, Writes, E);
  if (!NamesNumbers)
    Around.pop_back();
}

/// E is a memset or the like, which has been evaluated.
bool AccessEvaluator::movesBytes(const CallExpr *E) {
  if (!Recorder.Occurrences || E->getNumArgs() < 3)
    return false;
  const auto Move = byteMoveOf(*E->getDirectCallee());
  if (!Move)
    return false;
  llvm::SmallVector<Value, 4> Arguments;
  for (const Expr *Argument : E->arguments())
    Arguments.push_back(rvalue(Argument));
  const Value &Into = Arguments[Move->To], &From = Arguments[1 - Move->To],
              &Count = Arguments[2];
  // Nobody has arrays of which a length that wraps would be the size.
  if (Count.size() != 1 || Count[0].What != Arm::Integer) {
    touchAnywhere(Into, E);
    if (Move->Copies)
      touchAnywhere(From, E);
    return true;
  }
  if (Move->Copies)
    touchBytes(From, Count[0].Form, /*Writes=*/false, E);
  touchBytes(Into, Count[0].Form, /*Writes=*/true, E);
  return true;
}

Value AccessEvaluator::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  QualType T = E->getType();
  llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
  if (Selection Which = selectionOf(E); Which != Selection::None) {
    selected(E, Which); // who wants the value asks for it, see cast
    return addressValue(Arm::Private);
  }
  // std::move and its like have no bodies.
  if (const MathRule *Rule = F ? findMathRule(*F) : nullptr;
      Rule && Rule->Form == MathForm::First) {
    for (const Expr *Argument : llvm::drop_begin(Arguments))
      effects(Argument);
    return E->isGLValue() ? addressOf(place(Arguments[0]))
                          : rvalue(Arguments[0]);
  }
  Value This;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  bool Virtual = false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    This = Object->getType()->isPointerType() ? rvalue(Object)
                                              : addressOf(place(Object));
    Virtual = Method && Method->isVirtual();
  } else if (isa<CXXOperatorCallExpr>(E) && Method && !Method->isStatic()) {
    const Expr *Object = Arguments.front();
    Arguments.erase(Arguments.begin());
    if (Method->isTrivial() && (Method->isCopyAssignmentOperator() ||
                                Method->isMoveAssignmentOperator())) {
      QualType Record = Ctx.getCanonicalTagType(Method->getParent());
      touch(addressOf(place(Arguments[0])), Record, true, false, E);
      This = addressOf(place(Object));
      touch(This, Record, false, true, E);
      return This;
    }
    This = addressOf(place(Object));
  } else if (isa<CXXOperatorCallExpr>(E) && Method) {
    effects(Arguments.front());
    Arguments.erase(Arguments.begin());
  } else if (!F) {
    effects(E->getCallee());
  }
  if (!Virtual && !E->isValueDependent() && canEnter(F)) {
    count(1);
    uint64_t Found = 0;
    Value Result = enter(F, std::move(This), Arguments, Found);
    Results[E] = Found;
    return Result;
  }
  count(F && F->getBuiltinID() ? MathCallOps : OpaqueCallOps);
  if (F && movesBytes(E))
    return addressValue(Arm::Nowhere);
  for (auto [I, Argument] : llvm::enumerate(Arguments))
    passOutside(Argument, F && I < F->getNumParams()
                              ? F->getParamDecl(I)->getType()
                              : QualType());
  if (!This.empty())
    touchAnywhere(This, E);
  if (Value Known = rankedCall(E); !Known.empty())
    return Known;
  // The number of the thread, say.
  bool Own = F && !F->getBuiltinID() && !F->hasAttr<ConstAttr>();
  return T->isPointerType() || E->isGLValue() ? addressValue(Arm::Nowhere)
                                              : Value{unknownArm(Own)};
}

Value AccessEvaluator::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (C->isTrivial() && C->isCopyOrMoveConstructor() && E->getNumArgs() == 1) {
    const Expr *From = E->getArg(0);
    if (From->isGLValue())
      touch(addressOf(place(From)), E->getType(), true, false, From);
    else
      rvalue(From);
    return unknownValue();
  }
  llvm::SmallVector<const Expr *, 4> Arguments(E->arguments());
  uint64_t Nothing;
  if (canEnter(C))
    return enter(C, addressValue(Arm::Private), Arguments, Nothing);
  for (auto [I, Argument] : llvm::enumerate(Arguments))
    passOutside(Argument, I < C->getNumParams() ? C->getParamDecl(I)->getType()
                                                : QualType());
  return unknownValue();
}
