// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPRegions.h"
#include "ast/AtomicOperations.h"
#include "ast/CalledDirectives.h"
#include "ast/DirectiveCopy.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"

using namespace clang;
using namespace llvm::omp;

namespace twofold {

static bool sharesLoop(const Stmt *S,
                       llvm::DenseSet<const FunctionDecl *> &Seen) {
  return anyNode(S, [&](const Stmt *Part) {
    if (isa<OMPLoopDirective>(Part))
      return true;
    const FunctionDecl *F = calleeOf(Part), *Def = nullptr;
    return F && F->hasBody(Def) && Seen.insert(Def).second &&
           llvm::any_of(bodiesOf(*Def), [&](const Stmt *Body) {
             return sharesLoop(Body, Seen);
           });
  });
}

bool sharesLoop(const OMPExecutableDirective &Region) {
  llvm::DenseSet<const FunctionDecl *> Seen;
  return sharesLoop(&Region, Seen);
}

bool isRegion(OpenMPDirectiveKind Kind) {
  switch (Kind) {
  case OMPD_parallel:
  case OMPD_teams:
  case OMPD_target:
  case OMPD_target_parallel:
  case OMPD_target_teams:
    return true;
  default:
    return false;
  }
}

RegionFacts notAlone(const Stmt *Loop) {
  RegionFacts Of;
  eachNode(Loop, [&](const Stmt *S) {
    const auto *D = dyn_cast<OMPParallelDirective>(S);
    if (D && Of.Reason.empty()) {
      Of = factsOf(const_cast<OMPParallelDirective &>(*D), {},
                   /*Inside=*/true);
      if (!Of.Reason.empty())
        Of.Reason = "no one thread can run 'parallel' in it: " + Of.Reason;
    }
    return !D && Of.Reason.empty();
  });
  return Of;
}

bool waitsBehind(const Stmt &Body, bool Region,
                 const OMPExecutableDirective &D) {
  const auto *Top = dyn_cast<CompoundStmt>(&Body);
  return (Region && (&Body == &D || (Top && Top->body_back() == &D))) ||
         findNode<CompoundStmt>(&Body, [&](const CompoundStmt *Block) {
           const auto *At = llvm::find(Block->body(), &D);
           return At != Block->body_end() && At + 1 != Block->body_end() &&
                  isa<OMPBarrierDirective>(At[1]);
         });
}

bool isSharedInRegion(const OMPExecutableDirective &D) {
  switch (D.getDirectiveKind()) {
  case OMPD_loop: {
    const auto *Bind = D.getSingleClause<OMPBindClause>();
    return !Bind || Bind->getBindKind() != OMPC_BIND_thread;
  }
  case OMPD_for:
  case OMPD_for_simd:
  case OMPD_distribute:
  case OMPD_distribute_simd:
  case OMPD_distribute_parallel_for:
  case OMPD_distribute_parallel_for_simd:
    return true;
  default:
    return false;
  }
}

OMPExecutableDirective *takenLoop(Stmt &S) {
  auto *If = dyn_cast<IfStmt>(&S);
  auto *D = If ? dyn_cast<OMPExecutableDirective>(If->getThen()) : nullptr;
  const auto *Or = If ? dyn_cast<BinaryOperator>(If->getCond()) : nullptr;
  // One thread alone would run the directive where a guard fails.
  const bool Taken =
      D && (isSharedInRegion(*D) || isa<OMPGenericLoopDirective>(D)) &&
      !(Or && Or->getOpcode() == BO_LOr) &&
      anyNode(If->getCond(), [](const Stmt *Part) {
        const FunctionDecl *Asked = calleeOf(Part);
        return Asked && Asked->isImplicit();
      });
  return Taken ? D : nullptr;
}

/// F gives a value and does nothing that other threads notice.
bool isHarmless(const FunctionDecl &F) {
  if (F.getIdentifier() && F.getName().starts_with("pthread_"))
    return false;
  if (F.isNoReturn() || isThreadState(F) || F.hasAttr<ConstAttr>() ||
      F.hasAttr<PureAttr>() || byteMoveOf(F))
    return true;
  const unsigned Id = F.getBuiltinID();
  const auto &Known = F.getASTContext().BuiltinInfo;
  if (Id && (Known.isConst(Id) || Known.isPure(Id) ||
             Known.isConstWithoutErrnoAndExceptions(Id)))
    return true;
  const StringRef Name = F.getIdentifier() ? F.getName() : "";
  return Name == "malloc" || Name == "calloc" || Name == "free" ||
         Name == "omp_get_wtime" || Name == "omp_get_wtick" ||
         Name == "omp_get_max_threads" ||
         Name.starts_with("omp_is_initial_device") ||
         Name == "omp_get_num_procs";
}

bool isThreadState(const FunctionDecl &F) {
  return F.getIdentifier() && F.isExternC() &&
         llvm::is_contained({"PyGILState_Ensure", "PyGILState_Release",
                             "PyEval_SaveThread", "PyEval_RestoreThread"},
                            F.getName());
}

const ValueDecl *movedPointer(const Stmt *S,
                              llvm::DenseSet<const ValueDecl *> &Own) {
  const ValueDecl *Found = nullptr;
  eachNode(S, [&](const Stmt *Part) {
    const Expr *Target = assignedBy(Part);
    const ValueDecl *V = Target ? namedIn(Target->IgnoreParens()) : nullptr;
    if (V && V->getType()->isPointerType() && !Own.contains(V))
      Found = V;
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      for (const VarDecl *Inside : variablesIn(*Declared))
        Own.insert(Inside);
    return true;
  });
  return Found;
}

/// What If compares with 0, if it has no other branch; null: it does something
/// else.
static const Expr *comparedWithZero(const IfStmt &If) {
  if (If.getElse() || If.getInit() || If.getConditionVariable())
    return nullptr;
  const Expr *E = withoutCasts(If.getCond());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_LNot ? withoutCasts(U->getSubExpr()) : nullptr;
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || B->getOpcode() != BO_EQ)
    return nullptr;
  const Expr *L = withoutCasts(B->getLHS());
  const Expr *R = withoutCasts(B->getRHS());
  if (isa<IntegerLiteral>(L))
    std::swap(L, R);
  const auto *Number = dyn_cast<IntegerLiteral>(R);
  return Number && Number->getValue() == 0 ? L : nullptr;
}

