// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPMerges.h"
#include "annotation/OpenMPRegions.h"
#include "ast/Comparisons.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

static bool isNumber(const Expr *E, int Number, const ASTContext &Ctx) {
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return !List->hasArrayFiller() ||
                   isNumber(List->getArrayFiller(), Number, Ctx)
               ? llvm::all_of(List->inits(),
                              [&](const Expr *Part) {
                                return isNumber(Part, Number, Ctx);
                              })
               : false;
  if (isa<ImplicitValueInitExpr>(E))
    return Number == 0;
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, Ctx))
    return false;
  if (Result.Val.isInt())
    return Result.Val.getInt() == Number;
  return Result.Val.isFloat() &&
         Result.Val.getFloat().compare(
             llvm::APFloat(Result.Val.getFloat().getSemantics(), Number)) ==
             llvm::APFloat::cmpEqual;
}

/// The operator of `a op= b`, or of `a = a op b`.
static BinaryOperatorKind plainOp(BinaryOperatorKind Op) {
  return BinaryOperator::isCompoundAssignmentOp(Op)
             ? BinaryOperator::getOpForCompoundAssignment(Op)
             : Op;
}

/// What changes nothing; nothing: Op is not one that combines in any order.
static std::optional<int> neutral(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
  case BO_Sub:
  case BO_Or:
  case BO_Xor:
    return 0;
  case BO_Mul:
    return 1;
  default:
    return std::nullopt;
  }
}

/// What of Own `all` keeps by `all = max(all, own)` or `all < own ? own : all`;
/// null: Value is something else.
static const ValueDecl *betterOf(const Expr *Value, const ValueDecl *All,
                                 const llvm::DenseSet<const ValueDecl *> &Own) {
  Value = Value->IgnoreParenImpCasts();
  auto Other = [&](const Expr *A, const Expr *B) -> const ValueDecl * {
    const ValueDecl *L = rootOf(A), *R = rootOf(B);
    const ValueDecl *Mine = L == All ? R : R == All ? L : nullptr;
    return Mine && Own.contains(Mine) ? Mine : nullptr;
  };
  if (const auto *Call = dyn_cast<CallExpr>(Value))
    return greaterOf(*Call) ? Other(Call->getArg(0), Call->getArg(1)) : nullptr;
  const auto *Choice = dyn_cast<ConditionalOperator>(Value);
  const auto *Compared =
      Choice
          ? dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts())
          : nullptr;
  if (!Compared || !Compared->isRelationalOp())
    return nullptr;
  const ValueDecl *Mine = Other(Compared->getLHS(), Compared->getRHS());
  return Mine && Other(Choice->getTrueExpr(), Choice->getFalseExpr()) == Mine
             ? Mine
             : nullptr;
}

bool RegionMerges::combines(const Expr *E, const Variables &Own) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Full = dyn_cast<ExprWithCleanups>(E))
    E = Full->getSubExpr()->IgnoreParenImpCasts();
  const auto *B = dyn_cast<BinaryOperator>(E);
  const Expr *Target = B && B->isAssignmentOp() ? B->getLHS() : nullptr;
  const ValueDecl *To = Target ? rootOf(Target) : nullptr;
  if (!To || Own.contains(To))
    return false;
  BinaryOperatorKind Op = plainOp(B->getOpcode());
  const Expr *Part = B->getRHS();
  if (Op == BO_Assign)
    if (const ValueDecl *Mine = betterOf(Part, To, Own)) {
      Extrema.push_back({Mine, BO_Assign, E});
      return true;
    }
  if (Op == BO_Assign) {
    const auto *R = dyn_cast<BinaryOperator>(Part->IgnoreParenImpCasts());
    if (!R)
      return false;
    Op = R->getOpcode();
    if (rootOf(R->getLHS()) == To)
      Part = R->getRHS();
    else if (rootOf(R->getRHS()) == To && Op != BO_Sub)
      Part = R->getLHS();
    else
      return false;
  }
  const ValueDecl *From = rootOf(Part);
  if (!neutral(Op) || !From || !Own.contains(From) || mentions(Part, To))
    return false;
  Sums.push_back({From, Op, E});
  return true;
}

