// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/WideItems.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "schedule/NestSchedule.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {

const Expr *lastStatement(const Stmt *S, const NestMapping &Mapping,
                          SmallVectorImpl<const Expr *> &First) {
  while (true) {
    if (const auto *F = dyn_cast_if_present<ForStmt>(S)) {
      if (!isItem(Mapping.Items, F))
        return nullptr;
      S = F->getBody();
      continue;
    }
    const auto *Block = dyn_cast_if_present<CompoundStmt>(S);
    if (!Block)
      break;
    S = nullptr;
    for (const Stmt *Child : Block->body()) {
      if (isa<NullStmt>(Child))
        continue;
      if (S)
        return nullptr;
      const auto *Declared = dyn_cast<DeclStmt>(Child);
      if (!Declared) {
        S = Child;
        continue;
      }
      for (const Decl *D : Declared->decls()) {
        const auto *V = dyn_cast<VarDecl>(D);
        if (!V || V->getType()->isReferenceType() ||
            V->getType()->isVariablyModifiedType())
          return nullptr;
        if (V->getInit())
          First.push_back(V->getInit());
      }
    }
  }
  const auto *E = dyn_cast_if_present<Expr>(S);
  return E ? E->IgnoreParens() : nullptr;
}

bool isElement(const Expr *E) {
  return isa<ArraySubscriptExpr>(E) || operandOf(E, UO_Deref);
}

/// Whether E has the same value before the iteration as where it stands.
bool LoadFinder::isKnown(const Expr *E) const {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const ValueDecl *D = Ref->getDecl();
    if (Loop.dimOf(D) || isa<EnumConstantDecl>(D) || Mapping.isCounter(D) ||
        (IsOwn && IsOwn(D)))
      return true;
    const Capture *C = Loop.capture(D);
    return C && (C->Kind == Sharing::Value ||
                 (C->Kind == Sharing::Reference && C->Type->isArrayType()));
  }
  if (isa<CallExpr, StmtExpr, LambdaExpr, CXXThisExpr,
          AbstractConditionalOperator>(E))
    return false;
  if (const Expr *Read = operandOf(E, CK_LValueToRValue);
      Read && !isa<DeclRefExpr, MemberExpr>(Read->IgnoreParens()))
    return false; // memory that the loop may change
  if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isArrow())
    return false;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_if_present<Expr>(Child);
        !Part || !isKnown(Part))
      return false;
  return true;
}

/// Place is an element that a kernel can load before the iteration.
bool LoadFinder::isLoadedFrom(const Expr *Place) const {
  QualType T = Place->getType();
  if (!T->isIntegerType() && !T->isSpecificBuiltinType(BuiltinType::Float) &&
      !T->isSpecificBuiltinType(BuiltinType::Double))
    return false;
  if (T->isBooleanType() || T->isBitIntType() || Ctx.getTypeSize(T) > 64)
    return false;
  if (!isElement(Place) || T.isVolatileQualified())
    return false;
  return llvm::all_of(Place->children(), [&](const Stmt *Part) {
    return isKnown(cast<Expr>(Part));
  });
}

bool LoadFinder::isLoad(const Expr *E) const {
  const Expr *Read = operandOf(E, CK_LValueToRValue);
  return Read && isLoadedFrom(Read->IgnoreParens());
}

void LoadFinder::findBefore(const BinaryOperator &Store) {
  find(Store.getLHS(), true);
  find(Store.getRHS(), true);
  if (const Expr *Place = Store.getLHS();
      Store.isCompoundAssignmentOp() && isLoadedFrom(Place))
    Loads.insert(Place);
}

bool LoadFinder::findAlways(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Child) { return findAlways(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return false;
    find(If->getCond(), true);
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    find(E, true);
  } else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const VarDecl *V : variablesIn(*Declared))
      if (V->getInit() && !V->getType()->isReferenceType())
        find(V->getInit(), true);
  } else {
    return isa<NullStmt>(S);
  }
  return !exitsOf(S).Continue;
}

void LoadFinder::findIn(const Stmt *Body) {
  Fits = !holdsNode<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt,
                    StmtExpr, LambdaExpr, LabelStmt, GotoStmt>(Body);
  if (!Fits)
    return;
  Stores = false;
  (void)findAlways(Body);
  findAgain(Body);
}

void LoadFinder::findAgain(const Stmt *S) {
  const SmallVector<const Expr *, 8> Always(Loads.begin(), Loads.end());
  (void)anyNode(S, [&](const Stmt *Part) {
    const auto *E = dyn_cast<Expr>(Part);
    if (E && isLoad(E) && llvm::any_of(Always, [&](const Expr *Known) {
          return sameExpression(E, Known, Ctx);
        }))
      Loads.insert(E);
    return false;
  });
}

void LoadFinder::find(const Expr *E, bool Always) {
  E = E->IgnoreParens();
  if (Loop.update(E) || isa<StmtExpr, LambdaExpr>(E))
    Fits = false;
  if (assignedBy(E) || !leavesMemory(E))
    Fits &= !Stores;
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && (B->isLogicalOp() || B->getOpcode() == BO_Comma)) {
    find(B->getLHS(), Always);
    return find(B->getRHS(), false);
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    find(C->getCond(), Always);
    find(C->getTrueExpr(), false);
    return find(C->getFalseExpr(), false);
  }
  if (Always && isLoad(E)) {
    Loads.insert(E);
    return;
  }
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_if_present<Expr>(Child))
      find(Part, Always);
    else if (Child)
      Fits = false;
}

