// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/RowGroups.h"
#include "annotation/FreeSums.h"
#include "ast/ColdPaths.h"
#include "ast/Nodes.h"
#include "ast/VariableUses.h"
#include "schedule/ElementSums.h"
#include "schedule/SharedValues.h"

using namespace clang;

namespace twofold {

namespace {

class RowSearch {
  const ParallelLoop &Loop;
  const AccessModel &Model;
  ASTContext &Ctx;
  const BodyUses Uses;
  const ElementSums *Copied; ///< null: Loop is as it is written
  RowGroups To;

  const Stmt *written(const Stmt *InnerBody) const {
    return Copied ? Copied->Written.lookup(InnerBody) : InnerBody;
  }

  bool isOwn(const ValueDecl *D) const;
  bool isSection(const ForStmt &F, bool Free, RowSection &Out);
  std::optional<ReductionOp> operationOf(const VarDecl *Sum,
                                         const ReductionForms &Forms,
                                         const BodyUses &Own) const;
  bool isFree(const VariableForms &Forms, QualType T) const;
  bool isApart(const RowSection &S);
  bool isSum(const Stmt *S, const RowSection &In) const;
  bool isKnown(const Expr *Init) const;
  bool isDeclaredAlike(const VarDecl *D) const;
  bool isMadeInside(const Expr *E) const;
  bool placeVariables();
  bool mayRunAgain(const Stmt *S) const;
  bool isShared() const;
  bool Stores = false; ///< rounds leave something in memory
  bool Rowwise = false;
  bool Ordered = true;    ///< sums can be made in order
  bool OwnBounds = false; ///< a loop counts by numbers of the iteration

public:
  RowSearch(const ParallelLoop &Loop, const AccessModel &Model, ASTContext &Ctx,
            const ElementSums *Copied = nullptr)
      : Loop(Loop), Model(Model), Ctx(Ctx), Uses(collectUses(Loop.Body)),
        Copied(Copied) {}
  std::optional<RowGroups> find();
};

/// Each iteration has its own.
bool RowSearch::isOwn(const ValueDecl *D) const {
  const Capture *C = Loop.capture(D);
  return Uses.DeclaredInside.contains(D) || (C && C->Kind == Sharing::Private);
}

/// S does nothing but to change the section's sums.
bool RowSearch::isSum(const Stmt *S, const RowSection &In) const {
  if (isa<CompoundStmt>(S))
    return llvm::all_of(S->children(),
                        [&](const Stmt *Part) { return isSum(Part, In); });
  if (const auto *If = dyn_cast<IfStmt>(S))
    return !If->getInit() && !If->getConditionVariable() &&
           !If->getCond()->HasSideEffects(Ctx) && isSum(If->getThen(), In) &&
           (!If->getElse() || isSum(If->getElse(), In));
  const auto *E = dyn_cast<Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(seeThrough(E)) : nullptr;
  return B && B->isAssignmentOp() && variableIn(B->getLHS()) &&
         llvm::is_contained(In.Sums, variableIn(B->getLHS())) &&
         !B->getRHS()->HasSideEffects(Ctx);
}

/// What combines partial results of Sum, which the section changes by updates
/// of one kind alone.
std::optional<ReductionOp> RowSearch::operationOf(const VarDecl *Sum,
                                                  const ReductionForms &Forms,
                                                  const BodyUses &Own) const {
  const auto Found = Forms.find(Sum);
  if (Found == Forms.end() || Found->second.Updates.empty() ||
      Found->second.Strange || strayReference(Found->second, Own.of(Sum)) ||
      mixedUpdate(Found->second))
    return std::nullopt;
  const ReductionOp Op = Found->second.Updates.front().Op;
  // A sum of no elements stays what it was, also where that is no truth value.
  if (isOrdered(Op) || isLogical(Op) || ofObjects(Op) ||
      Op == ReductionOp::Chosen ||
      llvm::any_of(Found->second.Updates, [](const ReductionUpdate &U) {
        return U.Rounds || !U.Followers.empty();
      }))
    return std::nullopt;
  return Op;
}

/// Whether the language leaves the order of such updates free.
bool RowSearch::isFree(const VariableForms &Forms, QualType T) const {
  return T->isIntegerType() ||
         llvm::all_of(Forms.Updates, [&](const ReductionUpdate &U) {
           // Of equal numbers, which differ in the sign of zero, one stays.
           if (U.Op != ReductionOp::Add && U.Op != ReductionOp::Mul)
             return bool(Ctx.getLangOpts().NoSignedZero);
           const auto *B = dyn_cast<BinaryOperator>(U.Where);
           return B && B->getFPFeaturesInEffect(Ctx.getLangOpts())
                           .getAllowFPReassociate();
         });
}

/// A loop whose rounds have nothing in common but sums, each of which is
/// updated by statements of its own, or in any order.
bool RowSearch::isSection(const ForStmt &F, bool Free, RowSection &Out) {
  const auto Counts = countsForItems(F, Loop, Ctx, [&](const Expr *E) {
    OwnBounds = true;
    return isMadeInside(E);
  });
  const Exits Leaves = exitsOf(F.getBody());
  if (!Counts || Leaves.Continue || Leaves.Break || Leaves.Return)
    return false;
  Out.Loop = &F;
  Out.Counts = *Counts;
  const auto Body = statementsOf(F.getBody());
  Out.Statements.append(Body.begin(), Body.end());
  const BodyUses Own = collectUses(&F);
  for (const auto &[D, Use] : Own.Variables) {
    if (!isOwn(D) || Own.DeclaredInside.contains(D) || D == Counts->Induction ||
        !Use.mayChange())
      continue;
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || Use.Escapes || !isNumber(V->getType(), Ctx))
      return false;
    Out.Sums.push_back(V);
  }
  const ReductionForms Forms = collectForms(F.getBody(), Own, Ctx);
  for (const VarDecl *V : Out.Sums)
    if (const auto Op = operationOf(V, Forms, Own)) {
      Out.Operations.push_back(*Op);
      Out.Free &= (Free && !Loop.Given.Deterministic) ||
                  isFree(Forms.find(V)->second, V->getType());
    }
  Out.Free &= Out.Operations.size() == Out.Sums.size();
  To.Combines &= Out.Operations.size() == Out.Sums.size();
  To.Trees &= Out.Free;
  Ordered &= llvm::all_of(Out.Statements, [&](const Stmt *S) {
    return !Out.isOrdered(S) || isSum(S, Out);
  });
  return To.Trees || Ordered;
}

bool RowSearch::isApart(const RowSection &S) {
  const auto Proof = findIndependentLoop(Loop, *S.Loop, Ctx);
  if (!Proof)
    return false;
  auto Moves = [&](const Occurrence &O, int Axis, int64_t By) {
    int64_t Sum = 0;
    for (const Monomial &M : O.Offset)
      if (M.Axis == Axis) {
        if (!M.Values.empty())
          return false;
        Sum += M.Constant;
      }
    return Sum == By;
  };
  for (const Occurrence &O : Proof->Touches) {
    if (O.Unknown || O.Atomic || O.wraps())
      return false;
    To.Across |= Moves(O, 0, O.Size) && !Moves(O, Proof->Axis, 0);
    Rowwise |= Moves(O, Proof->Axis, O.Size) && !Moves(O, 0, 0);
    Stores |= O.Writes;
  }
  return true;
}

/// All that it reads stays the same in the whole iteration, memory left out.
bool RowSearch::isKnown(const Expr *Init) const {
  return isMadeAlike(Init, Loop,
                     [&](const ValueDecl *D) -> std::optional<bool> {
                       if (Loop.dimOf(D) || llvm::is_contained(To.Again, D))
                         return true;
                       return std::nullopt;
                     });
}

bool RowSearch::isDeclaredAlike(const VarDecl *D) const {
  const VariableUses &Use = Uses.of(D);
  return D->getInit() && !Use.mayChange() && !D->getType()->isRecordType() &&
         !D->getType()->isArrayType() &&
         !D->getType()->isVariablyModifiedType() && isKnown(D->getInit());
}

/// It is made of integers that the iteration declares at its beginning.
bool RowSearch::isMadeInside(const Expr *E) const {
  return isMadeAlike(E, Loop, [&](const ValueDecl *D) -> std::optional<bool> {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !Uses.DeclaredInside.contains(D))
      return std::nullopt;
    return V->getType()->isIntegerType() && V->getInit() &&
           !V->hasGlobalStorage() && !Uses.of(V).mayChange() &&
           isKnown(V->getInit());
  });
}

