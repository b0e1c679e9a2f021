// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/CalledDirectives.h"
#include "ast/AtomicDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace twofold {

bool asksForHost(const FunctionDecl &F) {
  StringRef Name = F.getIdentifier() ? F.getName() : "";
  return Name.consume_front("omp_is_initial_device") &&
         (Name.starts_with("$ompvariant") || (Name.empty() && !F.isDefined()));
}

/// Whether Is holds of a node that runs when S does.
static bool anyRun(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is,
                   llvm::DenseSet<const FunctionDecl *> &Seen) {
  return anyNode(S, [&](const Stmt *Part) {
    if (Is(Part))
      return true;
    const FunctionDecl *Callee = calleeOf(Part), *Def = nullptr;
    return Callee && Callee->hasBody(Def) && Seen.insert(Def).second &&
           anyRun(Def->getBody(), Is, Seen);
  });
}

bool mayMeetTogether(const Stmt *S) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  return anyRun(S, llvm::IsaPred<OMPAtomicDirective, OMPCriticalDirective>,
                Seen);
}

bool sharesAlone(const Stmt *S) {
  if (!isa<OMPParallelForDirective, OMPParallelForSimdDirective,
           OMPParallelGenericLoopDirective>(S))
    return false;
  auto &D = *const_cast<OMPLoopDirective *>(cast<OMPLoopDirective>(S));
  const Stmt *Loop = underDirective(D);
  if (!isa_and_nonnull<ForStmt, CXXForRangeStmt>(Loop))
    return false;
  // How many threads there are would show in reductions that do more than to
  // combine, and no region need be around the call.
  const OwnVariables Own = ownVariables(D, Loop);
  return Own.Understood && Own.Reduced.empty();
}

bool runsInPlace(const OMPParallelDirective &Region) {
  return !anyNode(&Region, [](const Stmt *S) {
    const auto *D = dyn_cast<OMPExecutableDirective>(S);
    if (!D || isa<OMPBarrierDirective, OMPCriticalDirective, OMPAtomicDirective,
                  OMPSimdDirective>(D))
      return false;
    if (!isa<OMPParallelDirective, OMPForDirective, OMPForSimdDirective,
             OMPSingleDirective, OMPMasterDirective>(D))
      return true;
    const Stmt *Inner =
        underDirective(*const_cast<OMPExecutableDirective *>(D));
    if (!Inner || (isa<OMPLoopDirective>(D) && !isa<ForStmt>(Inner)))
      return true;
    const OwnVariables Own = ownVariables(*D, Inner);
    return !Own.Understood || !Own.Reduced.empty();
  });
}

llvm::SmallVector<SourceRange, 2> calledSections(const Stmt *S) {
  llvm::SmallVector<SourceRange, 2> Found;
  llvm::DenseSet<const FunctionDecl *> Seen;
  eachNode(S, [&](const Stmt *Part) {
    const FunctionDecl *Callee = calleeOf(Part), *Def = nullptr;
    if (Callee && Callee->hasBody(Def) && Seen.insert(Def).second)
      anyRun(
          Def->getBody(),
          [&](const Stmt *Inner) {
            const auto *D = dyn_cast<OMPCriticalDirective>(Inner);
            if (D && D->hasAssociatedStmt())
              Found.push_back(D->getAssociatedStmt()->getSourceRange());
            return false;
          },
          Seen);
    return true;
  });
  return Found;
}

