// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessCalls.cpp - calls of functions whose bodies are visible ------===//
#include "access/NodeEvaluators.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "dialect/LibraryFunctions.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Builtins.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

static constexpr unsigned MathCallOps = 10; // a guess at sqrt and the like
// Whoever asks for parallel calls of something unseen expects it to be long.
static constexpr unsigned OpaqueCallOps = 1000;

CallEvaluator::Selection CallEvaluator::selectionOf(const CallExpr *E) const {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->isInStdNamespace() || !F->getIdentifier() ||
      !(IntegerType::of(E->getType(), Ctx) || Ranks.isRanked(E->getType()) ||
        E->getType()->isRealFloatingType()) ||
      !E->isGLValue())
    return Selection::None;
  bool Two = E->getNumArgs() == 2;
  return Two && F->getName() == "min"                      ? Selection::Min
         : Two && F->getName() == "max"                    ? Selection::Max
         : E->getNumArgs() == 3 && F->getName() == "clamp" ? Selection::Clamp
                                                           : Selection::None;
}

/// The copy of its object that Lambda has; null: it has none.
static const FieldDecl *ownObject(const CXXRecordDecl &Lambda) {
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Fields;
  FieldDecl *This = nullptr;
  Lambda.getCaptureFields(Fields, This);
  return This && !This->getType()->isPointerType() ? This : nullptr;
}

/// The object whose method has Lambda in it.
static Value thisAround(const CXXRecordDecl &Lambda, const Evaluation &In) {
  for (const std::unique_ptr<CallFrame> &F : llvm::reverse(In.Frames))
    if (F->Function && F->Function->Encloses(&Lambda))
      return F->This;
  // A method that has returned may have been called for any object.
  const auto Base = In.Loop.Function->Encloses(&Lambda)
                        ? In.Recorder.baseOf(nullptr)
                        : std::nullopt;
  return Base ? memoryAt(*Base) : addressValue(Arm::Nowhere);
}

Value CallEvaluator::enter(const FunctionDecl *F, Value This,
                           llvm::ArrayRef<const Expr *> Arguments,
                           uint64_t &Found) {
  const FunctionDecl *Definition = F->getDefinition();
  Frames.countEntry();
  llvm::SmallVector<Value, 4> Bound;
  for (auto [I, Argument] : llvm::enumerate(Arguments)) {
    const ParmVarDecl *D =
        I < Definition->getNumParams() ? Definition->getParamDecl(I) : nullptr;
    const bool Reference = D && D->getType()->isReferenceType();
    if (Argument)
      Bound.push_back(Reference ? Places.addressOf(Argument)
                      : D       ? Ends.kept(Argument)
                                : Expressions.rvalue(Argument));
    else if (D && (Reference || D->getType()->isVoidPointerType()))
      Bound.push_back(Objects.temporary());
    else
      Bound.push_back(D && D->getType()->isPointerType()
                          ? addressValue(Arm::Nowhere)
                          : unknownValue());
  }
  const PathState Before = State;
  auto Callee = std::make_unique<CallFrame>();
  Callee->Function = Definition;
  Callee->Uses = collectUses(Definition->getBody());
  // What a lambda names may be a variable of who calls it.
  const bool Jumps = In.isIrreducible();
  Callee->Irreducible =
      jumpsAround(Definition->getBody()) ||
      (Jumps && isa<CXXMethodDecl>(Definition) &&
       cast<CXXMethodDecl>(Definition)->getParent()->isLambda());
  // A lambda's `this` is that of the function around it.
  const auto *Lambda = dyn_cast<CXXMethodDecl>(Definition);
  if (Lambda && Lambda->getParent()->isLambda()) {
    const FieldDecl *Own = ownObject(*Lambda->getParent());
    This = Own ? Places.memberOf(std::move(This), Own)
               : thisAround(*Lambda->getParent(), In);
  }
  Callee->This = std::move(This);
  Callee->OuterFacts = State.Facts.size();
  Callee->OuterLoops = Path.Around.size();
  const size_t Living = Callee->OuterLiving = Path.Living.size();
  Callee->AtEntry = &Before;
  Frames.push(std::move(Callee));
  for (auto [I, V] : llvm::enumerate(Bound)) {
    if (I >= Definition->getNumParams())
      continue;
    const ParmVarDecl *D = Definition->getParamDecl(I);
    State.Variables.erase(D);
    if (D->getType()->isReferenceType())
      State.Variables[D] = V;
    else if (D->getType()->isRecordType()) {
      Places.keep(Objects.addressOf(D), D->getType(), V);
      Ends.begin(*D);
    } else
      Variables.assign(D, Variables.named(V, D->getType()));
    if (Arguments[I])
      Searches.found(D, Arguments[I]);
  }
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(Definition))
    Places.initialise(Frames.innermost().This, Constructor);
  {
    PathStep Step;
    Step.What = PathStep::Call;
    Step.Whole = true;
    llvm::SaveAndRestore Untold(Path.Branches, Path.Branches + Jumps);
    AccessPath::Inside Here(Path, Step);
    Statements.visit(Definition->getBody());
    Ends.endBlock(Living);
    if (State.Reachable)
      Frames.innermost().Ends.push_back({State, comesByFacts()});
  }
  std::unique_ptr<CallFrame> Done = Frames.pop();
  Found = Done->Found;
  // The callee cannot change the caller's variables but through addresses, and
  // of such variables objects alone are tracked.
  const bool Conditional = Done->Irreducible;
  PathState End = Conditional || Done->Ends.empty() ? PathState()
                                                    : meet(Before, Done->Ends);
  Done->Returned = either(std::move(Done->Returned), {});
  State = Before;
  Objects.takeNumbers(State, End);
  takeObjects(State, std::move(End));
  QualType T = Definition->getReturnType();
  if (T->isRecordType() && onlyScalar(T, Ctx).isNull())
    return Done->Returns && !Conditional ? Done->Returned : unknownValue();
  const QualType Scalar =
      T->isReferenceType() ? QualType() : onlyScalar(T, Ctx);
  if (T->isReferenceType() || (!Scalar.isNull() && Scalar->isPointerType()))
    return Done->Returns && !Conditional ? Done->Returned
                                         : addressValue(Arm::Nowhere);
  return Done->Returns && !Conditional && !Scalar.isNull() &&
                 (IntegerType::of(Scalar, Ctx) || Ranks.isRanked(Scalar))
             ? Numbers.chosen(std::move(Done->Returned))
             : unknownValue();
}

