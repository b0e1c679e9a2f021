// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/PivotUpdates.h"
#include "ast/Nodes.h"
#include "depend/InferredCollapse.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {
namespace {

class PivotSearch {
  const InnerLoop &Counts;
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  const VarDecl *Sum = nullptr; ///< a variable that is the sum
  llvm::SmallDenseMap<const ValueDecl *, const Expr *> Arguments;
  const Expr *Target = nullptr;
  PivotUpdate Found;

  const Expr *valueOf(const Expr *E) const;
  bool isTarget(const Expr *E) const;
  bool isSum(const Expr *E);
  bool matchCondition(const Expr *Condition, bool Keeps);
  std::optional<bool> isMinimum(const CallExpr &Call);
  bool mayTakeEqual() const;
  bool matchValue(const Expr *E);
  bool matchPlace(const Expr *Read, const Expr *Added);
  bool runsWithin(const Expr *Length) const;
  const Expr *withoutColumn(const Expr *Place, const Expr *&Column) const;

public:
  PivotSearch(const InnerLoop &Counts, const ParallelLoop &Loop,
              ASTContext &Ctx)
      : Counts(Counts), Loop(Loop), Ctx(Ctx) {}
  std::optional<PivotUpdate> find(const Stmt *Body);
};

/// Without conversions that change nothing, and what a parameter of the minimum
/// stands for.
const Expr *PivotSearch::valueOf(const Expr *E) const {
  while (true) {
    const Expr *Plain = seeThrough(E)->IgnoreParens();
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(Plain);
        Cast && Ctx.hasSameUnqualifiedType(Cast->getType(),
                                           Cast->getSubExpr()->getType()))
      Plain = Cast->getSubExpr();
    if (const auto *Held = dyn_cast<MaterializeTemporaryExpr>(Plain))
      Plain = Held->getSubExpr();
    const ValueDecl *D = namedIn(Plain);
    if (const Expr *Argument = D ? Arguments.lookup(D) : nullptr)
      Plain = Argument;
    if (Plain == E)
      return E;
    E = Plain;
  }
}

bool PivotSearch::isTarget(const Expr *E) const {
  return sameExpression(valueOf(E), Target, Ctx);
}

/// The place but for the last summand of its subscript.
const Expr *PivotSearch::withoutColumn(const Expr *Place,
                                       const Expr *&Column) const {
  const auto *Element = dyn_cast<ArraySubscriptExpr>(Place);
  if (!Element)
    return nullptr;
  const Expr *Index = Element->getIdx()->IgnoreParenImpCasts();
  Column = Index;
  const auto *B = dyn_cast<BinaryOperator>(Index);
  if (!B)
    return Element->getBase()->IgnoreParenImpCasts();
  Column = B->getRHS()->IgnoreParenImpCasts();
  return B->getOpcode() == BO_Add ? B->getLHS()->IgnoreParenImpCasts()
                                  : nullptr;
}

/// From 0 or above to below Length, which is what it was where the array's type
/// was spelled.
bool PivotSearch::runsWithin(const Expr *Length) const {
  const auto *V = namedIn<VarDecl>(Length->IgnoreParenImpCasts());
  const auto First = constantOf(Counts.Init, Ctx);
  return V && First && !First->isNegative() && Counts.Relation == BO_LT &&
         namedIn(Counts.Bound->IgnoreParenImpCasts()) == V &&
         !Loop.functionUses().of(V).mayChange();
}

