// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/ObjectAssignments.h"
#include "ast/ObjectParts.h"
#include "model/AssignmentFlow.h"
#include "model/LoopModelBuilder.h"
#include "model/ReductionForms.h"
#include "model/SharingReport.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {

/// A sum or product of values that its variable cannot hold as they are.
static bool isRounded(const BinaryOperator &Update) {
  const auto *Compound = dyn_cast<CompoundAssignOperator>(&Update);
  return Compound &&
         llvm::is_contained({BO_AddAssign, BO_SubAssign, BO_MulAssign},
                            Update.getOpcode()) &&
         Compound->getComputationResultType()->isFloatingType() &&
         Update.getType()->isIntegerType();
}
namespace {

class ScalarInference {
  ParallelLoop &Loop;
  const BodyUses &Uses;
  ASTContext &Ctx;
  SharingReport Report;
  ReductionForms Forms;
  llvm::DenseMap<const ValueDecl *, IterationFlow> Flows;
  /// Combined with the minimum or maximum that the value names.
  llvm::DenseMap<const ValueDecl *, const ValueDecl *> Followed;

public:
  ScalarInference(ParallelLoop &Loop, const BodyUses &Uses,
                  ReductionForms Forms, ASTContext &Ctx, Diagnostics &Diags)
      : Loop(Loop), Uses(Uses), Ctx(Ctx), Report(Loop, Ctx, Diags),
        Forms(std::move(Forms)) {}

