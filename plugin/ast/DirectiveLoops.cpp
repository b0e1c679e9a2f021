// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/DirectiveLoops.h"
#include "ast/AstFactory.h"
#include "ast/AtomicDirectives.h"
#include "ast/CodeGeneration.h"
#include "ast/CopiedArrays.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {
namespace {

/// Points the references of a statement that was captured at the variables
/// themselves, or at copies.
class Release {
  ASTContext &Ctx;
  FunctionDecl &F;
  CopiedArrays Arrays;

public:
  llvm::DenseMap<const ValueDecl *, VarDecl *> Copies;

  Release(FunctionDecl &F, ASTContext &Ctx) : Ctx(Ctx), F(F), Arrays(Ctx) {}

  void run(Stmt *&Slot) {
    if (!Slot)
      return;
    if (auto *Ref = dyn_cast<DeclRefExpr>(Slot)) {
      ValueDecl *D = Ref->getDecl();
      // A member, which has a name of its own under a directive.
      if (Expr *Member = memberOf(D); Member && Ref->isLValue()) {
        Slot = Member;
        return;
      }
      auto Copy = Copies.find(D);
      // What is static can be captured by OpenMP alone: as part of a reduction.
      auto *V = dyn_cast<VarDecl>(D);
      bool Own = isOf(*D, F) || (V && V->hasGlobalStorage());
      if (Copy != Copies.end() ||
          (Own && Ref->refersToEnclosingVariableOrCapture()))
        Slot = DeclRefExpr::Create(
            Ctx, Ref->getQualifierLoc(), SourceLocation(),
            Copy != Copies.end() ? Copy->second : D, false, Ref->getLocation(),
            Ref->getType(), Ref->getValueKind());
      return;
    }
    if (Arrays.rewrite(Slot, [&](Stmt *&Part) { run(Part); }))
      return;
    if (auto *Declared = dyn_cast<DeclStmt>(Slot))
      for (Decl *D : Declared->decls()) {
        if (isa<CapturedDecl>(D->getDeclContext()))
          D->setDeclContext(&F);
        if (auto *V = dyn_cast<ValueDecl>(D))
          lengths(V->getType());
        else if (auto *Alias = dyn_cast<TypedefNameDecl>(D))
          lengths(Alias->getUnderlyingType());
      }
    if (auto *Cast = dyn_cast<ExplicitCastExpr>(Slot))
      lengths(Cast->getTypeAsWritten());
    else if (auto *Literal = dyn_cast<CompoundLiteralExpr>(Slot))
      lengths(Literal->getType());
    else if (auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(Slot);
             Size && Size->isArgumentType())
      lengths(Size->getArgumentType());
    for (Stmt *&Child : ownParts(Slot))
      run(Child);
    changeAtomic(Slot, [&](Stmt *&Part) { run(Part); }, Ctx);
  }

private:
  /// The member that D is a name of; null: none. That of a bit-field begins
  /// with its value.
  static Expr *memberOf(ValueDecl *D) {
    auto *Name = dyn_cast<OMPCapturedExprDecl>(D);
    Expr *Member = Name ? Name->getInit() : nullptr;
    if (auto *Load = dyn_cast_or_null<ImplicitCastExpr>(Member);
        Load && Load->getCastKind() == CK_LValueToRValue &&
        Load->getSubExpr()->refersToBitField())
      Member = Load->getSubExpr();
    return Member && Member->isLValue() ? Member : nullptr;
  }

  /// What is loaded in the lengths of arrays.
  void lengths(QualType T) {
    for (Expr *Length : lengthsIn(T))
      for (Stmt *&Part : ownParts(Length))
        run(Part);
  }
};

bool containsDirective(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return !isa<OMPAtomicDirective, OMPSimdDirective>(D) ||
           containsDirective(
               underDirective(*const_cast<OMPExecutableDirective *>(D)));
  return llvm::any_of(S->children(), containsDirective);
}

} // namespace

bool isOf(const ValueDecl &D, const FunctionDecl &F) {
  const DeclContext *Around = D.getDeclContext();
  while (Around && isa<CapturedDecl>(Around))
    Around = Around->getParent();
  // What the head of a lambda declares is a member of it.
  return Around && !D.isInitCapture() &&
         cast<Decl>(Around)->getCanonicalDecl() == F.getCanonicalDecl();
}