/// `if (own < all) all = own`, with what goes along.
bool RegionMerges::keepsBetter(const Stmt *Then, const Expr *Cond,
                               const Variables &Own) {
  const auto *Compared = dyn_cast<BinaryOperator>(Cond->IgnoreParenImpCasts());
  if (!Compared || !Compared->isRelationalOp())
    return false;
  const ValueDecl *L = rootOf(Compared->getLHS()),
                  *R = rootOf(Compared->getRHS());
  if (!L || !R || Own.contains(L) == Own.contains(R))
    return false;
  const ValueDecl *All = Own.contains(L) ? R : L, *Mine = All == L ? R : L;
  Extrema.push_back({Mine, BO_Assign, Cond});
  bool Kept = false;
  for (const Stmt *S : statementsOf(Then)) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    if (!B || B->getOpcode() != BO_Assign)
      return false;
    const ValueDecl *To = rootOf(B->getLHS()), *From = rootOf(B->getRHS());
    if (!To || Own.contains(To) || !From || !Own.contains(From))
      return false;
    Kept |= To == All && From == Mine;
  }
  return Kept;
}

bool RegionMerges::add(const Stmt *Body, const Variables &Own) {
  if (addOne(Body, Own))
    return true;
  if (!Other)
    Other = Body;
  return false;
}

bool RegionMerges::addOne(const Stmt *Body, const Variables &Own) {
  if (!Body || isa<NullStmt>(Body))
    return Body;
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *S) { return add(S, Own); });
  if (const auto *For = dyn_cast<ForStmt>(Body)) {
    const auto *Counter = For->getInc() ? movedBy(For->getInc()) : nullptr;
    auto Inside = Own;
    if (const auto *V = For->getInit() ? onlyVariable(For->getInit()) : nullptr)
      Inside.insert(V);
    return Counter && Inside.contains(Counter) && For->getCond() &&
           !anyNode(For->getCond(),
                    [](const Stmt *S) {
                      return isa<CallExpr>(S) || assignedBy(S);
                    }) &&
           add(For->getBody(), Inside);
  }
  if (const auto *If = dyn_cast<IfStmt>(Body))
    return !If->getElse() && !If->getInit() && !If->getConditionVariable() &&
           keepsBetter(If->getThen(), If->getCond(), Own);
  const auto *E = dyn_cast<Expr>(Body);
  return E && combines(E, Own);
}

void RegionMerges::handed(const Stmt *Call, const FunctionDecl &F) {
  const auto Move = byteMoveOf(F);
  for (const Stmt *Part : Call->children()) {
    const auto *E = cast<Expr>(Part);
    const ValueDecl *Root = rootOf(E);
    if (!Root || isa<FunctionDecl>(Root) ||
        (!E->isGLValue() && E->getType()->isArithmeticType()))
      continue;
    const auto *C = dyn_cast<CallExpr>(Call);
    if (C && Move && !Move->Copies && E == C->getArg(0))
      assigned(Root, C->getArg(1));
    else
      changed(Root);
  }
}

