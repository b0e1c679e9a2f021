// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model/CountedNumbers.h"
#include "model/ElementUpdate.h"
#include "schedule/SharedValues.h"
#include "schedule/TileSearch.h"

using namespace clang;

namespace twofold {

/// Its evaluation may do harm where the program does not evaluate it.
static bool mayHarm(const Expr *E) {
  return anyNode(E, [](const Stmt *Part) {
    const auto *B = dyn_cast<BinaryOperator>(Part);
    return isa<ArraySubscriptExpr, CallExpr>(Part) ||
           (B && (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem));
  });
}

/// What the elements are those of; null: not known to stay as they are.
const ValueDecl *TileSearch::arrayOf(const ArraySubscriptExpr &Place) const {
  const Expr *Root = &Place;
  while (const auto *Element = dyn_cast<ArraySubscriptExpr>(Root)) {
    const Expr *Base = Element->getBase()->IgnoreParens();
    Root = arrayIn(*Element);
    if (!Root) // a pointer, but none that is in memory itself
      Root = operandOf(Base, CK_LValueToRValue);
    if (!Root || (!arrayIn(*Element) && !namedIn(Root)))
      return nullptr;
    Root = Root->IgnoreParens();
  }
  const ValueDecl *D = namedIn(Root);
  const auto *Known = llvm::find_if(
      To.Again, [&](const ItemTiles::Repeated &R) { return R.Variable == D; });
  for (int Depth = 0; Known != To.Again.end(); ++Depth) {
    const ValueDecl *From = nullptr;
    unsigned Pointers = 0;
    (void)anyNode(Known->Variable->getInit(), [&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      if (Ref &&
          (Ref->getType()->isPointerType() || Ref->getType()->isArrayType())) {
        From = Ref->getDecl();
        ++Pointers;
      }
      return false;
    });
    if (Pointers != 1 || Depth == 4)
      return nullptr;
    D = From;
    Known = llvm::find_if(To.Again, [&](const ItemTiles::Repeated &R) {
      return R.Variable == D;
    });
  }
  const Capture *C = D ? Loop.capture(D) : nullptr;
  const bool Shared =
      C && ((C->Kind == Sharing::Value && C->Type->isPointerType()) ||
            (C->Kind == Sharing::Reference && C->Type->isArrayType()));
  return Shared && !Written.contains(cast<ValueDecl>(D->getCanonicalDecl()))
             ? D
             : nullptr;
}

/// It uses an array that the loop stores into, or what no operand is made of.
bool TileSearch::refuseRound(const Stmt &S) const {
  const auto *Place =
      findNode<ArraySubscriptExpr>(&S, [&](const ArraySubscriptExpr *E) {
        return !isKept(E) && !arrayOf(*E);
      });
  const ValueDecl *Array = nullptr;
  (void)anyNode(Place, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (Ref &&
        Written.contains(cast<ValueDecl>(Ref->getDecl()->getCanonicalDecl())))
      Array = Ref->getDecl();
    return Array != nullptr;
  });
  return Array ? refuse(diag::Id::NestStored, *Place, {Array})
               : refuse(diag::Id::NestStatement, S);
}

bool TileSearch::isKept(const Expr *Place) const {
  return llvm::any_of(To.Kept, [&](const KeptElement &E) {
    return llvm::is_contained(E.Places, Place->IgnoreParens());
  });
}

unsigned TileSearch::sideOf(const Expr *E) const {
  unsigned Side = 0;
  eachNode(E, [&](const Stmt *Part) {
    const auto *Place = dyn_cast<Expr>(Part);
    if (!Place || Place->getType().isVolatileQualified())
      Side |= Bad;
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(Part)) {
      const ValueDecl *D = Ref->getDecl();
      const Capture *C = Loop.capture(D);
      if (auto Known = Sides.find(D); Known != Sides.end())
        Side |= Known->second;
      else if (!isa<EnumConstantDecl, FunctionDecl>(D) &&
               !(C &&
                 (C->Kind == Sharing::Value ||
                  (C->Kind == Sharing::Reference && C->Type->isArrayType()))))
        Side |= Bad;
    } else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part)) {
      if (isKept(Element)) {
        Side |= Point;
        return false;
      }
      if (!arrayOf(*Element))
        Side |= Bad;
    } else if (const auto *B = dyn_cast<BinaryOperator>(Part)) {
      if (B->isAssignmentOp() || B->isCommaOp() || B->isPtrMemOp())
        Side |= Bad;
    } else if (const auto *U = dyn_cast<UnaryOperator>(Part)) {
      if (U->getOpcode() != UO_Minus && U->getOpcode() != UO_Not &&
          U->getOpcode() != UO_LNot)
        Side |= Bad;
    } else if (const auto *Call = dyn_cast<CallExpr>(Part)) {
      if (!isOfNumbers(*Call))
        Side |= Bad;
    } else if (!isa<ParenExpr, ImplicitCastExpr, CStyleCastExpr,
                    CXXStaticCastExpr, CXXFunctionalCastExpr, IntegerLiteral,
                    FloatingLiteral, CharacterLiteral, ConstantExpr,
                    ConditionalOperator>(Part) ||
               Place->getType()->isAnyComplexType() ||
               Place->getType()->isVectorType() ||
               Place->getType()->isRecordType()) {
      Side |= Bad;
    }
    return true;
  });
  return Side;
}

