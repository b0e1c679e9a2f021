// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/OwnReductions.h"
#include "ast/AstFactory.h"
#include "ast/Comparisons.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// How a clause combines: by an operator, or the greatest or least.
struct Combination {
  BinaryOperatorKind Op;
  bool Extremum = false; ///< of what is Op than the others

  StringRef name() const {
    return !Extremum     ? BinaryOperator::getOpcodeStr(Op)
           : Op == BO_GT ? "max"
                         : "min";
  }

  /// Of Operation, one of a clause's; nothing: it is declared by the program.
  static std::optional<Combination> of(const Expr *Operation) {
    const auto *Whole = dyn_cast<BinaryOperator>(Operation->IgnoreImplicit());
    if (!Whole || Whole->getOpcode() != BO_Assign)
      return std::nullopt;
    const Expr *Value = Whole->getRHS()->IgnoreParenImpCasts();
    const auto *Choice = dyn_cast<ConditionalOperator>(Value);
    const auto *By = dyn_cast<BinaryOperator>(
        Choice ? Choice->getCond()->IgnoreParenImpCasts() : Value);
    if (!By || (Choice && By->getOpcode() != BO_LT && By->getOpcode() != BO_GT))
      return std::nullopt;
    return Combination{By->getOpcode(), Choice != nullptr};
  }
};

/// Whether a loop does nothing with V but to combine other values with it.
class OnlyCombined {
  const ValueDecl *V;
  const Combination By;
  const ASTContext &Ctx;

public:
  OnlyCombined(const ValueDecl *V, Combination By, const ASTContext &Ctx)
      : V(V), By(By), Ctx(Ctx) {}

  bool in(const Stmt *S) const {
    if (!S || !mentions(S, V))
      return true;
    if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
      return in(underDirective(*const_cast<OMPExecutableDirective *>(D)));
    if (const auto *E = dyn_cast<Expr>(S))
      return step(E);
    if (const auto *If = dyn_cast<IfStmt>(S); If && By.Extremum)
      if (keepsBetter(*If))
        return true;
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return Child && isa<Expr>(Child) && !discards(S, Child)
                 ? !mentions(Child, V)
                 : in(Child);
    });
  }

  /// Whether what elements of V have is converted, where others are combined
  /// with them, in a way that makes a difference.
  bool convertsElements(const Stmt *S) const {
    return !By.Extremum && anyNode(S, [&](const Stmt *Part) {
      const auto *B = dyn_cast<BinaryOperator>(Part);
      if (!B || !B->isAssignmentOp() || rootOf(B->getLHS()) != V)
        return false;
      const QualType Own = B->getLHS()->getType();
      if (const auto *Compound = dyn_cast<CompoundAssignOperator>(B))
        return !keeps(Compound->getComputationLHSType(), Own);
      return anyNode(B->getRHS(), [&](const Stmt *E) {
        const auto *C = dyn_cast<CastExpr>(E);
        return C && C->getType()->isArithmeticType() &&
               C->getCastKind() != CK_LValueToRValue && mentions(C, V) &&
               !keeps(C->getType(), Own);
      });
    });
  }