static const Expr *threadNumber(const Expr *E) {
  E = E ? withoutCasts(E) : nullptr;
  const FunctionDecl *F = E ? calleeOf(E) : nullptr;
  return F && givesThreadNumber(*F) ? E : nullptr;
}

using Counts = llvm::DenseMap<const ValueDecl *, unsigned>;

static void countReferences(const Stmt *S, Counts &Count) {
  eachNode(S, [&](const Stmt *Part) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
      ++Count[Ref->getDecl()];
    if (const auto *D = dyn_cast<OMPExecutableDirective>(Part))
      for (OMPClause *C : D->clauses())
        for (const Stmt *E : C->children())
          countReferences(E, Count);
    return true;
  });
}

void FirstThread::find(const Stmt *Body) {
  llvm::DenseMap<const Stmt *, const ValueDecl *> Given; ///< to variables
  llvm::DenseSet<const Stmt *> Known; ///< references that are understood
  Counts Others;
  eachNode(Body, [&](const Stmt *S) {
    if (isa<OMPExecutableDirective>(S)) {
      countReferences(S, Others);
      return false;
    }
    if (const auto *If = dyn_cast<IfStmt>(S))
      if (const Expr *Number = comparedWithZero(*If)) {
        Known.insert(Number);
        if (threadNumber(Number))
          Calls.insert(Number);
      }
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B && B->getOpcode() == BO_Assign)
      if (const Expr *Call = threadNumber(B->getRHS()))
        if (const ValueDecl *V = namedIn(B->getLHS())) {
          Given[Call] = V;
          Known.insert(B->getLHS());
        }
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared)) {
        if (const Expr *Call = threadNumber(V->getInit()))
          Given[Call] = V;
        else if (V->getInit() || V->isStaticLocal())
          ++Others[V];
      }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S); Ref && !Known.contains(Ref))
      ++Others[Ref->getDecl()];
    return true;
  });
  for (auto [Call, V] : Given)
    if (Others.lookup(V) == 0) {
      Calls.insert(Call);
      Numbers.insert(V);
    }
}