const OMPExecutableDirective *calledDirective(
    const Stmt *S, bool Functions, ASTContext &Ctx,
    llvm::function_ref<bool(const OMPParallelDirective &)> RunsAlone) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::DenseSet<const Stmt *> Inside;
  const OMPExecutableDirective *Found = nullptr;
  eachNode(S, [&](const Stmt *Part) {
    const FunctionDecl *Callee = calleeOf(Part), *Def = nullptr;
    if (!Found && Callee && Callee->hasBody(Def) && Seen.insert(Def).second)
      anyRun(
          Def->getBody(),
          [&](const Stmt *Inner) {
            const auto *Atomic = dyn_cast<OMPAtomicDirective>(Inner);
            const auto *Region = dyn_cast<OMPParallelDirective>(Inner);
            const bool Alone = Region && RunsAlone(*Region);
            if (Alone)
              eachNode(Region, [&](const Stmt *Part) {
                Inside.insert(Part);
                return true;
              });
            const bool Known =
                Alone || Inside.contains(Inner) || sharesAlone(Inner) ||
                isa<OMPSimdDirective, OMPCriticalDirective>(Inner) ||
                (Functions && Atomic && hasFunction(*Atomic, Ctx));
            Found = Known ? nullptr : dyn_cast<OMPExecutableDirective>(Inner);
            return Found != nullptr;
          },
          Seen);
    return !Found;
  });
  return Found;
}

bool isOpenMPs(const FunctionDecl &F) {
  return F.getIdentifier() && (F.getName().starts_with("omp_") ||
                               F.getName().starts_with("__kmpc_"));
}

const FunctionDecl *askedOfOpenMP(const Stmt *S) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  const FunctionDecl *Found = nullptr;
  anyRun(
      S,
      [&](const Stmt *Part) {
        const FunctionDecl *Callee = calleeOf(Part);
        if (Callee && isOpenMPs(*Callee) && !asksForHost(*Callee))
          Found = Callee;
        return Found != nullptr;
      },
      Seen);
  return Found;
}

namespace {

using CallChain = llvm::SmallVector<const FunctionDecl *, 4>;

bool isIn(SourceRange Range, SourceLocation Loc, const SourceManager &Sources) {
  return Sources.isPointWithin(Sources.getExpansionLoc(Loc),
                               Sources.getExpansionLoc(Range.getBegin()),
                               Sources.getExpansionLoc(Range.getEnd()));
}

bool goesTo(const Stmt *S, SourceLocation Loc, const SourceManager &Sources,
            llvm::DenseSet<const FunctionDecl *> &Seen, CallChain &Along) {
  return anyNode(S, [&](const Stmt *Part) {
    const FunctionDecl *Callee = calleeOf(Part), *Def = nullptr;
    if (!Callee || !Callee->hasBody(Def) || !Seen.insert(Def).second)
      return false;
    Along.push_back(Def);
    if (isIn(Def->getSourceRange(), Loc, Sources) ||
        goesTo(Def->getBody(), Loc, Sources, Seen, Along))
      return true;
    Along.pop_back();
    return false;
  });
}

} // namespace

llvm::SmallVector<const FunctionDecl *, 4>
wayTo(const Stmt *S, SourceLocation Loc, const SourceManager &Sources) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  CallChain Along;
  const auto *D = dyn_cast<OMPExecutableDirective>(S);
  const SourceLocation End = D && D->hasAssociatedStmt()
                                 ? D->getAssociatedStmt()->getEndLoc()
                                 : S->getEndLoc();
  if (Loc.isValid() && !isIn({S->getBeginLoc(), End}, Loc, Sources))
    goesTo(S, Loc, Sources, Seen, Along);
  return Along;
}

bool givesThreadNumber(const FunctionDecl &F) {
  const FunctionDecl *Def = nullptr;
  if (!F.getIdentifier() || F.getName() != "omp_get_thread_num")
    return false;
  if (!F.hasBody(Def))
    return true;
  const auto *Block = dyn_cast<CompoundStmt>(Def->getBody());
  const auto *Return = Block && Block->size() == 1
                           ? dyn_cast<ReturnStmt>(Block->body_front())
                           : nullptr;
  const auto *Zero = Return && Return->getRetValue()
                         ? dyn_cast<IntegerLiteral>(Return->getRetValue())
                         : nullptr;
  return Zero && Zero->getValue() == 0;
}

const ValueDecl *usedThreadPrivate(const Stmt *S) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  const ValueDecl *Found = nullptr;
  anyRun(
      S,
      [&](const Stmt *Part) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Part);
        if (Ref && Ref->getDecl()->hasAttr<OMPThreadPrivateDeclAttr>())
          Found = Ref->getDecl();
        return Found != nullptr;
      },
      Seen);
  return Found;
}

} // namespace twofold