Stmt *underDirective(OMPExecutableDirective &Directive) {
  if (!Directive.hasAssociatedStmt())
    return nullptr;
  Stmt *Inner = Directive.getAssociatedStmt();
  while (auto *Captured = dyn_cast_or_null<CapturedStmt>(Inner))
    Inner = Captured->getCapturedStmt();
  // A loop in braces is the directive's loop.
  while (isa<OMPLoopBasedDirective>(Directive)) {
    auto *Block = dyn_cast_or_null<CompoundStmt>(Inner);
    if (!Block || Block->size() != 1)
      break;
    Inner = Block->body_front();
  }
  return Inner;
}

std::string nameOf(const OMPExecutableDirective &Directive) {
  return llvm::omp::getOpenMPDirectiveName(Directive.getDirectiveKind(),
                                           llvm::omp::FallbackVersion)
      .str();
}

const OMPExecutableDirective *movedRegion(const Stmt *S) {
  return findNode<OMPExecutableDirective>(
      S, [](const OMPExecutableDirective *Directive) {
        return Directive->hasAssociatedStmt() &&
               !isa<OMPAtomicDirective, OMPCriticalDirective>(Directive);
      });
}

namespace {

class Dropper {
  FunctionDecl &F;
  bool Found = false;

public:
  explicit Dropper(FunctionDecl &F) : F(F) {}

  void run() {
    for (Stmt *&Child : F.getBody()->children())
      drop(Child);
    for (Stmt *&Child : F.getBody()->children())
      if (Found)
        release(Child);
  }

private:
  void drop(Stmt *&Slot) {
    if (!Slot)
      return;
    auto *Directive = dyn_cast<OMPExecutableDirective>(Slot);
    if (!Directive) {
      for (Stmt *&Child : ownParts(Slot))
        drop(Child);
      return;
    }
    Found = true;
    Stmt *Inner = underDirective(*Directive);
    if (Inner) {
      drop(Inner);
      declareMissed(*Directive, Inner);
    }
    if (!isa<OMPAtomicDirective, OMPCriticalDirective>(Directive))
      Slot = Inner ? Inner
                   : new (F.getASTContext()) NullStmt(Directive->getBeginLoc());
  }

  /// Whether a lambda's body names V, which stands around the lambda, and the
  /// lambda has not captured it as a directive has made it private.
  bool isMissed(const ValueDecl &V) const {
    const auto *Call = dyn_cast<CXXMethodDecl>(&F);
    const auto *Var = dyn_cast<VarDecl>(&V);
    if (!Call || !Call->getParent()->isLambda() || !Var ||
        !Var->hasLocalStorage() || isOf(V, F))
      return false;
    llvm::DenseMap<const ValueDecl *, FieldDecl *> Captured;
    FieldDecl *This = nullptr;
    Call->getParent()->getCaptureFields(Captured, This);
    return !Captured.contains(&V);
  }

  /// Declares before Inner what the directive has for such variables.
  void declareMissed(const OMPExecutableDirective &Directive, Stmt *&Inner) {
    ASTContext &Ctx = F.getASTContext();
    Release Own(F, Ctx);
    llvm::SmallVector<Stmt *> Block;
    for (const auto *Clause : Directive.getClausesOfKind<OMPPrivateClause>())
      for (auto [Named, Copy] :
           llvm::zip_equal(Clause->varlist(), Clause->private_copies())) {
        auto *Ref = dyn_cast<DeclRefExpr>(Named->IgnoreParenImpCasts());
        if (!Ref || !isMissed(*Ref->getDecl()))
          continue;
        auto *V = cast<VarDecl>(
            cast<DeclRefExpr>(const_cast<Expr *>(Copy))->getDecl());
        if (!Own.Copies.try_emplace(Ref->getDecl(), V).second)
          continue;
        V->setDeclContext(&F);
        Block.push_back(new (Ctx) DeclStmt(DeclGroupRef(V), V->getLocation(),
                                           V->getLocation()));
      }
    if (Block.empty())
      return;
    Own.run(Inner);
    Block.push_back(Inner);
    const SourceLocation Loc = Inner->getBeginLoc();
    Inner = CompoundStmt::Create(Ctx, Block, FPOptionsOverride(), Loc, Loc);
  }

  void release(Stmt *&Slot) {
    Release(F, F.getASTContext()).run(Slot);
    releaseUnder(Slot);
  }

