// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPReasons.h"
#include "ast/AtomicDirectives.h"
#include "ast/DirectiveLoops.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

std::string whyFlushed(const ValueDecl &V, const Stmt *S) {
  const std::string Name = V.getNameAsString();
  if (Name == "__pyx_parallel_exc_type") {
    const bool Written = anyNode(S, [](const Stmt *Part) {
      const FunctionDecl *F = calleeOf(Part);
      return F && F->getIdentifier() && F->getName() == "__Pyx_Raise";
    });
    return std::string("an iteration may raise an exception, which only "
                       "threads do; ") +
           (Written ? "note it in a variable, and raise it behind the loop"
                    : "boundscheck=False, cdivision=True and 'noexcept' say "
                      "that none does");
  }
  if (Name == "__pyx_parallel_why")
    return "an iteration may leave it by 'break' or 'return'";
  return "iterations change '" + Name +
         "' and flush it for others to see; leave both out where the result "
         "does not need them";
}

const ValueDecl *mostTelling(ArrayRef<const ValueDecl *> Flushed) {
  const auto *Raised = llvm::find_if(Flushed, [](const ValueDecl *V) {
    return V->getNameAsString() == "__pyx_parallel_exc_type";
  });
  return Raised != Flushed.end() ? *Raised
         : Flushed.empty()       ? nullptr
                                 : Flushed.front();
}

std::string whyThreadPrivate(const ValueDecl &V) {
  return "each thread has a '" + V.getNameAsString() +
         "' that outlives the loop, as it is threadprivate; declare it in the "
         "loop, or share it";
}

std::string whyOrdered(const OMPOrderedDirective &D) {
  if (D.hasClausesOfKind<OMPDependClause>() ||
      D.hasClausesOfKind<OMPDoacrossClause>())
    return "iterations wait for those before them in 'ordered'; have one loop "
           "go through what waits, as diagonals do, and in it a parallel one "
           "over the iterations of each";
  return "iterations wait for each other in 'ordered'; store in an array what "
         "they compute, and put the rest in a loop behind it";
}

std::string whyInside(const OMPExecutableDirective &D,
                      const FunctionDecl *Callee, StringRef Alone) {
  const std::string Name = "'" + nameOf(D) + "'";
  if (Callee)
    return (Alone.empty() ? "each" : "one") +
           std::string(" of its threads calls '") + Callee->getNameAsString() +
           "', which has " + Name + " in it; call it outside of " +
           (Alone.empty() ? "the region" : "'" + Alone.str() + "'");
  if (Alone.empty() || !isa<OMPLoopDirective>(D))
    return Name + " stands in it";
  return Name + " stands in its '" + Alone.str() +
         "'; put the loop behind the region";
}

std::string whyChanged(const Stmt &Loop) {
  const std::string What =
      "what decides whether iterations run code for threads alone may change ";
  const bool ByAddress = anyNode(
      &Loop, [](const Stmt *S) { return isa<CallExpr>(S) && !calleeOf(S); });
  return What + (ByAddress
                     ? "in a function that is called by its address; call it "
                       "by its name, which '@cython.final' has a method be"
                     : "meanwhile");
}

std::string whyMisused(const Stmt *S, StringRef Who,
                       const llvm::DenseSet<const ValueDecl *> &Reduced) {
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  if (Ref && Ref->getDecl()->hasAttr<OMPThreadPrivateDeclAttr>())
    return whyThreadPrivate(*Ref->getDecl());
  return Ref && Reduced.contains(Ref->getDecl())
             ? (Who + " of its threads uses '" +
                Ref->getDecl()->getNameAsString() +
                "', which the region reduces")
                   .str()
             : "";
}

std::string whyCounted(const OMPExecutableDirective &D, const ValueDecl &V) {
  return "each of its threads has a '" + V.getNameAsString() + "' in its '" +
         nameOf(D) + "'; declare it in that loop";
}

std::string whyMerged(const OMPExecutableDirective &D, const Stmt *Inner) {
  std::string Changed;
  eachNode(Inner, [&](const Stmt *Part) {
    const Expr *Target = assignedBy(Part);
    if (Target && Changed.empty())
      Changed = nameIn(*Target);
    return Changed.empty();
  });
  return "each of its threads changes " +
         (Changed.empty() ? "something" : "'" + Changed + "'") + " in its '" +
         nameOf(D) + "'; only what its loops have found can be added up there";
}

std::string whyUnproven(const ValueDecl &Part, bool Keeps) {
  if (Keeps)
    return "the greatest or least '" + Part.getNameAsString() +
           "' of its threads depends on how many there are, as loops change it "
           "otherwise than by '='";
  return "what its threads combine of '" + Part.getNameAsString() +
         "' depends on how many there are; begin it with what changes no "
         "result, and have loops change it by one operator";
}

std::string whyTwice(const ValueDecl &V) {
  return "a loop in it reduces '" + V.getNameAsString() +
         "' for all of its threads, and the region reduces what each has then; "
         "leave one of the two clauses out";
}

std::string whyTwiceIn(const FunctionDecl &F, const ValueDecl &V) {
  return "a loop in '" + F.getNameAsString() + "' reduces '" +
         V.getNameAsString() +
         "' itself, of which each of its threads has its own for the region to "
         "reduce; reduce to another variable in one of the two";
}

