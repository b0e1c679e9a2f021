// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPGuards.h"
#include "annotation/BoundedPaths.h"
#include "annotation/OpenMPRegions.h"
#include "ast/AstFactory.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// The statement without another branch that Body is; null: it is none.
static IfStmt *onlyIf(Stmt *Body) {
  while (auto *Block = dyn_cast<CompoundStmt>(Body)) {
    if (Block->size() != 1)
      return nullptr;
    Body = Block->body_front();
  }
  auto *If = dyn_cast<IfStmt>(Body);
  return If && !If->hasInitStorage() && !If->hasVarStorage() && !If->getElse()
             ? If
             : nullptr;
}

static bool isThreadStates(const Stmt *Part) {
  const FunctionDecl *Called = calleeOf(Part);
  return Called && isThreadState(*Called);
}

/// Whether S calls a function that is not visible, or that the call alone
/// knows, and comes back.
static bool callsUnseen(const Stmt *S, const ASTContext &Ctx) {
  return anyNode(S, [&](const Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    return Call &&
           (!F || !(F->hasBody() || F->getBuiltinID() || F->isNoReturn() ||
                    isThreadState(*F) || F->getTemplateInstantiationPattern() ||
                    Ctx.getSourceManager().isInSystemHeader(F->getLocation())));
  });
}

/// Whether S runs Loop, under whatever directives, and next to nothing else.
static bool standsAlone(Stmt *S, const Stmt *Loop) {
  if (auto *D = dyn_cast_or_null<OMPExecutableDirective>(S))
    return isa<OMPBarrierDirective>(D) ||
           ((isRegion(D->getDirectiveKind()) || isSharedInRegion(*D) ||
             isa<OMPGenericLoopDirective>(D)) &&
            standsAlone(underDirective(*D), Loop));
  if (auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](Stmt *Part) { return standsAlone(Part, Loop); });
  return S == Loop ||
         (isa_and_nonnull<Expr, DeclStmt, NullStmt>(S) &&
          !anyNode(S, [](const Stmt *Part) {
            return isa<CallExpr, CXXConstructExpr, CXXThrowExpr, StmtExpr>(
                       Part) &&
                   !isThreadStates(Part);
          }));
}

static bool declares(const Stmt *S, const ValueDecl *V) {
  return anyNode(S, [&](const Stmt *Part) {
    const auto *D = dyn_cast<DeclStmt>(Part);
    return D && llvm::is_contained(D->decls(), V);
  });
}

OpenMPGuards::OpenMPGuards(DirectiveCopy &Copy, FunctionDecl &F, Stmt *Loop,
                           const Stmt *Region)
    : Copy(Copy), Ctx(F.getASTContext()), Loop(Loop), Region(Region),
      Alone(standsAlone(const_cast<Stmt *>(Region), Loop)), Before(Loop),
      InRange(Ctx) {
  auto *For = dyn_cast<ForStmt>(Loop);
  if (!For || !(holdsNode<GotoStmt>(Loop) || callsUnseen(Loop, Ctx)))
    return;
  reachUntilEnd(F.getBody());
  Counted = firstCondition();
  Stmt *Body = For->getBody();
  Pointers Followed;
  llvm::SaveAndRestore Entry(AtEntry, true);
  if (auto *If = onlyIf(Body);
      If && isFixed(If->getCond(), Followed) && Followed.All.empty()) {
    Enters = Copy.copy(If->getCond());
    Body = If->getThen();
  }
  AtEntry = false;
  // Once more for what stands before the reads of every iteration.
  for (unsigned Round = 0; Round < 2; ++Round)
    visit(Body, /*Always=*/true);
  leaveOutBounded(*For);
}

OpenMPGuards::OpenMPGuards(DirectiveCopy &Copy, FunctionDecl &F, Stmt *Region)
    : Copy(Copy), Ctx(F.getASTContext()), Loop(Region), Region(Region),
      Alone(true), OfRegion(true), Before(Region), InRange(Ctx) {
  if (!isa<CompoundStmt>(Region) || !holdsNode<GotoStmt>(Region))
    return;
  reachUntilEnd(F.getBody());
  visit(Region, /*Always=*/true);
}

