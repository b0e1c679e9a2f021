// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/ElementVariables.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "ast/StatementCopy.h"
#include "ast/VariableUses.h"
#include "depend/PlacedCalls.h"

using namespace clang;

namespace twofold {
namespace {

/// What a place is written as, whatever node it stands in.
using Spelling = llvm::FoldingSetNodeID;

class ElementCopy : public StatementCopy {
  FunctionDecl *Owner;
  AstFactory Make;
  const BodyUses Uses;
  const Stmt *Copying = nullptr; ///< a loop whose elements are known
  llvm::SmallVector<std::pair<Spelling, VarDecl *>, 4> Known;

public:
  ElementCopy(const ParallelLoop &Loop, ASTContext &Ctx)
      : StatementCopy(Ctx, Loop.Function), Owner(Loop.Function),
        Make(Ctx, Loop.Loc), Uses(collectUses(Loop.Body)) {}
  bool isWanted(const Stmt *Body) const {
    return anyNode(Body, [&](const Stmt *S) {
      return isLoop(*S) && !elementsIn(const_cast<Stmt *>(S)).empty();
    });
  }

private:
  Stmt *replacement(Stmt *S) override;
  Stmt *loop(Stmt *S);
  Expr *assignment(BinaryOperator *B, VarDecl *V);
  Expr *step(UnaryOperator *U, VarDecl *V);
  llvm::SmallVector<Expr *, 2> elementsIn(Stmt *Inner) const;
  bool isElement(const Expr *E, const BodyUses &Inner) const;
  static bool isPlace(const Expr *E) {
    const VarDecl *Reference = variableIn(E);
    return isa<ArraySubscriptExpr, MemberExpr>(E) || operandOf(E, UO_Deref) ||
           (Reference && Reference->getType()->isReferenceType());
  }
  Spelling spellingOf(const Expr *E) const {
    Spelling Id;
    E->IgnoreParens()->Profile(Id, Ctx, /*Canonical=*/true);
    return Id;
  }
  VarDecl *variableFor(const Expr *E) const {
    E = E->IgnoreParens();
    if (Known.empty() || !isPlace(E))
      return nullptr;
    const Spelling Id = spellingOf(E);
    const auto *It =
        llvm::find_if(Known, [&](const auto &K) { return K.first == Id; });
    return It == Known.end() ? nullptr : It->second;
  }
  Expr *value(Expr *E) { return E->isGLValue() ? Make.load(E) : E; }
  /// Element is given what V has been given.
  Expr *stored(Expr *Element, Expr *Given, ExprValueKind Kind) {
    return BinaryOperator::Create(Ctx, copy(Element), value(Given), BO_Assign,
                                  Element->getType(), Kind, OK_Ordinary,
                                  Element->getExprLoc(), FPOptionsOverride());
  }
};

/// A number or pointer in memory at a place that the loop, whose uses are
/// Inner, leaves where it is.
bool ElementCopy::isElement(const Expr *E, const BodyUses &Inner) const {
  E = E->IgnoreParens();
  if (!isPlace(E))
    return false;
  const QualType T = E->getType();
  if (!(T->isIntegerType() ||
        (T->isPointerType() && T->getPointeeType()->isObjectType() &&
         !T->getPointeeType()->isIncompleteType())) ||
      T->isBooleanType() || T->isEnumeralType() || T.isVolatileQualified() ||
      T.isConstQualified() || T->isAtomicType() ||
      E->getObjectKind() != OK_Ordinary || E->HasSideEffects(Ctx))
    return false;
  return !anyNode(E, [&](const Stmt *S) {
    if (isa<CallExpr>(S))
      return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref)
      return false;
    const ValueDecl *D = Ref->getDecl();
    if (Inner.DeclaredInside.contains(D))
      return true;
    return (S != E && !Inner.of(D).Writes.empty()) ||
           (Uses.DeclaredInside.contains(D) && Uses.of(D).Escapes &&
            !D->getType()->isReferenceType());
  });
}

/// Elements that Inner stores to, and reads elsewhere, by one spelling.
llvm::SmallVector<Expr *, 2> ElementCopy::elementsIn(Stmt *Inner) const {
  llvm::SmallVector<Expr *, 2> Stored;
  llvm::DenseMap<const Stmt *, bool> Plain; ///< targets and loads
  bool Calls = false;
  eachNode(Inner, [&](const Stmt *S) {
    const auto *F = calleeOf(S);
    const auto *Made = dyn_cast<CXXConstructExpr>(S);
    Calls |= Made ? !Made->getConstructor()->isTrivial()
                  : isa<LambdaExpr>(S) ||
                        (isa<CallExpr>(S) &&
                         !(F && (F->getBuiltinID() != 0 || storesNothing(F))));
    if (const Expr *Target = assignedBy(S)) {
      Stored.push_back(const_cast<Expr *>(Target->IgnoreParens()));
      Plain[Stored.back()] = true;
    } else if (const Expr *Read = operandOf(S, CK_LValueToRValue)) {
      Plain[Read->IgnoreParens()] = false;
    }
    return true;
  });
  llvm::SmallVector<Expr *, 2> Out;
  if (Calls || Stored.empty())
    return Out;
  const BodyUses InnerUses = collectUses(Inner);
  llvm::SmallVector<Spelling, 2> Taken;
  for (Expr *E : Stored) {
    if (!isElement(E, InnerUses) || variableFor(E))
      continue;
    const Spelling Id = spellingOf(E);
    if (llvm::is_contained(Taken, Id))
      continue;
    // Others of its type may be the same place.
    const bool Alone = llvm::all_of(Stored, [&](const Expr *Other) {
      return !isPlace(Other) ||
             !Ctx.hasSameUnqualifiedType(Other->getType(), E->getType()) ||
             nameIn(*Other) != nameIn(*E) || spellingOf(Other) == Id;
    });
    bool Reads = false, All = true;
    eachNode(Inner, [&](const Stmt *S) {
      const auto *Part = dyn_cast<Expr>(S);
      if (!Part || isa<ParenExpr>(Part) ||
          !Ctx.hasSameUnqualifiedType(Part->getType(), E->getType()) ||
          !Part->isLValue() || Part->getStmtClass() != E->getStmtClass() ||
          spellingOf(Part) != Id)
        return true;
      const auto It = Plain.find(Part);
      All &= It != Plain.end();
      Reads |= It != Plain.end() && !It->second;
      return true;
    });
    // The value of an update is read, too.
    Reads |= anyNode(Inner, [&](const Stmt *S) {
      return llvm::any_of(S->children(), [&](const Stmt *Child) {
        const Expr *Target = Child ? assignedBy(Child) : nullptr;
        return Target && spellingOf(Target) == Id && !discards(S, Child);
      });
    });
    if (!Alone || !All || !Reads)
      continue;
    Taken.push_back(Id);
    Out.push_back(E);
  }
  return Out;
}

Stmt *ElementCopy::loop(Stmt *S) {
  const auto Elements = elementsIn(S);
  if (Elements.empty())
    return nullptr;
  llvm::SmallVector<Stmt *, 4> Parts;
  llvm::SmallVector<VarDecl *, 2> New;
  for (Expr *E : Elements)
    New.push_back(Make.variable(Owner, "element",
                                E->getType().getUnqualifiedType(),
                                Make.load(copy(E)), Parts));
  const size_t Outer = Known.size();
  for (auto [E, V] : llvm::zip(Elements, New))
    Known.push_back({spellingOf(E), V});
  Copying = S;
  Parts.push_back(copy(S));
  Known.truncate(Outer);
  return Make.compound(Parts);
}

Expr *ElementCopy::assignment(BinaryOperator *B, VarDecl *V) {
  const ExprValueKind Kind = B->getValueKind();
  Expr *Right = copy(B->getRHS()), *Given;
  if (auto *C = dyn_cast<CompoundAssignOperator>(B))
    Given = CompoundAssignOperator::Create(
        Ctx, Make.lvalue(V), Right, C->getOpcode(), V->getType(), Kind,
        OK_Ordinary, C->getOperatorLoc(), C->getStoredFPFeaturesOrDefault(),
        C->getComputationLHSType(), C->getComputationResultType());
  else
    Given = BinaryOperator::Create(Ctx, Make.lvalue(V), Right, BO_Assign,
                                   V->getType(), Kind, OK_Ordinary,
                                   B->getOperatorLoc(), FPOptionsOverride());
  return stored(B->getLHS(), Given, Kind);
}

Expr *ElementCopy::step(UnaryOperator *U, VarDecl *V) {
  auto Step = [&] {
    return UnaryOperator::Create(Ctx, Make.lvalue(V), U->getOpcode(),
                                 V->getType(), U->getValueKind(), OK_Ordinary,
                                 U->getOperatorLoc(), /*CanOverflow=*/true,
                                 FPOptionsOverride());
  };
  const ExprValueKind Kind =
      Ctx.getLangOpts().CPlusPlus ? VK_LValue : VK_PRValue;
  if (U->isPrefix())
    return stored(U->getSubExpr(), Step(), Kind);
  const BinaryOperatorKind Op = U->isIncrementOp() ? BO_Add : BO_Sub;
  Expr *Next = Make.binary(
      Op, Make.value(V),
      Make.integer(1, V->getType()->isPointerType() ? Make.I64 : V->getType()),
      V->getType());
  return BinaryOperator::Create(
      Ctx, stored(U->getSubExpr(), Next, Kind), Step(), BO_Comma, V->getType(),
      VK_PRValue, OK_Ordinary, U->getOperatorLoc(), FPOptionsOverride());
}

Stmt *ElementCopy::replacement(Stmt *S) {
  if (auto *Block = dyn_cast<StmtExpr>(S))
    return block(Block);
  if (isLoop(*S))
    return S == std::exchange(Copying, nullptr) ? nullptr : loop(S);
  if (const auto *Read = operandOf(S, CK_LValueToRValue))
    if (VarDecl *V = variableFor(Read))
      return Make.value(V);
  const Expr *Target = Known.empty() ? nullptr : assignedBy(S);
  VarDecl *V = Target ? variableFor(Target) : nullptr;
  if (!V)
    return nullptr;
  if (auto *B = dyn_cast<BinaryOperator>(S))
    return assignment(B, V);
  return isa<UnaryOperator>(S) ? step(cast<UnaryOperator>(S), V) : nullptr;
}

} // namespace

std::optional<ParallelLoop> withElementVariables(const ParallelLoop &Loop,
                                                 ASTContext &Ctx) {
  if (!Loop.Exits.empty())
    return std::nullopt;
  ParallelLoop Out = Loop;
  if (holdsNode<CallExpr, DeclStmt>(Loop.Body))
    if (Stmt *Body = withBodiesInPlace(Loop.Body, *Loop.Function, Ctx))
      Out.Body = Body;
  bool Plain = false;
  if (holdsNode<WhileStmt, DoStmt, ForStmt>(Out.Body))
    if (Stmt *Body = withPlainLoops(Out.Body, *Loop.Function, Ctx)) {
      Out.Body = Body;
      Plain = true;
    }
  ElementCopy Copy(Out, Ctx);
  if (!Copy.isWanted(Out.Body))
    return Plain ? std::optional(Out) : std::nullopt;
  Stmt *Body = Copy.copy(Out.Body);
  if (!Copy.obstacle())
    Out.Body = Body;
  else if (!Plain)
    return std::nullopt;
  return Out;
}

} // namespace twofold