const ValueDecl *RegionMerges::loop(const OMPExecutableDirective &D,
                                    const OMPExecutableDirective &Region) {
  const ValueDecl *Twice = nullptr;
  auto EachReduced = [](const OMPExecutableDirective &By, auto Do) {
    for (const auto *C : By.getClausesOfKind<OMPReductionClause>())
      for (const Expr *E : C->varlist())
        if (const ValueDecl *V = reducedBy(*E))
          Do(V);
  };
  // Teams have what each has found.
  if (isOpenMPParallelDirective(Region.getDirectiveKind()))
    EachReduced(D, [&](const ValueDecl *V) {
      changed(V);
      EachReduced(Region, [&](const ValueDecl *Outer) {
        if (Outer == V)
          Twice = V;
      });
    });
  const Stmt *Body = underDirective(const_cast<OMPExecutableDirective &>(D));
  eachNode(Body, [&](const Stmt *S) {
    const Expr *Target = assignedBy(S);
    const ValueDecl *V = Target ? rootOf(Target) : nullptr;
    if (!V)
      return true;
    const auto *B = dyn_cast<BinaryOperator>(S);
    BinaryOperatorKind Op = B ? plainOp(B->getOpcode()) : BO_Add;
    if (Op == BO_Assign)
      if (const auto *R =
              dyn_cast<BinaryOperator>(B->getRHS()->IgnoreParenImpCasts()))
        if (neutral(R->getOpcode()) &&
            (rootOf(R->getLHS()) == V || rootOf(R->getRHS()) == V))
          Op = R->getOpcode();
    InLoops[V].push_back(Op == BO_Sub ? BO_Add : Op);
    return true;
  });
  return Twice;
}

const MergedPart *RegionMerges::unproven() const {
  // One thread counts as many iterations as others would together.
  auto Changes = [&](const MergedPart &S, BinaryOperatorKind By) {
    auto Given = InLoops.find(S.Part);
    return Given != InLoops.end() &&
           llvm::any_of(Given->second,
                        [&](BinaryOperatorKind Op) { return Op != By; });
  };
  for (const MergedPart &S : Extrema)
    if (Changes(S, BO_Assign))
      return &S;
  for (const MergedPart &S : Sums) {
    if (Changes(S, S.Op == BO_Sub ? BO_Add : S.Op))
      return &S;
    auto Given = Values.find(S.Part);
    const auto *V = cast<ValueDecl>(S.Part);
    const int Neutral = *neutral(S.Op);
    if (Given == Values.end() ||
        !llvm::all_of(Given->second, [&](const Expr *E) {
          return E && isNumber(E, Neutral, V->getASTContext());
        }))
      return &S;
  }
  return nullptr;
}

bool writesOwnMemory(const Stmt *Loop,
                     llvm::function_ref<bool(const ValueDecl *)> Own) {
  auto Names = [&](const Stmt *S) {
    return anyNode(S, [&](const Stmt *Part) {
      if (isa<CXXThisExpr>(Part))
        return Own(nullptr);
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      return Ref && !isa<FunctionDecl>(Ref->getDecl()) &&
             !Ref->getType()->isArithmeticType() && Own(Ref->getDecl());
    });
  };
  // The place itself, without what chooses an element.
  auto IsMemory = [&](const Expr *E) {
    const ValueDecl *Root = rootOf(E);
    return Root ? !Root->getType()->isArithmeticType() && Own(Root) : Names(E);
  };
  auto Leads = [](QualType T) { return !T->isArithmeticType(); };
  bool Found = false;
  eachNode(Loop, [&](const Stmt *S) {
    // Other names for it.
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared))
        Found |= V->getInit() && Leads(V->getType()) && Names(V->getInit());
    if (const Expr *Target = assignedBy(S)) {
      const auto *B = dyn_cast<BinaryOperator>(S);
      Found |=
          IsMemory(Target) || (B && Leads(B->getType()) && Names(B->getRHS()));
    }
    if (const auto *Address = operandOf(S, UO_AddrOf))
      Found |= IsMemory(Address);
    if (isa<CallExpr, CXXConstructExpr>(S))
      Found |= llvm::any_of(S->children(), [&](const Stmt *E) {
        return (cast<Expr>(E)->isGLValue() ||
                Leads(cast<Expr>(E)->getType())) &&
               IsMemory(cast<Expr>(E));
      });
    return !Found;
  });
  return Found;
}

} // namespace twofold