private:
  QualType type() const { return V->getType().getNonReferenceType(); }

  bool keeps(QualType T) const { return keeps(T, type()); }

  /// Whether it makes no difference that what an Own has is computed with as a
  /// T.
  bool keeps(QualType T, QualType Own) const {
    if (T->isRealFloatingType() && Own->isRealFloatingType())
      return Ctx.getFloatingTypeOrder(T, Own) >= 0;
    // What is not 0 becomes 1.
    const bool Logical = By.Op == BO_LAnd || By.Op == BO_LOr;
    if (Own->isBooleanType() && !Logical && By.Op != BO_And && By.Op != BO_Or &&
        !By.Extremum)
      return false;
    if (!T->isIntegralOrEnumerationType() ||
        !Own->isIntegralOrEnumerationType())
      return Logical && T->isBooleanType();
    if (Logical && T->isBooleanType())
      return true;
    return By.Extremum ? hasAll(T, Own)
                       : Ctx.getIntWidth(T) >= Ctx.getIntWidth(Own);
  }

  /// A T has each value that an Other, which is an integer as well, has.
  bool hasAll(QualType T, QualType Other) const {
    const unsigned Wide = Ctx.getIntWidth(T), Least = Ctx.getIntWidth(Other);
    const bool Signed = T->isSignedIntegerOrEnumerationType();
    return Signed == Other->isSignedIntegerOrEnumerationType()
               ? Wide >= Least
               : Signed && Wide > Least;
  }

  /// E without conversions that make no difference; null: one does.
  const Expr *unconverted(const Expr *E) const {
    for (;;) {
      E = E->IgnoreParens();
      if (const auto *Full = dyn_cast<FullExpr>(E)) {
        E = Full->getSubExpr();
      } else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E)) {
        E = Made->getSubExpr();
      } else if (const auto *C = dyn_cast<CastExpr>(E)) {
        if (C->getCastKind() != CK_LValueToRValue &&
            C->getCastKind() != CK_NoOp && !keeps(C->getType()))
          return nullptr;
        E = C->getSubExpr();
      } else {
        return E;
      }
    }
  }

  bool is(const Expr *E) const {
    const Expr *Plain = unconverted(E);
    return Plain && namedIn(Plain) == V;
  }
  bool isOther(const Expr *E) const {
    return !mentions(E, V) && !E->HasSideEffects(Ctx);
  }

  /// Another value, of which V takes the greater one of two as the greater one.
  bool isComparable(const Expr *E) const {
    const QualType T = E->IgnoreParenImpCasts()->getType(), Own = type();
    if (!isOther(E) || !T->isArithmeticType())
      return false;
    if (Own->isRealFloatingType())
      return true;
    return T->isIntegralOrEnumerationType() &&
           Own->isIntegralOrEnumerationType() && hasAll(Own, T);
  }

  bool isSame(const Expr *A, const Expr *B) const {
    llvm::FoldingSetNodeID One, Other;
    A->IgnoreParenImpCasts()->Profile(One, Ctx, /*Canonical=*/true);
    B->IgnoreParenImpCasts()->Profile(Other, Ctx, /*Canonical=*/true);
    return One == Other;
  }

  /// The value that E says to be better than V; null: E says something else.
  const Expr *better(const Expr *E) const {
    const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    if (!B || !B->isRelationalOp())
      return nullptr;
    const bool Greater = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
    const bool First = namedIn(B->getRHS()->IgnoreParenImpCasts()) == V;
    const Expr *Other = First ? B->getLHS() : B->getRHS();
    if (!is(First ? B->getRHS() : B->getLHS()) || !isComparable(Other))
      return nullptr;
    return (Greater == First) == (By.Op == BO_GT) ? Other : nullptr;
  }

  /// `if (other > v) v = other`
  bool keepsBetter(const IfStmt &If) const {
    const Expr *Other = better(If.getCond());
    const auto Then = statementsOf(If.getThen());
    const auto *Kept =
        Then.size() == 1 ? dyn_cast<BinaryOperator>(Then.front()) : nullptr;
    return Other && !If.getElse() && Kept && Kept->getOpcode() == BO_Assign &&
           is(Kept->getLHS()) && isSame(Kept->getRHS(), Other);
  }

  /// What V is assigned is the better one of V and something else.
  bool extremum(const Expr *Value) const {
    Value = Value->IgnoreParenImpCasts();
    if (const auto *Call = dyn_cast<CallExpr>(Value))
      return greaterOf(*Call) == (By.Op == BO_GT) &&
             ((is(Call->getArg(0)) && isComparable(Call->getArg(1))) ||
              (is(Call->getArg(1)) && isComparable(Call->getArg(0))));
    const auto *Choice = dyn_cast<ConditionalOperator>(Value);
    if (!Choice)
      return false;
    const Expr *Then = Choice->getTrueExpr(), *Else = Choice->getFalseExpr();
    if (const Expr *Other = better(Choice->getCond()))
      return isSame(Then, Other) && is(Else);
    // The other way round, but for equal ones.
    const auto *B =
        dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
    if (!B || !B->isRelationalOp() || !is(Then) || !isComparable(Else))
      return false;
    const bool First = is(B->getLHS()) && isSame(B->getRHS(), Else);
    if (!First && !(is(B->getRHS()) && isSame(B->getLHS(), Else)))
      return false;
    const bool Greater = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
    return (Greater == First) == (By.Op == BO_GT);
  }

  static BinaryOperatorKind sum(BinaryOperatorKind Op) {
    return Op == BO_Sub ? BO_Add : Op;
  }

  /// Value is what V had, combined with other values.
  bool combined(const Expr *Value) const {
    if (is(Value))
      return true;
    // What is a truth value stays one.
    Value = By.Op == BO_LAnd || By.Op == BO_LOr ? Value->IgnoreParenCasts()
                                                : unconverted(Value);
    if (!Value)
      return false;
    if (const auto *Either = dyn_cast<ConditionalOperator>(Value))
      return isOther(Either->getCond()) && combined(Either->getTrueExpr()) &&
             combined(Either->getFalseExpr());
    const auto *B = dyn_cast<BinaryOperator>(Value);
    if (!B || sum(B->getOpcode()) != sum(By.Op))
      return false;
    return isOther(B->getRHS())
               ? combined(B->getLHS())
               : B->getOpcode() != BO_Sub && isOther(B->getLHS()) &&
                     combined(B->getRHS());
  }

  /// Value is what settles `&&` or `||`, whatever V has.
  bool settles(const Expr *Value) const {
    bool Is = false;
    return (By.Op == BO_LAnd || By.Op == BO_LOr) && !mentions(Value, V) &&
           Value->EvaluateAsBooleanCondition(Is, Ctx) &&
           Is == (By.Op == BO_LOr);
  }

  /// E, whose value nobody uses, combines another value with V.
  bool step(const Expr *E) const {
    E = seeThrough(E)->IgnoreParens();
    if (!mentions(E, V))
      return true;
    if (const auto *U = dyn_cast<UnaryOperator>(E))
      return U->isIncrementDecrementOp() && is(U->getSubExpr()) &&
             !By.Extremum && sum(By.Op) == BO_Add && keeps(type());
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->getOpcode() == BO_Comma)
      return step(B->getLHS()) && step(B->getRHS());
    if (!B || !B->isAssignmentOp() || !is(B->getLHS()))
      return false;
    if (const auto *Compound = dyn_cast<CompoundAssignOperator>(B))
      return !By.Extremum && !mentions(B->getRHS(), V) &&
             keeps(Compound->getComputationLHSType()) &&
             sum(BinaryOperator::getOpForCompoundAssignment(B->getOpcode())) ==
                 sum(By.Op);
    return By.Extremum ? extremum(B->getRHS())
                       : combined(B->getRHS()) || settles(B->getRHS());
  }
};

