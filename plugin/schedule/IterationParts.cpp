// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/IterationParts.h"
#include "access/InnerLoop.h"
#include "ast/Nodes.h"
#include "schedule/SharedValues.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace clang;

namespace twofold {

bool IterationPart::meets(const IterationPart &Other) const {
  auto Touches = [](const Names &Changed, const Names &Mentioned) {
    return llvm::any_of(
        Changed, [&](const ValueDecl *D) { return Mentioned.contains(D); });
  };
  return Touches(Changes, Other.Mentions) || Touches(Other.Changes, Mentions);
}

static const ValueDecl *plain(const ValueDecl *D) {
  return cast<ValueDecl>(D->getCanonicalDecl());
}

/// Each iteration has its own.
bool IterationParts::isOwn(const ValueDecl *D) const {
  const Capture *C = Loop.capture(D);
  return Uses.DeclaredInside.contains(D) || (C && C->Kind == Sharing::Private);
}

/// Its variables follow from the iteration's numbers alone, and stay the same.
bool IterationParts::isAgain(const DeclStmt &S) const {
  return llvm::all_of(S.decls(), [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    const QualType T = V ? V->getType() : QualType();
    return V && V->getInit() && V->hasLocalStorage() &&
           !Uses.of(V).mayChange() &&
           (T->isPointerType() || T->isArithmeticType()) &&
           isMadeAlike(V->getInit(), Loop,
                       [&](const ValueDecl *Of) -> std::optional<bool> {
                         if (Loop.dimOf(Of) || Again.contains(Of))
                           return true;
                         return std::nullopt;
                       });
  });
}

/// Adds what S has to do with; false: that is not understood.
bool IterationParts::note(const Stmt *S, const ValueDecl *Counter,
                          IterationPart &To) const {
  auto Name = [&](const ValueDecl *D, IterationPart::Names &Names) {
    SmallVector<const ValueDecl *, 4> Open(1, D);
    while (!Open.empty()) {
      const ValueDecl *Next = Open.pop_back_val();
      if (Next == Counter || Loop.dimOf(Next) ||
          !Names.insert(plain(Next)).second)
        continue;
      if (const auto *Declared = Again.lookup(Next))
        for (const VarDecl *V : variablesIn(*Declared))
          eachNode(V->getInit(), [&](const Stmt *Part) {
            if (const auto *Ref = dyn_cast<DeclRefExpr>(Part))
              Open.push_back(Ref->getDecl());
            return true;
          });
    }
  };
  return !anyNode(S, [&](const Stmt *Part) {
    if (isa<LambdaExpr, StmtExpr, CXXThisExpr, CXXConstructExpr, AtomicExpr,
            AsmStmt, CXXForRangeStmt, WhileStmt, DoStmt, SwitchStmt, GotoStmt,
            LabelStmt, ReturnStmt, BreakStmt, ContinueStmt,
            OMPExecutableDirective>(Part))
      return true;
    const auto *E = dyn_cast<Expr>(Part);
    if (E && E->getType().isVolatileQualified())
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      return !isOfNumbers(*Call);
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      return llvm::any_of(Declared->decls(), [&](const Decl *D) {
        const auto *V = dyn_cast<VarDecl>(D);
        if (V)
          Name(V, To.Changes), Name(V, To.Mentions);
        return !V || V->getType()->isAnyPointerType() ||
               V->getType()->isReferenceType();
      });
    if (const Expr *Place = assignedBy(Part))
      (void)anyNode(Place, [&](const Stmt *Of) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Of);
        if (Ref && (Ref == Place->IgnoreParens() ||
                    !Ref->getDecl()->getType()->isArithmeticType()))
          Name(Ref->getDecl(), To.Changes);
        return false;
      });
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref || isa<FunctionDecl, EnumConstantDecl>(Ref->getDecl()))
      return false;
    Name(Ref->getDecl(), To.Mentions);
    const QualType T = Ref->getDecl()->getType();
    return isOwn(Ref->getDecl()) && !Again.contains(Ref->getDecl()) &&
           (T->isAnyPointerType() || T->isReferenceType());
  });
}