/// Rounds, columns or rows are numbered as their variable counts.
bool TileSearch::countsByOne(unsigned Side) const {
  if (Side == Round)
    return To.Counts.Step == 1;
  const unsigned Axis = Range[Side == Column ? 0 : To.Row];
  if (Axis < Loop.Dims.size()) {
    const LoopDim &D = Loop.Dims[Axis];
    return D.StepMagnitude == 1 && !D.Decreasing && !D.SubtractStep &&
           !mayWrap(D, Ctx);
  }
  return llvm::all_of(Items, [&](const ItemLoops &I) {
    return I.Axis != Axis || I.Counts.Step == 1;
  });
}

/// Index grows by one with the one variable that D is a use of, as a number
/// that does not wrap around ahead of addresses.
static bool growsByOne(const Expr *Index, const DeclRefExpr *D,
                       const ASTContext &Ctx) {
  const QualType T = Index->getType();
  if (!T->isIntegerType() || T->isBooleanType())
    return false;
  if (const auto *Paren = dyn_cast<ParenExpr>(Index))
    return growsByOne(Paren->getSubExpr(), D, Ctx);
  if (const auto *Cast = dyn_cast<CastExpr>(Index)) {
    if (Cast->getCastKind() == CK_LValueToRValue)
      return Cast->getSubExpr()->IgnoreParens() == D;
    return Cast->getCastKind() == CK_IntegralCast &&
           Ctx.getTypeSize(T) >=
               Ctx.getTypeSize(Cast->getSubExpr()->getType()) &&
           growsByOne(Cast->getSubExpr(), D, Ctx);
  }
  const auto *B = dyn_cast<BinaryOperator>(Index);
  if (!B || !(T->isSignedIntegerType() || Ctx.getTypeSize(T) == 64))
    return false;
  const bool OfLeft =
      anyNode(B->getLHS(), [&](const Stmt *P) { return P == D; });
  return (B->getOpcode() == BO_Add || (B->getOpcode() == BO_Sub && OfLeft)) &&
         growsByOne(OfLeft ? B->getLHS() : B->getRHS(), D, Ctx);
}

/// Of an operand: TileOperand::Element.
const ArraySubscriptExpr *TileSearch::neighbourIn(const Expr *E,
                                                  unsigned Side) const {
  const ArraySubscriptExpr *Element = nullptr;
  const DeclRefExpr *Use = nullptr;
  unsigned Elements = 0, Used = 0;
  eachNode(E, [&](const Stmt *Part) {
    if (const auto *Place = dyn_cast<ArraySubscriptExpr>(Part)) {
      const auto *Whole = Place->getType()->isArrayType() ? nullptr : Place;
      Element = Whole ? Whole : Element;
      Elements += Whole != nullptr;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part);
        Ref && (Sides.lookup(Ref->getDecl()) & Side)) {
      Use = Ref;
      ++Used;
    }
    return true;
  });
  const bool Always = !anyNode(E, [](const Stmt *Part) {
    const auto *B = dyn_cast<BinaryOperator>(Part);
    return isa<ConditionalOperator>(Part) || (B && B->isLogicalOp());
  });
  return Always && Elements == 1 && Used == 1 && countsByOne(Side) &&
                 isNumber(Element->getType(), Ctx) &&
                 Counters.contains(Use->getDecl()) &&
                 growsByOne(Element->getIdx(), Use, Ctx)
             ? Element
             : nullptr;
}

/// The operand that has E's value, if there is one.
const TileOperand *TileSearch::operand(const Expr *E) const {
  const auto *Known = llvm::find_if(To.Operands, [&](const TileOperand &O) {
    return sameExpression(O.Value, E, Ctx) &&
           Ctx.hasSameUnqualifiedType(O.Value->getType(), E->getType());
  });
  return Known == To.Operands.end() ? nullptr : Known;
}

bool TileSearch::isLocal(const ValueDecl *D) const {
  return llvm::any_of(To.Locals, [&](auto &L) { return L.first == D; });
}

bool TileSearch::usesLocals(const Expr *E) const {
  return llvm::any_of(To.Locals, [&](auto &L) { return mentions(E, L.first); });
}