/// Where subscripts are in range, if what is claimed holds.
void OpenMPGuards::leaveOutBounded(const ForStmt &For) {
  auto Reads = [&](const Expr *E) {
    Pointers Followed;
    return isFixed(E, Followed) && llvm::all_of(Followed.All, [&](auto *V) {
             return Valid.contains(V);
           });
  };
  const auto Others = Watched;
  BoundedPaths(
      Ctx, InRange, Reads,
      [&](const VarDecl &V) { return !Reached.contains(&V); },
      [&](const Stmt *S) {
        return findNode<GotoStmt>(S, [&](const GotoStmt *Jump) {
          return !Before.instead(*Jump, Ctx);
        });
      })
      .run(For, LeftOut);
  Watched = Others;
  InRange.eachFixed([&](const Expr *E) { Reads(E); });
}

void OpenMPGuards::enter(Stmt *Own) {
  IfStmt *If = Enters ? onlyIf(cast<ForStmt>(Own)->getBody()) : nullptr;
  if (If && keepsAll(Own, If->getCond()))
    cast<ForStmt>(Own)->setBody(If->getThen());
  else if (Failing.empty() && !InRange.hasClaims())
    Enters = nullptr;
}

/// Whether Part is in what some of the statements choose.
static bool leaves(const Jumps::Statements &Some, const Stmt *Part) {
  return llvm::any_of(Some, [&](const Stmt *If) {
    return anyNode(cast<IfStmt>(If)->getThen(),
                   [&](const Stmt *In) { return In == Part; });
  });
}

/// Each iteration evaluates E: pointers that it reads through lead somewhere.
void OpenMPGuards::follow(const Expr *E) {
  if (isa<AbstractConditionalOperator, LambdaExpr, StmtExpr,
          UnaryExprOrTypeTraitExpr>(E))
    return;
  Pointers Followed;
  if (operandOf(E, CK_LValueToRValue)) {
    llvm::SaveAndRestore AsBefore(Watched);
    if (isFixed(E, Followed))
      for (const VarDecl *V : Followed.Surely)
        if (Pending.empty() || V == Follow)
          Valid.insert(V);
  }
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (B && B->isLogicalOp())
    return follow(B->getLHS());
  for (const Stmt *Part : E->children())
    if (const auto *Operand = dyn_cast_or_null<Expr>(Part))
      follow(Operand);
}

/// Always: each iteration comes to S.
void OpenMPGuards::visit(Stmt *S, bool Always) {
  if (const auto *E = dyn_cast_or_null<Expr>(S); E && Always)
    follow(E);
  if (!S || isa<Expr>(S))
    return;
  if (auto *If = dyn_cast<IfStmt>(S)) {
    if (guard(*If, Always))
      LeftOut.insert(If);
    else
      visit(If->getThen(), /*Always=*/false);
    return visit(If->getElse(), /*Always=*/false);
  }
  for (Stmt *Child : S->children()) {
    visit(Child, Always && isa<CompoundStmt>(S));
    Always &= !anyNode(Child, [&](const Stmt *Part) {
      return isa<GotoStmt, LoopControlStmt, LabelStmt>(Part) &&
             !leaves(LeftOut, Part) && !leaves(Pending, Part);
    });
    // Who runs a loop of the region may end the program there.
    Always &= !OfRegion || LeftOut.contains(Child) ||
              standsAlone(Child, /*Loop=*/nullptr);
  }
}

