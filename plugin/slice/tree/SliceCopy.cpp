// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/tree/SliceCopy.h"
#include "annotation/Annotations.h"
#include "ast/AstFactory.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace twofold {

/// sizeof a variable length.
static bool hasVariableSize(const Stmt *S) {
  return findNode<UnaryExprOrTypeTraitExpr>(S, [](const auto *Size) {
    return Size->getTypeOfArgument()->isVariablyModifiedType();
  });
}

/// Statements with slices that have no braces get some, where what they
/// evaluate first could go.
static void giveBraces(Stmt *S, ASTContext &Ctx) {
  if (!S)
    return;
  const auto *If = dyn_cast<IfStmt>(S);
  const bool Last =
      isa<ForStmt, CXXForRangeStmt, WhileStmt, CaseStmt, DefaultStmt>(S);
  Stmt **Body = nullptr;
  auto Brace = [&](Stmt *&Slot) {
    if (Slot && !isa<CompoundStmt>(Slot) && sliceIn(Slot))
      Slot = CompoundStmt::Create(Ctx, {Slot}, FPOptionsOverride(),
                                  Slot->getBeginLoc(), Slot->getEndLoc());
  };
  for (Stmt *&Child : S->children()) {
    giveBraces(Child, Ctx);
    if (If && (Child == If->getThen() || Child == If->getElse()))
      Brace(Child);
    if (Last || (isa<DoStmt>(S) && !Body))
      Body = &Child;
  }
  if (Body)
    Brace(*Body);
}

static Stmt *braced(Stmt *S, ASTContext &Ctx) {
  giveBraces(S, Ctx);
  return S;
}

SliceCopy::SliceCopy(Stmt *Annotated, ASTContext &Ctx, FunctionDecl &F)
    : StatementCopy(Ctx, &F), Corners(braced(Annotated, Ctx), Ctx, &F),
      Own(Annotated) {}

Stmt *SliceCopy::run(AttributedStmt &Loop) {
  Stmt *Result = AttributedStmt::Create(Ctx, Loop.getAttrLoc(), Loop.getAttrs(),
                                        copy(Loop.getSubStmt()));
  if (obstacle() && !Why)
    if (const Stmt *Slice = sliceIn(&Loop))
      Why = SliceObstacle{Slice->getBeginLoc(), ""};
  return obstacle() ? nullptr : Result;
}

Stmt *SliceCopy::refuse(Stmt *S, SourceLocation Loc, StringRef What) {
  if (!obstacle())
    Why = SliceObstacle{Loc, What.str()};
  return fail(S);
}

