// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Occurrences.cpp - accesses as the dependence tests want them -------===//

#include "access/AccessEvaluator.h"
#include "access/Conflicts.h"
#include "ast/Nodes.h"
#include "depend/OwnedElements.h"
#include "model/ElementUpdate.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;
using namespace twofold;

/// Only numbers that no loop ever counts to break it.
static bool isOutOfReach(const RangeCheck &C, const AccessModel &Model,
                         const ASTContext &Ctx) {
  if (C.Max != INT64_MAX || (C.Min != 0 && C.Min != -1))
    return false;
  return C.Min == -1 || llvm::all_of(C.Form, [&](const Monomial &M) {
           return llvm::all_of(M.Values, [&](unsigned V) {
             QualType T = Model.Values[V]->getType();
             return T->isUnsignedIntegerOrEnumerationType() &&
                    Ctx.getIntWidth(T) == 64;
           });
         });
}

bool RecordedAxes::holdsInReach(const RangeCheck &C) const {
  return holds(C) || isOutOfReach(C, Model, Ctx);
}

/// Form names what no call can compute: a load, or a loop whose end is open.
bool AccessRecorder::isOfTests(const AffineForm &Form) const {
  llvm::SmallBitVector Seen(Model.Axes.size());
  return isOfTests(Form, Seen);
}

/// Seen: inner axes that have been gone into.
bool AccessRecorder::isOfTests(const AffineForm &Form,
                               llvm::SmallBitVector &Seen) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    bool Loaded = llvm::any_of(M.Values, [&](unsigned V) {
      return llvm::any_of(Loads, [&](const Load &L) { return L.Value == V; });
    });
    if (Loaded || M.Axis < rank())
      return Loaded;
    if (Seen.test(M.Axis - rank()))
      return false;
    Seen.set(M.Axis - rank());
    const Axis &A = Model.Axes[M.Axis - rank()];
    return A.Open || isOfTests(A.Lower, Seen) || isOfTests(A.Upper, Seen) ||
           isOfTests(A.From, Seen) || isOfTests(A.Than, Seen);
  });
}

void AccessRecorder::keep(const Touch &T, const Arm &Address,
                          const Guards &Path,
                          llvm::ArrayRef<EnclosingLoop> Around) {
  Occurrence O;
  static_cast<AccessFacts &>(O) = T;
  O.Unknown = Address.Wild || T.Size == 0;
  auto Open = [&](const RangeCheck &C) { return !holdsInReach(C); };
  llvm::copy_if(Address.Checks, std::back_inserter(O.Checks), Open);
  O.Surely = T.Certain && !O.Unknown && !O.wraps();
  O.Told &= !O.Unknown;
  O.Perhaps &= !O.Unknown;
  O.Spread = Address.Spread;
  O.Steps.assign(T.Steps.begin(), T.Steps.end());
  O.Skips.assign(T.Skips.begin(), T.Skips.end());
  O.Alone &= !O.Unknown && !O.wraps();
  O.Led &= Loop.Exits.empty();
  O.Always = T.Unconditional && !O.Unknown && Loop.Exits.empty();
  for (const EnclosingLoop &L : Around) {
    O.Around.push_back(L.Axis);
    bool Runs = L.Whole || (L.NonEmpty && !namesAxis(Address.Form, L.Axis));
    O.Surely &= Runs && !namesFlag(innerAxis(L.Axis).Lower) &&
                !namesFlag(innerAxis(L.Axis).Upper);
    const bool Counts = Runs && !isOfTests(axisForm(L.Axis));
    O.Told &= Counts;
    O.Perhaps &= Counts;
  }
  if (!O.Unknown) {
    O.Offset = Address.Form;
    for (const Guards *Facts : {&Path, &Address.Facts})
      for (const Guard &G : *Facts)
        if (llvm::none_of(G.Checks, Open))
          O.Facts.push_back(G.Form);
        else
          O.Surely = O.Alone = false;
    // In the order in which the program comes to them: what an array is read
    // for may be that another one is not.
    for (const Guards *Facts : {&Path, &Address.Facts})
      for (const Guard &G : *Facts) {
        // Turned around: they tell only of what follows. SIZE_MAX, which no
        // loop counts to, may well be what it compares with.
        for (const RangeCheck &C : G.Checks)
          if (Open(C) || (!namesAxes(C.Form) && !holds(C)))
            O.Conditions.push_back({C.Form, C.Max, C.Min});
        O.Conditions.push_back({G.Form, 0, INT64_MAX});
      }
    llvm::copy_if(Address.Checks, std::back_inserter(O.Conditions), Open);
    const bool Computes = !isOfTests(O.Offset) &&
                          llvm::none_of(O.Conditions, [&](const RangeCheck &C) {
                            return isOfTests(C.Form);
                          });
    O.Told &= Computes;
    O.Perhaps &= Computes;
  }
  // It holds for some numbers, but perhaps for none that there are.
  auto Depends = [&](const AffineForm &Form) {
    return namesFlag(Form) || namesInterval(Form) ||
           skipsFromAnywhere(*this, Form);
  };
  O.Surely &= !Depends(O.Offset) && llvm::none_of(O.Facts, Depends);
  Occurrences->push_back(std::move(O));
}

