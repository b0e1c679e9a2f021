// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessAdvances.cpp - what each round of a loop moves on ------------===//
//
// `T *p = o + i * m; for (...) *p++ = x`: in round r of the loop p is r
// elements further than where it began, which is a form as the loop's own
// number is.
#include "access/InnerLoop.h"
#include "access/LocalObjects.h"
#include "access/LoopAdvances.h"
#include "ast/AstFactory.h"
#include "ast/Comparisons.h"
#include "ast/Nodes.h"
#include "ast/PlainVariables.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

namespace {

bool isNamed(const Expr *E, const VarDecl *D) {
  return variableIn(E->IgnoreParenImpCasts()) == D;
}

/// What a write adds to a variable: Amount, or one where that is null.
struct Addition {
  const Expr *Amount = nullptr;
  bool Down = false;
};

std::optional<Addition> additionOf(const Expr *Write, const VarDecl *D) {
  if (const auto *U = dyn_cast<UnaryOperator>(Write);
      U && U->isIncrementDecrementOp())
    return Addition{nullptr, U->isDecrementOp()};
  const auto *B = dyn_cast<BinaryOperator>(Write);
  if (!B)
    return std::nullopt;
  if (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign)
    return Addition{B->getRHS(), B->getOpcode() == BO_SubAssign};
  const auto *Sum =
      B->getOpcode() == BO_Assign
          ? dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts())
          : nullptr;
  if (!Sum || !Sum->isAdditiveOp())
    return std::nullopt;
  if (isNamed(Sum->getLHS(), D))
    return Addition{Sum->getRHS(), Sum->getOpcode() == BO_Sub};
  if (isNamed(Sum->getRHS(), D) && Sum->getOpcode() == BO_Add)
    return Addition{Sum->getLHS(), false};
  return std::nullopt;
}

/// Whether Target, a part of S, runs once whenever S does; Through gets the
/// loops around it, of which it runs once in each round.
bool runsOnce(const Stmt *S, const Expr *Target,
              llvm::SmallVectorImpl<const ForStmt *> &Through) {
  auto Has = [&](const Stmt *In) {
    return anyNode(In, [&](const Stmt *Part) { return Part == Target; });
  };
  while (S != Target) {
    const Stmt *Next = nullptr;
    for (const Stmt *Child : S->children())
      if (Has(Child))
        Next = Child;
    if (!Next || isa<LambdaExpr, UnaryExprOrTypeTraitExpr>(S))
      return false;
    if (const auto *If = dyn_cast<IfStmt>(S); If && Next != If->getCond())
      return false;
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(S);
        C && Next != C->getCond())
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B && B->isLogicalOp() && Next != B->getLHS())
      return false;
    if (isa<WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S))
      return false;
    if (const auto *For = dyn_cast<ForStmt>(S); For && Next != For->getInit()) {
      const Exits Out = exitsOf(For->getBody());
      if (Next == For->getCond() || Out.Break || Out.Return ||
          (Out.Continue && Next == For->getBody()))
        return false;
      Through.push_back(For);
    }
    S = Next;
  }
  return true;
}

} // namespace

/// How often a loop of the body, in one that is about to be evaluated, goes
/// round; Checks: as long as they hold.
MaybeForm LoopAdvances::roundsOf(const ForStmt *S,
                                 llvm::SmallVectorImpl<RangeCheck> &Checks) {
  const std::optional<InnerLoop> L = matchInnerLoop(S, Ctx);
  if (!L || L->Ahead != 0 || (L->Step != 1 && L->Step != -1))
    return std::nullopt;
  const Value From = Quiet.quietly(L->Init), To = Quiet.quietly(L->Bound);
  if (From.size() != 1 || To.size() != 1 || From[0].What != Arm::Integer ||
      To[0].What != Arm::Integer)
    return std::nullopt;
  const Arm First = exact(From[0], L->Type), Last = exact(To[0], L->Comparison);
  MaybeForm Rounds = L->decreasing() ? difference(First.Form, Last.Form)
                                     : difference(Last.Form, First.Form);
  if (Rounds && L->inclusive())
    Rounds = sum(*Rounds, constantForm(1));
  if (!Rounds)
    return std::nullopt;
  Checks.append(First.Checks.begin(), First.Checks.end());
  Checks.append(Last.Checks.begin(), Last.Checks.end());
  if (!Recorder.neverNegative(*Rounds))
    Checks.push_back({*Rounds, 0, INT64_MAX});
  return Rounds;
}