/// Whether each variable is one section's alone, or has a place.
bool RowSearch::placeVariables() {
  llvm::DenseMap<const ValueDecl *, unsigned> In; // 1 + section; -1: several
  llvm::DenseSet<const ValueDecl *> Counters, Inside;
  for (auto [Number, S] : llvm::enumerate(To.Sections)) {
    auto Look = [&](const Stmt *Part) {
      const BodyUses Here = collectUses(Part);
      auto Note = [&](const ValueDecl *D) {
        auto [It, New] = In.try_emplace(D, unsigned(Number) + 1);
        if (!New && It->second != Number + 1)
          It->second = ~0u;
      };
      for (const auto &[D, Use] : Here.Variables)
        Note(D);
      for (const ValueDecl *D : Here.DeclaredInside)
        Note(D);
    };
    if (S.Loop) {
      Counters.insert(S.Counts.Induction);
      Look(S.Counts.Init);
      Look(S.Counts.Bound);
      for (const Stmt *Part : S.Statements)
        Look(Part);
    } else {
      llvm::for_each(S.Statements, Look);
    }
  }
  for (const RowSection &S : To.Sections) // in the order of declarations
    for (const Stmt *Part : S.Loop ? ArrayRef<const Stmt *>() : S.Statements)
      if (const auto *Declared = dyn_cast<DeclStmt>(Part))
        for (const Decl *D : Declared->decls()) {
          const auto *V = dyn_cast<VarDecl>(D);
          if (!V || V->hasGlobalStorage())
            return false;
          if (In.lookup(V) != ~0u)
            continue;
          if (isDeclaredAlike(V))
            To.Again.push_back(V);
          else if (isNumber(V->getType(), Ctx) && !Uses.of(V).Escapes)
            To.Rows.push_back(V);
          else
            return false;
        }
  for (const Capture &C : Loop.Captures) {
    if (C.Kind != Sharing::Private)
      continue;
    const auto *V = dyn_cast_or_null<VarDecl>(C.Decl);
    if (!V || C.ColdOnly)
      return false;
    if (Counters.contains(V)) {
      for (const RowSection &S : To.Sections)
        for (const Stmt *Part : S.Statements)
          if (mentions(Part, V) && S.Counts.Induction != V)
            return false;
      continue;
    }
    if (!isNumber(C.Type, Ctx) || Uses.of(V).Escapes)
      return false;
    // What a round alone uses is no sum, and has no place here.
    To.Rows.push_back(V);
  }
  // Sums are variables of the rows, which what follows them reads.
  return llvm::all_of(To.Sections, [&](const RowSection &S) {
    return llvm::all_of(S.Sums, [&](const VarDecl *V) {
      return llvm::is_contained(To.Rows, V);
    });
  });
}