/// Both are in the target's array: Read in its row, at column k, Added in row
/// k, in its column.
bool PivotSearch::matchPlace(const Expr *Read, const Expr *Added) {
  Read = valueOf(Read);
  Added = valueOf(Added);
  const Expr *Own, *Pivot, *Other;
  const Expr *Row = withoutColumn(Target, Own);
  const Expr *ReadRow = withoutColumn(Read, Pivot);
  const Expr *AddedRow = withoutColumn(Added, Other);
  const auto *Round =
      dyn_cast_if_present<DeclRefExpr>(ReadRow ? Pivot : nullptr);
  if (!Row || !ReadRow || !AddedRow || !Round ||
      namedIn(Own) != Counts.Induction || namedIn(Other) != Counts.Induction ||
      mentions(Row, Counts.Induction) || mentions(AddedRow, Counts.Induction) ||
      !staysSame(Round, Loop) || !sameExpression(Row, ReadRow, Ctx))
    return false;
  // Where the row stands: d[i], or i * n beside one d.
  const Expr *Number = nullptr, *OwnNumber = nullptr;
  bool Within = false;
  if (const auto *Outer = dyn_cast<ArraySubscriptExpr>(Row)) {
    const auto *Same = dyn_cast<ArraySubscriptExpr>(AddedRow);
    if (!Same || !sameExpression(Outer->getBase(), Same->getBase(), Ctx))
      return false;
    Number = Same->getIdx();
    OwnNumber = Outer->getIdx();
    const auto *Type = Ctx.getAsVariableArrayType(Row->getType());
    Within = Type && Type->getSizeExpr() && runsWithin(Type->getSizeExpr());
  } else {
    const auto *Begin = dyn_cast<BinaryOperator>(Row);
    const auto *Same = dyn_cast<BinaryOperator>(AddedRow);
    auto BaseOf = [](const Expr *Place) {
      return cast<ArraySubscriptExpr>(Place)->getBase();
    };
    if (!Begin || !Same || Begin->getOpcode() != BO_Mul ||
        Same->getOpcode() != BO_Mul ||
        !sameExpression(Begin->getRHS(), Same->getRHS(), Ctx) ||
        !sameExpression(BaseOf(Target), BaseOf(Read), Ctx) ||
        !sameExpression(BaseOf(Target), BaseOf(Added), Ctx))
      return false;
    Number = Same->getLHS();
    OwnNumber = Begin->getLHS();
    Within =
        Begin->getType()->isSignedIntegerType() && runsWithin(Begin->getRHS());
  }
  if (namedIn(Number->IgnoreParenCasts()) != Round->getDecl())
    return false;
  Found = {Read, Added, OwnNumber, Round, Within};
  return true;
}

/// E is what is compared with the target.
bool PivotSearch::isSum(const Expr *E) {
  E = valueOf(E);
  if (Sum && namedIn(E) == Sum)
    return Found.Round != nullptr;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || B->getOpcode() != BO_Add ||
      !Ctx.hasSameUnqualifiedType(B->getType(), Target->getType()))
    return false;
  return matchPlace(B->getLHS(), B->getRHS()) ||
         matchPlace(B->getRHS(), B->getLHS());
}

/// Storing the sum where it equals what is there changes nothing. Equal zeros
/// may differ in their sign.
bool PivotSearch::mayTakeEqual() const {
  return Target->getType()->isIntegerType() || Ctx.getLangOpts().NoSignedZero;
}

/// The sum is stored where this holds, or unless it Keeps what is there.
bool PivotSearch::matchCondition(const Expr *Condition, bool Keeps) {
  const auto *B = dyn_cast<BinaryOperator>(valueOf(Condition));
  if (!B || !B->isRelationalOp())
    return false;
  const bool Less = B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
  const bool Strict = B->getOpcode() == BO_LT || B->getOpcode() == BO_GT;
  const Expr *Small = Less ? B->getLHS() : B->getRHS();
  const Expr *Large = Less ? B->getRHS() : B->getLHS();
  if (Keeps)
    std::swap(Small, Large);
  return (mayTakeEqual() || (Strict && !Keeps)) && isTarget(Large) &&
         isSum(Small);
}

/// Whether the call is a minimum of the target and the sum that may keep the
/// target; nothing: it is none of the library's functions. `fmin` may give
/// either of two zeros, and what is no number only where both are none.
std::optional<bool> PivotSearch::isMinimum(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->getIdentifier() || Call.getNumArgs() != 2)
    return std::nullopt;
  StringRef Name = F->getName();
  const bool First = F->isInStdNamespace() && Name == "min";
  Name.consume_front("__builtin_");
  const bool Any =
      F->getBuiltinID() != 0 && (Name == "fmin" || Name == "fminf");
  if (!First && !Any)
    return std::nullopt;
  const Expr *A = Call.getArg(0), *B = Call.getArg(1);
  return (isTarget(A) && isSum(B)) ||
         ((Any || mayTakeEqual()) && isTarget(B) && isSum(A));
}

