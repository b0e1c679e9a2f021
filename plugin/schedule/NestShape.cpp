// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/NestShape.h"
#include "ast/Nodes.h"
#include "model/AssignmentFlow.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {

bool NestShape::refuse(diag::Id Reason, const Stmt *At,
                       llvm::ArrayRef<const ValueDecl *> Named) {
  return twofold::refuse(To.NotInnermost, Reason, At->getBeginLoc(), Named);
}

/// E is made of numbers and integers that are the same in all columns.
bool NestShape::isFixed(const Expr *E) const {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return isa<EnumConstantDecl>(Ref->getDecl());
    if (!V->getType()->isIntegerType() || V->getType().isVolatileQualified())
      return false;
    if (Around.contains(V))
      return true;
    return V != To.Counts.Induction && !Uses.DeclaredInside.contains(V) &&
           !Uses.of(V).mayChange() &&
           (Loop.hasValue(V) ||
            (V->hasLocalStorage() && !Loop.functionUses().of(V).Escapes));
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return C->getType()->isIntegerType() && isFixed(C->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
           isFixed(U->getSubExpr());
  const auto *B = dyn_cast<BinaryOperator>(E);
  return B &&
         (B->isAdditiveOp() || B->getOpcode() == BO_Mul ||
          ((B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem) &&
           constantOf(B->getRHS(), Ctx).value_or(llvm::APSInt()) != 0)) &&
         isFixed(B->getLHS()) && isFixed(B->getRHS());
}

/// From its first value to its bound in steps of 1, or down to it if it is no
/// loop over columns, in numbers that 64 signed bits hold.
bool NestShape::counts(const InnerLoop &L, bool Columns) const {
  const bool Down = !Columns && L.Step == -1;
  if ((L.Step != 1 && !Down) || L.By || L.Ahead != 0 || L.Type.Width < 32 ||
      L.Relation == (Down ? BO_LT : BO_GT) ||
      L.Relation == (Down ? BO_LE : BO_GE) || Uses.of(L.Induction).Escapes ||
      !L.Induction->hasLocalStorage() ||
      (L.Type.Unsigned && L.Comparison.Width > L.Type.Width) ||
      L.Comparison.Width < L.Type.Width || mayBeginBelowZero(L, Loop, Ctx) ||
      !isFixed(L.Init) || !isFixed(L.Bound))
    return false;
  if (!L.Comparison.Unsigned || L.Type.Unsigned)
    return true;
  const auto First = twofold::constantOf(L.Init, Ctx);
  return First && !First->isNegative() && !Down;
}

/// Not a pointer or a reference of the iteration's own, behind which there may
/// be variables that have no place in memory for the proof.
bool NestShape::isKnown(const DeclRefExpr &Ref) const {
  const QualType T = Ref.getDecl()->getType();
  if (!T->isPointerType() && !T->isReferenceType())
    return true;
  const Capture *C = Loop.capture(Ref.getDecl());
  return C && (C->Kind == Sharing::Value || C->Kind == Sharing::Reference);
}

/// `if (a < b) v = c;` with numbers that may be computed in any case: no branch
/// is left of it.
bool NestShape::choosesNumber(const Stmt &S) const {
  const auto *If = dyn_cast<IfStmt>(&S);
  if (!If)
    return isa<ConditionalOperator>(S);
  const auto Then = statementsOf(If->getThen());
  const auto *Set =
      Then.size() == 1 ? dyn_cast<BinaryOperator>(Then.front()) : nullptr;
  const auto *V =
      Set && Set->getOpcode() == BO_Assign
          ? dyn_cast_or_null<VarDecl>(namedIn(Set->getLHS()->IgnoreParens()))
          : nullptr;
  return V && !If->getElse() && !If->getInit() && !If->getConditionVariable() &&
         V->hasLocalStorage() && V->getType()->isArithmeticType();
}

/// Arithmetic on variables and elements. In rounds the only conditions are on
/// numbers of a column, and nothing is called.
bool NestShape::isPlain(const Stmt *S, bool InRounds) {
  return !anyNode(S, [&](const Stmt *Part) {
    if (isa<CompoundStmt, NullStmt>(Part))
      return false;
    if (isa<IfStmt, ConditionalOperator>(Part)) {
      if (InRounds && !To.Conditional)
        To.Conditional = Part;
      return InRounds && !choosesNumber(*Part);
    }
    if (const auto *D = dyn_cast<DeclStmt>(Part))
      return !llvm::all_of(D->decls(), [&](const Decl *Each) {
        const auto *V = dyn_cast<VarDecl>(Each);
        return V && V->hasLocalStorage() &&
               !V->getType()->isVariablyModifiedType() &&
               !V->getType()->isRecordType();
      });
    const auto *E = dyn_cast<Expr>(Part);
    if (!E || E->getType().isVolatileQualified() ||
        E->getType()->isAtomicType() || E->getType()->isRecordType())
      return true;
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return InRounds && B->isLogicalOp();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E); Ref && !isKnown(*Ref))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return InRounds || !isOfNumbers(*Call);
    return !isa<ParenExpr, ImplicitCastExpr, CStyleCastExpr, CXXStaticCastExpr,
                CXXFunctionalCastExpr, DeclRefExpr, IntegerLiteral,
                FloatingLiteral, UnaryOperator, ArraySubscriptExpr,
                ConstantExpr>(E);
  });
}