/// The pointer variable that leads to E; null: none does.
static const DeclRefExpr *pointerTo(const Expr *E) {
  for (;;) {
    E = E->IgnoreParenCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Address = operandOf(E, UO_Deref))
      E = Address;
    else
      break;
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  return Ref && Ref->getType()->isPointerType() ? Ref : nullptr;
}

const char *whyNotByEach(const Stmt &S) {
  // What other threads change meanwhile.
  const auto *E = dyn_cast<Expr>(&S);
  if (E && E->isGLValue() &&
      (E->getType().isVolatileQualified() || E->getType()->isAtomicType()))
    return "each of its threads looks at what is volatile or atomic";
  if (isAtomicFunction(&S))
    return "each of its threads calls an atomic function; do so in a loop that "
           "is shared out";
  const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(&S);
  if (Temporary && hasEnd(Temporary->getType()))
    return "each of its threads runs a destructor";
  return isa<AsmStmt, CXXNewExpr, CXXDeleteExpr, LambdaExpr, CXXThrowExpr,
             VAArgExpr>(S)
             ? "each of its threads runs this"
             : nullptr;
}

void ThreadChanges::add(const Stmt *Alone,
                        const llvm::DenseSet<const ValueDecl *> &Own) {
  countReferences(Alone, Inside);
  llvm::DenseSet<const Stmt *> Loaded;
  eachNode(Alone, [&](const Stmt *S) {
    if (const auto *From = operandOf(S, CK_LValueToRValue))
      if (const ValueDecl *V = rootOf(From))
        eachNode(From, [&](const Stmt *Part) {
          const auto *Ref = dyn_cast<DeclRefExpr>(Part);
          if (Ref && Ref->getDecl() == V)
            Loaded.insert(Ref);
          return true;
        });
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (Ref && Own.contains(Ref->getDecl()) && !Loaded.contains(Ref))
      Changes.push_back(Ref);
    const Expr *Target = assignedBy(S);
    if (const DeclRefExpr *By = Target ? pointerTo(Target) : nullptr;
        By && Own.contains(By->getDecl()))
      Through.push_back(By);
    return true;
  });
}

const DeclRefExpr *
ThreadChanges::shown(const Stmt *Body,
                     const llvm::DenseSet<const ValueDecl *> &Own) const {
  // A pointer of a thread's may lead to what the thread has.
  if (!Through.empty() &&
      namesAnew(Body, [&](const ValueDecl *V) { return Own.contains(V); }))
    return Through.front();
  Counts All;
  if (!Changes.empty())
    countReferences(Body, All);
  const auto *Found = llvm::find_if(Changes, [&](const DeclRefExpr *Ref) {
    return All.lookup(Ref->getDecl()) > Inside.lookup(Ref->getDecl());
  });
  return Found == Changes.end() ? nullptr : *Found;
}

bool FirstThread::asks(const IfStmt &If,
                       const llvm::DenseSet<const ValueDecl *> &Own) const {
  const Expr *Number = comparedWithZero(If);
  const ValueDecl *V = Number ? namedIn(Number) : nullptr;
  return Number && (Calls.contains(Number) ||
                    (V && Numbers.contains(V) && Own.contains(V)));
}

bool namesFirst(const OMPClause &C) {
  const auto *Filter = dyn_cast<OMPFilterClause>(&C);
  const Expr *Given =
      Filter ? Filter->getThreadID()->IgnoreParenImpCasts() : nullptr;
  const auto *Number = dyn_cast_or_null<IntegerLiteral>(Given);
  return Number && Number->getValue() == 0;
}

} // namespace twofold
