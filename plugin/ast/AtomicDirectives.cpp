// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AtomicDirectives.h"
#include "ast/AstFactory.h"
#include "ast/AtomicOperations.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// The variable that an update changes, or an element of which it changes.
const ValueDecl *updated(const Stmt *Update) {
  for (const Expr *Target = assignedBy(Update); Target;) {
    Target = Target->IgnoreParenImpCasts();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Target))
      return Ref->getDecl();
    const auto *At = dyn_cast<ArraySubscriptExpr>(Target);
    Target = At ? At->getBase() : nullptr;
  }
  return nullptr;
}

void countUses(const Stmt *S, bool InUpdate,
               llvm::DenseMap<const ValueDecl *, int> &Outside,
               llvm::DenseSet<const ValueDecl *> &Updated, bool &Simple) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<OMPAtomicDirective>(S)) {
    const Stmt *Update = atomicUpdate(*const_cast<OMPAtomicDirective *>(D));
    const ValueDecl *V = Update ? updated(Update) : nullptr;
    Simple &= V != nullptr;
    if (V)
      Updated.insert(V);
    return countUses(Update, true, Outside, Updated, Simple);
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return countUses(underDirective(*const_cast<OMPExecutableDirective *>(D)),
                     InUpdate, Outside, Updated, Simple);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && !InUpdate)
    ++Outside[Ref->getDecl()];
  for (const Stmt *Child : S->children())
    countUses(Child, InUpdate, Outside, Updated, Simple);
}

} // namespace

bool isIgnored(const OMPExecutableDirective &Directive, const ASTContext &Ctx) {
  return Ctx.getLangOpts().OpenMPSimd &&
         isa<OMPAtomicDirective, OMPCriticalDirective>(Directive);
}

Stmt *atomicUpdate(OMPExecutableDirective &Directive) {
  if (!isa<OMPAtomicDirective>(Directive))
    return nullptr;
  for (const OMPClause *C : Directive.clauses())
    if (C->getClauseKind() == llvm::omp::OMPC_read ||
        C->getClauseKind() == llvm::omp::OMPC_write ||
        C->getClauseKind() == llvm::omp::OMPC_capture ||
        C->getClauseKind() == llvm::omp::OMPC_compare)
      return nullptr;
  Stmt *Update = underDirective(Directive);
  if (auto *E = dyn_cast_or_null<Expr>(Update))
    Update = E->IgnoreParens();
  if (auto *Full = dyn_cast_or_null<ExprWithCleanups>(Update))
    Update = Full->getSubExpr();
  return Update;
}

namespace {

struct Function {
  AtomicExpr::AtomicOp Op;
  bool Gives;         ///< what the directive stores in another variable
  bool Swaps = false; ///< stores a value in the place of another one
};

/// `if (x < e) x = e` and its relatives; nothing: no function does it.
std::optional<Function> comparing(const OMPAtomicDirective &D, bool Captures,
                                  const ASTContext &Ctx) {
  const auto *Test =
      D.getCondExpr()
          ? dyn_cast<BinaryOperator>(D.getCondExpr()->IgnoreParenImpCasts())
          : nullptr;
  if (!Test || !isAtomicInteger(D.getX()->getType(), Ctx))
    return std::nullopt;
  if (Test->getOpcode() == BO_EQ)
    return D.getD() && D.getD()->getType()->isIntegralOrEnumerationType()
               ? std::optional(Function{
                     AtomicExpr::AO__atomic_compare_exchange_n, Captures, true})
               : std::nullopt;
  // Numbers of another type would be compared as such.
  if (D.getR() || D.isFailOnly() || D.getD() ||
      (Test->getOpcode() != BO_LT && Test->getOpcode() != BO_GT) ||
      !Ctx.hasSameUnqualifiedType(D.getExpr()->getType(), D.getX()->getType()))
    return std::nullopt;
  const bool Greatest = (Test->getOpcode() == BO_LT) == D.isXLHSInRHSPart();
  const bool Old = !Captures || D.isPostfixUpdate();
  return Function{Greatest ? Old ? AtomicExpr::AO__atomic_fetch_max
                                 : AtomicExpr::AO__atomic_max_fetch
                  : Old    ? AtomicExpr::AO__atomic_fetch_min
                           : AtomicExpr::AO__atomic_min_fetch,
                  Captures};
}

/// Whether to add E, converted to T, to a T has the same result: two numbers in
/// `float` have the same sum in `double`.
bool fits(const Expr *E, QualType T, const ASTContext &Ctx) {
  auto Known = [&](QualType Of) {
    return Of->isIntegralOrEnumerationType() ||
           (T->isRealFloatingType() && Of->isRealFloatingType() &&
            Ctx.getFloatingTypeOrder(Of, T) <= 0);
  };
  if (Known(E->getType()))
    return true;
  if (!T->isRealFloatingType() || !E->getType()->isRealFloatingType())
    return false;
  const Expr *Narrow = operandOf(E->IgnoreParens(), CK_FloatingCast);
  Expr::EvalResult Constant;
  if (Narrow && Known(Narrow->getType()))
    return true;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Constant, Ctx) ||
      !Constant.Val.isFloat())
    return false;
  bool Loses = true;
  Constant.Val.getFloat().convert(Ctx.getFloatTypeSemantics(T),
                                  llvm::APFloat::rmNearestTiesToEven, &Loses);
  return !Loses;
}

