// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/WaitingRows.h"
#include "annotation/Annotations.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "model/SumForms.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {

std::optional<ElementAt> elementAt(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *At = dyn_cast<ArraySubscriptExpr>(E))
    return ElementAt{At->getBase(), At->getIdx()};
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Call || Call->getOperator() != OO_Subscript || Call->getNumArgs() != 2)
    return std::nullopt;
  const StringRef Class = libraryClass(Call->getArg(0)->getType());
  const bool Numbers = Call->getType()->isRealFloatingType();
  if (!Numbers || (Class != "vector" && Class != "array" && Class != "span"))
    return std::nullopt;
  return ElementAt{Call->getArg(0), Call->getArg(1)};
}

/// V is a variable of the function's own that nobody else can change; what a
/// reference refers to may be anybody's.
bool WaitingRows::isOwn(const VarDecl *V) const {
  return V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         !V->getType().isVolatileQualified() && !Function.of(V).Escapes;
}

/// V keeps its value while the rows run.
bool WaitingRows::isFixed(const VarDecl *V) const {
  return !Uses.DeclaredInside.contains(V) && !Uses.of(V).mayChange() &&
         isOwn(V);
}

/// A variable by another type, `static_cast<const int &>(i)`.
static bool isCastLValue(const Expr *E) {
  return isa<CastExpr>(E) && E->isGLValue();
}

/// Of an integer, in terms of the numbers of row and column.
WaitingRows::Degree WaitingRows::degree(const Expr *E, bool Columns) const {
  E = E->IgnoreParens();
  const bool Wraps = E->getType()->isUnsignedIntegerType() &&
                     Ctx.getIntWidth(E->getType()) < 64;
  auto Unless = [](bool Bad, Degree D) { return Bad ? Degree::Other : D; };
  if (!E->getType()->isIntegerType() || E->getType().isVolatileQualified() ||
      isCastLValue(E))
    return Degree::Other;
  if (constantOf(E, Ctx))
    return Degree::Fixed;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Of = Cast->getSubExpr();
    const Degree D = degree(Of, Columns);
    if (Cast->getCastKind() == CK_LValueToRValue ||
        Cast->getCastKind() == CK_NoOp || D != Degree::Linear)
      return D;
    return Unless(Cast->getCastKind() != CK_IntegralCast ||
                      Ctx.getIntWidth(Cast->getType()) <
                          Ctx.getIntWidth(Of->getType()) ||
                      Wraps,
                  D);
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (V && V == Counts->Induction)
      return Degree::Linear;
    if (V && this->Columns && V == this->Columns->Induction)
      return Unless(!Columns, Degree::Linear);
    return Unless(!V || !isFixed(V), Degree::Fixed);
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Of = Call->getImplicitObjectArgument()->IgnoreParenImpCasts();
    return Unless(plainName(Call->getMethodDecl()) != "size" ||
                      !variableIn(Of) || libraryClass(Of->getType()).empty(),
                  Degree::Fixed);
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || (!B->isAdditiveOp() && B->getOpcode() != BO_Mul))
    return Degree::Other;
  const Degree L = degree(B->getLHS(), Columns),
               R = degree(B->getRHS(), Columns);
  if (L == Degree::Fixed && R == Degree::Fixed)
    return Degree::Fixed;
  return Unless(L == Degree::Other || R == Degree::Other || Wraps ||
                    (B->getOpcode() == BO_Mul && L == R),
                Degree::Linear);
}

/// An element of one variable, at a place that is affine in the row, and in the
/// column where that is there.
bool WaitingRows::isPlace(const Expr *E, bool Columns) const {
  const auto At = elementAt(E);
  if (!At || E->getType().isVolatileQualified() ||
      degree(At->Index, Columns) == Degree::Other)
    return false;
  const Expr *Base = At->Base->IgnoreParens();
  if (const Expr *Array = operandOf(Base, CK_ArrayToPointerDecay))
    Base = Array->IgnoreParens();
  if (elementAt(Base))
    return isa<ArraySubscriptExpr>(Base) && Base->getType()->isArrayType() &&
           isPlace(Base, Columns);
  if (const Expr *Variable = operandOf(Base, CK_LValueToRValue))
    Base = Variable->IgnoreParens();
  if (const auto *Same = dyn_cast<ImplicitCastExpr>(Base); // adds `const`
      Same && Same->getCastKind() == CK_NoOp)
    Base = Same->getSubExpr()->IgnoreParens();
  const auto *V = variableIn(Base);
  if (!V || V->getType().isVolatileQualified())
    return false;
  const QualType T = V->getType().getNonReferenceType();
  if (T->isArrayType())
    return true;
  if (T->isPointerType())
    return !V->getType()->isReferenceType() && isFixed(V);
  return isa<CXXOperatorCallExpr>(E->IgnoreParens());
}