/// Whether E has one value from before the loop until its end. Followed gets
/// the pointers to structures that it reads through.
bool OpenMPGuards::isFixed(const Expr *E, Pointers &Followed) const {
  E = E->IgnoreParens();
  if (constantOf(E, Ctx))
    return true;
  if (const auto *Loaded = operandOf(E, CK_LValueToRValue)) {
    const Expr *Place = Loaded->IgnoreParens();
    const QualType Type =
        Ctx.getCanonicalType(Place->getType()).getUnqualifiedType();
    if (Place->getType().isVolatileQualified())
      return false;
    for (;;) {
      if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Place)) {
        const Expr *Array = arrayIn(*Element);
        const auto *Type =
            Array ? Ctx.getAsConstantArrayType(Array->getType()) : nullptr;
        const auto At = constantOf(Element->getIdx(), Ctx);
        if (!Type || !At || !Type->getSize().ugt(At->getLimitedValue()))
          return false;
        Place = Array->IgnoreParens();
        continue;
      }
      const auto *M = dyn_cast<MemberExpr>(Place);
      if (!M)
        break;
      if (!isa<FieldDecl>(M->getMemberDecl()))
        return false;
      Place = M->getBase()->IgnoreParens();
      if (M->isArrow()) {
        const Expr *Pointer = operandOf(Place, CK_LValueToRValue);
        const VarDecl *V = Pointer ? variableIn(Pointer) : nullptr;
        if (!V || !isFixed(Place, Followed))
          return false;
        Followed.All.push_back(V);
        Followed.Surely.push_back(V);
        Watched.push_back(Type);
        return true;
      }
    }
    const auto *V = variableIn(Place);
    // Functions and pointers may lead to those of the program.
    if (V && !V->hasLocalStorage())
      Reached.insert(V);
    if (V && Reached.contains(V))
      Watched.push_back(Type);
    return V && V->getTLSKind() == VarDecl::TLS_None &&
           !V->hasAttr<OMPThreadPrivateDeclAttr>() &&
           !V->getType()->isReferenceType() &&
           Copy.standing(const_cast<VarDecl *>(V)) == V &&
           (AtEntry || onlyReads(Region, V)) && !declares(Region, V);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return E->getType()->isScalarType() &&
           isFixed(Cast->getSubExpr(), Followed);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_LNot || U->getOpcode() == UO_Minus ||
            U->getOpcode() == UO_Not || U->getOpcode() == UO_Plus) &&
           isFixed(U->getSubExpr(), Followed);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (!B->isLogicalOp())
      return (B->isComparisonOp() || B->isAdditiveOp() ||
              B->getOpcode() == BO_Mul) &&
             isFixed(B->getLHS(), Followed) && isFixed(B->getRHS(), Followed);
    Pointers Perhaps;
    if (!isFixed(B->getLHS(), Followed) || !isFixed(B->getRHS(), Perhaps))
      return false;
    Followed.All.append(Perhaps.All);
    return true;
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  return Call && Call->getBuiltinCallee() == Builtin::BI__builtin_expect &&
         isFixed(Call->getArg(0), Followed);
}