static bool sameCheck(const RangeCheck &A, const RangeCheck &B) {
  return A.Min == B.Min && A.Max == B.Max && sameForm(A.Form, B.Form);
}

MergedOccurrences
twofold::mergeEqual(llvm::SmallVectorImpl<Occurrence> &Occurrences,
                    bool ByStores) {
  MergedOccurrences Out;
  llvm::SmallVector<Occurrence, 16> Merged;
  for (Occurrence &O : Occurrences) {
    auto Same = [&](const Occurrence &Known) {
      return Known.Base == O.Base && Known.Size == O.Size &&
             Known.Reads == O.Reads && Known.Writes == O.Writes &&
             Known.Atomic == O.Atomic && Known.Unknown == O.Unknown &&
             Known.Surely == O.Surely && Known.wraps() == O.wraps() &&
             Known.Told == O.Told && Known.Perhaps == O.Perhaps &&
             Known.Keeps == O.Keeps && Known.Searched == O.Searched &&
             Known.Led == O.Led &&
             (!ByStores ||
              (Known.Stores == O.Stores && Known.Idle == O.Idle &&
               Known.Awaits.has_value() == O.Awaits.has_value())) &&
             sameForm(Known.Offset, O.Offset) && Known.Around == O.Around &&
             llvm::equal(Known.Facts, O.Facts, sameForm) &&
             llvm::equal(Known.Conditions, O.Conditions, sameCheck);
    };
    const auto *Known = llvm::find_if(Merged, Same);
    if (Known == Merged.end())
      Merged.push_back(std::move(O));
    else if (Known->Loc != O.Loc)
      Out.push_back({O.Loc, Known->Loc});
  }
  Occurrences.assign(std::make_move_iterator(Merged.begin()),
                     std::make_move_iterator(Merged.end()));
  return Out;
}

/// `a[i] = x < a[i] ? x : a[i]` and the like: the old value stays, perhaps.
bool AccessTouches::mayKeep(const BinaryOperator *Assignment) const {
  const Expr *Left = Assignment->getLHS();
  auto IsOld = [&](const Expr *E) {
    return sameExpression(E->IgnoreParenImpCasts(), Left, Ctx);
  };
  const Expr *Right = Assignment->getRHS()->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(Right))
    return IsOld(C->getTrueExpr()) || IsOld(C->getFalseExpr());
  const auto *Call = dyn_cast<CallExpr>(Right);
  return Call && llvm::any_of(Call->arguments(), IsOld);
}

