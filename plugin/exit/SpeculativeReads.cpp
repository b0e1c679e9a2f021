// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/InnerLoop.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "exit/ExitRisks.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/SaveAndRestore.h"
#include <set>

using namespace clang;

namespace twofold {
namespace {

class ReadFinder {
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  BodyUses Uses;
  std::optional<SpeculativeReads> Found;
  /// Variables whose values come from nothing in memory.
  llvm::DenseMap<const ValueDecl *, bool> Steady;
  /// Of the function that is looked at: what it is given, in Known's bits, and
  /// whether it is the loop's or belongs to an object that the loop is given.
  llvm::DenseMap<const ValueDecl *, unsigned> Given;
  bool OfGiven = true;
  std::set<std::pair<const FunctionDecl *, std::vector<unsigned>>> Seen;
  /// Variables that are asked about.
  llvm::SmallPtrSet<const VarDecl *, 4> Asked;
  enum Known : unsigned { IsSteady = 1, IsSame = 2, IsPositive = 4 };

public:
  ReadFinder(const ParallelLoop &Loop, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), Uses(collectUses(Loop.Body)) {}

  std::optional<SpeculativeReads> find() {
    visit(Loop.Body);
    return Found;
  }

  /// What traps or never ends where no iteration comes to serially.
  std::optional<SpeculativeReads> findTrap() {
    traps(Loop.Body, nullptr);
    return Found;
  }

private:
  void fail(SourceLocation Loc, const std::string &What) {
    if (!Found)
      Found = SpeculativeReads{Loc, What};
  }
  void fail(const Expr &E, const std::string &What) {
    fail(E.getExprLoc(), What);
  }
  bool steady(const VarDecl *V) {
    if (Loop.dimOf(V) || Loop.capture(V))
      return true; // settled: nobody changes it, or it is private
    const bool Parameter = isa<ParmVarDecl>(V);
    if (Parameter && !(Given.lookup(V) & IsSteady))
      return false;
    auto [At, New] = Steady.try_emplace(V, true);
    if (!New)
      return At->second;
    bool Result = V->getType().getNonReferenceType()->isScalarType() &&
                  (Parameter || (!V->getType()->isReferenceType() &&
                                 (!V->getInit() || steady(V->getInit()))));
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
      return OfGiven && isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
    return llvm::all_of(E->children(), [&](const Stmt *C) {
      const auto *Part = dyn_cast_or_null<Expr>(C);
      return !C || (Part && steady(Part));
    });
  }

  /// E, which is steady, has the same value in all iterations.
  bool isSame(const Expr *E) {
    return !anyNode(E, [&](const Stmt *Part) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (!V || V->hasGlobalStorage())
        return false;
      if (Loop.dimOf(V) || Loop.capture(V))
        return Loop.dimOf(V) != nullptr;
      return Uses.of(V).mayChange() ||
             !(isa<ParmVarDecl>(V) ? (Given.lookup(V) & IsSame) != 0
                                   : V->getInit() && isSame(V->getInit()));
    });
  }

  /// E, which is made of numbers that count, is at least Least, 0 or 1.
  bool atLeast(const Expr *E, int Least) {
    E = E->IgnoreParenImpCasts();
    if (const auto Constant = constantOf(E, Ctx))
      return *Constant >= Least;
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      const Expr *L = B->getLHS(), *R = B->getRHS();
      if (B->getOpcode() == BO_Mul)
        return atLeast(L, Least) && atLeast(R, Least);
      return B->getOpcode() == BO_Add &&
             ((atLeast(L, Least) && atLeast(R, 0)) ||
              (atLeast(L, 0) && atLeast(R, Least)));
    }
    const VarDecl *V = variableIn(E);
    if (!V || !V->hasLocalStorage() || !V->getType()->isIntegerType())
      return false;
    if (const LoopDim *Dim = Loop.dimOf(V)) {
      const Expr *End = Dim->Decreasing ? Dim->Bound : Dim->Lower;
      const auto Constant = End ? constantOf(End, Ctx) : std::nullopt;
      const bool Behind = Dim->Decreasing && !Dim->Inclusive;
      return Constant && *Constant >= Least - int(Behind);
    }
    if (!Asked.insert(V).second)
      return true;
    const bool Begins = isa<ParmVarDecl>(V)
                            ? (Given.lookup(V) & IsPositive) != 0
                            : V->getInit() && atLeast(V->getInit(), Least);
    const VariableUses &Use = Uses.of(V);
    const bool Result = Begins && !Use.Escapes &&
                        llvm::all_of(Use.Writes, [&](const Expr *Write) {
                          const auto *U = dyn_cast<UnaryOperator>(Write);
                          const auto *B = dyn_cast<BinaryOperator>(Write);
                          return (U && U->isIncrementOp()) ||
                                 (B && B->getOpcode() == BO_AddAssign &&
                                  atLeast(B->getRHS(), 0));
                        });
    Asked.erase(V);
    return Result;
  }