/// `sum < target ? sum : target`, in whatever way, also in a function.
bool PivotSearch::matchValue(const Expr *E) {
  E = valueOf(E);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (const auto Minimum = isMinimum(*Call))
      return *Minimum;
    const FunctionDecl *F = Call->getDirectCallee(), *Body = nullptr;
    if (!F || !F->hasBody(Body) || isa<CXXMethodDecl>(F) ||
        Call->getNumArgs() != Body->getNumParams() || !Arguments.empty())
      return false;
    const auto *Block = dyn_cast<CompoundStmt>(Body->getBody());
    const auto *Return = Block && Block->size() == 1
                             ? dyn_cast<ReturnStmt>(Block->body_front())
                             : nullptr;
    if (!Return || !Return->getRetValue())
      return false;
    for (auto [P, A] : llvm::zip(Body->parameters(), Call->arguments())) {
      if (!Ctx.hasSameUnqualifiedType(P->getType().getNonReferenceType(),
                                      Target->getType()))
        return false;
      Arguments[P] = A;
    }
    return matchValue(Return->getRetValue());
  }
  const auto *C = dyn_cast<ConditionalOperator>(E);
  if (!C)
    return false;
  if (isTarget(C->getFalseExpr()))
    return matchCondition(C->getCond(), false) && isSum(C->getTrueExpr());
  return isTarget(C->getTrueExpr()) && matchCondition(C->getCond(), true) &&
         isSum(C->getFalseExpr());
}

std::optional<PivotUpdate> PivotSearch::find(const Stmt *Body) {
  const Expr *First = nullptr; // the variable's value
  const auto *Block = dyn_cast<CompoundStmt>(Body);
  if (Block && Block->size() == 2) {
    Sum = onlyVariable(Block->body_front());
    First = Sum ? Sum->getInit() : nullptr;
    if (!First)
      return std::nullopt;
    Body = Block->body_back();
  } else if (Block && Block->size() == 1) {
    Body = Block->body_front();
  }
  const auto *If = dyn_cast<IfStmt>(Body);
  if (If) {
    if (If->getElse() || If->getInit() || If->getConditionVariable())
      return std::nullopt;
    Body = If->getThen();
    if (const auto *Then = dyn_cast<CompoundStmt>(Body)) {
      if (Then->size() != 1)
        return std::nullopt;
      Body = Then->body_front();
    }
  }
  const auto *E = dyn_cast<Expr>(Body);
  const auto *Assign = E ? dyn_cast<BinaryOperator>(seeThrough(E)) : nullptr;
  if (!Assign || Assign->getOpcode() != BO_Assign)
    return std::nullopt;
  Target = Assign->getLHS()->IgnoreParens();
  const QualType T = Target->getType();
  if (!isa<ArraySubscriptExpr>(Target) || T.isVolatileQualified() ||
      (!T->isIntegerType() && !T->isSpecificBuiltinType(BuiltinType::Float) &&
       !T->isSpecificBuiltinType(BuiltinType::Double)))
    return std::nullopt;
  if (First &&
      (!Ctx.hasSameUnqualifiedType(Sum->getType(), T) || !isSum(First)))
    return std::nullopt;
  const bool Matches =
      If ? matchCondition(If->getCond(), false) && isSum(Assign->getRHS())
         : matchValue(Assign->getRHS());
  if (!Matches)
    return std::nullopt;
  return Found;
}

} // namespace

std::optional<PivotUpdate> findPivotUpdate(const ForStmt &F,
                                           const InnerLoop &Counts,
                                           const ParallelLoop &Loop,
                                           ASTContext &Ctx) {
  if (Counts.Step != 1)
    return std::nullopt;
  return PivotSearch(Counts, Loop, Ctx).find(F.getBody());
}

} // namespace twofold
