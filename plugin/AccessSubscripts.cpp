// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- AccessSubscripts.cpp - the subscripts that the variants check ------===//
//
// An access that no proof before the launch can cover is checked where it is
// made, if it is written as subscripts of a captured array or pointer whose
// extent is known: each subscript of a[i][j] against its own dimension.
//
//===----------------------------------------------------------------------===//
#include "AccessEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using namespace twofold;

using BodySubscripts = llvm::SmallPtrSet<const ArraySubscriptExpr *, 16>;

/// Those that move with the body: a lambda's body is a function of its own.
static void collect(const Stmt *S, BodySubscripts &Out) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *E = dyn_cast<ArraySubscriptExpr>(S))
    Out.insert(E);
  for (const Stmt *Child : S->children())
    collect(Child, Out);
}

/// The lvalue that E reads or writes.
static const Expr *accessed(const Expr *E) {
  for (;;) {
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
    else if (const auto *P = dyn_cast<ParenExpr>(E))
      E = P->getSubExpr();
    else if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else
      return E;
  }
}

/// The subscripts that lead from Base to the lvalue E. False when it is written
/// in another way, or an extent is not known.
bool AccessEvaluator::addSubscripts(const Expr *E, unsigned Base,
                                    Subscripts &Out) {
  E = accessed(plain(accessed(E)));
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const Capture *Known = Loop.capture(Ref->getDecl());
    return Known && Known->Kind == Sharing::Reference &&
           Recorder.baseOf(Ref->getDecl()) == Base;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(M->getMemberDecl()) || M->getType()->isReferenceType())
      return false;
    if (M->isArrow())
      return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) &&
             Recorder.baseOf(nullptr) == Base;
    return addSubscripts(M->getBase(), Base, Out);
  }
  const auto *S = dyn_cast<ArraySubscriptExpr>(E);
  if (!S)
    return false;
  Subscript Here;
  Here.At = S;
  Here.Base = Base;
  MaybeForm Size = sizeOf(S->getType()), Extent;
  const Expr *Indexed = plain(S->getBase());
  const auto *Cast = dyn_cast<ImplicitCastExpr>(Indexed);
  if (!Cast || !Size)
    return false;
  const Expr *From = plain(Cast->getSubExpr());
  if (Cast->getCastKind() == CK_ArrayToPointerDecay) {
    // Such a last member goes on behind its record.
    if (From->isFlexibleArrayMemberLike(
            Ctx, LangOptions::StrictFlexArraysLevelKind::OneZeroOrIncomplete))
      return false;
    Extent = sizeOf(From->getType());
    if (!addSubscripts(From, Base, Out))
      return false;
  } else if (Cast->getCastKind() == CK_LValueToRValue) {
    const auto *Ref = dyn_cast<DeclRefExpr>(From);
    if (!Ref || Recorder.baseOf(Ref->getDecl()) != Base ||
        Loop.dimOf(Ref->getDecl()))
      return false;
    Extent = Recorder.model().Bases[Base].Extent;
  }
  if (!Extent)
    return false;
  Here.Extent = *Extent;
  Here.Size = *Size;
  Out.push_back(std::move(Here));
  return true;
}

void AccessEvaluator::findSubscripts() {
  BodySubscripts InBody;
  collect(Loop.Body, InBody);
  AccessModel &Model = Recorder.model();
  llvm::SmallPtrSet<const ArraySubscriptExpr *, 8> Taken;
  unsigned Groups = 0;
  for (size_t I = 0; I < Model.Accesses.size(); ++I) {
    Access &A = Model.Accesses[I];
    if (!A.Place || A.Group || !Model.Bases[A.Base].Extent)
      continue;
    Subscripts Chain;
    bool Whole = addSubscripts(A.Place, A.Base, Chain) && !Chain.empty() &&
                 llvm::all_of(Chain, [&](const Subscript &S) {
                   return InBody.contains(S.At) && !Taken.contains(S.At);
                 });
    if (!Whole)
      continue;
    ++Groups;
    for (Subscript &S : Chain) {
      Taken.insert(S.At);
      S.Group = Groups;
      Model.Subscripts.push_back(std::move(S));
    }
    for (Access &Same : Model.Accesses)
      if (Same.Place == A.Place && Same.Base == A.Base)
        Same.Group = Groups;
  }
}