/// The statements of a loop of the iteration, those that meet together.
bool IterationParts::split(ForStmt &F, const AttributedStmt *Given) {
  const auto Counts = matchInnerLoop(&F, Ctx);
  if (!Counts)
    return false;
  SmallVector<IterationPart, 4> Single;
  for (Stmt *S : statementsOf(F.getBody())) {
    IterationPart &P = Single.emplace_back();
    P.Loop = &F;
    P.Given = Given;
    P.Statements.push_back(S);
    if (!note(S, Counts->Induction, P) ||
        !note(F.getCond(), Counts->Induction, P))
      return false;
  }
  // By the first statement of each part.
  llvm::EquivalenceClasses<unsigned> Together;
  for (unsigned I = 0; I != Single.size(); ++I) {
    Together.insert(I);
    for (unsigned J = 0; J != I; ++J)
      if (Single[I].meets(Single[J]))
        Together.unionSets(J, I);
  }
  llvm::DenseMap<unsigned, unsigned> PartOf;
  for (unsigned I = 0; I != Single.size(); ++I) {
    auto [At, New] =
        PartOf.try_emplace(Together.getLeaderValue(I), unsigned(All.size()));
    if (New)
      All.push_back(std::move(Single[I]));
    else {
      IterationPart &To = All[At->second];
      To.Statements.append(Single[I].Statements);
      To.Mentions.insert(Single[I].Mentions.begin(), Single[I].Mentions.end());
      To.Changes.insert(Single[I].Changes.begin(), Single[I].Changes.end());
    }
  }
  return true;
}

bool IterationParts::split() {
  constexpr unsigned Most = 16;
  for (Stmt *S : statementsOf(Loop.Body)) {
    const auto *Given = dyn_cast<AttributedStmt>(S);
    if (Given)
      S = const_cast<Stmt *>(Given->getSubStmt());
    if (auto *Declared = dyn_cast<DeclStmt>(S);
        Declared && isAgain(*Declared)) {
      for (const VarDecl *V : variablesIn(*Declared))
        Again[V] = Declared;
    } else if (auto *F = dyn_cast<ForStmt>(S)) {
      if (!split(*F, Given))
        return false;
    } else if (!isa<NullStmt>(S)) {
      IterationPart &P = All.emplace_back();
      P.Statements.push_back(S);
      if (!note(S, nullptr, P))
        return false;
    }
    if (All.size() > Most)
      return false;
  }
  return true;
}

SmallVector<SmallVector<unsigned, 4>, 4> IterationParts::inseparable() const {
  llvm::EquivalenceClasses<unsigned> Together;
  for (unsigned I = 0; I != All.size(); ++I) {
    Together.insert(I);
    for (unsigned J = 0; J != I; ++J)
      if (llvm::any_of(All[I].Mentions, [&](const ValueDecl *D) {
            return isOwn(D) && !Again.contains(D) &&
                   All[J].Mentions.contains(D) &&
                   (All[I].Changes.contains(D) || All[J].Changes.contains(D));
          }))
        Together.unionSets(J, I);
  }
  // Those that wait for each other, too; what waits for a whole group comes
  // behind it.
  auto Waits = [&](unsigned A, unsigned B) { // some of A's group for B's
    const unsigned GroupA = Together.getLeaderValue(A),
                   GroupB = Together.getLeaderValue(B);
    for (unsigned I = 0; I != All.size(); ++I)
      for (unsigned J = 0; J != I; ++J)
        if (Together.getLeaderValue(I) == GroupA &&
            Together.getLeaderValue(J) == GroupB && waits(I, J))
          return true;
    return false;
  };
  SmallVector<SmallVector<unsigned, 4>, 4> Out;
  SmallVector<bool, 16> Done(All.size());
  for (size_t Left = All.size(); Left;) {
    // The first group that waits for none that is left; else two are one.
    std::optional<unsigned> Next;
    for (unsigned I = 0; I != All.size() && !Next; ++I) {
      if (Done[I])
        continue;
      bool Free = true;
      for (unsigned J = 0; J != All.size(); ++J)
        Free &= Done[J] || Together.isEquivalent(I, J) || !Waits(I, J);
      if (Free)
        Next = I;
    }
    if (!Next) {
      SmallVector<unsigned, 16> Rest;
      for (unsigned I = 0; I != All.size(); ++I)
        if (!Done[I])
          Rest.push_back(I);
      for (unsigned I : Rest)
        Together.unionSets(Rest.front(), I);
      continue;
    }
    auto &Group = Out.emplace_back();
    for (unsigned I = 0; I != All.size(); ++I)
      if (!Done[I] && Together.isEquivalent(I, *Next)) {
        Group.push_back(I);
        Done[I] = true;
        --Left;
      }
  }
  return Out;
}