std::optional<Function> functionOf(const OMPAtomicDirective &D,
                                   const ASTContext &Ctx) {
  const Expr *X = D.getX(), *E = D.getExpr();
  if (!X || X->getObjectKind() != OK_Ordinary ||
      !isAtomicNumber(X->getType(), Ctx) || (E && !fits(E, X->getType(), Ctx)))
    return std::nullopt;
  const bool Captures = D.hasClausesOfKind<OMPCaptureClause>();
  if (D.hasClausesOfKind<OMPCompareClause>())
    return E && (!Captures || D.getV() || D.getR())
               ? comparing(D, Captures, Ctx)
               : std::nullopt;
  if (Captures && !D.getV())
    return std::nullopt;
  if (D.hasClausesOfKind<OMPReadClause>())
    return D.getV()
               ? std::optional(Function{AtomicExpr::AO__atomic_load_n, true})
               : std::nullopt;
  if (!E)
    return std::nullopt;
  if (!D.getUpdateExpr())
    return Captures ? Function{AtomicExpr::AO__atomic_exchange_n, true}
                    : Function{AtomicExpr::AO__atomic_store_n, false};
  const auto *Of =
      dyn_cast<BinaryOperator>(D.getUpdateExpr()->IgnoreParenImpCasts());
  const bool Old = D.isPostfixUpdate();
  auto Chosen = [&](AtomicExpr::AtomicOp Before, AtomicExpr::AtomicOp After) {
    return Function{Old || !Captures ? Before : After, Captures};
  };
  const auto Op = Of ? Of->getOpcode() : BO_Comma;
  if (X->getType()->isRealFloatingType() && Op != BO_Add && Op != BO_Sub)
    return std::nullopt;
  switch (Op) {
  case BO_Add:
    return Chosen(AtomicExpr::AO__atomic_fetch_add,
                  AtomicExpr::AO__atomic_add_fetch);
  case BO_Sub:
    if (!D.isXLHSInRHSPart())
      return std::nullopt;
    return Chosen(AtomicExpr::AO__atomic_fetch_sub,
                  AtomicExpr::AO__atomic_sub_fetch);
  case BO_And:
    return Chosen(AtomicExpr::AO__atomic_fetch_and,
                  AtomicExpr::AO__atomic_and_fetch);
  case BO_Or:
    return Chosen(AtomicExpr::AO__atomic_fetch_or,
                  AtomicExpr::AO__atomic_or_fetch);
  case BO_Xor:
    return Chosen(AtomicExpr::AO__atomic_fetch_xor,
                  AtomicExpr::AO__atomic_xor_fetch);
  default:
    return std::nullopt;
  }
}

} // namespace

bool hasFunction(const OMPAtomicDirective &D, const ASTContext &Ctx) {
  return functionOf(D, Ctx).has_value();
}

bool ordersMemory(const OMPAtomicDirective &D, const ASTContext &Ctx) {
  if (D.hasClausesOfKind<OMPSeqCstClause>() ||
      D.hasClausesOfKind<OMPAcqRelClause>() ||
      D.hasClausesOfKind<OMPAcquireClause>() ||
      D.hasClausesOfKind<OMPReleaseClause>())
    return true;
  return !D.hasClausesOfKind<OMPRelaxedClause>() &&
         llvm::any_of(Ctx.getTranslationUnitDecl()->decls(),
                      llvm::IsaPred<OMPRequiresDecl>);
}