bool NestShape::rounds(const ForStmt *F, unsigned Depth) {
  std::optional<InnerLoop> L = matchInnerLoop(F, Ctx);
  if (!L || !counts(*L, /*Columns=*/false) ||
      L->Induction == To.Counts.Induction)
    return refuse(diag::Id::NestBounds, F, {To.Counts.Induction});
  constexpr int64_t Few = 16; // the optimiser unrolls shorter ones
  const auto First = twofold::constantOf(L->Init, Ctx);
  const auto Last = twofold::constantOf(L->Bound, Ctx);
  if (First && Last &&
      std::abs(Last->getExtValue() - First->getExtValue()) < Few) {
    refuse(diag::Id::NestFewRounds, F);
    To.NotInnermost->Arguments.push_back(counted(Few, "round"));
    return false;
  }
  if (Depth == 0)
    To.Rounds.push_back({F, *L, {}, {}});
  Counters.insert(L->Induction);
  Around.insert(L->Induction);
  const bool Plain = level(F->getBody(), Depth + 1);
  Around.erase(L->Induction);
  return Plain;
}

/// The statements of Body: those between two loops run in one of the new ones.
bool NestShape::level(const Stmt *Body, unsigned Depth) {
  ++Place;
  for (const Stmt *S : statementsOf(Body)) {
    if (const auto *F = dyn_cast<ForStmt>(S)) {
      if (!rounds(F, Depth))
        return false;
      ++Place;
      continue;
    }
    if (!isPlain(S, Depth != 0))
      return refuse(diag::Id::NestStatement, S);
    const BodyUses Here = collectUses(S);
    auto Mark = [&](const ValueDecl *D) {
      if (auto [It, New] = Places.try_emplace(D, Place);
          !New && It->second != Place)
        It->second = -1;
    };
    for (const auto &[D, Use] : Here.Variables) {
      Mark(D);
      if (Use.mayChange())
        Changed.insert(D);
    }
    for (const ValueDecl *D : Here.DeclaredInside) {
      Mark(D);
      Declared.insert(D);
    }
  }
  return true;
}

/// All that the columns do with the array D, which the iteration has for
/// itself, is with the element of the column's own number.
bool NestShape::hasOwnElements(const ValueDecl *D) const {
  unsigned Elements = 0;
  (void)anyNode(To.Columns, [&](const Stmt *Part) {
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part))
      if (const Expr *Array = arrayIn(*Element))
        Elements += namedIn(Array) == D &&
                    variableIn(Element->getIdx()->IgnoreParenImpCasts()) ==
                        To.Counts.Induction;
    return false;
  });
  return Elements == Uses.of(D).References.size();
}

/// D is declared outside, in the iteration or around it, but each column
/// assigns it before it is used, and nothing else in the iteration looks at it.
bool NestShape::hasOwnValue(const ValueDecl *D) const {
  const Capture *C = Loop.capture(D);
  if ((C ? C->Kind != Sharing::Private
         : !isa<VarDecl>(D) || !cast<VarDecl>(D)->hasLocalStorage()) ||
      !D->getType()->isArithmeticType() || Uses.of(D).Escapes ||
      D->getType().isVolatileQualified() ||
      collectUses(Loop.Body).of(D).References.size() !=
          Uses.of(D).References.size())
    return false;
  ParallelLoop Alone = Loop; // a loop of one column
  Alone.Dims.back().Loop = const_cast<ForStmt *>(To.Columns);
  Alone.Body = const_cast<Stmt *>(To.Columns->getBody());
  ValueDecl *Variable = const_cast<ValueDecl *>(D);
  return llvm::all_of(
      followAssignments(Alone, collectUses(Alone.Body), Variable, Ctx),
      [](const IterationFlow &Flow) { return Flow.AssignedBeforeUse; });
}