  unsigned known(const Expr *E) {
    if (!steady(E))
      return 0;
    return IsSteady | (isSame(E) ? IsSame : 0) |
           (atLeast(E, 1) ? IsPositive : 0);
  }

  /// Never 0 in an iteration behind the exit alone: the first one runs
  /// serially, too.
  bool isSafe(const Expr *E) { return (known(E) & (IsSame | IsPositive)) != 0; }

  /// S, a loop, ends whatever memory holds, if what leads through memory does.
  bool ends(const Stmt *S) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      return endsBy(S, For->getCond(), For->getInc());
    if (const auto *While = dyn_cast<WhileStmt>(S))
      return endsBy(S, While->getCond(), While->getBody());
    const auto *Do = dyn_cast<DoStmt>(S);
    return !Do || endsBy(S, Do->getCond(), Do->getBody());
  }

  /// One part of the conjunction Cond, that of S, comes to its end.
  bool endsBy(const Stmt *S, const Expr *Cond, const Stmt *Round) {
    const Expr *E = Cond ? Cond->IgnoreParenImpCasts() : nullptr;
    if (!E)
      return false;
    if (const auto Again = constantOf(E, Ctx))
      return !*Again;
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (B && B->getOpcode() == BO_LAnd)
      return endsBy(S, B->getLHS(), Round) || endsBy(S, B->getRHS(), Round);
    const QualType Type = B ? B->getLHS()->getType() : E->getType();
    if (Type->isPointerType() || isa<CXXOperatorCallExpr>(E))
      return true;
    const auto *For = dyn_cast<ForStmt>(S);
    if (For && counts(*For, Cond))
      return true;
    return (steady(E) || approaches(E)) && (For || !exitsOf(Round).Continue) &&
           anyNode(E, [&](const Stmt *Part) {
             const auto *Ref = dyn_cast<DeclRefExpr>(Part);
             return Ref && (moves(Round, Ref->getDecl()) ||
                            moves(Cond, Ref->getDecl()));
           });
  }

  /// A comparison with a number that only rises or only falls.
  bool approaches(const Expr *E) {
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B || !B->isRelationalOp())
      return false;
    const VarDecl *V = variableIn(B->getLHS()->IgnoreParenImpCasts());
    const bool Up = B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
    const VariableUses &Use = Uses.of(V);
    return V && !Use.Escapes && llvm::all_of(Use.Writes, [&](auto *Write) {
             const auto *U = dyn_cast<UnaryOperator>(Write);
             return U && U->isIncrementOp() == Up;
           });
  }

  bool counts(const ForStmt &For, const Expr *Cond) {
    const auto *Alone = new (Ctx) ForStmt(
        Ctx, const_cast<Stmt *>(For.getInit()), const_cast<Expr *>(Cond),
        nullptr, const_cast<Expr *>(For.getInc()),
        const_cast<Stmt *>(For.getBody()), For.getForLoc(), For.getLParenLoc(),
        For.getRParenLoc());
    const auto Inner = matchInnerLoop(Alone, Ctx, /*AnyStep=*/true);
    return Inner && (!Inner->By || isSafe(Inner->By));
  }

  /// S assigns V whenever it runs.
  static bool moves(const Stmt *S, const ValueDecl *V) {
    if (!S || isLoop(*S) || isa<SwitchStmt, LambdaExpr>(S))
      return false;
    if (const Expr *Target = assignedBy(S); Target && variableIn(Target) == V)
      return true;
    if (const auto *If = dyn_cast<IfStmt>(S))
      return moves(If->getCond(), V) ||
             (moves(If->getThen(), V) && moves(If->getElse(), V));
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
      return moves(B->getLHS(), V);
    if (const auto *C = dyn_cast<ConditionalOperator>(S))
      return moves(C->getCond(), V);
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return moves(Child, V); });
  }

  /// Call leads from the body to S, in a function that it calls.
  void traps(const Stmt *S, const Expr *Call) {
    if (!S || Found)
      return;
    const std::string Nothing = "where serially nothing is tried";
    if (const auto *B = dyn_cast<BinaryOperator>(S);
        B &&
        (B->getOpcode() == BO_Div || B->getOpcode() == BO_Rem ||
         B->getOpcode() == BO_DivAssign || B->getOpcode() == BO_RemAssign)) {
      const Expr *By = B->getRHS();
      if (By->getType()->isIntegerType() && !isSafe(By))
        fail(Call ? *Call : *B,
             quotedName(*By) + " is divided by before, which may be zero " +
                 Nothing);
    }
    if (isLoop(*S) && !ends(S))
      fail(Call ? Call->getExprLoc() : S->getBeginLoc(),
           "a loop runs before, which may never end " + Nothing);
    if (const auto *C = dyn_cast<CallExpr>(S))
      enter(*C, Call ? *Call : *C);
    for (const Stmt *Child : S->children())
      traps(Child, Call);
  }

  void enter(const CallExpr &E, const Expr &Call) {
    const FunctionDecl *F = E.getDirectCallee(), *Def = nullptr;
    if (!F || !F->hasBody(Def))
      return;
    const auto *Method = dyn_cast<CXXMethodDecl>(Def);
    ArrayRef<const Expr *> Args(E.getArgs(), E.getNumArgs());
    bool Of = OfGiven;
    if (Method && Method->isInstance() && !Method->getParent()->isLambda()) {
      const Expr *Object = objectOf(E);
      Of = Object &&
           (isa<CXXThisExpr>(Object->IgnoreParenImpCasts()) ? OfGiven
                                                            : steady(Object));
    }
    if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance())
      Args = Args.drop_front();
    std::vector<unsigned> What = {Of};
    llvm::DenseMap<const ValueDecl *, unsigned> Inner;
    for (auto [Parameter, Argument] : llvm::zip(Def->parameters(), Args)) {
      const QualType To = Parameter->getType()->getPointeeType();
      const bool Copy = To.isNull() || (To.isConstQualified() &&
                                        !Parameter->getType()->isPointerType());
      What.push_back(Inner[Parameter] = Copy ? known(Argument) : 0);
    }
    if (!Seen.insert({Def, What}).second)
      return;
    llvm::SaveAndRestore Object(OfGiven, Of);
    llvm::SaveAndRestore These(Given, std::move(Inner));
    llvm::SaveAndRestore Used(Uses, collectUses(Def->getBody()));
    llvm::SaveAndRestore Values(Steady, decltype(Steady)());
    for (const Stmt *Code : bodiesOf(*Def))
      traps(Code, &Call);
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
  if (auto Trap = ReadFinder(Search, S.Context).findTrap())
    return Trap;
  Known = understand(Search, S.Context);
  const AccessVerdict &Accesses =
      Known.needsCopy(Search, S) ? Known.lowered(S.Context) : Known.Written;
  if (Accesses.Why)
    return ReadFinder(Search, S.Context).find();
  for (const Access &A : Accesses.Model.Accesses)
    if (A.Unknown && A.Base < Accesses.Model.Bases.size())
      return SpeculativeReads{
          A.Loc, "'" + Accesses.Model.Bases[A.Base].Name +
                     "' is read before at places that are not known "
                     "ahead"};
  return std::nullopt;
}

} // namespace twofold
