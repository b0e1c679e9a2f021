// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- TrackedVariables.cpp - what the body's variables are ---------------===//
#include "access/IntegerArithmetic.h"
#include "access/NodeEvaluators.h"

using namespace clang;
using namespace twofold;

Value TrackedVariables::variable(const VarDecl *D) {
  if (!In.isIrreducible() && !Frames.escapes(D))
    if (auto It = State.Variables.find(D);
        It != State.Variables.end() && !It->second.empty())
      return It->second;
  return forgotten(D);
}

Value TrackedVariables::forgotten(const VarDecl *D) {
  if (!D->getType()->isPointerType())
    return unknownValue();
  Value Out;
  llvm::SmallPtrSet<const VarDecl *, 8> Visited;
  addCandidates(D, Out, Visited);
  return Out.empty() ? addressValue(Arm::Null) : Out;
}

void TrackedVariables::assign(const VarDecl *D, Value V) {
  QualType T = D->getType();
  if (!T->isPointerType() && !IntegerType::of(T, Ctx) &&
      !(FollowsLoads && T->isRealFloatingType()))
    return;
  Value &Known = State.Variables[D];
  // With gotos about, what was assigned before may come back.
  Known = In.isIrreducible() ? either(std::move(Known), wild(V)) : std::move(V);
}

/// What D may be behind steps alone, which lead to other elements of the same
/// memory; empty: it is more than stepped, or nobody knows what it was.
Value TrackedVariables::stepped(const VarDecl *D, const VariableUses &Uses) {
  const auto Known = State.Variables.find(D);
  if (!D->getType()->isPointerType() || Known == State.Variables.end() ||
      In.isIrreducible() || Frames.escapes(D) ||
      !llvm::all_of(Uses.Writes, [](const Expr *Write) {
        const auto *Step = dyn_cast<UnaryOperator>(Write);
        return isa<CompoundAssignOperator>(Write) ||
               (Step && Step->isIncrementDecrementOp());
      }))
    return {};
  return wild(Known->second);
}

void TrackedVariables::forgetAssigned(const Stmt *S) {
  if (!S)
    return;
  Objects.forgetChanged(S);
  BodyUses Uses = collectUses(S);
  for (auto &[D, U] : Uses.Variables)
    if (const auto *V = dyn_cast<VarDecl>(D); V && !U.Writes.empty())
      if (!V->getType()->isReferenceType() && !V->getType()->isRecordType()) {
        Value Other = stepped(V, U);
        assign(V, Other.empty() ? forgotten(V) : std::move(Other));
      }
}

/// V as the value of a variable of type T: two uses of it are one number, if
/// nobody knows which.
Value TrackedVariables::named(Value V, QualType T) {
  IntegerType Type = IntegerType::of(T, Ctx);
  if (!In.NamesNumbers || !Type || Type.Width > 64 || In.InClause ||
      In.isIrreducible() || (V.size() == 1 && V[0].What == Arm::Integer))
    return V;
  Axis A;
  A.Virtual = true;
  A.Unknown = Type.Width == 64;
  if (!A.Unknown) {
    A.Lower = constantForm(Type.min());
    A.Upper = constantForm(Type.max());
  }
  Value Name = integerValue(axisForm(Recorder.addAxis(std::move(A))));
  if (Type.Unsigned && Type.Width == 64)
    Name[0].Checks.push_back({Name[0].Form, 0, INT64_MAX});
  return Name;
}

/// S, which assigned variables, has been left.
void TrackedVariables::nameAssigned(const Stmt *S) {
  if (!In.NamesNumbers || !S || In.isIrreducible())
    return;
  BodyUses Uses = collectUses(S);
  for (auto &[D, U] : Uses.Variables)
    if (const auto *V = dyn_cast<VarDecl>(D); V && !U.Writes.empty())
      if (auto It = State.Variables.find(V);
          It != State.Variables.end() && !V->getType()->isReferenceType())
        It->second = named(std::move(It->second), V->getType());
}

/// Everywhere that D may point to, whichever assignments have run.
void TrackedVariables::addCandidates(const VarDecl *D, Value &Out,
                                     Seen &Visited) {
  if (!Visited.insert(D).second)
    return;
  if (auto It = State.Variables.find(D); It != State.Variables.end())
    Out = either(std::move(Out), wild(It->second));
  else if (isa<ParmVarDecl>(D))
    Out = either(std::move(Out), addressValue(Arm::Nowhere));
  if (Frames.escapes(D)) // assigned through its address
    Out = either(std::move(Out), addressValue(Arm::Nowhere));
  addMentioned(D->getInit(), Out, Visited);
  for (const std::unique_ptr<CallFrame> &F : Frames)
    for (const Expr *Write : F->Uses.of(D).Writes)
      if (const auto *B = dyn_cast<BinaryOperator>(Write);
          B && B->getOpcode() == BO_Assign)
        addMentioned(B->getRHS(), Out, Visited);
}

void TrackedVariables::addMentioned(const Stmt *S, Value &Out, Seen &Visited) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  auto Add = [&](Value V) { Out = either(std::move(Out), wild(V)); };
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *D = dyn_cast<VarDecl>(Ref->getDecl());
    if (!D)
      return;
    QualType T = D->getType();
    if (auto Base = Recorder.baseOf(D)) {
      Add(memoryAt(*Base));
    } else if (T->isReferenceType()) {
      auto It = State.Variables.find(D);
      Add(It != State.Variables.end() ? It->second
                                      : addressValue(Arm::Nowhere));
    } else if (T->isPointerType()) {
      addCandidates(D, Out, Visited);
    } else {
      Add(Objects.addressOf(D));
    }
    return;
  }
  if (const auto *C = dyn_cast<CastExpr>(S)) {
    bool FromMemory = C->getCastKind() == CK_LValueToRValue &&
                      C->getType()->isPointerType() &&
                      !isa<DeclRefExpr>(C->getSubExpr()->IgnoreParens());
    if (FromMemory || C->getCastKind() == CK_IntegralToPointer ||
        C->getCastKind() == CK_BaseToDerived)
      Add(addressValue(Arm::Nowhere));
  } else if (isa<CXXThisExpr>(S)) {
    Add(thisAddress());
  } else if (const auto *C = dyn_cast<CallExpr>(S);
             C && C->getType()->isPointerType()) {
    Add(addressValue(Arm::Nowhere));
  }
  for (const Stmt *Child : S->children())
    addMentioned(Child, Out, Visited);
}

Value TrackedVariables::mentioned(const Stmt *S) {
  Value Out;
  llvm::SmallPtrSet<const VarDecl *, 8> Visited;
  addMentioned(S, Out, Visited);
  return Out;
}

Value TrackedVariables::thisAddress() const {
  if (Frames.size() > 1)
    return Frames.innermost().This;
  const auto Base = Recorder.baseOf(nullptr);
  if (!Base)
    return addressValue(Arm::Nowhere);
  return memoryAt(*Base);
}