/// Declares the numbers and addresses that P names, once each.
void IterationParts::declare(const IterationPart &P,
                             SmallVectorImpl<Stmt *> &To,
                             llvm::SmallPtrSetImpl<DeclStmt *> &Known) const {
  for (Stmt *S : statementsOf(Loop.Body)) { // in their order
    auto *Declared = dyn_cast<DeclStmt>(S);
    if (Declared &&
        llvm::any_of(variablesIn(*Declared),
                     [&](const VarDecl *V) {
                       return Again.lookup(V) == Declared &&
                              P.Mentions.contains(plain(V));
                     }) &&
        Known.insert(Declared).second)
      To.push_back(Declared);
  }
}

CompoundStmt *
IterationParts::body(ArrayRef<unsigned> Some,
                     llvm::DenseMap<const Stmt *, const Stmt *> &Written,
                     AstFactory &Make) const {
  SmallVector<Stmt *, 8> Out;
  llvm::SmallPtrSet<DeclStmt *, 4> Known;
  for (unsigned N : Some)
    declare(All[N], Out, Known);
  for (size_t At = 0; At != Some.size();) {
    const IterationPart &P = All[Some[At]];
    if (!P.Loop) {
      Out.append(P.Statements.begin(), P.Statements.end());
      ++At;
      continue;
    }
    // Neighbouring parts of one loop are one again.
    llvm::SmallPtrSet<const Stmt *, 4> Chosen;
    for (; At != Some.size() && All[Some[At]].Loop == P.Loop; ++At)
      Chosen.insert(All[Some[At]].Statements.begin(),
                    All[Some[At]].Statements.end());
    const auto *Block = dyn_cast<CompoundStmt>(P.Loop->getBody());
    Stmt *F = const_cast<ForStmt *>(P.Loop);
    if (Block && Chosen.size() != Block->size()) {
      SmallVector<Stmt *, 4> Inside;
      for (Stmt *S : Block->body())
        if (Chosen.contains(S))
          Inside.push_back(S);
      auto *Of = cast<ForStmt>(F);
      Stmt *Some = Make.compound(Inside);
      Written[Some] = Of->getBody();
      F = Make.loop(Of->getInit(), Of->getCond(), Of->getInc(), Some);
    }
    if (P.Given)
      F = AttributedStmt::Create(Ctx, P.Given->getAttrLoc(),
                                 P.Given->getAttrs(), F);
    Out.push_back(F);
  }
  return Make.compound(Out);
}

SmallVector<Stmt *, 4>
IterationParts::statements(const IterationPart &P) const {
  SmallVector<Stmt *, 4> Out;
  llvm::SmallPtrSet<DeclStmt *, 4> Known;
  declare(P, Out, Known);
  Out.append(P.Statements.begin(), P.Statements.end());
  return Out;
}

} // namespace twofold