/// The variables that each round of a loop, which is made of Parts, changes by
/// adding one number, with what they are before the first one. Called before
/// what the loop assigns is forgotten.
void LoopAdvances::find(llvm::ArrayRef<const Stmt *> Parts, const Stmt *Body) {
  if (!Recorder.Occurrences || In.NamesNumbers || In.isIrreducible())
    return;
  const bool Continues = exitsOf(Body).Continue;
  struct Written {
    const Stmt *Part;
    VariableUses Uses;
  };
  llvm::MapVector<const VarDecl *, llvm::SmallVector<Written, 1>> All;
  llvm::DenseSet<const ValueDecl *> Inside;
  for (const Stmt *Part : Parts) {
    if (!Part)
      continue;
    BodyUses Uses = collectUses(Part);
    Inside.insert(Uses.DeclaredInside.begin(), Uses.DeclaredInside.end());
    for (auto &[D, U] : Uses.Variables)
      if (const auto *V = dyn_cast<VarDecl>(D); V && !U.Writes.empty())
        All[V].push_back({Part, U});
  }
  for (auto &[D, Writes] : All) {
    const auto Known = State.Variables.find(D);
    if (Writes.size() != 1 || Writes[0].Uses.Writes.size() != 1 ||
        Inside.contains(D) || onlyScalar(D->getType(), Ctx).isNull() ||
        D->getType().isVolatileQualified() || Frames.escapes(D) ||
        Known == State.Variables.end() || Known->second.size() != 1 ||
        (Writes[0].Part == Body && Continues))
      continue;
    const Arm &Start = Known->second[0];
    const QualType T = onlyScalar(D->getType(), Ctx);
    if (T->isPointerType()
            ? Start.What != Arm::Memory || Start.Wild
            : Start.What != Arm::Integer || !IntegerType::of(T, Ctx))
      continue;
    Advance A;
    A.Variable = D;
    A.Start = Start;
    A.Write = Writes[0].Uses.Writes[0];
    A.Type = T;
    // An iterator's bytes are counted, by what its operator does.
    A.ByClass = D->getType()->isRecordType();
    A.Bytes = A.ByClass || !T->isPointerType()
                  ? constantForm(1)
                  : Values.sizeOf(T->getPointeeType()).value_or(AffineForm());
    if (!A.Bytes.empty() && (A.ByClass || additionOf(A.Write, D)) &&
        runsOnce(Writes[0].Part, A.Write, A.Through))
      Moving.push_back(std::move(A));
  }
}

/// Finds how much that is. Called when what the loop assigns is forgotten.
void LoopAdvances::measure() {
  llvm::erase_if(Moving, [&](Advance &A) {
    if (A.ByClass)
      return !measureOperator(A);
    const auto Added = additionOf(A.Write, A.Variable);
    A.By = constantForm(1);
    if (Added->Amount) {
      const IntegerType T = IntegerType::of(Added->Amount->getType(), Ctx);
      const Value By = T ? Quiet.quietly(Added->Amount) : unknownValue();
      if (By.size() != 1 || By[0].What != Arm::Integer)
        return true;
      const Arm Exact = exact(By[0], T);
      A.Checks.append(Exact.Checks.begin(), Exact.Checks.end());
      A.By = Exact.Form;
    }
    MaybeForm By = Added->Down ? scaled(A.By, -1) : A.By;
    A.By = By.value_or(AffineForm());
    return !By.has_value();
  });
  llvm::erase_if(Moving, [&](Advance &A) {
    MaybeForm By = A.By;
    for (const ForStmt *For : A.Through) {
      MaybeForm Rounds = By ? roundsOf(For, A.Checks) : std::nullopt;
      By = Rounds ? product(*By, *Rounds) : std::nullopt;
    }
    A.By = By.value_or(AffineForm());
    return !By.has_value();
  });
}

/// What an operator or method of its class adds to an iterator: the same
/// wherever it begins.
bool LoopAdvances::measureOperator(Advance &A) {
  State.Variables[A.Variable] = {A.Start};
  const Value After = Quiet.quietlyAfter(A.Write, A.Variable);
  State.Variables.erase(A.Variable);
  if (After.size() != 1 || After[0].What != A.Start.What || After[0].Wild ||
      After[0].Base != A.Start.Base)
    return false;
  const MaybeForm By = difference(After[0].Form, A.Start.Form);
  A.By = By.value_or(AffineForm());
  // A list's iterator goes where memory leads.
  return By && !By->empty() && constantOf(*By);
}

