// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSubscripts.cpp - the subscripts that the variants check ------===//
//
// An access that no proof before the launch can cover is checked where it is
// made, if it is written as subscripts of a captured array or pointer whose
// extent is known: each subscript of a[i][j] against its own dimension.
#include "access/AccessEvaluator.h"

#include "ast/Nodes.h"
#include "report/Invariant.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace twofold;

using BodyExpressions = llvm::SmallPtrSet<const Expr *, 32>;

/// Those that move with the body: a lambda's body is a function of its own.
static void collect(const Stmt *Body, BodyExpressions &Out) {
  eachNode(Body, [&](const Stmt *S) {
    if (isa<ArraySubscriptExpr, BinaryOperator>(S))
      Out.insert(cast<Expr>(S));
    return !isa<LambdaExpr>(S);
  });
}

/// The lvalue that E reads or writes.
static const Expr *accessed(const Expr *E) {
  for (;;) {
    E = seeThrough(E);
    if (const auto *C = dyn_cast<CastExpr>(E);
        C &&
        (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp))
      E = C->getSubExpr();
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_Real ||
                   U->getOpcode() == UO_Imag))
      E = U->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(E);
             B && B->isAssignmentOp())
      E = B->getLHS();
    else
      return E;
  }
}

namespace {

using Subscripts = llvm::SmallVector<Subscript, 4>;

/// The subscripts of accesses to captured arrays and pointers.
class SubscriptFinder : EvaluationView {
  CallValues &Values;

public:
  SubscriptFinder(Evaluation &In, CallValues &Values)
      : EvaluationView(In), Values(Values) {}

  bool addSubscripts(const Expr *E, unsigned Base, Subscripts &Out);

private:
  bool addIndexed(const Expr *Pointer, unsigned Base, Subscript &Here,
                  Subscripts &Out);
};

} // namespace

/// The subscripts that lead from Base to the lvalue E. False when it is written
/// in another way, or an extent is not known.
bool SubscriptFinder::addSubscripts(const Expr *E, unsigned Base,
                                    Subscripts &Out) {
  E = accessed(plain(accessed(E)));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    if (const Capture *Known = Loop.capture(Ref->getDecl()))
      return Known->Kind == Sharing::Reference &&
             Recorder.baseOf(Ref->getDecl()) == Base;
    // What it is bound to is there in any case.
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->getType()->isReferenceType() && V->hasInit() &&
           !isa<ParmVarDecl>(V) && addSubscripts(V->getInit(), Base, Out);
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(M->getMemberDecl()) || M->getType()->isReferenceType())
      return false;
    if (M->isArrow())
      return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) &&
             Recorder.baseOf(nullptr) == Base;
    return addSubscripts(M->getBase(), Base, Out);
  }
  Subscript Here;
  Here.At = E;
  const Expr *Pointer = nullptr;
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    Pointer = S->getBase();
    Here.Index = S->getIdx();
  } else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && U->getOpcode() == UO_Deref) {
    const auto *Sum = dyn_cast<BinaryOperator>(accessed(U->getSubExpr()));
    if (!Sum || Sum->getOpcode() != BO_Add)
      return false;
    bool Left = Sum->getLHS()->getType()->isPointerType();
    Pointer = Left ? Sum->getLHS() : Sum->getRHS();
    Here.Index = Left ? Sum->getRHS() : Sum->getLHS();
    Here.At = Sum;
  }
  MaybeForm Size = Values.sizeOf(E->getType());
  if (!Pointer || !Size || !addIndexed(Pointer, Base, Here, Out))
    return false;
  Here.Base = Base;
  Here.Loc = Here.Index->getExprLoc();
  Here.Size = *Size;
  Out.push_back(std::move(Here));
  return true;
}

/// Sets the extent of what Pointer points into, after the subscripts that lead
/// there.
bool SubscriptFinder::addIndexed(const Expr *Pointer, unsigned Base,
                                 Subscript &Here, Subscripts &Out) {
  Pointer = plain(Pointer);
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Pointer);
  while (Cast && Cast->getCastKind() == CK_NoOp)
    Cast = dyn_cast<ImplicitCastExpr>(plain(Cast->getSubExpr()));
  if (!Cast)
    return false;
  const Expr *From = plain(Cast->getSubExpr());
  MaybeForm Extent;
  if (Cast->getCastKind() == CK_ArrayToPointerDecay) {
    // Such a last member goes on behind its record.
    if (From->isFlexibleArrayMemberLike(
            Ctx, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete))
      return false;
    Extent = Values.sizeOf(From->getType());
    if (!addSubscripts(From, Base, Out))
      return false;
  } else if (Cast->getCastKind() == CK_LValueToRValue) {
    const auto *Ref = dyn_cast<DeclRefExpr>(From);
    if (!Ref || Recorder.baseOf(Ref->getDecl()) != Base ||
        Loop.dimOf(Ref->getDecl()))
      return false;
    Extent = Recorder.model().Bases[Base].Extent;
  }
  if (Extent)
    Here.Extent = *Extent;
  return Extent.has_value();
}

void AccessEvaluator::findSubscripts() {
  SubscriptFinder Finder(In, Parts.Values);
  BodyExpressions InBody;
  collect(In.Loop.Body, InBody);
  AccessModel &Model = In.Recorder.model();
  llvm::DenseMap<const Expr *, unsigned> Groups;
  unsigned Count = 0;
  for (Access &A : Model.Accesses) {
    if (!A.Place || !Model.Bases[A.Base].Extent)
      continue;
    Subscripts Chain;
    if (!Finder.addSubscripts(A.Place, A.Base, Chain) || Chain.empty() ||
        !llvm::all_of(
            Chain, [&](const Subscript &S) { return InBody.contains(S.At); }))
      continue;
    // Two uses of one reference share subscripts, and so their proofs. Those
    // that lead to a subscript are the same in both.
    for (const Subscript &S : Chain)
      if (unsigned Known = Groups.lookup(S.At)) {
        twofold::invariant(
            A.Group == 0 || A.Group == Known,
            "a subscript and those that lead to it are of one group");
        A.Group = Known;
      }
    if (!A.Group)
      A.Group = ++Count;
    for (Subscript &S : Chain)
      if (Groups.try_emplace(S.At, A.Group).second) {
        S.Group = A.Group;
        Model.Subscripts.push_back(std::move(S));
      }
  }
}
