// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessEvaluator.cpp - the whole body, and what is around it --------===//
#include "access/AccessEvaluator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

NodeEvaluator::NodeEvaluator(EvaluationParts &Parts, NodeEvaluators &All)
    : EvaluationView(Parts.In), Quiet(Parts.Quiet), Path(Parts.Path),
      Numbers(Parts.Numbers), Ranks(Parts.Ranks), Values(Parts.Values),
      Objects(Parts.Objects), Stowed(Parts.Stowed), Variables(Parts.Variables),
      Conditions(Parts.Conditions), Searches(Parts.Searches),
      Touches(Parts.Touches), Calls(All.Calls), Ends(All.Ends),
      Expressions(All.Expressions), Loops(All.Loops), Replays(All.Replays),
      Places(All.Places), Pointed(All.Pointed), Statements(All.Statements) {}

void AccessEvaluator::begin() {
  auto Own = std::make_unique<CallFrame>();
  Own->Uses = collectUses(In.Loop.Body);
  Own->Irreducible = jumpsAround(In.Loop.Body);
  In.Frames.push(std::move(Own));
}

void AccessEvaluator::evaluateBody() {
  begin();
  // Range loops declare their variable outside the body proper.
  Nodes.Statements.visit(In.Loop.Body);
  Nodes.Ends.endBlock(0);
}

Value AccessEvaluator::quietly(const Expr *E) {
  return silently([&] { return Nodes.Expressions.rvalue(E); });
}

Value AccessEvaluator::quietlyAfter(const Expr *E, const VarDecl *D) {
  return silently([&] {
    Nodes.Expressions.effects(E);
    auto It = In.State.Variables.find(D);
    return It == In.State.Variables.end() ? unknownValue() : It->second;
  });
}

Value AccessEvaluator::silently(llvm::function_ref<Value()> Evaluate) {
  // Conditions within conditions would repeat each other without end.
  constexpr unsigned MaxRepetitions = 20000;
  if (++In.Repetitions > MaxRepetitions)
    return unknownValue();
  llvm::SaveAndRestore Silent(In.Muted, In.Muted + 1);
  PathState Before = In.State;
  Value V = Evaluate();
  In.State = std::move(Before);
  return V;
}

Value AccessEvaluator::valueOf(const Expr *E) {
  if (In.Frames.empty())
    begin();
  return quietly(E);
}

void AccessEvaluator::define(const VarDecl *D, Value V) {
  Parts.Variables.assign(D, std::move(V));
}

StoredPlaces AccessEvaluator::storesOf(const ParallelLoop &Loop,
                                       ASTContext &Ctx) {
  AccessRecorder Recorder(Loop, Ctx);
  AccessEvaluator Evaluator(Loop, Ctx, Recorder);
  llvm::SmallVector<Occurrence, 16> Unused;
  Recorder.Occurrences = &Unused;
  Evaluator.evaluateBody();
  return Evaluator.Parts.Touches.takeStored();
}

/// Memory after the record's end belongs to it too.
static bool hasFlexibleArray(QualType T) {
  const auto *R = T->getAsRecordDecl();
  return R && R->hasFlexibleArrayMember();
}

void AccessEvaluator::findExtents() {
  llvm::SaveAndRestore Clause(In.InClause, true);
  for (Base &B : In.Recorder.model().Bases) {
    const Capture *Known = nullptr;
    for (const Capture &C : In.Loop.Captures)
      if (C.Arg == B.Arg)
        Known = &C;
    if (!Known)
      continue; // the start of a pointer loop
    if (Known->Kind == Sharing::Reference) {
      if (!hasFlexibleArray(Known->Type))
        B.Extent = Parts.Values.sizeOf(Known->Type);
    } else if (Known->Kind == Sharing::This) {
      B.Extent = Parts.Values.sizeOf(Known->Type->getPointeeType());
    }
    // Not `T a[static n]`: it promises n elements at least, not at most.
  }
  for (const ExtentClause &Given : In.Loop.Given.Extents) {
    if (Given.Member)
      continue; // of the lowered copy, where it is a variable
    std::optional<unsigned> Number = In.Recorder.baseOf(Given.Pointer);
    if (!Number || !Given.Pointer->getType()->isPointerType())
      continue;
    MaybeForm Size =
        Parts.Values.sizeOf(Given.Pointer->getType()->getPointeeType());
    Value Count = Nodes.Expressions.rvalue(Given.Count);
    if (!Size || Count.size() != 1)
      continue;
    Arm A = exact(Count[0], IntegerType::of(Given.Count->getType(), In.Ctx));
    if (A.What == Arm::Unknown && Parts.Values.isComposable(Given.Count))
      A = Parts.Values.atom(Given.Count)[0];
    if (A.What == Arm::Integer && !namesAxes(A.Form))
      In.Recorder.model().Bases[*Number].Extent = product(A.Form, *Size);
  }
}

MaybeForm AccessEvaluator::invariant(const Expr *E) {
  IntegerType T = E ? IntegerType::of(E->getType(), In.Ctx) : IntegerType();
  if (!T || E->isValueDependent() || E->HasSideEffects(In.Ctx))
    return std::nullopt;
  assert(!In.Frames.empty() && "the body has been gone into");
  llvm::SaveAndRestore Outside(In.InClause, true);
  Value V = quietly(E);
  if (V.size() != 1 || V[0].What != Arm::Integer || namesAxes(V[0].Form))
    return std::nullopt;
  Arm A = exact(V[0], T);
  if (llvm::any_of(A.Checks, [&](const RangeCheck &C) {
        return !In.Recorder.holdsInReach(C);
      }))
    return std::nullopt;
  return A.Form;
}
