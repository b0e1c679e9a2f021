// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/ReductionForms.h"
#include "model/SumForms.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

const DeclRefExpr *reference(const Expr *E) {
  return dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
}

/// Whether partial results of type T may be combined when each update computes
/// in type Work: an integer that is rounded in between may not, and a bool
/// forgets how much was added.
bool regroups(ReductionOp Op, QualType T, QualType Work) {
  if (T->isBooleanType() && Op == ReductionOp::Add)
    return false;
  // Complex numbers are rounded part by part.
  if (T->isComplexType())
    return Op == ReductionOp::Add || Op == ReductionOp::Mul;
  if (T->isIntegerType())
    return Work->isIntegerType() && !T->isAnyComplexType();
  return T->isRealFloatingType() && Work->isRealFloatingType();
}

/// Nothing but 0 and 1 can be told apart in a bool, so `^ 2` sets it for good.
bool flips(ReductionOp Op, QualType T, const Expr *Operand) {
  return Op != ReductionOp::Xor || !T->isBooleanType() ||
         Operand->isKnownToHaveBooleanValue(/*Semantic=*/false);
}

class FormCollector {
  const BodyUses &Uses;
  ASTContext &Ctx;
  ReductionForms Found;

public:
  FormCollector(const BodyUses &Uses, ASTContext &Ctx) : Uses(Uses), Ctx(Ctx) {}

  ReductionForms take() { return std::move(Found); }
  void statement(const Stmt *S);

private:
  void discarded(const Expr *E);
  void value(const Expr *E);
  void any(const Stmt *S) {
    if (const auto *E = dyn_cast_or_null<Expr>(S))
      value(E);
    else
      statement(S);
  }
  void add(const DeclRefExpr *Ref, ReductionUpdate Update) {
    Found[Ref->getDecl()].Updates.push_back(std::move(Update));
  }
  void member(const Stmt *S);
  void compound(const CompoundAssignOperator &E);
  void assignment(const BinaryOperator &E);
  const DeclRefExpr *spine(const Expr *E, const ValueDecl *D, ReductionOp Op,
                           QualType T);
};

/// A statement, or an expression whose value nobody uses.
void FormCollector::statement(const Stmt *S) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S))
    return discarded(E);
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    member(If);
    if (auto Extremum = matchExtremum(*If, Uses, Ctx))
      add(Extremum->References.back(), std::move(*Extremum));
  }
  for (const Stmt *Child : S->children())
    discards(S, Child) ? statement(Child) : any(Child);
}

void FormCollector::discarded(const Expr *E) {
  E = seeThrough(E);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    if (Cast->getCastKind() == CK_ToVoid ||
        Cast->getCastKind() == CK_LValueToRValue)
      return discarded(Cast->getSubExpr());
  if (const auto *Block = dyn_cast<StmtExpr>(E))
    return statement(Block->getSubStmt());
  member(E);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    value(Choice->getCond());
    discarded(Choice->getTrueExpr());
    discarded(Choice->getFalseExpr());
    return;
  }
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (auto Sum = matchUserSum(*Call, Ctx))
      add(Sum->References.front(), std::move(*Sum));
    return value(E);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    const DeclRefExpr *Ref =
        U->isIncrementDecrementOp() ? reference(U->getSubExpr()) : nullptr;
    if (Ref && regroups(ReductionOp::Add, Ref->getType(), Ref->getType()))
      add(Ref, {ReductionOp::Add, U, {Ref}});
    return value(E);
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E)) {
    compound(*Compound);
    return value(Compound->getRHS());
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_Assign) {
      assignment(*B);
      return value(B->getRHS());
    }
    if (B->getOpcode() == BO_Comma)
      discarded(B->getLHS());
    else
      value(B->getLHS());
    if (B->getOpcode() == BO_Comma || B->isLogicalOp())
      return discarded(B->getRHS());
    return value(B->getRHS());
  }
  value(E);
}

/// E's own update would be seen; only what is discarded inside counts.
void FormCollector::value(const Expr *E) {
  if (!E || isa<UnaryExprOrTypeTraitExpr>(E))
    return;
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Comma) {
    discarded(B->getLHS());
    return value(B->getRHS());
  }
  if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    const CompoundStmt *Body = Block->getSubStmt();
    for (const Stmt *Child : Body->body())
      Child == Body->body_back() ? any(Child) : statement(Child);
    return;
  }
  for (const Stmt *Child : ownParts(E))
    any(Child);
}