/// E, or the variable V that begins as E, is an operand.
bool TileSearch::use(const Expr *E, const VarDecl *V) {
  constexpr size_t Most = 4;
  if (E->isGLValue() || !isNumber(E->getType(), Ctx))
    return false;
  const TileOperand *Known = operand(E);
  if (!Known) {
    if (To.Operands.size() == Most)
      return false;
    TileOperand Own;
    Own.Value = E;
    Own.Column = sideOf(E) & Column;
    const auto *Element = findNode<ArraySubscriptExpr>(
        E, [](const ArraySubscriptExpr *) { return true; });
    Own.Reads = Element && (sideOf(Element) & Round);
    Own.Near = Own.Reads && movesByOne(Element->getIdx(), To.Counts.Induction);
    if (Own.Reads)
      Own.Element = neighbourIn(E, Own.Near     ? Round
                                   : Own.Column ? Column
                                                : Row);
    To.Operands.push_back(Own);
    Known = &To.Operands.back();
  }
  const unsigned Number = Known - To.Operands.begin();
  if (V)
    To.Locals.push_back({V, Number});
  else
    To.Uses.push_back({E, Number});
  return true;
}

/// What E is made of, but for variables of the point, are operands. Sure: each
/// round evaluates it. Factor: the host does not fuse it with a sum.
bool TileSearch::stage(const Expr *E, bool Sure, bool Factor) {
  const Expr *Plain = E->IgnoreParens();
  const unsigned Side = sideOf(Plain);
  if (Side & Bad)
    return false;
  if (Side == 0 && !holdsNode<ArraySubscriptExpr>(Plain))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(Plain);
  const auto *U = dyn_cast<UnaryOperator>(Plain);
  const bool Alone =
      !(Side & Point) && (Side & (Column | Row)) != (Column | Row);
  const bool Fuses = Plain->getType()->isRealFloatingType() && !Factor;
  const bool Product = B && B->getOpcode() == BO_Mul;
  const bool Negation = U && U->getOpcode() == UO_Minus;
  if (Alone && !usesLocals(Plain) && !(Fuses && (Product || Negation)))
    return (Sure || !mayHarm(Plain) || operand(Plain)) && use(Plain, nullptr);
  if (const Expr *Place = operandOf(Plain, CK_LValueToRValue)) {
    const ValueDecl *D = namedIn(Place);
    return isKept(Place) || (D && (Sides.lookup(D) & Point)) || isLocal(D);
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(Plain))
    return stage(C->getCond(), Sure, true) &&
           stage(C->getTrueExpr(), false, true) &&
           stage(C->getFalseExpr(), false, true);
  if (const auto *Call = dyn_cast<CallExpr>(Plain))
    return llvm::all_of(Call->arguments(),
                        [&](const Expr *A) { return stage(A, Sure, true); });
  if (B && B->isLogicalOp())
    return stage(B->getLHS(), Sure, true) && stage(B->getRHS(), false, true);
  if (B) { // no zero that a tile is filled with is divided by
    if ((B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem) &&
        !B->getType()->isRealFloatingType())
      return false;
    const bool Sum = B->isAdditiveOp();
    return stage(B->getLHS(), Sure, !Sum) && stage(B->getRHS(), Sure, !Sum);
  }
  if (U)
    return stage(U->getSubExpr(), Sure, Negation && Factor);
  const auto *Cast = dyn_cast<CastExpr>(Plain);
  return Cast && stage(Cast->getSubExpr(), Sure, true);
}

/// A variable of each round. Alone: nothing else is declared with it.
bool TileSearch::matchLocal(const VarDecl &V, bool Alone) {
  if (!V.getInit() || !isNumber(V.getType(), Ctx) || Uses.of(&V).mayChange())
    return false;
  const unsigned Side = sideOf(V.getInit());
  if (Side & Bad)
    return false;
  if (Alone && !(Side & Point) && (Side & (Column | Row)) != (Column | Row) &&
      !usesLocals(V.getInit())) {
    Sides[&V] = Side;
    return use(V.getInit()->IgnoreParens(), &V);
  }
  Sides[&V] = Point;
  return stage(V.getInit(), true, true);
}

bool TileSearch::matchRound(const Stmt *S, bool Sure) {
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(), [&](const Stmt *Part) {
      return !isa<DeclStmt>(Part) && matchRound(Part, Sure);
    });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           stage(If->getCond(), Sure, true) &&
           matchRound(If->getThen(), false) &&
           (!If->getElse() || matchRound(If->getElse(), false));
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(variablesIn(*Declared), [&](const VarDecl *V) {
      return matchLocal(*V, Declared->isSingleDecl());
    });
  const auto *E = dyn_cast<Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(seeThrough(E)) : nullptr;
  if (!B || !B->isAssignmentOp() || B->getOpcode() == BO_RemAssign ||
      (B->getOpcode() == BO_DivAssign && !B->getType()->isRealFloatingType()))
    return false;
  const VarDecl *V = variableIn(B->getLHS());
  const bool Sum = V ? llvm::is_contained(To.Sums, V) : isKept(B->getLHS());
  return Sum && stage(B->getRHS(), Sure,
                      B->getOpcode() != BO_AddAssign &&
                          B->getOpcode() != BO_SubAssign);
}

} // namespace twofold