/// What E designates stays what it is in this round.
bool CallEvaluator::isFixed(const Expr *E) const {
  E = plain(E);
  if (isa<MaterializeTemporaryExpr>(E))
    return true;
  const VarDecl *D = variableIn(E->IgnoreParenImpCasts());
  return D && !D->getType()->isReferenceType() &&
         (!Loop.capture(D) || Loop.hasValue(D)) &&
         llvm::none_of(Frames, [&](const std::unique_ptr<CallFrame> &F) {
           const VariableUses &Use = F->Uses.of(D);
           return Use.Changed || !Use.Writes.empty();
         });
}

/// min(a, b) is a where a <= b, max(a, b) is a where a >= b, clamp(x, low,
/// high) is x where both hold; elsewhere each is another of its arguments.
Value CallEvaluator::selected(const CallExpr *E, Selection Which) {
  Touches.count(1);
  IntegerType T = IntegerType::of(E->getType(), Ctx);
  auto Proof = [&](const AffineForm &F) { return Recorder.neverNegative(F); };
  auto Facts = [&](BinaryOperatorKind Op, const Value &A, const Value &B) {
    return T && A.size() == 1 && B.size() == 1
               ? factsOf(Op, A[0], B[0], T, Proof)
               : Guards();
  };
  Value Result = Numbers.chosen(Expressions.referent(E->getArg(0)));
  const Value First = Result;
  for (unsigned I = 1; I < E->getNumArgs(); ++I) {
    bool Lower =
        Which == Selection::Max || (Which == Selection::Clamp && I == 1);
    Value Other = Numbers.chosen(Expressions.referent(E->getArg(I)));
    if (Ranks.isRanked(E->getType())) {
      Result =
          Ranks.ranked(Lower ? TWOFOLD_NUMBER_GREATER : TWOFOLD_NUMBER_LESSER,
                       Result, Other, E->getType());
      continue;
    }
    // Nothing is less than 0 that has no sign.
    auto IsZero = [](const Value &V) {
      return V.size() == 1 && V[0].What == Arm::Integer && V[0].Form.empty();
    };
    if (Which == Selection::Min && T.Unsigned &&
        (IsZero(Result) || IsZero(Other)))
      return IsZero(Result) ? Result : Other;
    const Guards IsFirst = Facts(Lower ? BO_GE : BO_LE, First, Other);
    const Guards IsOther = Facts(Lower ? BO_LT : BO_GT, First, Other);
    assume(Result, IsFirst, !IsFirst.empty());
    assume(Other, IsOther, !IsOther.empty());
    Result = either(std::move(Result), Other);
  }
  return Result;
}

