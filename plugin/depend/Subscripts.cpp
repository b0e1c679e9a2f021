// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/Subscripts.h"
#include "depend/FormProofs.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace twofold {
namespace {

/// Enough for any chain of pointers that people write.
constexpr unsigned DeepestChain = 32;

const Expr *subscripted(const Expr *E) {
  for (;;) {
    E = seeThrough(E);
    const auto *M = dyn_cast<MaterializeTemporaryExpr>(E);
    if (!M)
      return E;
    E = M->getSubExpr();
  }
}

} // namespace

/// The initialiser of a variable of the body that never changes.
const Expr *Subscripts::onlyValue(const VarDecl *V) const {
  if (!V->getInit() || !Uses.DeclaredInside.contains(V) ||
      isa<ParmVarDecl, DecompositionDecl>(V) || V->hasGlobalStorage() ||
      V->getType().isVolatileQualified())
    return nullptr;
  return V->getType()->isReferenceType() || !Uses.of(V).mayChange()
             ? V->getInit()
             : nullptr;
}

/// Tells the evaluator the values of variables of the body in S.
void Subscripts::defineMentioned(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && Defined.insert(V).second)
      if (const Expr *Init = onlyValue(V);
          Init && V->getType()->isIntegralOrEnumerationType()) {
        defineMentioned(Init);
        Evaluator.define(V, Evaluator.valueOf(Init));
      }
  for (const Stmt *Child : S->children())
    defineMentioned(Child);
}

/// Of a number of the iteration's own and those of the loops inside. What wraps
/// is not looked for, but for types that are made to.
MaybeForm Subscripts::form(const Expr *E) {
  defineMentioned(E);
  const IntegerType T = IntegerType::of(E->getType(), Ctx);
  const Value V = T ? Evaluator.valueOf(subscripted(E)) : unknownValue();
  if (V.size() != 1 || V[0].What != Arm::Integer)
    return std::nullopt;
  const Arm Is = exact(V[0], T);
  auto Narrow = [](const RangeCheck &C) { return C.Max < INT32_MAX; };
  auto Foreign = [&](const Monomial &M) {
    return M.Axis >= rank() && llvm::none_of(Inner, [&](const InnerAxis &A) {
             return A.Number == M.Axis;
           });
  };
  if (llvm::any_of(Is.Checks, Narrow) || llvm::any_of(Is.Form, Foreign))
    return std::nullopt;
  return Is.Form;
}

const VarDecl *Subscripts::enter(const ForStmt *F) {
  auto Counted = matchInnerLoop(F, Ctx);
  if (!Counted)
    return nullptr;
  MaybeForm First = form(Counted->Init), End = form(Counted->Bound);
  if (End && Counted->Ahead)
    End = difference(*End, constantForm(Counted->Ahead));
  if (End && !Counted->inclusive())
    End = difference(*End, constantForm(Counted->decreasing() ? -1 : 1));
  if (Counted->decreasing())
    std::swap(First, End);
  const int Number = Recorder.addAxis({});
  Inner.push_back({Number, {std::move(First), std::move(End)}});
  Evaluator.define(Counted->Induction, integerValue(axisForm(Number)));
  return Counted->Induction;
}

bool Subscripts::descendCall(const CallExpr *E, ElementPlace &Place) {
  const Expr *Object = nullptr;
  llvm::ArrayRef<const Expr *> Indices(E->getArgs(), E->getNumArgs());
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (!Method || Indices.empty() ||
        (Operator->getOperator() != OO_Subscript &&
         Operator->getOperator() != OO_Call))
      return false;
    Object = Indices.front();
    Indices = Indices.drop_front();
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (!Method || !Method->getIdentifier() || Method->getName() != "at")
      return false;
    Object = Member->getImplicitObjectArgument();
  } else {
    return false;
  }
  Place.Direct = false;
  for (const Expr *Index : Indices)
    Place.Levels.push_back({form(Index)});
  return descend(Object, Place, nullptr);
}