/// Notes the elements that E, a number of a row or of one of its columns, is
/// computed from.
bool WaitingRows::readsAhead(const Expr *E) {
  E = E->IgnoreParens();
  if (Sum && sameExpression(E, Sum, Ctx))
    return true;
  if (elementAt(E)) {
    if (!E->getType()->isArithmeticType() || !isPlace(E, /*Columns=*/true))
      return false;
    Reads.push_back(E);
    return true;
  }
  if (isa<FloatingLiteral>(E) || constantOf(E, Ctx))
    return true;
  if (const auto *V = variableIn(E))
    return V->getType()->isArithmeticType() &&
           (V == Counts->Induction || V == Columns->Induction || isFixed(V));
  if (isCastLValue(E))
    return false;
  // What `&&` may leave out need not be there.
  if (isa<BinaryOperator>(E) ? !cast<BinaryOperator>(E)->isAssignmentOp() &&
                                   !cast<BinaryOperator>(E)->isLogicalOp() &&
                                   !cast<BinaryOperator>(E)->isPtrMemOp()
      : isa<UnaryOperator>(E)
          ? cast<UnaryOperator>(E)->isArithmeticOp()
          : isa<CastExpr>(E) && E->getType()->isArithmeticType())
    return llvm::all_of(E->children(), [&](const Stmt *Part) {
      const auto *Of = cast<Expr>(Part);
      return Of->getType()->isArithmeticType() && readsAhead(Of);
    });
  return false;
}

/// The only statement of the columns adds to, or subtracts from, the sum.
bool WaitingRows::updates(Stmt *Body) {
  const auto All = statementsOf(Body);
  auto *B = All.size() == 1 ? dyn_cast<BinaryOperator>(All.front()) : nullptr;
  if (!B || !B->getLHS()->getType()->isRealFloatingType())
    return false;
  Expr *Target = B->getLHS()->IgnoreParens(), *Added = B->getRHS();
  if (B->getOpcode() == BO_Assign) {
    const auto *Whole = dyn_cast<BinaryOperator>(Added->IgnoreParenImpCasts());
    if (!Whole || !Whole->isAdditiveOp() ||
        !sameExpression(Whole->getLHS(), Target, Ctx))
      return false;
    Added = Whole->getRHS();
  } else if (B->getOpcode() != BO_AddAssign && B->getOpcode() != BO_SubAssign) {
    return false;
  }
  if (mentions(Added, Target, Ctx))
    return false;
  const auto *V = variableIn(Target);
  if (V ? !isOwn(V) : !keeps(Target))
    return false;
  if (!readsAhead(Added))
    return false;
  Sum = Target;
  return true;
}

/// S is all that happens in a row before its columns.
bool WaitingRows::begins(Stmt *S) {
  const auto *V = variableIn(Sum);
  if (auto *Declared = const_cast<VarDecl *>(onlyVariable(S))) {
    First = Declared == V ? Declared->getInit() : nullptr;
  } else {
    auto *B = dyn_cast<BinaryOperator>(S);
    First = B && B->getOpcode() == BO_Assign &&
                    sameExpression(B->getLHS(), Sum, Ctx)
                ? B->getRHS()
                : nullptr;
  }
  if (!First || mentions(First, Sum, Ctx))
    return false;
  return !mentions(First, Columns->Induction) && readsAhead(First);
}

/// Target is a variable of the function's that nothing is computed ahead from,
/// or an element that is the next one in the next row.
bool WaitingRows::keeps(const Expr *Target) {
  Target = Target->IgnoreParens();
  if (const auto *V = variableIn(Target))
    return V != Counts->Induction && V->getType()->isArithmeticType() &&
           isOwn(V);
  const auto At = elementAt(Target);
  if (!At || !Target->getType()->isArithmeticType() ||
      !isPlace(Target, /*Columns=*/false) ||
      mentions(At->Base, Counts->Induction) ||
      variableIn(At->Index->IgnoreParenImpCasts()) != Counts->Induction)
    return false;
  Stores.push_back(Target);
  return true;
}