/// An argument of a function that is not looked into.
void CallEvaluator::passOutside(const Expr *Argument, QualType Parameter) {
  if (Argument->isGLValue()) {
    Value Address = Places.addressOf(Argument);
    QualType T = Argument->getType();
    bool OnlyRead = !Parameter.isNull() && Parameter->isReferenceType() &&
                    Parameter.getNonReferenceType().isConstQualified() &&
                    T->isScalarType() && !T->isPointerType();
    OnlyRead ? Touches.touch(Address, T, true, false, Argument)
             : Touches.touchAnywhere(Address, Argument);
    return;
  }
  Value V = Expressions.rvalue(Argument);
  if (Argument->getType()->isPointerType())
    Touches.touchAnywhere(V, Argument);
}

Value CallEvaluator::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  QualType T = E->getType();
  llvm::SmallVector<const Expr *, 8> Arguments(E->arguments());
  if (Selection Which = selectionOf(E); Which != Selection::None) {
    const Value Known = Numbers.chosen(selected(E, Which));
    // Through the constant reference one of the arguments may be stored to.
    if (!ChangesConstants)
      ChangesConstants = castsConstAway(Loop.Body, Ctx);
    if (*ChangesConstants)
      return addressValue(Arm::Nowhere);
    return llvm::all_of(Arguments, [&](auto *A) { return isFixed(A); })
               ? Objects.temporary(E->getType(), Known)
               : addressValue(Arm::Private);
  }
  // std::move and its like have no bodies.
  if (const MathRule *Rule = F ? findMathRule(*F) : nullptr;
      Rule && Rule->Form == MathForm::First) {
    for (const Expr *Argument : llvm::drop_begin(Arguments))
      Expressions.effects(Argument);
    return E->isGLValue() ? Places.addressOf(Arguments[0])
                          : Expressions.rvalue(Arguments[0]);
  }
  if (F && E->getNumArgs() == 1 &&
      llvm::is_contained({Builtin::BIaddressof, Builtin::BI__addressof,
                          Builtin::BI__builtin_addressof},
                         F->getBuiltinID()))
    return Places.addressOf(Arguments[0]);
  Value This;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  bool Virtual = false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    This = Object->getType()->isPointerType() ? Expressions.rvalue(Object)
                                              : Places.addressOf(Object);
    const auto *Name =
        dyn_cast<MemberExpr>(Member->getCallee()->IgnoreParens());
    Virtual = Method && Method->isVirtual() && !(Name && Name->hasQualifier());
  } else if (isa<CXXOperatorCallExpr>(E) && Method && !Method->isStatic()) {
    const Expr *Object = Arguments.front();
    Arguments.erase(Arguments.begin());
    if (Method->isTrivial() && isAssignment(Method)) {
      QualType Record = Ctx.getCanonicalTagType(Method->getParent());
      const Value From = Places.addressOf(Arguments[0]);
      Touches.touch(From, Record, true, false, E);
      This = Places.addressOf(Object);
      Touches.touch(This, Record, false, true, E);
      Places.keep(This, Record, Places.objectValue(From, Record, E));
      return This;
    }
    This = Places.addressOf(Object);
  } else if (isa<CXXOperatorCallExpr>(E) && Method) {
    Expressions.effects(Arguments.front());
    Arguments.erase(Arguments.begin());
  } else if (!F) {
    Expressions.effects(E->getCallee());
  }
  if (isa_and_nonnull<CXXDestructorDecl>(Method) && !Virtual &&
      Ends.destroy(This, E))
    return unknownValue();
  if (F)
    if (const auto Reordered = this->reordered(E)) {
      Touches.count(OpaqueCallOps);
      return *Reordered;
    }
  changesItself(E, This);
  Pointed.changesWhatItIsGiven(E, This, Arguments);
  const bool Followed = Pointed.mayLeadTo(E, This, Arguments);
  if (!Virtual && !Followed && !E->isValueDependent() && Frames.canEnter(F)) {
    Touches.count(1);
    uint64_t Found = 0;
    Value Result = enter(F, std::move(This), Arguments, Found);
    Searches.foundByCall(E, Found);
    return Result;
  }
  Touches.count(F && F->getBuiltinID() ? MathCallOps : OpaqueCallOps);
  if (F && movesBytes(E))
    return addressValue(Arm::Nowhere);
  if (Followed) {
    for (const Expr *Argument : Arguments)
      Objects.escape(Argument->isGLValue() ? Places.addressOf(Argument)
                                           : Expressions.rvalue(Argument));
    Objects.escape(This);
    return T->isPointerType() || E->isGLValue() ? addressValue(Arm::Nowhere)
                                                : Value{unknownArm(true)};
  }
  if (!Virtual && !E->isValueDependent() && CallFrames::isVisible(F))
    passBy(E, This, Arguments);
  // Where it was made nothing was said of what its calls do.
  if (Method && Method->getParent()->isLambda()) {
    const Stmt *Body = Method->getBody();
    Variables.forgetAssigned(Body);
    Touches.touchAnywhere(Variables.mentioned(Body), E);
  }
  for (auto [I, Argument] : llvm::enumerate(Arguments))
    passOutside(Argument, F && I < F->getNumParams()
                              ? F->getParamDecl(I)->getType()
                              : QualType());
  // Whatever else is done with an element that differs between iterations, its
  // address is given away to read it at least. Of two addresses in one array
  // one may be the end of a range.
  llvm::SmallVector<Value, 8> Given;
  if (Recorder.Occurrences)
    for (const Expr *A : Arguments)
      Given.push_back(A->getType()->isPointerType() ? Quiet.quietly(A)
                                                    : Value());
  for (auto [A, V] : llvm::zip(Arguments, Given))
    if (isPlaced(V) && namesAxes(V[0].Form) &&
        A->getType()->getPointeeType()->isScalarType() &&
        llvm::count_if(Given, [&](const Value &Other) {
          return isPlaced(Other) && Other[0].Base == V[0].Base;
        }) == 1)
      Touches.touch(V, A->getType()->getPointeeType(), true, false, A);
  if (!This.empty())
    Touches.touchAnywhere(This, E);
  if (Value Known = Ranks.rankedCall(E, Quiet); !Known.empty())
    return Known;
  // The number of the thread, say.
  bool Own = F && !F->getBuiltinID() && !F->hasAttr<ConstAttr>();
  return T->isPointerType() || E->isGLValue() ? addressValue(Arm::Nowhere)
                                              : Value{unknownArm(Own)};
}