  /// In the directives that are left.
  void releaseUnder(Stmt *S) {
    if (!S)
      return;
    if (auto *D = dyn_cast<OMPExecutableDirective>(S)) {
      if (Stmt *Inner = underDirective(*D))
        release(Inner);
      return;
    }
    for (Stmt *Child : ownParts(S))
      releaseUnder(Child);
  }
};

} // namespace

void dropDirectives(FunctionDecl &F) { Dropper(F).run(); }

/// The loop under `omp unroll`, with clang's own hint.
static Stmt *unrolled(OMPUnrollDirective &Directive, Stmt *Loop,
                      ASTContext &Ctx) {
  if (!isa<ForStmt>(Loop))
    return nullptr;
  auto Option = LoopHintAttr::Unroll;
  auto State = LoopHintAttr::Enable;
  Expr *Factor = nullptr;
  if (Directive.hasClausesOfKind<OMPFullClause>())
    State = LoopHintAttr::Full;
  for (const auto *C : Directive.getClausesOfKind<OMPPartialClause>())
    if ((Factor = C->getFactor())) {
      Option = LoopHintAttr::UnrollCount;
      State = LoopHintAttr::Numeric;
    }
  const Attr *Hint =
      loopHint(Ctx, Directive.getBeginLoc(), Option, State, Factor);
  return AttributedStmt::Create(Ctx, Directive.getBeginLoc(), Hint, Loop);
}

Stmt *withoutDirective(OMPExecutableDirective &Directive, FunctionDecl &F,
                       bool OnlySimd, bool Dropped, ASTContext &Ctx,
                       llvm::function_ref<bool(const VarDecl &)> IsOwn) {
  Stmt *Inner = underDirective(Directive);
  if (!Inner)
    return nullptr;
  if (auto *Unroll = dyn_cast<OMPUnrollDirective>(&Directive))
    return unrolled(*Unroll, Inner, Ctx);
  Release Captured(F, Ctx);
  if (isIgnored(Directive, Ctx)) {
    Captured.run(Inner);
    return Inner;
  }
  if (Stmt *Update = atomicUpdate(Directive)) {
    if (!OnlySimd)
      Captured.run(Update);
    return OnlySimd ? nullptr : Update;
  }
  bool Simd = isa<OMPSimdDirective>(Directive);
  if (!Simd &&
      (OnlySimd ||
       !isa<OMPParallelForDirective, OMPParallelForSimdDirective>(Directive)))
    return nullptr;
  if (containsDirective(Inner))
    return nullptr;
  OwnVariables Own = ownVariables(Directive, Inner);
  if (!Own.Understood)
    return nullptr;
  AstFactory Make(Ctx, Directive.getBeginLoc());
  llvm::SmallVector<Stmt *, 4> Block;
  for (auto *List : {&Own.Fresh, &Own.Copied})
    for (VarDecl *V : *List) {
      bool Copied = List == &Own.Copied;
      VarDecl *Copy = Make.variable(
          &F, Copied ? ownName(*V, F, Captured.Copies) : V->getNameAsString(),
          V->getType().getUnqualifiedType(), Copied ? Make.value(V) : nullptr);
      Captured.Copies[V] = Copy;
      Block.push_back(Make.declare(Copy));
    }
  if (Dropped)
    Own.Reduced.clear();
  llvm::SmallVector<Stmt *, 2> Behind;
  for (const OwnReduction &R : Own.Reduced) {
    if (!isOf(*R.V, F) && !R.V->hasGlobalStorage())
      return nullptr;
    auto [Copy, Combined] = ownReduction(
        R, ownName(*R.V, F, Captured.Copies), [&] { return Make.lvalue(R.V); },
        F);
    if (!Copy)
      return nullptr;
    Captured.Copies[R.V] = Copy;
    Block.push_back(Make.declare(Copy));
    Behind.push_back(Combined);
  }
  Captured.run(Inner);
  if (!isa<OMPParallelForDirective>(Directive))
    hintLanes(Inner, cast<OMPLoopDirective>(Directive).getLoopsNumber(),
              Simd && promisesLanes(Directive, IsOwn), Ctx, Make.location());
  markFreeSums(Inner, cast<OMPLoopDirective>(Directive), Ctx);
  if (Block.empty())
    return Inner;
  Block.push_back(Inner);
  Block.append(Behind);
  return Make.compound(Block);
}

} // namespace twofold