std::string whyBeside(const std::string &Alone) {
  return "a loop in its '" + Alone +
         "' runs beside what other threads do; have it under a 'single' for "
         "which they wait, or behind the region";
}

std::string whyNotAtomic(const Expr &E) {
  const auto *Atomic = dyn_cast<AtomicExpr>(&E);
  const auto *Call = dyn_cast<CallExpr>(&E);
  const Expr *Place = Atomic                           ? Atomic->getPtr()
                      : Call && Call->getNumArgs() > 0 ? Call->getArg(0)
                                                       : nullptr;
  Place = Place ? Place->IgnoreParenImpCasts() : nullptr;
  const QualType T = Place && Place->getType()->isPointerType()
                         ? Place->getType()->getPointeeType()
                         : QualType();
  if (!T.isNull() && T.isVolatileQualified())
    return "'" + nameIn(*Place) +
           "' is volatile, which no atomic operation needs; leave that out";
  const FunctionDecl *F = calleeOf(&E);
  StringRef Name = F && F->getIdentifier() ? F->getName() : "";
  if (Name.starts_with("__sync_")) // clang adds the size
    Name = Name.rtrim("0123456789").rtrim('_');
  return "it calls '" +
         (Atomic         ? Atomic->getOpAsString().str()
          : Name.empty() ? std::string("an atomic function")
                         : Name.str()) +
         (T.isNull() ? "'"
                     : "' for '" + T.getUnqualifiedType().getAsString() + "'") +
         ", which a kernel does not have; use '__sync_fetch_and_add' and the "
         "like of integers of 32 or 64 bits";
}

std::string whyViews() {
  return "iterations make views, as of rows, and count references to them; "
         "hand over the address of an element and a length";
}

bool countsViews(const FunctionDecl *F) {
  const StringRef Name = F->getIdentifier() ? F->getName() : "";
  return Name.starts_with("__Pyx_") && Name.contains_insensitive("memview");
}

std::string whyOwn(const VarDecl *V, const Expr &Named) {
  if (V && V->getType().getAsString() == "__Pyx_memviewslice")
    return whyViews();
  return "each of its threads has a copy of '" + nameIn(Named) +
         "', an object or array";
}

std::string whyNoFunction(const OMPAtomicDirective &D) {
  return "'" + (D.getX() ? nameIn(*D.getX()) : "") +
         "' is changed atomically otherwise than by sums of a number or bits "
         "of an integer of 32 or 64 bits; use such a number";
}

std::string whyDestroyed(const VarDecl &V) {
  const std::string Name = V.getNameAsString();
  const StringRef Of = libraryClass(V.getType());
  const bool Elements = Of == "vector" || Of == "basic_string" ||
                        Of == "valarray" || Of == "deque";
  return Elements ? "each of its threads allocates the elements of '" + Name +
                        "', which no device can; declare an array of constant "
                        "length in the loop"
                  : "each of its threads runs the destructor of '" + Name + "'";
}

/// A function that changes something, for all that is known, and runs when S
/// does or what is evaluated ahead of its directive.
static const FunctionDecl *changingIn(const Stmt *S) {
  const FunctionDecl *Found = nullptr;
  eachNode(S, [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *Ahead =
        Ref ? dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()) : nullptr;
    const auto *Call = dyn_cast<CallExpr>(Part);
    if (!Found && Ahead && Ahead->getInit())
      Found = changingIn(Ahead->getInit());
    else if (!Found && Call && changesSomething(Call))
      Found = Call->getDirectCallee();
    return !Found;
  });
  return Found;
}

std::string whyChanging(const OMPClause &C) {
  const FunctionDecl *Called = nullptr;
  for (const Stmt *Part : C.children())
    if (Part && !Called)
      Called = changingIn(Part);
  const std::string Name =
      "clause '" + llvm::omp::getOpenMPClauseName(C.getClauseKind()).str() +
      "' of the region ";
  return Called ? Name + "calls '" + Called->getNameAsString() +
                      "', which may change something; call it ahead of the "
                      "region, and name its value here"
                : Name + "changes something; do so ahead of the region";
}

std::string whyCalled(const OMPExecutableDirective &D, const ASTContext &Ctx) {
  const auto *Atomic = dyn_cast<OMPAtomicDirective>(&D);
  if (Atomic && !hasFunction(*Atomic, Ctx))
    return whyNoFunction(*Atomic);
  const std::string What =
      "a function that it calls has '" + nameOf(D) + "' in it";
  if (isa<OMPFlushDirective>(D))
    return What + ", which orders what threads see";
  return What + "; " +
         (Atomic ? "make the update in the loop itself"
          : isa<OMPCriticalDirective>(D)
              ? "if that makes an update alone, make it in the loop itself"
              : "leave out one of the two directives");
}

const ValueDecl *toldByLeaving(const Stmt *S) {
  SmallVector<const ValueDecl *, 2> Found;
  eachNode(S, [&](const Stmt *Part) {
    const auto *D = dyn_cast<OMPFlushDirective>(Part);
    const auto *List = D ? D->getSingleClause<OMPFlushClause>() : nullptr;
    if (!List)
      return true;
    for (const Expr *E : List->varlist())
      if (const auto *V = namedIn(E);
          V && V->getNameAsString().starts_with("__pyx_parallel_") &&
          !onlyReads(S, V))
        Found.push_back(V);
    return false;
  });
  return mostTelling(Found);
}

} // namespace twofold
