// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/CalledUpdates.h"
#include "depend/FilledArrays.h"
#include "depend/Subscripts.h"
#include "model/ElementUpdate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace twofold {
namespace {

using Path = llvm::SmallVector<const FieldDecl *, 2>; ///< outermost first

bool overlap(const Path &A, const Path &B) {
  for (unsigned I = 0; I < std::min(A.size(), B.size()); ++I)
    if (A[I] != B[I])
      return false;
  return true;
}

/// One update that may concern others.
struct Candidate {
  ElementUpdate Update;
  ElementPlace Place;
  Path Members;
  QualType Type;
  SourceLocation Loc;
};

/// Any other mention of something captured.
struct OtherUse {
  const ValueDecl *Root;
  Path Members;
};

class Finder {
  ParallelLoop &Loop;
  ASTContext &Ctx;
  BodyUses Uses;
  Subscripts Places;
  llvm::SmallVector<Candidate, 4> Candidates;
  llvm::SmallVector<OtherUse, 8> Others;
  /// Leaves that belong to updates.
  llvm::SmallPtrSet<const Expr *, 8> Accounted;
  llvm::SmallVector<const Stmt *, 32> Parents;
  unsigned Values = 0; ///< statement expressions around

public:
  Finder(ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Uses(collectUses(Loop.Body)),
        Places(Loop, Ctx, Uses) {}

  void run() {
    visit(Loop.Body, true);
    decide();
  }

private:
  bool isShared(const ValueDecl *Root) const;
  void visit(Stmt *S, bool Discarded);
  void update(Stmt *S);
  void account(const Expr *E, const ElementUpdate &U);
  void leaf(const Expr *E);
  void decide();
  bool isFree(const Candidate &C) const;
  void reduce(llvm::ArrayRef<const Candidate *> Group);
};

Path pathOf(const ElementPlace &Place) {
  return Path(Place.Fields.rbegin(), Place.Fields.rend());
}

/// Memory that all iterations share.
bool Finder::isShared(const ValueDecl *Root) const {
  if (!Root)
    return Loop.Function && isa<CXXMethodDecl>(Loop.Function);
  const Capture *C = Loop.capture(Root);
  if (!C)
    return false;
  if (const auto *V = dyn_cast<VarDecl>(Root);
      V && V->getTLSKind() != VarDecl::TLS_None)
    return false;
  // A struct that is only read may hold pointers.
  return C->Kind == Sharing::Reference ||
         (C->Kind == Sharing::Value &&
          (C->Type->isPointerType() || C->Type->isRecordType()));
}

/// The places of a matched update that name its target.
void Finder::account(const Expr *E, const ElementUpdate &U) {
  const Expr *Target = U.target();
  if (auto P = Places.place(E); P && sameExpression(E, Target, Ctx) && P->Leaf)
    Accounted.insert(P->Leaf);
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      if (Part != Target)
        account(Part, U);
}

void Finder::update(Stmt *S) {
  auto U = matchUpdate(S, Ctx);
  if (!U || !isElement(U->target()->getType(), Ctx))
    return;
  const Expr *Target = U->target();
  auto P = Places.place(Target);
  // A variable alone is no element: data sharing looks after it.
  if (!P || !isShared(P->Root) || (P->Levels.empty() && P->Fields.empty()))
    return;
  // The operand's own mention of the array stays an other use, as far as it is
  // not the target read once more.
  if (P->Leaf)
    Accounted.insert(P->Leaf);
  if (U->Form == UpdateForm::If) {
    account(cast<IfStmt>(S)->getCond(), *U);
  } else if (U->Form != UpdateForm::Compound && U->Form != UpdateForm::Step) {
    account(cast<Expr>(S), *U);
  }
  Candidate C;
  C.Update = *U;
  C.Place = *P;
  C.Members = pathOf(*P);
  C.Type = Target->getType().getUnqualifiedType();
  C.Loc = Target->getExprLoc();
  Candidates.push_back(std::move(C));
}

/// Asks how many elements there are, not for what is in them.
bool asksSize(const Stmt *S) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(S);
  const auto *F = Call ? Call->getMethodDecl() : nullptr;
  return F && F->getIdentifier() && F->isConst() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases(
                 {"size", "ssize", "empty", "extent", "length", "rows", "cols"},
                 true)
             .Default(false);
}

/// A mention of a captured variable, or of one that stands for a part of it.
void Finder::leaf(const Expr *E) {
  if (Accounted.contains(E))
    return;
  const Expr *Whole = E;
  llvm::SmallVector<const Expr *, 8> Chain = {E};
  size_t At = Parents.size();
  for (; At > 0; --At) {
    const auto *Up = dyn_cast<Expr>(Parents[At - 1]);
    if (!Up)
      break;
    if (asksSize(Up) || isa<UnaryExprOrTypeTraitExpr>(Up))
      return;
    const auto *S = dyn_cast<ArraySubscriptExpr>(Up);
    const auto *B = dyn_cast<BinaryOperator>(Up);
    const auto *Call = dyn_cast<CallExpr>(Up);
    const auto *U = dyn_cast<UnaryOperator>(Up);
    bool Through =
        isa<ParenExpr, CastExpr, MemberExpr, FullExpr>(Up) ||
        (S && S->getBase() == Whole) ||
        (U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf)) ||
        (B && B->isAdditiveOp() && B->getType()->isPointerType() &&
         Whole->getType()->isPointerType()) ||
        (isa_and_nonnull<CXXOperatorCallExpr>(Call) && Call->getNumArgs() &&
         Call->getArg(0) == Whole);
    if (!Through)
      break;
    Whole = Up;
    Chain.push_back(Up);
  }
  // Longest first: the place that is really used. A pointer that moves has
  // none; what it started from counts as used where that was mentioned.
  std::optional<ElementPlace> P;
  while (!P && !Chain.empty())
    P = Places.place(Chain.pop_back_val());
  if (!P)
    return;
  // `float *row = a + i * n;` does nothing yet.
  if (At > 0 && isa<DeclStmt>(Parents[At - 1]) &&
      (Whole->getType()->isPointerType() || Whole->isGLValue()))
    for (const VarDecl *V : variablesIn(*cast<DeclStmt>(Parents[At - 1])))
      if (V->getInit() == Whole &&
          (V->getType()->isReferenceType() ||
           (V->getType()->isPointerType() && !Uses.of(V).mayChange())))
        return;
  if (isShared(P->Root))
    Others.push_back({P->Root, pathOf(*P)});
}