/// What D, which compares for equality, does and gives.
static Stmt *bySwap(OMPAtomicDirective &D,
                    llvm::function_ref<Expr *(Expr *)> Copy,
                    FunctionDecl &Owner) {
  ASTContext &Ctx = Owner.getASTContext();
  AstFactory Make(Ctx, D.getX()->getExprLoc());
  const QualType T = D.getX()->getType();
  auto Value = [&](Expr *E) {
    Expr *Own = Copy(E);
    return Make.convert(Own->isGLValue() ? Make.load(Own) : Own, T);
  };
  SmallVector<Stmt *, 6> Block;
  auto Fresh = [&](StringRef Name, Expr *Init) {
    VarDecl *V = Make.variable(&Owner, Name, T, Init);
    Block.push_back(Make.declare(V));
    return V;
  };
  auto Store = [&](Expr *To, Expr *From) {
    return Make.assign(Copy(To), Make.convert(From, To->getType()));
  };
  VarDecl *Expected = Fresh("expected", Value(D.getExpr()));
  VarDecl *Desired = Fresh("desired", Value(D.getD()));
  VarDecl *Found = Fresh("found", compareAndSwap(Make.addressOf(Copy(D.getX())),
                                                 Make.value(Expected),
                                                 Make.value(Desired), T, Ctx));
  auto Same = [&] {
    return Make.compare(BO_EQ, Make.value(Found), Make.value(Expected));
  };
  if (D.getR())
    Block.push_back(Store(D.getR(), Same()));
  if (D.getV() && D.isFailOnly())
    Block.push_back(
        Make.ifThen(Same(), Make.compound({}),
                    Make.compound({Store(D.getV(), Make.value(Found))})));
  else if (D.getV())
    Block.push_back(
        Store(D.getV(), D.isPostfixUpdate()
                            ? Make.value(Found)
                            : Make.conditional(Same(), Make.value(Desired),
                                               Make.value(Found), T)));
  return Make.compound(Block);
}

Stmt *byFunction(OMPAtomicDirective &D, llvm::function_ref<Expr *(Expr *)> Copy,
                 FunctionDecl &Owner) {
  ASTContext &Ctx = Owner.getASTContext();
  const auto Of = functionOf(D, Ctx);
  if (!Of)
    return nullptr;
  if (Of->Swaps)
    return bySwap(D, Copy, Owner);
  AstFactory Make(Ctx, D.getX()->getExprLoc());
  Expr *E = D.getExpr();
  Expr *Done = atomicFunction(Of->Op, Make.addressOf(Copy(D.getX())),
                              E ? Copy(E) : nullptr, ordersMemory(D, Ctx),
                              D.getX()->getType(), Ctx);
  return Of->Gives ? Make.assign(Copy(D.getV()),
                                 Make.convert(Done, D.getV()->getType()))
                   : Done;
}

void changeAtomic(Stmt *&Slot, llvm::function_ref<void(Stmt *&)> Change,
                  ASTContext &Ctx) {
  auto *Atomic = dyn_cast<OMPAtomicDirective>(Slot);
  if (!Atomic)
    return;
  auto Changed = [&](Expr *E) {
    Stmt *Part = E;
    if (Part)
      Change(Part);
    return cast_or_null<Expr>(Part);
  };
  OMPAtomicDirective::Expressions Parts;
  Parts.X = Changed(Atomic->getX());
  Parts.V = Changed(Atomic->getV());
  Parts.R = Changed(Atomic->getR());
  Parts.E = Changed(Atomic->getExpr());
  Parts.UE = Changed(Atomic->getUpdateExpr());
  Parts.D = Changed(Atomic->getD());
  Parts.Cond = Changed(Atomic->getCondExpr());
  Parts.IsXLHSInRHSPart = Atomic->isXLHSInRHSPart();
  Parts.IsPostfixUpdate = Atomic->isPostfixUpdate();
  Parts.IsFailOnly = Atomic->isFailOnly();
  Slot = OMPAtomicDirective::Create(Ctx, Atomic->getBeginLoc(),
                                    Atomic->getEndLoc(), Atomic->clauses(),
                                    Atomic->getAssociatedStmt(), Parts);
}

bool updatesAreReductions(const Stmt *Body) {
  llvm::DenseMap<const ValueDecl *, int> Outside;
  llvm::DenseSet<const ValueDecl *> Updated;
  bool Simple = true;
  countUses(Body, false, Outside, Updated, Simple);
  return Simple && llvm::none_of(Updated, [&](const ValueDecl *V) {
           return Outside.lookup(V) != 0;
         });
}

} // namespace twofold