bool CallEvaluator::constructAt(const Value &Address, const Expr *E) {
  const CXXConstructorDecl *C = nullptr;
  llvm::SmallVector<const Expr *, 4> Arguments;
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E)) {
    C = Made->getConstructor();
    Arguments.assign(Made->arg_begin(), Made->arg_end());
  } else if (const auto *Base = dyn_cast<CXXInheritedCtorInitExpr>(E);
             Base && Frames.innermost().Function) {
    // What the constructor of the derived class is given goes on to it.
    C = Base->getConstructor();
    AstFactory Make(Ctx, Loop.Loc);
    for (ParmVarDecl *P : Frames.innermost().Function->parameters())
      Arguments.push_back(P->getType()->isReferenceType() ? Make.lvalue(P)
                                                          : Make.value(P));
  }
  if (!C || !Frames.canEnter(C) || Arguments.size() != C->getNumParams() ||
      (C->isTrivial() && C->isCopyOrMoveConstructor()))
    return false;
  enter(C, Address, Arguments);
  return true;
}

Value CallEvaluator::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *C = E->getConstructor();
  if (C->isTrivial() && C->isCopyOrMoveConstructor() && E->getNumArgs() == 1) {
    const Expr *From = E->getArg(0);
    if (!From->isGLValue())
      return Expressions.rvalue(From);
    const Value Address = Places.addressOf(From);
    Touches.touch(Address, E->getType(), true, false, From);
    return Places.objectValue(Address, E->getType(), From);
  }
  const Value Made = Objects.temporary();
  if (constructAt(Made, E))
    return onlyScalar(E->getType(), Ctx).isNull()
               ? Made
               : Places.objectValue(Made, E->getType(), E);
  for (auto [I, Argument] : llvm::enumerate(E->arguments()))
    passOutside(Argument, I < C->getNumParams() ? C->getParamDecl(I)->getType()
                                                : QualType());
  return unknownValue();
}