/// D is the iteration's own, and nothing names it but loops that count by it.
bool NestShape::onlyCounts(const ValueDecl *D) const {
  if (!Counters.contains(D) || Loop.capture(D))
    return false;
  unsigned Named = 0;
  (void)anyNode(To.Columns, [&](const Stmt *Part) {
    const auto *F = dyn_cast<ForStmt>(Part);
    const auto L = F ? matchInnerLoop(F, Ctx) : std::nullopt;
    if (L && L->Induction == D)
      Named += collectUses(F).of(D).References.size();
    return false;
  });
  return Named == collectUses(Loop.Body).of(D).References.size();
}

bool NestShape::findRows() {
  constexpr unsigned Most = 4, RowBytes = 4096;
  for (const auto &[D, Use] : Uses.Variables) {
    const bool Inside = Uses.DeclaredInside.contains(D);
    if (!Inside && (!Use.mayChange() || D == To.Counts.Induction))
      continue;
    // The head of its loop alone sets it, as it comes to run once for all.
    auto Stays = [&, D = D] {
      return refuse(diag::Id::NestVariable, To.Columns,
                    {D, To.Counts.Induction});
    };
    if (Counters.contains(D) && Changed.contains(D))
      return Stays();
    if (Counters.contains(D) && Declared.contains(D)) {
      const auto *V = cast<VarDecl>(D);
      if (V->getInit() && !isFixed(V->getInit()))
        return Stays();
      To.Counters.push_back(V);
    }
    if (!Inside && D->getType()->isArrayType()) {
      const Capture *C = Loop.capture(D);
      if ((C && C->Kind == Sharing::Reference) || hasOwnElements(D))
        continue;
      return Stays();
    }
    if (!Inside && !hasOwnValue(D) && !onlyCounts(D))
      return Stays();
    if (D == To.Counts.Induction || Counters.contains(D) ||
        Places.lookup(D) != -1)
      continue; // a variable of one of the new loops
    if (!D->getType()->isArithmeticType() || Use.Escapes ||
        D->getType().isVolatileQualified())
      return Stays();
    To.Rows.push_back(cast<VarDecl>(D));
  }
  To.Tile = RowBytes;
  for (const VarDecl *V : To.Rows)
    To.Tile = std::min<unsigned>(
        To.Tile, RowBytes / Ctx.getTypeSizeInChars(V->getType()).getQuantity());
  // What selects elements by a row selects any: no vector is made of them.
  const bool Plain =
      To.Rows.size() <= Most && !anyNode(To.Columns, [&](const Stmt *Part) {
        const auto *Element = dyn_cast<ArraySubscriptExpr>(Part);
        return (Element || operandOf(Part, UO_Deref)) &&
               llvm::any_of(To.Rows, [&](const VarDecl *V) {
                 return mentions(Element ? Element->getIdx()
                                         : static_cast<const Stmt *>(Part),
                                 V);
               });
      });
  return Plain || refuse(diag::Id::NestVariable, To.Columns,
                         {To.Rows.front(), To.Counts.Induction});
}

bool NestShape::match() {
  const auto L = matchInnerLoop(To.Columns, Ctx);
  if (!L)
    return refuse(diag::Id::NestBounds, To.Columns,
                  {Loop.Dims.back().Induction});
  To.Counts = *L;
  const Exits Out = exitsOf(To.Columns->getBody());
  if (Out.Break || Out.Return || Out.Continue || isIrreducible(To.Columns))
    return refuse(diag::Id::NestStatement, To.Columns);
  if (!counts(*L, /*Columns=*/true))
    return refuse(diag::Id::NestBounds, To.Columns,
                  {Loop.Dims.back().Induction});
  return level(To.Columns->getBody(), 0) && !To.Rounds.empty() && findRows();
}

} // namespace twofold
