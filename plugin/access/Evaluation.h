// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Evaluation.h - where the evaluation of a loop's body stands --------===//
#ifndef TWOFOLD_PLUGIN_ACCESS_EVALUATION_H
#define TWOFOLD_PLUGIN_ACCESS_EVALUATION_H

#include "access/AccessRecorder.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include <memory>

namespace twofold {

/// One function's body being evaluated: the loop's own or a callee's.
struct CallFrame {
  const clang::FunctionDecl *Function = nullptr;
  BodyUses Uses;
  bool Irreducible = false;
  Value This;
  Value Returned;
  bool Returns = false;
  const PathState *AtEntry = nullptr; ///< what holds there; null: the loop's
  llvm::SmallVector<PathEnd, 2> Ends; ///< where a callee returns
  size_t OuterLoops = 0;              ///< around the call
  size_t OuterLiving = 0;             ///< objects that do not end with it
  uint64_t Found = 0; ///< where searches have led to what it returns
  size_t OuterFacts = 0;
};

/// The bodies that are being evaluated, the loop's own first.
class CallFrames {
  llvm::SmallVector<std::unique_ptr<CallFrame>, 4> Frames;
  unsigned Entries = 0; ///< that have been made, which are given up in time

public:
  bool empty() const { return Frames.empty(); }
  size_t size() const { return Frames.size(); }
  auto begin() const { return Frames.begin(); }
  auto end() const { return Frames.end(); }
  CallFrame &innermost() { return *Frames.back(); }
  const CallFrame &innermost() const { return *Frames.back(); }
  void push(std::unique_ptr<CallFrame> F) { Frames.push_back(std::move(F)); }
  /// The innermost one, which has come to its end.
  std::unique_ptr<CallFrame> pop() { return Frames.pop_back_val(); }

  /// F's body may be looked into: it is there, and not too deep inside.
  bool canEnter(const clang::FunctionDecl *F) const {
    return isVisible(F) && !whyNotEntered(*F);
  }
  /// Its body is there.
  static bool isVisible(const clang::FunctionDecl *F);
  /// Why the body of F, which is there, is not looked into, as the end of "F,
  /// which ..."; null: it is.
  const char *whyNotEntered(const clang::FunctionDecl &F) const;
  void countEntry() { ++Entries; }
  /// Somebody may change D without naming it.
  bool escapes(const clang::VarDecl *D) const;
  /// D, a number, may have other names.
  bool hasNames(const clang::VarDecl *D) const;
  /// D is a parameter or variable of a function that is being looked into.
  bool isOfCallee(const clang::ValueDecl *D) const;
};

/// What all parts of one evaluation have in common.
struct Evaluation {
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AccessRecorder &Recorder;
  /// Numbers in memory get axes that stand for them, so that places which they
  /// lead to have forms. Of floating-point numbers forms are their ranks.
  const bool FollowsLoads;
  /// What an integer variable is assigned gets an axis that stands for it where
  /// it has no form, and what memset and memcpy write is told.
  bool NamesNumbers = false;
  /// A clause of the loop is evaluated, outside the body.
  bool InClause = false;
  /// A condition is evaluated: what its parts are in any iteration counts, not
  /// that they have plain forms.
  bool InCondition = false;
  /// While positive nothing is recorded: the same expression again.
  unsigned Muted = 0;
  /// Rounds of loops around that are evaluated for what loops lead to.
  unsigned Replays = 0;
  /// First rounds around of which nobody can tell whether their loops have
  /// them.
  unsigned Guesses = 0;
  /// Expressions that were evaluated again, which is given up in time.
  unsigned Repetitions = 0;
  CallFrames Frames = {};
  PathState State = {};

  bool isIrreducible() const { return Frames.innermost().Irreducible; }
};

/// An evaluation, as each of its parts sees it.
class EvaluationView {
protected:
  Evaluation &In;
  const ParallelLoop &Loop;
  clang::ASTContext &Ctx;
  AccessRecorder &Recorder;
  const bool FollowsLoads;
  CallFrames &Frames;
  PathState &State;

  explicit EvaluationView(Evaluation &In)
      : In(In), Loop(In.Loop), Ctx(In.Ctx), Recorder(In.Recorder),
        FollowsLoads(In.FollowsLoads), Frames(In.Frames), State(In.State) {}
  EvaluationView(const EvaluationView &) = delete;
};

/// An object of the iteration that is there and will end.
struct LivingObject {
  Value Address;
  clang::QualType Type;
  const clang::Expr *Is; ///< what makes it, or its name
  size_t Loops;          ///< around it
};

/// The loops, ways and calls around, outermost first.
struct AccessPath {
  llvm::SmallVector<LivingObject, 2>
      Temporaries;                           ///< end with the whole expression
  llvm::SmallVector<LivingObject, 4> Living; ///< end with their block
  /// Of these, how many `continue` and `break` leave alone.
  size_t Continued = 0, Broken = 0;
  llvm::SmallVector<EnclosingLoop, 4> Around;
  llvm::SmallVector<PathStep, 8> Steps;
  unsigned StepCount = 0;
  /// Statements around that may or may not run their parts.
  unsigned Branches = 0;
  /// Of these, those of which facts tell which part runs.
  unsigned Told = 0;
  unsigned untold() const { return Branches - Told; }

  /// What is evaluated while it lives lies inside of one more step.
  class Inside {
    AccessPath &Of;

  public:
    Inside(AccessPath &Of, PathStep Step) : Of(Of) {
      Step.Id = ++Of.StepCount;
      Of.Steps.push_back(Step);
    }
    ~Inside() { Of.Steps.pop_back(); }
    Inside(const Inside &) = delete;
  };

  /// The axis of the innermost loop around; -1: there is none.
  int innermostAxis() const { return Around.empty() ? -1 : Around.back().Axis; }

  /// The loop or call around that `continue` or `return` ends a part of.
  unsigned innermostScope() const {
    for (const PathStep &Step : llvm::reverse(Steps))
      if (Step.What != PathStep::Way)
        return Step.Id;
    return 0;
  }

  /// Facts alone decide what runs since the innermost call.
  bool isToldSinceCall() const {
    for (const PathStep &Step : llvm::reverse(Steps)) {
      if (Step.What == PathStep::Call)
        break;
      if (Step.What != PathStep::Way || !Step.Whole)
        return false;
    }
    return true;
  }
};

/// What parts of an evaluation ask of the whole.
class QuietEvaluator {
public:
  /// The value of E here. Nothing is recorded, and nothing changes.
  virtual Value quietly(const clang::Expr *E) = 0;
  /// The value of D, a variable of one scalar, after E.
  virtual Value quietlyAfter(const clang::Expr *E, const clang::VarDecl *D) = 0;

protected:
  ~QuietEvaluator() = default;
};

} // namespace twofold

#endif