  bool run(ArrayRef<ValueDecl *> Variables);

private:
  void findFollowers();
  void checkClause(Capture &C);
  void checkReduction(Capture &C);
  bool settle(Capture &C, const IterationFlow &Flow);
  void infer(ValueDecl *D);
  void inferReduction(ValueDecl *D);
  void follow(ValueDecl *D);
  void lead(Capture &C);
  void combine(Capture &C, const ReductionUpdate &First);
  Capture &capture(ValueDecl *D, Sharing Kind);
  VarDecl *leader(const ValueDecl *D);
  void assignments(const ValueDecl *D, const ValueDecl *Leader,
                   bool Restarts = false);
  void note(Capture &C, bool Restarts = false);
  void lastAssigned(Capture &C);
};

/// Must not be called while a reference to another capture is in use.
Capture &ScalarInference::capture(ValueDecl *D, Sharing Kind) {
  Capture C = captureOf(D, *Uses.of(D).References.front());
  C.Kind = Kind;
  Loop.Captures.push_back(C);
  return Loop.Captures.back();
}

/// A new number that says which iteration D's value is from.
VarDecl *ScalarInference::leader(const ValueDecl *D) {
  QualType Number = Ctx.getIntTypeForBitwidth(64, false);
  AstFactory Make(Ctx, Loop.Loc);
  if (!Loop.Iteration)
    Loop.Iteration =
        Make.variable(Loop.Function, "twofold_iteration", Number, nullptr);
  Capture C;
  C.Decl = Make.variable(Loop.Function, (D->getName() + "_from").str(), Number,
                         nullptr);
  C.Type = Number;
  C.Kind = Sharing::Reduction;
  C.Op = ReductionOp::Chosen;
  C.Leader = C.Decl;
  C.Internal = true;
  C.FirstUse = Loop.Loc;
  Loop.Captures.push_back(C);
  return cast<VarDecl>(Loop.Captures.back().Decl);
}

/// Each plain assignment of D is to note the iteration in Leader, or whether it
/// restarted.
void ScalarInference::assignments(const ValueDecl *D, const ValueDecl *Leader,
                                  bool Restarts) {
  for (const Expr *Write : Uses.of(D).Writes) {
    const auto *B = dyn_cast<BinaryOperator>(Write);
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(Write);
    const Expr *Left = B && B->getOpcode() == BO_Assign ? B->getLHS()
                       : Call && assignsWhole(*Call)    ? Call->getArg(0)
                                                        : nullptr;
    // Parts of an object change only after the whole was assigned.
    if (Left && isa<DeclRefExpr>(Left->IgnoreParens()))
      Loop.Marks.push_back({Write, Leader, Restarts});
  }
}

/// C gets a leader of its own.
void ScalarInference::note(Capture &C, bool Restarts) {
  const ValueDecl *D = C.Decl;
  size_t Number = &C - Loop.Captures.data();
  const ValueDecl *Leader = leader(D);
  Loop.Captures[Number].Leader = Leader;
  assignments(D, Leader, Restarts);
}

/// The value of the last iteration that assigned it, if any did.
void ScalarInference::lastAssigned(Capture &C) {
  C.Kind = Sharing::Reduction;
  C.Op = ReductionOp::Chosen;
  note(C);
}

/// What C is, which each iteration assigns before it is used: each thread's
/// copy does for that, and no iteration adds to another's value. After the loop
/// it has the last one's, as in the serial program. False: that may be of
/// several iterations.
bool ScalarInference::settle(Capture &C, const IterationFlow &Flow) {
  const bool Private = !observedAfter(Loop, C.Decl, Ctx);
  C.Kind = Private ? Sharing::Private : Sharing::LastPrivate;
  if (!Private && !Flow.AssignedAtEnd && Flow.WholeFirst)
    lastAssigned(C);
  return Private || Flow.AssignedAtEnd || Flow.WholeFirst;
}

/// Which variables come along with a minimum or maximum. They look as if the
/// iteration assigned them under a condition of its own.
void ScalarInference::findFollowers() {
  for (auto &[D, Form] : Forms)
    for (const ReductionUpdate &Update : Form.Updates)
      for (const DeclRefExpr *Ref : Update.Followers)
        Followed.try_emplace(Ref->getDecl(), D);
}

/// D is captured as a reduction. Which others come along with it?
void ScalarInference::follow(ValueDecl *D) {
  const VariableForms &Form = Forms[D];
  const ReductionUpdate &First = Form.Updates.front();
  llvm::SmallPtrSet<const DeclRefExpr *, 4> Known;
  for (const ReductionUpdate &Update : Form.Updates)
    Known.insert_range(Update.Followers);
  SmallVector<ValueDecl *, 2> Followers;
  for (const DeclRefExpr *Ref : First.Followers) {
    auto *Follower = const_cast<ValueDecl *>(Ref->getDecl());
    for (const DeclRefExpr *Use : Uses.of(Follower).References)
      if (!Known.contains(Use))
        return Report.followerUsed(Follower, *Use, D, First);
    if (Loop.capture(Follower))
      return Report.followerClause(Follower, D, First);
    if (!Follower->getType().getNonReferenceType()->isScalarType())
      return Report.shared(Follower, *Uses.of(Follower).Writes.front());
    Followers.push_back(Follower);
  }
  for (const ReductionUpdate &Update : Form.Updates)
    if (Update.Rounds)
      return Report.fail(D, Update.Where->getExprLoc(),
                         diag::Id::ReductionRounds, {spelling(Update.Op)});

  const ValueDecl *Leader = leader(D);
  for (Capture &C : Loop.Captures)
    if (C.Decl == D) {
      C.Leader = Leader;
      C.LastWins = First.LastWins;
    }
  assignments(D, Leader);
  for (ValueDecl *Follower : Followers) {
    Capture &F = capture(Follower, Sharing::Reduction);
    F.Op = ReductionOp::Chosen;
    F.Leader = Leader;
  }
}

/// Partial results that need more than their value to be combined.
void ScalarInference::lead(Capture &C) {
  const ValueDecl *D = C.Decl;
  // What is neither 0 nor 1 stays so unless it is updated.
  bool Kept = isLogical(C.Op) && !C.Type->isBooleanType() &&
              !Flows.find(D)->second.AssignedAtEnd;
  if (isOrdered(C.Op) || Kept)
    note(C, /*Restarts=*/!Kept);
}

/// C is a reduction, by the operation of its First update.
void ScalarInference::combine(Capture &C, const ReductionUpdate &First) {
  ValueDecl *D = C.Decl;
  C.Op = First.Op;
  lead(C);
  if (!First.Followers.empty())
    follow(D);
}

/// D's uses must be updates by one operation.
void ScalarInference::inferReduction(ValueDecl *D) {
  const VariableForms &Form = Forms[D];
  const ReductionUpdate &First = Form.Updates.front();
  if (const DeclRefExpr *Stray = strayReference(Form, Uses.of(D)))
    return Report.readElsewhere(D, *Stray, First.Op, First.Where);
  if (const ReductionUpdate *Other = mixedUpdate(Form))
    return Report.mixed(D, First, *Other);
  combine(capture(D, Sharing::Reduction), First);
}

void ScalarInference::infer(ValueDecl *D) {
  if (Loop.capture(D) || Report.failed(D))
    return;
  const VariableUses &Use = Uses.of(D);
  if (auto It = Followed.find(D); It != Followed.end()) {
    // Captured with its minimum, unless that was reported.
    if (!Report.failed(It->second))
      Report.followerUsed(D, *Use.References.front(), It->second,
                          Forms.find(It->second)->second.Updates.front());
    return;
  }
  const VariableForms &Form = Forms[D];
  QualType T = D->getType().getNonReferenceType();
  const IterationFlow &Flow = Flows.find(D)->second;
  bool Object = T->isRecordType();
  // Nothing but sums and the like of its members, which are shared elements.
  if (Object && Form.MemberUpdates == Use.References.size()) {
    capture(D, Sharing::Reference);
    return;
  }
  // Of arrays and the like the elements that are shared are somebody else's.
  if (T->isArrayType() || Use.Writes.empty()) {
    bool Own =
        !Flow.Leaves && Flow.AssignedBeforeUse && !observedAfter(Loop, D, Ctx);
    capture(D, Own ? Sharing::Private : Sharing::Reference);
    return;
  }
  bool Leaves = Object ? Flow.Leaves : Use.Escapes;
  if (Object && !Form.Updates.empty() && (Leaves || !Flow.AssignedBeforeUse))
    return inferReduction(D);
  if (Leaves || !(T->isScalarType() || T.isTriviallyCopyableType(Ctx)))
    return Report.shared(D, *Use.Writes.front());
  if (Flow.AssignedBeforeUse) {
    if (settle(capture(D, Sharing::Private), Flow))
      return;
    auto Parts = membersIn(T, Flow.Assigned, Ctx);
    if (!Parts || !Flow.EndsAlike) {
      Loop.Captures.pop_back();
      return Report.shared(D, *Use.Writes.front());
    }
    Loop.Captures.back().Parts = std::move(*Parts);
    return;
  }
  if (T->isPointerType() && llvm::any_of(Use.Writes, [](const Expr *Write) {
        return isa<UnaryOperator, CompoundAssignOperator>(Write);
      }))
    return Report.fail(D, Use.Writes.front()->getExprLoc(),
                       diag::Id::PointerMoves);
  if (!Form.Updates.empty())
    inferReduction(D);
  else if (Form.Strange)
    Report.fail(D, Form.Strange->getExprLoc(),
                isRounded(*Form.Strange) ? diag::Id::ReductionRounds
                                         : diag::Id::ReductionOperator,
                {Form.Strange->getOpcodeStr().str()});
  else
    Report.readFirst(D, *Flow.EarlyUse, *Use.Writes.front());
}

/// A minimum may be written in ways that are not known here.
void ScalarInference::checkReduction(Capture &C) {
  bool Extremum = C.Op == ReductionOp::Min || C.Op == ReductionOp::Max;
  ValueDecl *D = C.Decl;
  const VariableForms &Form = Forms[D];
  if (const DeclRefExpr *Stray = strayReference(Form, Uses.of(D))) {
    const IterationFlow &Flow = Flows.find(D)->second;
    if (C.Type->isScalarType() && !Uses.of(D).Escapes &&
        Flow.AssignedBeforeUse && settle(C, Flow))
      return;
    if (!Extremum && Form.Updates.empty() && Form.Strange &&
        isRounded(*Form.Strange))
      return Report.fail(D, Form.Strange->getExprLoc(),
                         diag::Id::ReductionRounds,
                         {Form.Strange->getOpcodeStr().str()});
    if (!Extremum)
      Report.readElsewhere(D, *Stray, C.Op,
                           Form.Updates.empty() ? nullptr
                                                : Form.Updates.front().Where);
    return;
  }
  // Who asks for a minimum by name does not ask what becomes of NaN.
  for (const ReductionUpdate &Update : Form.Updates)
    if (isOrdered(Update.Op) && Extremum)
      return;
  for (const ReductionUpdate &Update : Form.Updates)
    if (StringRef(spelling(Update.Op)) != spelling(C.Op))
      return Report.fail(D, Update.References.front()->getExprLoc(),
                         diag::Id::ReductionClause,
                         {spelling(Update.Op), spelling(C.Op)});
  if (const ReductionUpdate *Other = mixedUpdate(Form))
    return Report.mixed(D, Form.Updates.front(), *Other);
  combine(C, Form.Updates.front());
}

/// What a clause says must be true of the body.
void ScalarInference::checkClause(Capture &C) {
  const VariableUses &Use = Uses.of(C.Decl);
  if (C.Kind == Sharing::Reduction)
    return checkReduction(C);
  if (Use.Escapes || !C.Type->isScalarType())
    return;
  const IterationFlow &Flow = Flows.find(C.Decl)->second;
  if (!Flow.AssignedBeforeUse)
    Report.privateRead(C.Decl, *Flow.EarlyUse,
                       C.Kind == Sharing::Private ? "private" : "lastprivate");
  else if (C.Kind == Sharing::LastPrivate && !Flow.AssignedAtEnd)
    lastAssigned(C);
}

bool ScalarInference::run(ArrayRef<ValueDecl *> Variables) {
  SmallVector<ValueDecl *, 8> All(Variables);
  SmallVector<ValueDecl *, 4> Named;
  for (const Capture &C : Loop.Captures)
    if (C.Kind == Sharing::Private || C.Kind == Sharing::LastPrivate ||
        C.Kind == Sharing::Reduction)
      if (Uses.Variables.count(C.Decl))
        Named.push_back(C.Decl);
  All.append(Named);
  if (All.empty())
    return true;
  findFollowers();
  SmallVector<IterationFlow, 4> Each = followAssignments(Loop, Uses, All, Ctx);
  for (size_t I = 0; I != All.size(); ++I)
    Flows[All[I]] = Each[I];

  for (ValueDecl *D : Named)
    for (Capture &C : Loop.Captures)
      if (C.Decl == D) {
        checkClause(C);
        break;
      }
  // Minima and maxima first: others may come along with them.
  for (bool Leads : {true, false})
    for (ValueDecl *D : Variables)
      if (llvm::any_of(Forms[D].Updates, [](const ReductionUpdate &Update) {
            return !Update.Followers.empty();
          }) == Leads)
        infer(D);
  return Report.ok();
}

} // namespace

bool inferScalars(ParallelLoop &Loop, const BodyUses &Uses,
                  ReductionForms Forms, ArrayRef<ValueDecl *> Variables,
                  ASTContext &Ctx, Diagnostics &Diags) {
  return ScalarInference(Loop, Uses, std::move(Forms), Ctx, Diags)
      .run(Variables);
}

} // namespace twofold