/// A.Variable is what it is after Rounds / Divisor rounds, as long as Checks
/// hold.
void LoopAdvances::advance(const Advance &A, const AffineForm &Rounds,
                           int64_t Divisor, llvm::ArrayRef<RangeCheck> Checks) {
  const QualType T = A.Type;
  // Bytes may be divided where numbers of elements are not.
  MaybeForm Each = product(A.By, A.Bytes);
  if (!Each || llvm::any_of(*Each, [&](const Monomial &M) {
        return M.Constant % Divisor != 0;
      }))
    return;
  for (Monomial &M : *Each)
    M.Constant /= Divisor;
  const MaybeForm Moved = product(*Each, Rounds);
  if (!Moved)
    return;
  Arm Now = A.Start;
  if (T->isPointerType()) {
    MaybeForm Form = sum(Now.Form, *Moved);
    if (!Form)
      return;
    Now.Form = std::move(*Form);
  } else {
    const IntegerType Type = IntegerType::of(T, Ctx);
    const IntegerType Wide =
        Type.Width < 32 ? IntegerType::of(Ctx.IntTy, Ctx) : Type;
    Now = converted(combined(BO_Add, converted(Now, Type, Wide),
                             integerValue(*Moved)[0], Wide),
                    Wide, Type);
  }
  Now.Checks.append(Checks.begin(), Checks.end());
  Now.Checks.append(A.Checks.begin(), A.Checks.end());
  State.Variables[A.Variable] = {std::move(Now)};
}

/// The state is that in any round of the loop on the axis Number.
void LoopAdvances::moveOn(int Number, llvm::ArrayRef<RangeCheck> Checks) {
  const Axis &A = Recorder.innerAxis(Number);
  const MaybeForm Gone = A.Step < 0 ? difference(A.Upper, axisForm(Number))
                                    : difference(axisForm(Number), A.Lower);
  const AffineForm Rounds = Gone.value_or(AffineForm());
  const int64_t Step = A.Step < 0 ? -A.Step : A.Step;
  for (const Advance &Each : Moving)
    if (Gone)
      advance(Each, Rounds, Step, Checks);
}

