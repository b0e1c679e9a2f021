// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/KeptElements.h"
#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "model/ElementUpdate.h"

using namespace clang;

namespace twofold {
namespace {

class KeptSearch {
  const ForStmt &S;
  const ParallelLoop &Loop;
  ArrayRef<ItemLoops> Items;
  ASTContext &Ctx;
  const BodyUses Uses; ///< of the loop and its head

  bool isPlain() const;
  bool isFixed(const Expr *Index) const;
  const ValueDecl *arrayOf(const Expr *Place) const;
  void updates(const Stmt *Part, SmallVectorImpl<const Expr *> &To) const;
  bool runs(const ForStmt &Inner) const;

public:
  KeptSearch(const ForStmt &S, const ParallelLoop &Loop,
             ArrayRef<ItemLoops> Items, ASTContext &Ctx)
      : S(S), Loop(Loop), Items(Items), Ctx(Ctx), Uses(collectUses(&S)) {}
  SmallVector<KeptElement, 1> find() const;
};

/// Memory is touched by captured arrays and pointers alone.
bool KeptSearch::isPlain() const {
  return !anyNode(&S, [&](const Stmt *Part) {
    if (isa<LambdaExpr, StmtExpr, CXXThisExpr, CXXConstructExpr, GotoStmt,
            LabelStmt, SwitchStmt, CXXForRangeStmt>(Part))
      return true;
    if (const auto *M = dyn_cast<MemberExpr>(Part))
      return M->isArrow();
    if (const auto *Call = dyn_cast<CallExpr>(Part)) {
      const FunctionDecl *F = Call->getDirectCallee();
      return !F || F->hasBody() || isa<CXXMemberCallExpr>(Call) ||
             llvm::any_of(Call->arguments(), [](const Expr *A) {
               return !A->getType()->isArithmeticType() || A->isGLValue();
             });
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref || isa<FunctionDecl>(Ref->getDecl()))
      return false;
    const QualType T = Ref->getDecl()->getType();
    const Capture *C = Loop.capture(Ref->getDecl());
    const bool Shared =
        C && (C->Kind == Sharing::Value || C->Kind == Sharing::Reference);
    return (T->isPointerType() || T->isReferenceType()) && !Shared;
  });
}

/// It has one value throughout the loop, and reads no memory.
bool KeptSearch::isFixed(const Expr *Index) const {
  return !anyNode(Index, [&](const Stmt *Part) {
    if (isa<ParenExpr, IntegerLiteral, ImplicitCastExpr, CStyleCastExpr,
            CharacterLiteral>(Part))
      return false;
    if (const auto *B = dyn_cast<BinaryOperator>(Part))
      return B->isAssignmentOp();
    if (const auto *U = dyn_cast<UnaryOperator>(Part))
      return U->getOpcode() != UO_Minus && U->getOpcode() != UO_Plus;
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref)
      return true;
    const ValueDecl *D = Ref->getDecl();
    if (isa<EnumConstantDecl>(D))
      return false;
    if (!D->getType()->isIntegerType() || D->getType().isVolatileQualified())
      return true;
    if (llvm::any_of(Items, [&](const ItemLoops &I) {
          return llvm::is_contained(I.Counters, D);
        }))
      return false;
    if (const Capture *C = Loop.capture(D);
        C && C->Kind != Sharing::Value && C->Kind != Sharing::Private)
      return true;
    return Uses.DeclaredInside.contains(D) || Uses.of(D).mayChange();
  });
}

/// Of an element by subscripts that stay the same; null: it is none.
const ValueDecl *KeptSearch::arrayOf(const Expr *Place) const {
  const QualType T = Place->getType();
  if (T.isVolatileQualified() || T->isBooleanType() || T->isBitIntType() ||
      (!T->isIntegerType() && !T->isSpecificBuiltinType(BuiltinType::Float) &&
       !T->isSpecificBuiltinType(BuiltinType::Double)) ||
      Ctx.getTypeSize(T) < 32 || Ctx.getTypeSize(T) > 64)
    return nullptr;
  const Expr *Root = Place->IgnoreParens();
  if (!isa<ArraySubscriptExpr>(Root))
    return nullptr;
  while (const auto *Element = dyn_cast<ArraySubscriptExpr>(Root)) {
    if (!isFixed(Element->getIdx()))
      return nullptr;
    const Expr *Base = Element->getBase()->IgnoreParens();
    Root = arrayIn(*Element);
    if (!Root) // a pointer, but none that is in memory itself
      Root = operandOf(Base, CK_LValueToRValue);
    if (!Root ||
        (!arrayIn(*Element) && !isa<DeclRefExpr>(Root->IgnoreParens())))
      return nullptr;
    Root = Root->IgnoreParens();
  }
  const ValueDecl *Array = namedIn(Root);
  const Capture *C = Array ? Loop.capture(Array) : nullptr;
  const bool Known =
      C && ((C->Kind == Sharing::Value && C->Type->isPointerType()) ||
            (C->Kind == Sharing::Reference && C->Type->isArrayType()));
  // Of an array all references are found again among its places.
  return Known && (C->Type->isArrayType() || !Uses.of(Array).Escapes) ? Array
                                                                      : nullptr;
}

/// It surely has a round.
bool KeptSearch::runs(const ForStmt &Inner) const {
  const auto L = matchInnerLoop(&Inner, Ctx);
  const auto First = L ? constantOf(L->Init, Ctx) : std::nullopt;
  const auto Bound = L ? constantOf(L->Bound, Ctx) : std::nullopt;
  return First && Bound && L->Relation == BO_LT && L->Ahead == 0 &&
         First->getExtValue() < Bound->getExtValue();
}

/// Elements that each round updates.
void KeptSearch::updates(const Stmt *Part,
                         SmallVectorImpl<const Expr *> &To) const {
  if (isa<CompoundStmt>(Part)) {
    for (const Stmt *Child : Part->children())
      updates(Child, To);
  } else if (const auto *F = dyn_cast<ForStmt>(Part)) {
    if (isItem(Items, F) || runs(*F))
      updates(F->getBody(), To);
  } else if (const auto *E = dyn_cast<Expr>(Part)) {
    const auto *B = dyn_cast<BinaryOperator>(seeThrough(E));
    if (B && B->isAssignmentOp())
      To.push_back(B->getLHS()->IgnoreParens());
  }
}

SmallVector<KeptElement, 1> KeptSearch::find() const {
  constexpr size_t Most = 4;
  SmallVector<KeptElement, 1> Found;
  const Exits Out = exitsOf(S.getBody());
  if (!matchInnerLoop(&S, Ctx) || Out.Return || Out.Break || Out.Continue ||
      !Loop.Updates.empty() || containsCold(S.getBody()) || !isPlain())
    return Found;
  SmallVector<const Expr *, 4> Updated;
  updates(S.getBody(), Updated);
  for (const Expr *Place : Updated) {
    const ValueDecl *Array = arrayOf(Place);
    if (!Array || Found.size() == Most ||
        llvm::any_of(Found, [&](const KeptElement &E) {
          return llvm::is_contained(E.Places, Place);
        }))
      continue;
    KeptElement Element;
    (void)anyNode(S.getBody(), [&](const Stmt *Part) {
      const auto *E = dyn_cast<ArraySubscriptExpr>(Part);
      if (E && sameExpression(E, Place, Ctx))
        Element.Places.push_back(E);
      return false;
    });
    if (Element.Places.size() == Uses.of(Array).References.size())
      Found.push_back(std::move(Element));
  }
  return Found;
}

} // namespace

SmallVector<KeptElement, 1> findKeptElements(const ForStmt &S,
                                             const ParallelLoop &Loop,
                                             ArrayRef<ItemLoops> Items,
                                             ASTContext &Ctx) {
  return KeptSearch(S, Loop, Items, Ctx).find();
}

} // namespace twofold