/// Where If chooses a path that ends in a jump, or calls a function, which only
/// threads can do.
bool OpenMPGuards::guard(const IfStmt &If, bool Always) {
  if (If.hasInitStorage() || If.hasVarStorage() ||
      If.getCond()->HasSideEffects(Ctx) ||
      !((Counted && callsUnseen(If.getThen(), Ctx)) ||
        findNode<GotoStmt>(If.getThen(), [&](const GotoStmt *Jump) {
          return !Before.instead(*Jump, Ctx);
        })))
    return false;
  // It fails only if all that is fixed holds.
  SmallVector<const Expr *, 4> Parts = {If.getCond()}, Fixed;
  Pointers Followed;
  // An iteration comes to a part only where those to the left of it hold.
  bool Leftmost = true, Differs = false;
  auto IsSafe = [&](const VarDecl *V) {
    return !Differs || Valid.contains(V) ||
           llvm::is_contained(Followed.Surely, V);
  };
  while (!Parts.empty()) {
    const Expr *Part = Parts.pop_back_val()->IgnoreParens();
    const auto *And = dyn_cast<BinaryOperator>(Part);
    if (And && And->getOpcode() == BO_LAnd) {
      Parts.push_back(And->getRHS());
      Parts.push_back(And->getLHS());
      continue;
    }
    if (auto Value = constantOf(Part, Ctx)) {
      if (Value->isZero())
        return true;
      continue;
    }
    Pointers Through;
    if (!isFixed(Part, Through)) {
      Differs = true;
    } else if (llvm::all_of(Through.All, IsSafe)) {
      Fixed.push_back(Part);
      Followed.All.append(Through.All);
      if (Leftmost)
        Followed.Surely = Through.Surely;
    }
    Leftmost = false;
  }
  if (Fixed.empty())
    return false;
  Expr *Whole = nullptr;
  AstFactory Make(Ctx, If.getIfLoc());
  llvm::FoldingSetNodeID ID;
  for (const Expr *Part : Fixed) {
    Part->Profile(ID, Ctx, /*Canonical=*/true);
    Whole = Make.joined(BO_LAnd, Whole, Copy.copy(const_cast<Expr *>(Part)));
  }
  if (llvm::is_contained(Known, ID))
    return true;
  // Pointers may lead nowhere where no iteration follows them.
  const auto &[All, Surely] = Followed;
  const bool Leads =
      llvm::all_of(All, [&](const VarDecl *V) { return Valid.contains(V); });
  if (!All.empty() && (!Alone || (!Always && !Leads))) {
    // An iteration that fails there has read through the pointer, and any other
    // comes to what follows.
    if (!Follow && !Surely.empty())
      Follow = Surely.front();
    if (Alone && llvm::is_contained(Surely, Follow))
      Pending.insert(&If);
    return false;
  }
  if (!Leads && !Pending.empty() &&
      !llvm::all_of(All, [&](const VarDecl *V) { return V == Follow; }))
    return false;
  Valid.insert(Surely.begin(), Surely.end());
  Known.push_back(ID);
  Failing.push_back(Whole);
  return true;
}

/// Whether the loop has iterations; null: it is not a plain one.
Expr *OpenMPGuards::firstCondition() {
  const auto *For = cast<ForStmt>(Loop);
  const auto *Cond = dyn_cast_or_null<BinaryOperator>(For->getCond());
  const auto *Init = dyn_cast_or_null<BinaryOperator>(For->getInit());
  const VarDecl *Declared = onlyVariable(For->getInit());
  const Expr *First = Declared ? Declared->getInit()
                      : Init && Init->getOpcode() == BO_Assign ? Init->getRHS()
                                                               : nullptr;
  const ValueDecl *V = Declared ? Declared
                       : Init   ? namedIn(Init->getLHS())
                                : nullptr;
  Pointers Followed;
  if (!Cond || !Cond->isRelationalOp() || !First || !V ||
      !V->getType()->isIntegerType() ||
      namedIn(Cond->getLHS()->IgnoreParenImpCasts()) != V ||
      !isFixed(First, Followed) || !isFixed(Cond->getRHS(), Followed) ||
      !Followed.All.empty())
    return nullptr;
  AstFactory Make(Ctx, For->getForLoc());
  Expr *From = Make.convert(Copy.copy(const_cast<Expr *>(First)), V->getType());
  return Make.binary(Cond->getOpcode(),
                     Make.convert(From, Cond->getLHS()->getType()),
                     Copy.copy(Cond->getRHS()), Cond->getType());
}

LoopTests OpenMPGuards::tests() {
  LoopTests All;
  Expr *First = isNeeded() && !OfRegion ? firstCondition() : nullptr;
  if (!First && !OfRegion)
    return All;
  AstFactory Make(Ctx, Loop->getBeginLoc());
  if (First)
    All.push_back({First, ""});
  if (First && Enters)
    All.push_back({Enters, ""});
  for (Expr *Fails : Failing) {
    const unsigned Line =
        Ctx.getSourceManager().getPresumedLineNumber(Fails->getBeginLoc());
    All.push_back(
        {Make.unary(UO_LNot, Make.paren(Fails), Ctx.getLogicalOperationType()),
         "what line " + std::to_string(Line) +
             " asks leads to code that only threads can run"});
  }
  if (InRange.hasClaims())
    All.push_back({InRange.condition(Loop->getBeginLoc(),
                                     [&](const Expr *E) {
                                       return Copy.copy(const_cast<Expr *>(E));
                                     }),
                   "a subscript may be out of range"});
  return All;
}

} // namespace twofold
