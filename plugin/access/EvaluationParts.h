// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- EvaluationParts.h - what evaluating a body keeps -------------------===//
//
// One evaluation's state, with what looks after variables and conditions, and
// what those see of it that evaluate a kind of nodes.
//
//   TrackedVariables.cpp   variables of the body
//   AccessConditions.cpp   what conditions tell
#ifndef TWOFOLD_PLUGIN_ACCESS_EVALUATIONPARTS_H
#define TWOFOLD_PLUGIN_ACCESS_EVALUATIONPARTS_H

#include "access/AccessTouches.h"
#include "access/LocalObjects.h"
#include "access/StowedValues.h"
#include "ast/Nodes.h"

namespace twofold {

/// Variables that the body declares or may change, as the path's state has
/// them. One whose address is taken is not tracked.
class TrackedVariables : EvaluationView {
  LocalObjects &Objects;

  using Seen = llvm::SmallPtrSetImpl<const clang::VarDecl *>;
  Value forgotten(const clang::VarDecl *D);
  void addCandidates(const clang::VarDecl *D, Value &Out, Seen &Visited);
  void addMentioned(const clang::Stmt *S, Value &Out, Seen &Visited);
  Value stepped(const clang::VarDecl *D, const VariableUses &Uses);

public:
  TrackedVariables(Evaluation &In, LocalObjects &Objects)
      : EvaluationView(In), Objects(Objects) {}

  Value variable(const clang::VarDecl *D);
  void assign(const clang::VarDecl *D, Value V);
  void forgetAssigned(const clang::Stmt *S);
  Value named(Value V, clang::QualType T);
  void nameAssigned(const clang::Stmt *S);
  /// Everywhere that what S mentions may point to.
  Value mentioned(const clang::Stmt *S);
  /// The object whose member is evaluated.
  Value thisAddress() const;
};

/// Conditions as facts of the path, and as numbers that are 0 or 1.
class AccessConditions : EvaluationView {
  ComputedNumbers &Numbers;
  CallValues &Values;
  QuietEvaluator &Quiet;

  bool assumeComparison(const clang::BinaryOperator *B, bool Truth);
  bool assumeFacts(clang::BinaryOperatorKind Op, Arm L, Arm R, IntegerType T);
  bool assumeNumbers(clang::BinaryOperatorKind Op, const Arm &Left,
                     const Arm &Right);
  bool assumeNumber(const clang::Expr *E, bool Truth);
  bool assumeAddresses(clang::BinaryOperatorKind Op, const clang::Expr *Left,
                       const clang::Expr *Right);
  bool assumePlaces(clang::BinaryOperatorKind Op, const Value &Left,
                    const Value &Right);
  bool assumeRanks(clang::BinaryOperatorKind Op, bool Truth,
                   const clang::Expr *Left, const clang::Expr *Right);
  bool assumeEither(const clang::BinaryOperator *E, bool Truth);
  bool assumeFlag(const clang::Expr *E, bool Truth);
  std::optional<Arm> rank(const clang::Expr *E);

public:
  AccessConditions(Evaluation &In, ComputedNumbers &Numbers, CallValues &Values,
                   QuietEvaluator &Quiet)
      : EvaluationView(In), Numbers(Numbers), Values(Values), Quiet(Quiet) {}

  /// Adds what it tells to the path's facts. True: these say no less than that
  /// the condition has the truth value.
  bool assumeCondition(const clang::Expr *E, bool Truth);
  /// The same of a condition of type T that changes something, and which Is.
  bool assumeValue(const Value &Is, clang::QualType T, bool Truth);
  /// The truth of E, whose operands are Left and Right.
  Value compared(const clang::BinaryOperator *E, const Value &Left,
                 const Value &Right);
  std::optional<Arm> holding(const clang::Expr *Condition, bool Truth);
  /// 1 where A, of type T, is one of the numbers from Low to High, else 0.
  std::optional<Arm> within(const Arm &A, int64_t Low, int64_t High,
                            IntegerType T);
  Value truth(const clang::Expr *E);
};

/// One evaluation's state, each part of it with whoever looks after it. The
/// lower ones know those above them.
struct EvaluationParts {
  Evaluation In;
  QuietEvaluator &Quiet;
  AccessPath Path;
  ComputedNumbers Numbers{In};
  FloatRanks Ranks{In, Numbers};
  CallValues Values{In, Ranks};
  LocalObjects Objects{In};
  StowedValues Stowed{In, Objects};
  TrackedVariables Variables{In, Objects};
  AccessConditions Conditions{In, Numbers, Values, Quiet};
  AccessSearches Searches{In, Quiet};
  AccessTouches Touches{In, Path, Searches, Ranks, Values, Objects};

  EvaluationParts(const ParallelLoop &Loop, clang::ASTContext &Ctx,
                  AccessRecorder &Recorder, bool FollowsLoads,
                  QuietEvaluator &Quiet)
      : In{Loop, Ctx, Recorder, FollowsLoads}, Quiet(Quiet) {}
};

struct NodeEvaluators;
class CallEvaluator;
class ExpressionEvaluator;
class LoopEvaluator;
class LoopReplays;
class ObjectEnds;
class PlaceEvaluator;
class PointedCalls;
class StatementEvaluator;

/// The parts of the evaluation, and those that evaluate other kinds of nodes.
/// Whoever derives from it keeps nothing of the evaluation itself.
class NodeEvaluator : protected EvaluationView {
public:
  NodeEvaluator(EvaluationParts &Parts, NodeEvaluators &All);

protected:
  QuietEvaluator &Quiet;
  AccessPath &Path;
  ComputedNumbers &Numbers;
  FloatRanks &Ranks;
  CallValues &Values;
  LocalObjects &Objects;
  StowedValues &Stowed;
  TrackedVariables &Variables;
  AccessConditions &Conditions;
  AccessSearches &Searches;
  AccessTouches &Touches;
  CallEvaluator &Calls;
  ObjectEnds &Ends;
  ExpressionEvaluator &Expressions;
  LoopEvaluator &Loops;
  LoopReplays &Replays;
  PlaceEvaluator &Places;
  PointedCalls &Pointed;
  StatementEvaluator &Statements;

  /// The function comes here wherever the facts hold that it has collected.
  bool comesByFacts() const {
    return FollowsLoads && !State.Untold && Path.isToldSinceCall();
  }
};

} // namespace twofold

#endif