Stmt *SliceCopy::replacement(Stmt *S) {
  if (auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (auto It = Lengths.find(Ref->getDecl()); It != Lengths.end())
      return AstFactory(Ctx, Ref->getLocation()).lvalue(It->second);
  if (auto *A = dyn_cast<AttributedStmt>(S); A && annotation(*A, "sliced"))
    return copy(A->getSubStmt());
  if (auto *For = dyn_cast<ForStmt>(S); For && For != Entered) {
    Entered = For;
    Corners.enter(For);
    Stmt *New = copy(S);
    Corners.leave(For);
    return New;
  }
  if (auto *Value = dyn_cast<StmtExpr>(S)) {
    auto It = Values.find(Value);
    if (It != Values.end())
      return copy(It->second);
    if (sliceIn(S))
      return refuse(S, Value->getExprLoc(),
                    "value is not always wanted; give it a statement of its "
                    "own before");
    return nullptr;
  }
  return sliceTest(S) ? refuse(S, S->getBeginLoc(), "") : nullptr;
}

/// Whether S keeps values in an array, perhaps.
static bool keepsValues(const Stmt *S) {
  return anyNode(S, [](const Stmt *Part) {
    auto Test = sliceTest(Part);
    return Test &&
           (Test->What == SliceTest::Mask || Test->What == SliceTest::Plan);
  });
}

/// From the first table of a test to its `if`, of which what it guards stays.
unsigned SliceCopy::test(ArrayRef<Stmt *> Body, unsigned At, Items &Out) {
  const VarDecl *Table = onlyVariable(Body[At]);
  std::optional<ParsedSliceTest> Test;
  unsigned Behind = At;
  while (Table && !Test && Behind < Body.size())
    Test = sliceTest(Body[Behind++]);
  if (!Test || (Table != Test->Lengths && Table != Test->First))
    return 0;
  if (Test->What == SliceTest::Mask) {
    Out.push_back(refuse(
        Test->If, Test->If->getBeginLoc(),
        "condition's values are kept in an array; give each assignment an "
        "'if' of its own"));
    return Behind - At;
  }
  // Statements that could share a loop do the same each on its own, where no
  // values are kept. Those that cannot have no shared loop left.
  bool Alone =
      Test->What == SliceTest::Fusion &&
      (isa<NullStmt>(Test->If->getThen()) || !keepsValues(Test->If->getElse()));
  if (Test->Brackets && !Alone)
    agreement(*Test);
  if (Test->First && !Alone)
    overlap(*Test);
  Out.push_back(copy(Alone ? Test->If->getElse() : Test->If->getThen()));
  return Behind - At;
}

/// Finds the values of slices in E; they become statements before.
void SliceCopy::hoistFrom(Expr *E, Items &Out, bool Always) {
  if (!E || !sliceIn(E))
    return;
  if (auto *Value = dyn_cast<StmtExpr>(E)) {
    if (!Always)
      return; // which its copy reports
    ArrayRef<Stmt *> Body(Value->getSubStmt()->body_begin(),
                          Value->getSubStmt()->size());
    auto *Last = dyn_cast_or_null<Expr>(Body.empty() ? nullptr : Body.back());
    if (!Last)
      return;
    for (unsigned At = 0; At + 1 < Body.size();)
      At += replace(Body, At, Out);
    Values[Value] = Last;
    return;
  }
  if (isa<UnaryExprOrTypeTraitExpr>(E))
    return;
  const auto *B = dyn_cast<BinaryOperator>(E);
  bool First = (B && (B->isLogicalOp() || B->isCommaOp())) ||
               isa<AbstractConditionalOperator>(E);
  for (Stmt *Child : E->children())
    if (auto *Part = dyn_cast_or_null<Expr>(Child)) {
      hoistFrom(Part, Out, Always);
      Always &= !First;
    }
}

static bool hasEffects(const Stmt *S) {
  if (!S || isa<StmtExpr>(S))
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  return assignedBy(S) || (Call && !Call->getBuiltinCallee()) ||
         llvm::any_of(S->children(), hasEffects);
}

/// Other effects in E than its own assignment. C++ orders some of them before
/// values that C does not, but those of the left side behind the right one.
static bool hasOtherEffects(const Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return B && B->isAssignmentOp()
             ? hasEffects(B->getRHS()) ||
                   (sliceIn(B->getLHS()) && hasEffects(B->getLHS()))
             : hasEffects(E);
}

void SliceCopy::hoist(Stmt *S, Items &Out) {
  Expr *E = dyn_cast<Expr>(S);
  if (auto *If = dyn_cast<IfStmt>(S);
      If && !If->getInit() && !If->getConditionVariable())
    E = If->getCond();
  else if (auto *Switch = dyn_cast<SwitchStmt>(S);
           Switch && !Switch->getInit() && !Switch->getConditionVariable())
    E = Switch->getCond();
  if (E && sliceIn(E) && !(Ctx.getLangOpts().CPlusPlus && hasOtherEffects(E)))
    hoistFrom(E, Out, true);
}

/// What a reduction begins with is computed in 128 bits.
Expr *SliceCopy::constant(const VarDecl &V) {
  Expr::EvalResult R;
  const Expr *Init = V.getInit();
  if (!Own.Results.contains(&V) || !Init || Init->isValueDependent() ||
      !Init->EvaluateAsRValue(R, Ctx))
    return nullptr;
  QualType T = V.getType().getUnqualifiedType();
  if (R.Val.isInt() && T->isIntegerType() && Ctx.getTypeSize(T) <= 64)
    return AstFactory(Ctx, V.getLocation())
        .integer(R.Val.getInt().extOrTrunc(64).getZExtValue(), T);
  if (R.Val.isFloat() && T->isRealFloatingType())
    return FloatingLiteral::Create(Ctx, R.Val.getFloat(), true, T,
                                   V.getLocation());
  return nullptr;
}

/// A length that an array of variable length gives is computed before the loop.
bool SliceCopy::fixedLength(const VarDecl &V) {
  if (!Own.Bounds.contains(&V) || !V.getInit() || !hasVariableSize(V.getInit()))
    return false;
  Corners.reset();
  if (Corners.degree(V.getInit()) != 0u)
    return false;
  auto *Fixed =
      VarDecl::Create(Ctx, const_cast<DeclContext *>(V.getDeclContext()),
                      V.getInnerLocStart(), V.getLocation(), V.getIdentifier(),
                      V.getType(), V.getTypeSourceInfo(), SC_None);
  Fixed->setInit(Corners.at(V.getInit(), 0));
  Fixed->setIsUsed();
  Fixed->setReferenced();
  Lengths.try_emplace(&V, Fixed);
  return true;
}

/// One after another, since values of slices may stand in each.
void SliceCopy::declare(DeclStmt &S, Items &Out) {
  for (Decl *D : S.decls()) {
    auto *V = dyn_cast<VarDecl>(D);
    if (V && V->getInit())
      hoistFrom(V->getInit(), Out, true);
    Out.push_back(copy(
        new (Ctx) DeclStmt(DeclGroupRef(D), S.getBeginLoc(), S.getEndLoc())));
  }
}

unsigned SliceCopy::replace(ArrayRef<Stmt *> Body, unsigned At, Items &Out) {
  Stmt *S = Body[At];
  if (unsigned Tested = test(Body, At, Out))
    return Tested;
  if (const VarDecl *V = onlyVariable(S); V && fixedLength(*V))
    return 1;
  if (auto *D = dyn_cast<DeclStmt>(S); D && sliceIn(S)) {
    declare(*D, Out);
    return 1;
  }
  if (const VarDecl *V = onlyVariable(S))
    if (Expr *Number = constant(*V)) {
      Out.push_back(copy(S));
      cast<VarDecl>(cast<DeclStmt>(Out.back())->getSingleDecl())
          ->setInit(Number);
      return 1;
    }
  hoist(S, Out);
  Out.push_back(copy(S));
  return 1;
}

} // namespace twofold