/// All that S leaves behind are values of the iteration's own variables.
bool RowSearch::mayRunAgain(const Stmt *S) const {
  return !anyNode(S, [&](const Stmt *Part) {
    if (isa<LambdaExpr, StmtExpr, CXXConstructExpr, AtomicExpr, AsmStmt>(Part))
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      return !isOfNumbers(*Call);
    const Expr *Place = assignedBy(Part);
    const ValueDecl *D = Place ? variableIn(Place) : nullptr;
    return Place && (!D || !isOwn(D) || D->getType()->isReferenceType());
  });
}

/// See RowGroups::Shares.
bool RowSearch::isShared() const {
  const auto *Only = llvm::find_if(
      To.Sections, [](const RowSection &S) { return S.Loop != nullptr; });
  return To.Trees && !Stores &&
         std::none_of(Only + 1, To.Sections.end(),
                      [](const RowSection &S) { return S.Loop != nullptr; }) &&
         std::all_of(To.Sections.begin(), Only, [&](const RowSection &S) {
           return llvm::all_of(
               S.Statements, [&](const Stmt *Own) { return mayRunAgain(Own); });
         });
}

std::optional<RowGroups> RowSearch::find() {
  const auto *Body = dyn_cast<CompoundStmt>(Loop.Body);
  const Exits Leaves = exitsOf(Loop.Body);
  if (!Body || Leaves.Continue || Leaves.Break || Leaves.Return ||
      containsCold(Loop.Body) || holdsNode<LabelStmt, GotoStmt>(Loop.Body))
    return std::nullopt;
  bool Between = false;
  To.Trees = To.Combines = true;
  for (const Stmt *S : Body->body()) {
    // An annotation says that the order of the loop's rounds is free.
    bool Free = false;
    while (const auto *A = dyn_cast<AttributedStmt>(S)) {
      Free |= hasFreeOrder(*A);
      S = A->getSubStmt();
    }
    if (const auto *F = dyn_cast<ForStmt>(S)) {
      RowSection Own;
      if (!isSection(*F, Free, Own) || !isApart(Own))
        return std::nullopt;
      To.Sections.push_back(std::move(Own));
      Between = false;
      continue;
    }
    if (holdsNode<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
      return std::nullopt;
    if (!Between)
      To.Sections.emplace_back();
    To.Sections.back().Statements.push_back(S);
    Between = true;
  }
  const auto *First = llvm::find_if(
      To.Sections, [](const RowSection &S) { return S.Loop != nullptr; });
  if (First == To.Sections.end() || To.Across == Rowwise || !placeVariables())
    return std::nullopt;
  if (To.Across) {
    To.Trees = false;
    if (!Ordered || llvm::any_of(To.Sections, [](const RowSection &S) {
          return S.Loop && S.Sums.empty();
        }))
      return std::nullopt; // items as they are do as well
  }
  for (auto [I, A] : llvm::enumerate(Model.Axes)) {
    if (A.Virtual)
      continue;
    const bool Whose = llvm::any_of(To.Sections, [&](const RowSection &S) {
      return S.Loop && A.Body &&
             (written(S.Loop->getBody()) == A.Body ||
              anyNode(S.Loop->getBody(), [&](const Stmt *Part) {
                const auto *F = dyn_cast<ForStmt>(Part);
                return F && written(F->getBody()) == A.Body;
              }));
    });
    if (!Whose || A.Unknown)
      return std::nullopt; // some function that is called has a loop
    if (A.Body == written(First->Loop->getBody()))
      To.Axis = Loop.Dims.size() + I;
  }
  if (To.Axis == 0)
    return std::nullopt;
  To.Trees &= llvm::any_of(To.Sections,
                           [](const RowSection &S) { return !S.Sums.empty(); });
  if (OwnBounds && !To.Trees)
    return std::nullopt;
  To.Shares = isShared();
  To.Body = Loop.Body;
  if (!To.Trees) // parts of rows are as quick where they are read again
    To.Kept = findKeptRows(To, Loop, Model, Ctx);
  return std::move(To);
}

} // namespace

std::optional<RowGroups> findRowGroups(const ParallelLoop &Loop,
                                       const AccessModel &Model,
                                       ASTContext &Ctx) {
  if (Loop.Dims.size() != 1 || !mayRunInGroups(Loop, Model))
    return std::nullopt;
  if (auto Found = RowSearch(Loop, Model, Ctx).find())
    return Found;
  if (const auto Sums = withElementSums(Loop, Ctx))
    return RowSearch(Sums->Loop, Model, Ctx, &*Sums).find();
  return std::nullopt;
}

} // namespace twofold