void Finder::visit(Stmt *S, bool Discarded) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return;
  if (Discarded && !Values)
    update(S);
  if (auto *E = dyn_cast<Expr>(S))
    if (isa<CXXThisExpr>(E) ||
        (isa<DeclRefExpr>(E) &&
         isa<VarDecl, BindingDecl>(cast<DeclRefExpr>(E)->getDecl())))
      leaf(E);
  Parents.push_back(S);
  if (auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (Expr *Init : Lambda->capture_inits())
      visit(Init, false);
  } else if (auto *For = dyn_cast<ForStmt>(S)) {
    visit(For->getInit(), true);
    const VarDecl *Counted = Places.enter(For);
    visit(For->getCond(), false);
    visit(For->getInc(), true);
    visit(For->getBody(), true);
    Places.leave(Counted);
  } else if (auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    visit(Range->getInit(), true);
    visit(Range->getRangeStmt(), false);
    visit(Range->getLoopVarStmt(), false);
    Places.enter(Range);
    visit(Range->getBody(), true);
  } else if (isa<StmtExpr>(S)) {
    // Its last statement is its value.
    ++Values;
    for (Stmt *Child : S->children())
      visit(Child, false);
    --Values;
  } else if (auto *B = dyn_cast<BinaryOperator>(S);
             B && (B->getOpcode() == BO_Comma || B->isLogicalOp())) {
    bool Comma = B->getOpcode() == BO_Comma;
    visit(B->getLHS(), Comma);
    visit(B->getRHS(), Comma && Discarded);
  } else {
    bool Through = isa<OMPExecutableDirective, CapturedStmt>(S) ||
                   (isa<ParenExpr>(S) && Discarded);
    for (Stmt *Child : S->children())
      visit(Child, Through || discards(S, Child));
  }
  Parents.pop_back();
}