/// Whether something in F has Name: kernels are text.
bool isTaken(StringRef Name, const FunctionDecl &F) {
  return anyNode(F.getBody(), [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *Declared = dyn_cast<DeclStmt>(S);
    auto Is = [&](const Decl *D) {
      const auto *Named = dyn_cast<NamedDecl>(D);
      return Named && Named->getDeclName().isIdentifier() &&
             Named->getName() == Name;
    };
    return (Ref && Is(Ref->getDecl())) ||
           (Declared && llvm::any_of(Declared->decls(), Is));
  });
}

class PartCopy : public StatementCopy {
  const OwnReduction &Of;
  VarDecl *Own;
  llvm::function_ref<Expr *()> Outside;

  Stmt *replacement(Stmt *S) override {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref && Ref->getDecl() == Of.Into)
      return Outside();
    return Ref && Ref->getDecl() == Of.Part
               ? AstFactory(Ctx, Ref->getLocation()).lvalue(Own)
               : nullptr;
  }

public:
  PartCopy(const OwnReduction &Of, VarDecl *Own,
           llvm::function_ref<Expr *()> Outside, FunctionDecl &Owner)
      : StatementCopy(Owner.getASTContext(), &Owner), Of(Of), Own(Own),
        Outside(Outside) {}

  Expr *done(Expr *E) {
    Expr *Copied = copy(E);
    return obstacle() ? nullptr : Copied;
  }
};

} // namespace

std::optional<SmallVector<OwnReduction, 2>>
ownReductions(const OMPExecutableDirective &D, const Stmt *Loop) {
  SmallVector<OwnReduction, 2> Found;
  for (const auto *C : D.getClausesOfKind<OMPReductionClause>())
    for (auto [Item, Private, Left, Right, Operation] :
         llvm::zip_equal(C->varlist(), C->privates(), C->lhs_exprs(),
                         C->rhs_exprs(), C->reduction_ops())) {
      const auto By = Combination::of(Operation);
      auto *V = const_cast<VarDecl *>(variableIn(Item->IgnoreParenImpCasts()));
      const ValueDecl *Named = V ? V : namedIn<ValueDecl>(Item);
      const auto *Made = dyn_cast<DeclRefExpr>(Private);
      const auto *Begins = Made ? dyn_cast<VarDecl>(Made->getDecl()) : nullptr;
      if (!By)
        continue;
      const QualType T =
          Named ? Named->getType().getNonReferenceType() : QualType();
      if (!Named || !T->isScalarType()) {
        if (const ValueDecl *Root = reducedBy(*Item);
            Root &&
            (assignsAnew(Loop, Root, By->name(), Root->getASTContext()) ||
             OnlyCombined(Root, *By, Root->getASTContext())
                 .convertsElements(Loop)))
          return std::nullopt;
        continue;
      }
      if (OnlyCombined(Named, *By, Named->getASTContext()).in(Loop))
        continue;
      if (!V || !Begins || !Begins->getInit())
        return std::nullopt;
      Found.push_back({V, const_cast<Expr *>(Begins->getInit()),
                       const_cast<Expr *>(Operation),
                       cast<DeclRefExpr>(Left)->getDecl(),
                       cast<DeclRefExpr>(Right)->getDecl()});
    }
  return Found;
}

std::string ownName(const VarDecl &V, const FunctionDecl &Owner,
                    const StandingVariables &Own) {
  std::string Name = V.getNameAsString() + "_own";
  while (isTaken(Name, Owner) || llvm::any_of(Own, [&](const auto &Of) {
           return Of.second->getName() == Name;
         }))
    Name += "_";
  return Name;
}

std::pair<VarDecl *, Expr *> ownReduction(const OwnReduction &Of,
                                          StringRef Name,
                                          llvm::function_ref<Expr *()> Outside,
                                          FunctionDecl &Owner) {
  Expr *Begins = PartCopy(Of, nullptr, Outside, Owner).done(Of.Begins);
  if (!Begins)
    return {};
  VarDecl *Own =
      AstFactory(Owner.getASTContext(), Of.V->getLocation())
          .variable(&Owner, Name,
                    Of.V->getType().getNonReferenceType().getUnqualifiedType(),
                    Begins);
  Expr *Combined = PartCopy(Of, Own, Outside, Owner).done(Of.Operation);
  return {Combined ? Own : nullptr, Combined};
}

} // namespace twofold