/// The last round in which Condition, which begins each round, may hold, by
/// what it says of a variable that moves on; Checks: as long as they hold.
MaybeForm LoopAdvances::lastRound(const Expr *Condition, bool &Whole,
                                  llvm::SmallVectorImpl<RangeCheck> &Checks) {
  const Expr *E = Condition->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  // What a function was given has been put into variables of the condition's.
  AstFactory Make(Ctx, Loop.Loc);
  Expr *Ahead = nullptr;
  llvm::SmallDenseMap<const VarDecl *, const Expr *> Copies;
  auto Behind = [&](const Expr *Part) {
    auto *P = const_cast<Expr *>(Part);
    return Ahead ? Make.binary(BO_Comma, Ahead, P, P->getType()) : P;
  };
  while (B && B->getOpcode() == BO_Comma) {
    Ahead = Behind(B->getLHS());
    if (const auto *Copy = dyn_cast<BinaryOperator>(B->getLHS());
        Copy && Copy->getOpcode() == BO_Assign)
      Copies[variableIn(Copy->getLHS())] =
          Copy->getRHS()->IgnoreParenImpCasts();
    E = B->getRHS()->IgnoreParenImpCasts();
    B = dyn_cast<BinaryOperator>(E);
  }
  if (B && B->getOpcode() == BO_LAnd) {
    Whole = false;
    bool Ignored;
    MaybeForm Left = lastRound(B->getLHS(), Ignored, Checks);
    return Left ? Left : lastRound(B->getRHS(), Ignored, Checks);
  }
  BinaryOperatorKind Op = BO_NE;
  const Expr *Of = E, *Bound = nullptr; // null: zero
  if (const auto Both = comparisonIn(E)) {
    Op = Both->Op;
    Of = Both->Left;
    Bound = Both->Right;
  } else if (B || E->getType()->isBooleanType()) {
    return std::nullopt;
  }
  // What is named, and whether a step of its own comes first.
  auto Moves = [&](const Expr *E) -> std::pair<const Advance *, bool> {
    const Expr *Named = E->IgnoreParenImpCasts();
    if (const Expr *Copied = Copies.lookup(variableIn(Named)))
      Named = Copied;
    const auto *Step = dyn_cast<UnaryOperator>(Named);
    const bool Steps = Step && Step->isIncrementDecrementOp();
    const auto *A = llvm::find_if(Moving, [&](const Advance &Each) {
      return Steps ? Each.Write == Step : isNamed(Named, Each.Variable);
    });
    return {A == Moving.end() ? nullptr : A, Steps && Step->isPrefix()};
  };
  auto Bytes = [&](const Advance &A) {
    const auto Each = product(A.By, A.Bytes);
    return Each ? constantOf(*Each) : std::nullopt;
  };
  // What is compared in the first round.
  auto First = [&](const Advance &A, bool Stepped, int64_t By) {
    Arm Is = A.Start;
    if (Stepped)
      Is.Form = sum(Is.Form, constantForm(By)).value_or(AffineForm());
    return Is;
  };
  for (bool Turned : {false, true}) {
    if (Turned) {
      if (!Bound)
        break;
      std::swap(Of, Bound);
      Op = BinaryOperator::reverseComparisonOp(Op);
    }
    const auto [A, Stepped] = Moves(Of);
    const auto [Other, OtherStepped] =
        Bound ? Moves(Bound) : std::pair<const Advance *, bool>();
    if (!A || (!Other && Stepped))
      continue;
    const QualType T = A->Type;
    const auto Mine = Bytes(*A), Theirs = Other ? Bytes(*Other) : 0;
    // Two ends that come nearer, as in `while (first < --last)`.
    int64_t By;
    if (!Mine || !Theirs || llvm::SubOverflow(*Mine, *Theirs, By) || By == 0)
      return std::nullopt;
    const bool Down = By < 0;
    // Iterators come to where the range ends.
    if (Op == BO_NE &&
        ((A->ByClass && !Other) || (Down ? -By : By) == constantOf(A->Bytes)))
      Op = Down ? BO_GT : BO_LT;
    if (Down ? Op != BO_GT && Op != BO_GE : Op != BO_LT && Op != BO_LE)
      return std::nullopt;
    Arm Start = First(*A, Stepped, *Mine);
    ComputedNumbers Numbers(In);
    const Value To =
        Other ? Value{First(*Other, OtherStepped, *Theirs)}
        : Bound
            ? Numbers.chosen(Numbers.chosenByFlag(Quiet.quietly(Behind(Bound))))
            : integerValue(AffineForm());
    if (To.size() != 1 || To[0].What != Start.What || To[0].Wild ||
        To[0].Base != Start.Base)
      return std::nullopt;
    Arm End = To[0];
    if (!T->isPointerType()) {
      const IntegerType Type = IntegerType::of(T, Ctx);
      Start = exact(Start, Type);
      End = Bound ? exact(End, IntegerType::of(Bound->getType(), Ctx)) : End;
      // What is compared as another type may be another number.
      if (Bound &&
          IntegerType::of(Bound->getType(), Ctx).Unsigned != Type.Unsigned)
        return std::nullopt;
    }
    MaybeForm Far = Down ? difference(Start.Form, End.Form)
                         : difference(End.Form, Start.Form);
    const int64_t Most = Down ? -By : By;
    // Between two pointers lie whole elements.
    const auto Unit = Other ? constantOf(A->Bytes) : Most;
    if (Far && Unit && Op != BO_LE && Op != BO_GE)
      Far = difference(*Far, constantForm(*Unit));
    if (!Far || !Unit)
      return std::nullopt;
    if (const auto C = Other ? constantOf(*Far) : std::nullopt)
      Far = constantForm(llvm::divideFloorSigned(*C, Most));
    else if (llvm::all_of(*Far, [&](const Monomial &M) {
               return M.Constant % Most == 0;
             }))
      for (Monomial &M : *Far)
        M.Constant /= Most;
    else if (FollowsLoads && (T->isPointerType() || Other) &&
             !Recorder.isFull())
      Far = axisForm(Recorder.quotientAxis(*Far, constantForm(Most),
                                           /*NeverNegative=*/false));
    else
      return std::nullopt;
    Checks.append(Start.Checks.begin(), Start.Checks.end());
    Checks.append(End.Checks.begin(), End.Checks.end());
    Whole = true;
    return Far;
  }
  return std::nullopt;
}