namespace {

constexpr unsigned MostAccesses = 8, MostOps = 48;

/// Side by side, or the same for all.
bool isNear(const Access &A, unsigned Dimension) {
  std::optional<int64_t> Stride = strideOf(A, Dimension);
  return !A.Unknown && Stride && (*Stride == 0 || *Stride == int64_t(A.Size));
}

} // namespace

std::optional<WideItems> wideItems(const ParallelLoop &Loop,
                                   const AccessModel &Model,
                                   const NestMapping &Mapping,
                                   std::optional<Refusal> &Why,
                                   ASTContext &Ctx) {
  unsigned Fastest = Mapping.Range[0];
  if (Mapping.Linear || Mapping.Shared || !Mapping.isRegular() || Loop.Exit ||
      Loop.Iteration || !Loop.Elements.empty() || Loop.Given.Atomics ||
      Model.Axes.size() != Mapping.Items.size() || !Model.Subscripts.empty() ||
      Model.Opaque)
    return std::nullopt;
  auto Busy = [&] {
    refuse(Why, diag::Id::ItemBusy, Loop.Shown);
    return std::nullopt;
  };
  if (Model.Accesses.size() > MostAccesses || Model.Ops > MostOps)
    return Busy();
  if (const ItemLoops *Inner = Mapping.itemsOf(Fastest)) {
    if (Inner->Counts.Step != 1)
      return std::nullopt;
  } else if (const LoopDim &Dim = Loop.Dims[Fastest];
             Dim.What != LoopDim::Kind::Integer || Dim.StepMagnitude != 1 ||
             Dim.Decreasing || Dim.SubtractStep) {
    return std::nullopt;
  }
  if (!llvm::all_of(Mapping.Items,
                    [](const ItemLoops &I) { return I.Perfect && !I.Pivot; }))
    return std::nullopt;
  for (const Capture &C : Loop.Captures)
    if (C.Kind != Sharing::Value && C.Kind != Sharing::Reference &&
        !Mapping.isCounter(C.Decl))
      return std::nullopt;
  const Access *Written = nullptr;
  for (const Access &A : Model.Accesses) {
    if (!isNear(A, Fastest)) {
      refuse(Why, diag::Id::NestFar, A.Loc,
             {Model.Bases[A.Base].Decl, Mapping.counterOf(Loop, 0)});
      return std::nullopt;
    }
    if (A.Writes && Written)
      return Busy();
    if (A.Writes)
      Written = &A;
  }
  if (!Written || !Written->Always || Written->Size > 8 ||
      strideOf(*Written, Fastest) != int64_t(Written->Size))
    return std::nullopt;

  SmallVector<const Expr *, 4> Before;
  const Expr *Last = lastStatement(Loop.Body, Mapping, Before);
  if (!Last)
    return Busy();
  Last = seeThrough(Last);
  LoadFinder Finder(Loop, Mapping, Ctx);
  for (const Expr *E : Before)
    Finder.find(E, true);
  if (const auto *Assign = dyn_cast<BinaryOperator>(Last);
      Assign && Assign->isAssignmentOp() &&
      isElement(Assign->getLHS()->IgnoreParens())) {
    Finder.find(Assign->getLHS(), true);
    Finder.find(Assign->getRHS(), true);
  } else if (const auto *Call = dyn_cast<CallExpr>(Last)) {
    // It is what stores: other calls that do make Finder give up.
    if (const auto *Method = dyn_cast<CXXMemberCallExpr>(Call))
      Finder.find(Method->getImplicitObjectArgument(), true);
    for (const Expr *A : Call->arguments())
      Finder.find(A, true);
  } else {
    return Busy();
  }
  if (Finder.Loads.empty())
    return std::nullopt;
  if (!Finder.Fits || Finder.Loads.size() > LoadFinder::Most)
    return Busy();
  return WideItems{Written->Size == 8 ? 2u : 4u, std::move(Finder.Loads)};
}

std::optional<WideItems> wideLine(const ParallelLoop &Loop,
                                  const AccessModel &Model,
                                  const NestMapping &Mapping, ASTContext &Ctx) {
  if (!Mapping.Linear || Loop.Dims.size() != 1 || Loop.Exit ||
      Loop.Given.Atomics || Loop.Updates.size() > 1 ||
      !Model.Subscripts.empty() || Model.Opaque || Model.Ops > MostOps)
    return std::nullopt;
  for (const Access &A : Model.Accesses)
    if (A.Writes && (Loop.Elements.empty() ||
                     Model.Bases[A.Base].Decl != Loop.Elements[0].Base))
      return std::nullopt;
  LoadFinder Finder(Loop, Mapping, Ctx);
  if (Loop.Elements.empty()) {
    Finder.findIn(Loop.Body);
  } else {
    SmallVector<const Expr *, 4> Before;
    const Expr *Last = lastStatement(Loop.Body, Mapping, Before);
    const ElementUpdate *U = Loop.Updates.empty() ? nullptr : &Loop.Updates[0];
    if (!Last || !U || seeThrough(Last) != seeThrough(cast<Expr>(U->Whole)))
      return std::nullopt;
    for (const Expr *E : Before)
      Finder.find(E, true);
    Finder.find(U->target(), true);
    if (U->operand())
      Finder.find(U->operand(), true);
  }
  if (Finder.Loads.empty() || !Finder.Fits ||
      Finder.Loads.size() > LoadFinder::Most)
    return std::nullopt;
  const bool Narrow = llvm::all_of(Finder.Loads, [&](const Expr *E) {
    return Ctx.getTypeSize(E->getType()) <= 16;
  });
  return WideItems{Narrow ? 8u : 4u, std::move(Finder.Loads)};
}

} // namespace twofold
