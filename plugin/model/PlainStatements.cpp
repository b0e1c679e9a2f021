// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/AstFactory.h"
#include "ast/AtomicDirectives.h"
#include "ast/CalledDirectives.h"
#include "ast/ColdPaths.h"
#include "ast/DirectiveCopy.h"
#include "ast/DirectiveLoops.h"
#include "ast/Jumps.h"
#include "ast/Nodes.h"
#include "model/ControlFlow.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// A function's body as one thread runs it, with Functions for its atomic
/// directives.
class FunctionsInPlace : public DirectiveCopy {
  Stmt *replacement(Stmt *S) override {
    auto *Return = dyn_cast<ReturnStmt>(S);
    return Return ? ReturnStmt::Create(Ctx, Return->getReturnLoc(),
                                       copy(Return->getRetValue()), nullptr)
                  : DirectiveCopy::replacement(S);
  }

public:
  FunctionsInPlace(FunctionDecl &F, bool Functions) : DirectiveCopy(F) {
    callAtomicFunctions(Functions);
  }
};

/// P as an argument for a parameter of its type; null: a function copies it.
Expr *handedOn(ParmVarDecl *P, AstFactory &Make, ASTContext &Ctx) {
  const QualType T = P->getType();
  Expr *E = Make.lvalue(P);
  if (T->isRValueReferenceType())
    return ImplicitCastExpr::Create(Ctx, E->getType(), CK_NoOp, E, nullptr,
                                    VK_XValue, FPOptionsOverride());
  if (T->isReferenceType())
    return E;
  if (T->isScalarType())
    return Make.load(E);
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || !Class->hasTrivialCopyConstructor() ||
      !Class->hasTrivialDestructor())
    return nullptr;
  for (CXXConstructorDecl *C : Class->ctors())
    if (C->isCopyConstructor() && C->isTrivial() && !C->isDeleted())
      return CXXConstructExpr::Create(
          Ctx, T, Make.location(), C, /*Elidable=*/false,
          ImplicitCastExpr::Create(Ctx, T.withConst(), CK_NoOp, E, nullptr,
                                   VK_LValue, FPOptionsOverride()),
          false, false, false, false, CXXConstructionKind::Complete,
          SourceRange(Make.location()));
  return nullptr;
}

/// Has C construct its base by a call with its own parameters, where `using`
/// has taken C from there: what it is given goes on as it is. One that copies
/// objects by functions stays as it is, as does one whose base is given
/// nothing, since the parameters are of a virtual base.
void spellInherited(CXXConstructorDecl &C) {
  if (!C.isInheritingConstructor() || C.isVariadic())
    return;
  ASTContext &Ctx = C.getASTContext();
  for (unsigned I = 0; I < C.getNumCtorInitializers(); ++I) {
    CXXCtorInitializer *&Init = C.init_begin()[I];
    const auto *From = dyn_cast<CXXInheritedCtorInitExpr>(Init->getInit());
    if (!From || !Init->isBaseInitializer() || Init->isBaseVirtual() ||
        From->inheritedFromVBase())
      continue;
    AstFactory Make(Ctx, From->getLocation());
    SmallVector<Expr *, 4> Arguments;
    for (ParmVarDecl *P : C.parameters())
      if (Expr *Argument = handedOn(P, Make, Ctx))
        Arguments.push_back(Argument);
    if (Arguments.size() != From->getConstructor()->getNumParams())
      continue;
    Expr *Made = CXXConstructExpr::Create(
        Ctx, From->getType(), From->getLocation(), From->getConstructor(),
        /*Elidable=*/false, Arguments, false, false, false, false,
        CXXConstructionKind::NonVirtualBase, SourceRange(From->getLocation()));
    Init = new (Ctx)
        CXXCtorInitializer(Ctx, Init->getTypeSourceInfo(),
                           Init->isBaseVirtual(), Init->getLParenLoc(), Made,
                           Init->getRParenLoc(), Init->getEllipsisLoc());
  }
}

class Simplifier {
  FunctionDecl *F;
  ASTContext &Ctx;
  /// Atomic directives in functions that the loop calls have functions.
  const bool Functions;
  const bool Meet;    ///< whether iterations do is looked at
  const bool Dropped; ///< natively functions have no directives
  bool InCallee = false, Atomics = false;
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::DenseSet<const Decl *> Declared; ///< in the loop

public:
  Bodies Replaced;