/// Level: the subscripts that count in the array that the pointer E moves in.
bool Subscripts::descend(const Expr *E, ElementPlace &Place, MaybeForm *Level) {
  if (++Depth > DeepestChain) {
    --Depth;
    return false;
  }
  llvm::scope_exit Leave([this] { --Depth; });
  E = subscripted(E);
  auto Add = [&](const Expr *Index, bool Minus) {
    if (!Level) {
      Place.Levels.push_back({});
      Level = &Place.Levels.back().Form;
    }
    MaybeForm By = form(Index);
    if (By && Minus)
      By = scaled(*By, -1);
    if (*Level)
      *Level = By ? sum(**Level, *By) : std::nullopt;
  };
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    if (!S->getBase()->getType()->isPointerType())
      return false;
    Level = nullptr;
    Add(S->getIdx(), false);
    return descend(S->getBase(), Place, Level);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_Deref) {
      Level = nullptr;
      Place.Levels.push_back({});
      return descend(U->getSubExpr(), Place, &Place.Levels.back().Form);
    }
    // &a[i] + j is an address in the same array.
    if (U->getOpcode() == UO_AddrOf) {
      const Expr *Sub = subscripted(U->getSubExpr());
      if (const auto *S = dyn_cast<ArraySubscriptExpr>(Sub);
          S && S->getBase()->getType()->isPointerType()) {
        Add(S->getIdx(), false);
        return descend(S->getBase(), Place, Level);
      }
      return descend(Sub, Place, nullptr);
    }
    return false;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (!B->isAdditiveOp() || !E->getType()->isPointerType())
      return false;
    bool Left = B->getLHS()->getType()->isPointerType();
    Add(Left ? B->getRHS() : B->getLHS(), B->getOpcode() == BO_Sub);
    return descend(Left ? B->getLHS() : B->getRHS(), Place, Level);
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_ArrayToPointerDecay:
      return descend(C->getSubExpr(), Place, Level);
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      Place.Direct = false;
      return descend(C->getSubExpr(), Place, Level);
    default:
      return false;
    }
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!F || F->getType()->isReferenceType())
      return false;
    Place.Fields.push_back(F);
    Place.Direct = false;
    return descend(M->getBase(), Place, nullptr);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return descendCall(Call, Place);
  if (isa<CXXThisExpr>(E)) {
    if (!Place.Leaf)
      Place.Leaf = E;
    Place.Direct = false;
    return true;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return false;
  if (!Place.Leaf)
    Place.Leaf = Ref;
  const ValueDecl *D = Ref->getDecl();
  if (const auto *V = dyn_cast<VarDecl>(D);
      V && !Loop.capture(V) && !Loop.dimOf(V)) {
    if (auto It = Ranges.find(V);
        It != Ranges.end() && V->getType()->isReferenceType()) {
      Place.Levels.push_back({std::nullopt}); // any of the elements
      return descend(It->second, Place, nullptr);
    }
    const Expr *Init = onlyValue(V);
    if (!Init ||
        !(V->getType()->isReferenceType() || V->getType()->isPointerType()))
      return false;
    return descend(Init, Place, Level);
  }
  Place.Root = D;
  // A pointer's or array's own elements; anything else was dereferenced.
  return true;
}

std::optional<ElementPlace> Subscripts::place(const Expr *Lvalue) {
  ElementPlace Place;
  if (!descend(Lvalue, Place, nullptr))
    return std::nullopt;
  return Place;
}

IterationSpace Subscripts::space() {
  IterationSpace Space;
  for (const LoopDim &Dim : Loop.Dims)
    Space.Axes.push_back(axisOf(Dim, Evaluator, Ctx));
  Space.Axes.resize(rank() + Recorder.model().Axes.size());
  for (const InnerAxis &A : Inner)
    Space.Axes[A.Number] = A.Runs;
  Space.Values = Recorder.model().Values.size();
  for (unsigned V = 0; V != Space.Values; ++V)
    if (Recorder.isUnsignedValue(V))
      Space.Facts.push_back(valueForm(V));
  return Space;
}

/// The elements that Places name at Level, each with those that always are the
/// same few elements away; none where one of them may be anywhere.
static llvm::SmallVector<MemoryReference, 2>
elementsAt(llvm::ArrayRef<const ElementPlace *> Places, unsigned Level) {
  constexpr int64_t Few = 1 << 20;
  llvm::SmallVector<MemoryReference, 2> Out;
  for (const ElementPlace *P : Places) {
    const MaybeForm &Form = P->Levels[Level].Form;
    if (!Form)
      return {};
    bool Known = false;
    for (MemoryReference &R : Out) {
      const MaybeForm Distance = difference(*Form, R.Offset);
      const auto By = Distance ? constantOf(*Distance) : std::nullopt;
      if (Known || !By || *By < -Few || *By > Few)
        continue;
      Known = true;
      R.Size = *By < 0 ? R.Size + unsigned(-*By)
                       : std::max(R.Size, unsigned(*By) + 1);
      if (*By < 0)
        R.Offset = *Form;
    }
    if (!Known)
      Out.push_back({*Form, /*Size=*/1, {}, {}});
  }
  return Out;
}

bool Subscripts::areDistinct(llvm::ArrayRef<const ElementPlace *> Places) {
  constexpr unsigned MostElements = 8;
  const unsigned Levels = Places.front()->Levels.size();
  if (llvm::any_of(Places, [&](const ElementPlace *P) {
        return P->Levels.size() != Levels;
      }))
    return false;
  const IterationSpace Space = space();
  // Dimensions in which two iterations agree if they name the same element.
  llvm::SmallVector<int, 3> Equal;
  auto Pins = [&](unsigned Level, int Dim) {
    const auto Elements = elementsAt(Places, Level);
    for (unsigned I = 0; I != Elements.size(); ++I)
      for (unsigned J = 0; J <= I; ++J)
        if (Elements.size() > MostElements ||
            testPair(Space, Elements[J], Elements[I], Equal, Dim, I == J)
                    .What != PairVerdict::Never)
          return false;
    return !Elements.empty();
  };
  for (bool Progress = true; Progress;) {
    Progress = false;
    for (unsigned Level = 0; Level != Levels; ++Level)
      for (int Dim = 0; Dim != rank(); ++Dim)
        if (!llvm::is_contained(Equal, Dim) && Pins(Level, Dim)) {
          Equal.push_back(Dim);
          Progress = true;
        }
  }
  return int(Equal.size()) == rank();
}

} // namespace twofold
