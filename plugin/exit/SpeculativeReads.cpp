// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "exit/ExitRisks.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

class ReadFinder {
  const ParallelLoop &Loop;
  BodyUses Uses;
  std::optional<SpeculativeReads> Found;
  /// Variables whose values come from nothing in memory.
  llvm::DenseMap<const ValueDecl *, bool> Steady;

public:
  explicit ReadFinder(const ParallelLoop &Loop)
      : Loop(Loop), Uses(collectUses(Loop.Body)) {}

  std::optional<SpeculativeReads> find() {
    visit(Loop.Body);
    return Found;
  }

  /// A division that traps where memory holds a zero.
  std::optional<SpeculativeReads> findDivision() {
    llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
    divisions(Loop.Body, Seen, nullptr);
    return Found;
  }

private:
  void fail(const Expr &E, const std::string &What) {
    if (!Found)
      Found = SpeculativeReads{E.getExprLoc(), What};
  }
  bool steady(const VarDecl *V) {
    if (Loop.dimOf(V) || Loop.capture(V))
      return true; // settled: nobody changes it, or it is private
    if (isa<ParmVarDecl>(V))
      return false;
    auto [At, New] = Steady.try_emplace(V, true);
    if (!New)
      return At->second;
    bool Result =
        V->getType()->isScalarType() && (!V->getInit() || steady(V->getInit()));
    if (Result) {
      const VariableUses &Use = Uses.of(V);
      Result = !Use.Escapes;
      for (const Expr *Write : Use.Writes)
        if (const auto *B = dyn_cast<BinaryOperator>(Write))
          Result &= steady(B->getRHS());
    }
    return Steady[V] = Result;
  }

  /// Of values that the loop has before it reads memory.
  bool steady(const Expr *E) {
    E = E->IgnoreParens();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (!V)
        return isa<EnumConstantDecl>(Ref->getDecl());
      const Capture *C = Loop.capture(V);
      return (!C || C->Kind == Sharing::Value ||
              C->Kind == Sharing::Reference) &&
             steady(V);
    }
    if (E->isValueDependent())
      return false;
    if (isa<ArraySubscriptExpr, CallExpr>(E) || operandOf(E, UO_Deref))
      return false;
    if (const auto *M = dyn_cast<MemberExpr>(E); M && M->isArrow())
      return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
    return llvm::all_of(E->children(), [&](const Stmt *C) {
      const auto *Part = dyn_cast_or_null<Expr>(C);
      return !C || (Part && steady(Part));
    });
  }

  void divisions(const Stmt *S,
                 llvm::SmallPtrSetImpl<const FunctionDecl *> &Seen,
                 const Expr *Call) {
    if (!S || Found)
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B &&
        (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem ||
         B->getOpcode() == BO_DivAssign || B->getOpcode() == BO_RemAssign)) {
      const Expr *By = B->getRHS();
      if (By->getType()->isIntegerType() && !steady(By))
        fail(Call ? *Call : *B, quotedName(*By) +
                                    " is divided by before, which may "
                                    "be zero where serially nothing is "
                                    "tried");
    }
    const FunctionDecl *Def = nullptr;
    if (const auto *C = dyn_cast<CallExpr>(S);
        C && C->getDirectCallee() && C->getDirectCallee()->hasBody(Def) &&
        Seen.insert(Def).second) {
      BodyUses Outer = std::move(Uses);
      Uses = collectUses(Def->getBody());
      divisions(Def->getBody(), Seen, Call ? Call : C);
      Uses = std::move(Outer);
    }
    for (const Stmt *Child : S->children())
      divisions(Child, Seen, Call);
  }

  void visit(const Stmt *S) {
    if (!S || Found)
      return;
    const auto *E = dyn_cast<Expr>(S);
    if (isa<ArraySubscriptExpr>(S) || operandOf(S, UO_Deref)) {
      // An array's own length bounds nothing: a subscript may be out of it.
      fail(*E, quotedName(*E) +
                   " is read before at places that are not known ahead");
    } else if (const auto *M = dyn_cast<MemberExpr>(S);
               M && M->isArrow() &&
               !isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts())) {
      const auto *Call =
          dyn_cast<CallExpr>(M->getBase()->IgnoreParenImpCasts());
      if (!Call) // an iterator's operator-> is one
        fail(*M, quotedName(*M) +
                     " is read before at places that are not known ahead");
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
        const Expr *Arg = Call->getArg(I);
        QualType T = Arg->getType();
        if (T->isPointerType())
          fail(*Call, quotedName(*Arg) +
                          " is passed on before, to be read at places "
                          "that are not known ahead");
        else if (isa<CXXOperatorCallExpr, CXXMemberCallExpr>(Call) &&
                 T->isIntegerType() && !steady(Arg->IgnoreImplicit()))
          fail(*Call, quotedName(*Arg) +
                          ", which comes from memory, chooses before "
                          "what is read");
      }
    }
    if (!E || !isa<UnaryExprOrTypeTraitExpr>(E))
      for (const Stmt *Child : S->children())
        visit(Child);
  }
};

} // namespace

std::optional<SpeculativeReads> findReadAhead(const ParallelLoop &Search,
                                              Understanding &Known, Sema &S) {
  if (auto Division = ReadFinder(Search).findDivision())
    return Division;
  Known = understand(Search, S.Context);
  const AccessVerdict &Accesses =
      Known.needsCopy(Search, S) ? Known.lowered(S.Context) : Known.Written;
  if (Accesses.Why)
    return ReadFinder(Search).find();
  for (const Access &A : Accesses.Model.Accesses)
    if (A.Unknown && A.Base < Accesses.Model.Bases.size())
      return SpeculativeReads{
          A.Loc, "'" + Accesses.Model.Bases[A.Base].Name +
                     "' is read before at places that are not known "
                     "ahead"};
  return std::nullopt;
}

} // namespace twofold