bool twofold::improves(const IfStmt *S, const ParallelLoop &Loop,
                       const ASTContext &Ctx) {
  auto Names = [&](const auto &Self, const Stmt *In,
                   const Expr *Place) -> bool {
    const auto *E = dyn_cast_or_null<Expr>(In);
    return (E && E->isGLValue() && sameExpression(E, Place, Ctx)) ||
           (In && llvm::any_of(In->children(), [&](const Stmt *Child) {
              return Self(Self, Child, Place);
            }));
  };
  auto Stores = [&](const auto &Self, const Stmt *In) -> bool {
    const auto *B = dyn_cast_or_null<BinaryOperator>(In);
    const VarDecl *V = B ? variableIn(B->getLHS()->IgnoreParens()) : nullptr;
    const bool Own = V && !V->getType()->isReferenceType() && !Loop.capture(V);
    return (B && B->isAssignmentOp() && !Own &&
            Names(Names, S->getCond(), B->getLHS())) ||
           (In && llvm::any_of(In->children(), [&](const Stmt *Child) {
              return Self(Self, Child);
            }));
  };
  return Stores(Stores, S->getThen()) || Stores(Stores, S->getElse());
}

bool AccessTouches::improves(const IfStmt *S) const {
  return Recorder.Occurrences && twofold::improves(S, Loop, Ctx);
}

/// `if (!seen[k]) seen[k] = 1`: all that its condition reads is of the element
/// that it stores to, or the same in all iterations.
bool AccessTouches::isIdle(const IfStmt *S) const {
  if (!FollowsLoads || S->getElse() || S->getInit() ||
      S->getConditionVariableDeclStmt())
    return false;
  const Expr *First = nullptr;
  auto IsOfElement = [&](const Expr *E) {
    return storeTheSame({E, First}, {E, First}, Loop, Ctx,
                        [](const ValueDecl *) { return true; });
  };
  auto Stores = [&](const auto &Self, const Stmt *Part) -> bool {
    if (isa<CompoundStmt>(Part))
      return llvm::all_of(Part->children(),
                          [&](const Stmt *Child) { return Self(Self, Child); });
    const auto *B = dyn_cast<BinaryOperator>(Part);
    if (!B || B->getOpcode() != BO_Assign)
      return isa<NullStmt>(Part);
    First = First ? First : B->getLHS();
    return isa<ArraySubscriptExpr>(B->getLHS()->IgnoreParens()) &&
           IsOfElement(B->getLHS());
  };
  if (!Stores(Stores, S->getThen()) || !First || !IsOfElement(S->getCond()))
    return false;
  // Of the array that it stores to it reads no other element.
  auto ArrayOf = [](const Expr *E) {
    const auto *Element = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
    return Element ? namedIn(Element->getBase()->IgnoreParenImpCasts())
                   : nullptr;
  };
  return !anyNode(S->getCond(), [&](const Stmt *Part) {
    const auto *Element = dyn_cast<ArraySubscriptExpr>(Part);
    return Element && ArrayOf(Element) == ArrayOf(First) &&
           !sameExpression(Element, First, Ctx);
  });
}

/// `if (level[i] == now)`: what is there counts only if it is that number.
void AccessTouches::await(const Expr *Condition, QuietEvaluator &Quiet) {
  Here.Compared = nullptr;
  const auto *B = dyn_cast<BinaryOperator>(Condition->IgnoreParenImpCasts());
  if (!FollowsLoads || !B || B->getOpcode() != BO_EQ ||
      B->HasSideEffects(Ctx) || !IntegerType::of(B->getLHS()->getType(), Ctx))
    return;
  for (bool Turned : {false, true}) {
    const Expr *Read = (Turned ? B->getRHS() : B->getLHS())->IgnoreParens();
    const auto *Load = dyn_cast<CastExpr>(Read);
    Value With = Quiet.quietly(Turned ? B->getLHS() : B->getRHS());
    if (!Load || Load->getCastKind() != CK_LValueToRValue || With.size() != 1 ||
        With[0].What != Arm::Integer || namesAxes(With[0].Form))
      continue;
    Here.Compared = Read;
    Here.Awaited = With[0].Form;
  }
}

void AccessRecorder::keep(const CallInput &In) {
  const std::optional<unsigned> Base = baseOf(In.Object);
  if (!Base)
    return;
  Occurrence O;
  O.Base = *Base;
  O.Size = In.Size;
  O.Reads = O.Surely = O.Told = true;
  O.Offset = constantForm(In.Offset);
  O.Loc = In.Loc;
  Occurrences->push_back(std::move(O));
}