/// S, behind the columns, comes to its end, and stores to such places alone.
bool WaitingRows::finishes(const Stmt *S) {
  if (!S || isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, NullStmt>(S))
    return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return llvm::all_of(D->decls(), [&](const Decl *One) {
      const auto *V = dyn_cast<VarDecl>(One);
      return V && V->hasLocalStorage() && V->getType()->isArithmeticType() &&
             finishes(V->getInit());
    });
  if (const Expr *Target = assignedBy(S); Target && !keeps(Target))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(S); Call && !elementAt(Call)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !Callee->getBuiltinID() ||
        !Callee->getReturnType()->isRealFloatingType() ||
        !llvm::all_of(Callee->parameters(), [](const ParmVarDecl *P) {
          return P->getType()->isArithmeticType();
        }))
      return false;
  } else if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->getOpcode() == UO_AddrOf)
      return false;
  } else if (!isa<CompoundStmt, IfStmt, BinaryOperator, ParenExpr, CastExpr,
                  AbstractConditionalOperator, ArraySubscriptExpr, CallExpr>(
                 S)) {
    return false;
  }
  const size_t Before = Stores.size();
  if (!llvm::all_of(S->children(),
                    [&](const Stmt *Part) { return finishes(Part); }))
    return false;
  // An element that a row need not store to need not be there.
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (!isa<IfStmt, AbstractConditionalOperator>(S) && !(B && B->isLogicalOp()))
    return true;
  const ArrayRef<const Expr *> All = Stores;
  return llvm::all_of(All.drop_front(Before), [&](const Expr *Store) {
    return llvm::any_of(All.take_front(Before), [&](const Expr *Always) {
      return sameExpression(Store, Always, Ctx);
    });
  });
}

/// In steps of 1 up to a bound that stays what it is.
bool WaitingRows::counts(const InnerLoop &L) const {
  return L.Step == 1 && !L.By && L.Ahead == 0 &&
         (L.Relation == BO_LT || L.Relation == BO_LE) && L.Type.Width >= 32 &&
         (L.Type.Unsigned == L.Comparison.Unsigned) && isOwn(L.Induction);
}

bool WaitingRows::match(ForStmt *Loop) {
  Rows = Loop;
  auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
  Counts = matchInnerLoop(Loop, Ctx);
  if (!Body || !Counts)
    return false;
  Stmt *Before = nullptr;
  for (Stmt *&Part : Body->children()) {
    if (auto *A = dyn_cast<AttributedStmt>(Part); A && isParallelLoop(*A)) {
      Annotated = dyn_cast<ForStmt>(A->getSubStmt());
      Slot = &Part;
      break;
    }
    if (Before)
      return false;
    Before = Part;
  }
  // The sums' names, and what says how lanes are made: the rest changes how
  // the loop runs.
  auto IsPlain = [](const Attr *A) {
    const auto *Given = dyn_cast<AnnotateAttr>(A);
    return Given && (Given->getAnnotation() == "twofold.parallel_for" ||
                     Given->getAnnotation() == "twofold.reduction");
  };
  if (!Annotated ||
      !llvm::all_of(cast<AttributedStmt>(*Slot)->getAttrs(), IsPlain))
    return false;
  Uses = collectUses(Loop->getBody());
  Columns = matchInnerLoop(Annotated, Ctx);
  // ... up to the row's own number.
  if (!Columns || !counts(*Counts) || !counts(*Columns) ||
      Columns->Relation != BO_LT ||
      variableIn(Columns->Bound->IgnoreParenImpCasts()) != Counts->Induction ||
      !Uses.DeclaredInside.contains(Columns->Induction) ||
      Columns->Type.Width != Counts->Type.Width ||
      Columns->Type.Unsigned != Counts->Type.Unsigned ||
      !isFixed(Counts->Bound) || !isFixed(Columns->Init) ||
      Uses.of(Counts->Induction).mayChange() ||
      !updates(Annotated->getBody()) || (Before && !begins(Before)) ||
      (!Before && variableIn(Sum)))
    return false;
  if (!Before)
    Reads.push_back(Sum);
  for (Stmt *&Part : Body->children())
    if (&Part > Slot && !finishes(Part))
      return false;
  return true;
}

bool WaitingRows::areApart(const Expr *Store, const Expr *Read) const {
  const auto To = elementAt(Store), From = elementAt(Read);
  if (!sameExpression(To->Base, From->Base, Ctx))
    return false;
  // A row's own element, or one of the columns before all these rows.
  const VarDecl *Of = variableIn(From->Index->IgnoreParenImpCasts());
  return Of && (Of == Counts->Induction || Of == Columns->Induction);
}

} // namespace twofold