/// A clause reduces the elements, or iterations come to the update one at a
/// time, whichever is first.
bool Finder::isFree(const Candidate &C) const {
  return (C.Place.Root &&
          llvm::is_contained(Loop.Given.ReducedArrays, C.Place.Root)) ||
         llvm::any_of(Loop.Given.Guarded, [&](SourceRange Part) {
           return Part.isValid() && Ctx.getSourceManager().isPointWithin(
                                        C.Loc, Part.getBegin(), Part.getEnd());
         });
}

void Finder::reduce(llvm::ArrayRef<const Candidate *> Group) {
  const Candidate &First = *Group.front();
  ElementReduction R;
  R.Base = First.Place.Root;
  R.Op = First.Update.Op;
  R.SkipsNan = First.Update.SkipsNan;
  R.Type = First.Type;
  R.Loc = First.Loc;
  R.Name = !First.Members.empty() ? First.Members.back()->getNameAsString()
           : R.Base               ? R.Base->getNameAsString()
                                  : "this";
  R.Copyable =
      llvm::all_of(Group, [](const Candidate *C) { return C->Place.Direct; });
  if (R.Base) {
    QualType Whole = R.Base->getType().getNonReferenceType();
    if (const auto *P = Whole->getAs<PointerType>()) {
      // Iterations may find other addresses in a pointer that is shared.
      const Capture *C = Loop.capture(R.Base);
      R.Copyable &= C && C->Kind == Sharing::Value;
      Whole = P->getPointeeType();
    }
    R.Copyable &=
        Ctx.hasSameUnqualifiedType(Ctx.getBaseElementType(Whole), First.Type);
  } else {
    R.Copyable = false;
  }
  unsigned Number = Loop.Elements.size();
  for (const Candidate *C : Group) {
    Loop.Order.InOrder |= needsOrder(C->Update, isFree(*C), Ctx);
    Loop.Updates.push_back(C->Update);
    Loop.Updates.back().Reduction = Number;
  }
  Loop.Elements.push_back(std::move(R));
}

void Finder::decide() {
  llvm::SmallVector<bool, 8> Seen(Candidates.size());
  for (size_t I = 0; I < Candidates.size(); ++I) {
    if (Seen[I])
      continue;
    const Candidate &First = Candidates[I];
    llvm::SmallVector<const Candidate *, 4> Group;
    llvm::SmallVector<const ElementPlace *, 4> Places;
    bool Odd = false; // one with another operator or part
    for (size_t J = 0; J < Candidates.size(); ++J) {
      const Candidate &C = Candidates[J];
      if (C.Place.Root != First.Place.Root ||
          !overlap(C.Members, First.Members))
        continue;
      bool Same = C.Members == First.Members &&
                  Ctx.hasSameType(C.Type, First.Type) &&
                  C.Update.Op == First.Update.Op &&
                  C.Update.SkipsNan == First.Update.SkipsNan;
      Group.push_back(&C);
      Places.push_back(&C.Place);
      Seen[J] = true;
      Odd |= !Same;
    }
    bool Together = llvm::all_of(
        Group, [&](const Candidate *C) { return C->Members == First.Members; });
    if (Together && this->Places.areDistinct(Places))
      continue;
    // Who updates elements and does more with them works on elements of the
    // iteration's own, as far as the annotation can be believed.
    bool Other = llvm::any_of(Others, [&](const OtherUse &O) {
      return O.Root == First.Place.Root && overlap(O.Members, First.Members);
    });
    if (!Other && !Odd)
      reduce(Group);
  }
}

} // namespace

void findElementReductions(ParallelLoop &Loop, ASTContext &Ctx) {
  const LoopVerdict Order = Loop.Order;
  CalledUpdates Called(Loop, Ctx);
  const bool Inserted = Called.insert();
  Finder(Loop, Ctx).run();
  if (!Inserted || Called.areUpdated())
    return;
  // Calls are as good, and what is said of them names them.
  Called.undo();
  Loop.Order = Order;
  Loop.Elements.clear();
  Loop.Updates.clear();
  Finder(Loop, Ctx).run();
}

} // namespace twofold