/// How often Target stands in S.
unsigned mentionsOf(const Expr *Target, const Stmt *S, const ASTContext &Ctx) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!S || (E && sameExpression(E, Target, Ctx)))
    return S != nullptr;
  unsigned Count = 0;
  for (const Stmt *Child : S->children())
    Count += mentionsOf(Target, Child, Ctx);
  return Count;
}

/// S combines a member of a variable, or an element of such a member, with a
/// value. Another operator on the same member hides the update: it cannot be
/// accounted for.
void FormCollector::member(const Stmt *S) {
  auto U = matchUpdate(const_cast<Stmt *>(S), Ctx);
  if (!U || !isElement(U->target()->getType(), Ctx))
    return;
  const Expr *Place = U->target()->IgnoreParens();
  const FieldDecl *Field = nullptr;
  while (true) {
    Place = Place->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(Place); M && !M->isArrow()) {
      if (!Field)
        Field = dyn_cast<FieldDecl>(M->getMemberDecl());
      Place = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(Place);
               A &&
               A->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()) {
      Place = A->getBase();
    } else {
      break;
    }
  }
  const DeclRefExpr *Ref = reference(Place);
  if (!Ref || !Field || mentionsOf(Ref, U->target(), Ctx) != 1)
    return;
  VariableForms &Forms = Found[Ref->getDecl()];
  if (Forms.Members.try_emplace(Field, U->Op).first->second == U->Op)
    Forms.MemberUpdates += mentionsOf(U->target(), S, Ctx);
}

void FormCollector::compound(const CompoundAssignOperator &E) {
  auto Op =
      reductionOf(BinaryOperator::getOpForCompoundAssignment(E.getOpcode()));
  const DeclRefExpr *Ref = reference(E.getLHS());
  if (!Ref)
    return;
  if (Op && regroups(*Op, Ref->getType(), E.getComputationResultType()) &&
      flips(*Op, Ref->getType(), E.getRHS()->IgnoreParenImpCasts()))
    add(Ref, {*Op, &E, {Ref}});
  else if (!Found[Ref->getDecl()].Strange)
    Found[Ref->getDecl()].Strange = &E;
}

/// D in E, where E is a sum (a product, ...) that has D as one of its terms.
const DeclRefExpr *FormCollector::spine(const Expr *E, const ValueDecl *D,
                                        ReductionOp Op, QualType T) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl() == D ? Ref : nullptr;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || reductionOf(B->getOpcode()) != Op)
    return nullptr;
  // A logical operation gives 0 or 1 whatever it computes from.
  if (!B->isLogicalOp() && !regroups(Op, T, B->getType()))
    return nullptr;
  const Expr *Left = B->getLHS(), *Right = B->getRHS();
  if (const DeclRefExpr *Ref = spine(Left, D, Op, T))
    // Whether Right runs must not depend on what came before.
    return flips(Op, T, Right->IgnoreParenImpCasts()) &&
                   !(B->isLogicalOp() && Right->HasSideEffects(Ctx, false))
               ? Ref
               : nullptr;
  if (B->getOpcode() == BO_Sub || !flips(Op, T, Left->IgnoreParenImpCasts()))
    return nullptr;
  return spine(Right, D, Op, T);
}

void FormCollector::assignment(const BinaryOperator &E) {
  const DeclRefExpr *Ref = reference(E.getLHS());
  if (!Ref)
    return;
  if (auto Extremum = matchExtremum(E, Uses, Ctx))
    return add(Ref, std::move(*Extremum));
  const Expr *Right = E.getRHS()->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(Right);
  auto Op = B ? reductionOf(B->getOpcode()) : std::nullopt;
  if (!Op)
    return;
  QualType T = Ref->getType();
  if (B->isLogicalOp() ? !T->isArithmeticType() || T->isAnyComplexType()
                       : !regroups(*Op, T, B->getType()))
    return;
  if (const DeclRefExpr *Old = spine(Right, Ref->getDecl(), *Op, T))
    add(Ref, {*Op, &E, {Ref, Old}});
}

} // namespace