  Simplifier(FunctionDecl &F, bool Functions, bool Meet, bool Dropped,
             ASTContext &Ctx)
      : F(&F), Ctx(Ctx), Functions(Functions), Meet(Meet), Dropped(Dropped) {}

  void run(Stmt *Loop) {
    Atomics = updatesAreReductions(Loop);
    eachNode(Loop, [&](const Stmt *S) {
      if (const auto *Some = dyn_cast<DeclStmt>(S))
        Declared.insert(Some->decl_begin(), Some->decl_end());
      return true;
    });
    children(Loop);
    arrays(Loop);
    callees(Loop);
  }

private:
  /// Slot holds a statement whose value nobody wants.
  void statement(Stmt *&Slot) {
    if (!Slot)
      return;
    if (auto *E = dyn_cast<Expr>(Slot))
      return expression(Slot, *E);
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(Slot))
      if (!atomicUpdate(*Directive) || Atomics || isIgnored(*Directive, Ctx))
        if (Stmt *Plain =
                withoutDirective(*Directive, *F, InCallee, InCallee && Dropped,
                                 Ctx, [&](const VarDecl &V) {
                                   return InCallee || Declared.contains(&V);
                                 }))
          Slot = Plain;
    children(Slot);
  }

  void children(Stmt *S) {
    if (isa<CompoundStmt, SwitchCase, LabelStmt, AttributedStmt>(S)) {
      for (Stmt *&Child : S->children())
        if (!isa<SwitchCase>(S) || Child == cast<SwitchCase>(S)->getSubStmt())
          statement(Child);
    } else if (auto *If = dyn_cast<IfStmt>(S)) {
      Stmt *Then = If->getThen(), *Else = If->getElse();
      statement(Then);
      statement(Else);
      If->setThen(Then);
      if (Else)
        If->setElse(Else);
    } else if (auto *For = dyn_cast<ForStmt>(S)) {
      body(*For);
    } else if (auto *While = dyn_cast<WhileStmt>(S)) {
      body(*While);
    } else if (auto *Do = dyn_cast<DoStmt>(S)) {
      body(*Do);
    } else if (auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
      body(*Range);
    } else if (auto *Switch = dyn_cast<SwitchStmt>(S)) {
      body(*Switch);
    }
  }

  template <typename Loop> void body(Loop &L) {
    Stmt *Body = L.getBody();
    statement(Body);
    L.setBody(Body);
  }

  /// Without what does not change a value that nobody wants.
  static Expr *core(Expr *E) {
    for (;;) {
      E = E->IgnoreParens();
      if (auto *Cast = dyn_cast<CastExpr>(E);
          Cast && Cast->getCastKind() == CK_ToVoid)
        E = Cast->getSubExpr();
      else if (auto *U = dyn_cast<UnaryOperator>(E);
               U && U->getOpcode() == UO_Extension)
        E = U->getSubExpr();
      else if (auto *Full = dyn_cast<ExprWithCleanups>(E);
               Full && !Full->cleanupsHaveSideEffects())
        E = Full->getSubExpr();
      else
        return E;
    }
  }

  void expression(Stmt *&Slot, Expr &Whole) {
    Expr *E = core(&Whole);
    if (isCold(E))
      return;
    AstFactory Make(Ctx, E->getExprLoc());
    if (auto *Block = dyn_cast<StmtExpr>(E)) {
      Slot = Block->getSubStmt();
      return children(Slot);
    }
    auto *Choice = dyn_cast<ConditionalOperator>(E);
    auto *B = dyn_cast<BinaryOperator>(E);
    bool Comma = B && B->getOpcode() == BO_Comma;
    if ((!Choice && !Comma && !(B && B->isLogicalOp())) || !anyNode(E, isMore))
      return;
    if (Comma) {
      Slot = Make.compound({B->getLHS(), B->getRHS()});
    } else if (Choice) {
      Slot = Make.ifThen(Choice->getCond(), Choice->getTrueExpr(),
                         Choice->getFalseExpr());
    } else {
      Expr *Cond = B->getLHS();
      Stmt *Nothing = Make.compound({}), *Right = B->getRHS();
      bool And = B->getOpcode() == BO_LAnd;
      Slot = Make.ifThen(Cond, And ? Right : Nothing, And ? nullptr : Right);
    }
    children(Slot);
  }

  /// Lists take the place of copies that structured bindings and lambdas make
  /// of arrays. Other variables keep their initialisers: one that is set anew
  /// loses what Clang has evaluated it to at compile time.
  void arrays(const Stmt *Loop) {
    auto Listed = [&](Expr *Init) -> Expr * {
      auto *Array =
          Init ? dyn_cast<ArrayInitLoopExpr>(Init->IgnoreImplicit()) : nullptr;
      if (!Array)
        return nullptr;
      StatementCopy Copy(Ctx, F);
      Expr *List = Copy.copy(Array);
      return Copy.obstacle() ? nullptr : List;
    };
    eachNode(Loop, [&](const Stmt *S) {
      if (const auto *Some = dyn_cast<DeclStmt>(S))
        for (Decl *D : Some->decls())
          if (auto *V = dyn_cast<VarDecl>(D))
            if (Expr *List = Listed(V->getInit()))
              V->setInit(List);
      if (auto *Lambda = dyn_cast<LambdaExpr>(const_cast<Stmt *>(S)))
        for (auto At = Lambda->capture_init_begin();
             At != Lambda->capture_init_end(); ++At)
          if (Expr *List = Listed(*At))
            *At = List;
      return true;
    });
  }

  /// What the stages know as statements only.
  static bool isMore(const Stmt *S) { return isa<StmtExpr>(S) || isCold(S); }

  void callees(const Stmt *S) {
    eachNode(S, [&](const Stmt *Part) {
      callee(calleeOf(Part));
      return true;
    });
  }

  void callee(const FunctionDecl *Called) {
    const FunctionDecl *Def = nullptr;
    if (!Called || !Called->hasBody(Def) || Def->isDependentContext() ||
        !Seen.insert(Def).second)
      return;
    if (const auto *C = dyn_cast<CXXConstructorDecl>(Def)) {
      spellInherited(*const_cast<CXXConstructorDecl *>(C));
      for (const CXXCtorInitializer *Init : C->inits())
        callees(Init->getInit());
    }
    // What the compiler may evaluate stays as it is. Lambdas are `constexpr`,
    // whatever they do.
    if (Def->isConstexpr() &&
        !holdsNode<OMPExecutableDirective>(Def->getBody()))
      return callees(Def->getBody());
    FunctionDecl *Outer = F;
    bool Before = InCallee;
    F = const_cast<FunctionDecl *>(Def);
    InCallee = true;
    if (Stmt *Plain = bodyWithoutJumps(*F)) {
      Replaced.push_back({F, F->getBody(), /*Shares=*/false});
      F->setBody(Plain);
    }
    const bool Atomic = holdsNode<OMPAtomicDirective>(F->getBody());
    const bool Critical = holdsNode<OMPCriticalDirective>(F->getBody());
    const bool Shares = Critical || anyNode(F->getBody(), [](const Stmt *S) {
                          return isa<OMPParallelDirective>(S) || sharesAlone(S);
                        });
    if (Functions ? Shares || Atomic || holdsSpelled(F->getBody(), Ctx)
                  : Shares && (!mayMeetTogether(F->getBody()) ||
                               (Critical && !Atomic && Meet))) {
      FunctionsInPlace Copy(*F, Functions);
      Stmt *Plain = holdsNode<GotoStmt>(F->getBody())
                        ? Copy.withoutJumps(F->getBody())
                        : Copy.copy(F->getBody());
      if (!Copy.obstacle()) {
        Replaced.push_back({F, F->getBody(), Shares});
        F->setBody(Plain);
      }
    }
    if (isa<CompoundStmt>(Def->getBody()))
      children(Def->getBody());
    F = Outer;
    InCallee = Before;
    callees(Def->getBody());
  }
};

} // namespace

void giveBack(const Bodies &Replaced, bool OnlyShares) {
  llvm::DenseSet<const FunctionDecl *> Sharing;
  for (const OtherBody &Other : Replaced)
    if (Other.Shares)
      Sharing.insert(Other.F);
  for (const OtherBody &Other : llvm::reverse(Replaced))
    if (!OnlyShares || Sharing.contains(Other.F))
      Other.F->setBody(Other.Before);
}

Bodies simplifyStatements(Stmt *Loop, FunctionDecl &F, bool Functions,
                          bool Meet, bool Dropped, ASTContext &Ctx) {
  Simplifier Plain(F, Functions, Meet, Dropped, Ctx);
  Plain.run(Loop);
  return std::move(Plain.Replaced);
}

} // namespace twofold