/// By ReductionOp, as far as they are made by an operator.
static constexpr BinaryOperatorKind Operators[] = {
    BO_Add, BO_Mul, BO_And, BO_Or, BO_Xor, BO_LAnd, BO_LOr};

std::optional<BinaryOperatorKind> operatorOf(ReductionOp Op) {
  if (unsigned(Op) >= std::size(Operators))
    return std::nullopt;
  return Operators[unsigned(Op)];
}

std::optional<ReductionOp> reductionOf(BinaryOperatorKind Kind) {
  for (auto [Op, Operator] : llvm::enumerate(Operators))
    if (Operator == (Kind == BO_Sub ? BO_Add : Kind))
      return ReductionOp(Op);
  return std::nullopt;
}

APValue identityOf(ReductionOp Op, QualType T, const ASTContext &Ctx) {
  const bool One = Op == ReductionOp::Mul || Op == ReductionOp::LogicalAnd;
  const bool Min = Op == ReductionOp::Min;
  if (T->isRealFloatingType()) {
    const llvm::fltSemantics &Semantics = Ctx.getFloatTypeSemantics(T);
    if (Op == ReductionOp::NumberMin || Op == ReductionOp::NumberMax ||
        isOrdered(Op))
      return APValue(llvm::APFloat::getNaN(Semantics));
    // Infinite, so that infinities in the data survive.
    if (Min || Op == ReductionOp::Max)
      return APValue(llvm::APFloat::getInf(Semantics, /*Negative=*/!Min));
    if (One)
      return APValue(llvm::APFloat::getOne(Semantics));
    // Even -0.0 is left as it is by adding -0.0.
    return APValue(llvm::APFloat::getZero(Semantics, Op == ReductionOp::Add));
  }
  const unsigned Width = Ctx.getIntWidth(T);
  const bool Unsigned = !T->isSignedIntegerOrEnumerationType();
  if (Min)
    return APValue(llvm::APSInt::getMaxValue(Width, Unsigned));
  if (Op == ReductionOp::Max)
    return APValue(llvm::APSInt::getMinValue(Width, Unsigned));
  return APValue(llvm::APSInt(Op == ReductionOp::And
                                  ? llvm::APInt::getAllOnes(Width)
                                  : llvm::APInt(Width, One),
                              Unsigned));
}

const char *spelling(ReductionOp Op) {
  static constexpr const char *Spellings[] = {
      "+",   "*",   "&",   "|",      "^",      "&&", "||", "min",
      "max", "min", "max", "?: min", "?: max", "+",  "*",  "="};
  static_assert(std::size(Spellings) == size_t(ReductionOp::Chosen) + 1);
  return Spellings[unsigned(Op)];
}

ReductionForms collectForms(const Stmt *Body, const BodyUses &Uses,
                            ASTContext &Ctx) {
  FormCollector Collector(Uses, Ctx);
  Collector.statement(Body);
  return Collector.take();
}

const DeclRefExpr *strayReference(const VariableForms &Forms,
                                  const VariableUses &Uses) {
  llvm::SmallPtrSet<const DeclRefExpr *, 8> Known;
  for (const ReductionUpdate &Update : Forms.Updates)
    Known.insert_range(Update.References);
  for (const DeclRefExpr *Ref : Uses.References)
    if (!Known.contains(Ref))
      return Ref;
  return nullptr;
}

const ReductionUpdate *mixedUpdate(const VariableForms &Forms) {
  if (Forms.Updates.empty())
    return nullptr;
  const ReductionUpdate &First = Forms.Updates.front();
  auto Names = [](const ReductionUpdate &Update) {
    llvm::SmallPtrSet<const ValueDecl *, 4> Set;
    for (const DeclRefExpr *Ref : Update.Followers)
      Set.insert(Ref->getDecl());
    return Set;
  };
  for (const ReductionUpdate &Update : Forms.Updates) {
    bool Follows = !First.Followers.empty() || !Update.Followers.empty();
    if (Update.Op != First.Op ||
        (Follows &&
         (Update.LastWins != First.LastWins || Names(Update) != Names(First))))
      return &Update;
  }
  return nullptr;
}

} // namespace twofold
