// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "MovedVariables.h"
#include "access/InnerLoop.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "ast/VariableMoves.h"
#include "clang/AST/StmtOpenMP.h"
#include <functional>

using namespace clang;

namespace twofold {
namespace {

class MoveFollower {
  ParallelLoop &Loop;
  ASTContext &Ctx;
  ForStmt &For;
  AstFactory Make{Ctx, For.getForLoc()};
  BodyUses Uses; ///< of the body and of what the head moves
  SmallVector<Stmt *, 4> Ahead, Behind;
  llvm::DenseMap<const VarDecl *, unsigned> InHead; ///< uses where it begins
  SmallVector<Expr *, 2> Moving;                    ///< in the head
  SmallVector<Expr *, 2> Counting;
  InnerLoop Counts;
  llvm::MapVector<VarDecl *, SmallVector<Move, 1>> Moves;
  llvm::DenseMap<const VarDecl *, unsigned> Seen; ///< changes that are moves

  bool splitInit(const VarDecl *Counter);
  bool splitIncrement();
  void visit(Stmt *S);
  bool isSame(const Expr *E) const;
  bool isCandidate(const VarDecl *V) const;
  bool isUsed(const VarDecl *V) const;
  std::function<Expr *()> distance(ArrayRef<Move> By, QualType T,
                                   StringRef Name);
  Expr *rounds(QualType T, StringRef Name);
  void follow(VarDecl *V, ArrayRef<Move> By, SmallVectorImpl<Stmt *> &Begin,
              SmallVectorImpl<Stmt *> &End);

public:
  MoveFollower(ParallelLoop &Loop, ForStmt &For, ASTContext &Ctx)
      : Loop(Loop), Ctx(Ctx), For(For) {}
  void run();
};

/// Of `i++, p += by` that which the condition asks for counts.
bool MoveFollower::splitIncrement() {
  SmallVector<Expr *, 3> Parts;
  splitCommas(For.getInc(), Parts);
  for (Expr *Part : Parts) {
    const auto Moved = matchMove(Part);
    if (Moved && For.getCond() && mentions(For.getCond(), Moved->Variable))
      Counting.push_back(Part);
    else if (Moved && Parts.size() > 1)
      Moving.push_back(Part);
    else
      return false;
  }
  return Counting.size() == 1;
}

/// What begins beside the counter does so before the loop.
bool MoveFollower::splitInit(const VarDecl *Counter) {
  auto Depends = [&](const Stmt *Own, const VarDecl *Other, const Stmt *Init) {
    return mentions(Init, Counter) || mentions(Own, Other);
  };
  if (auto *Declared = dyn_cast_or_null<DeclStmt>(For.getInit())) {
    if (Declared->isSingleDecl())
      return true;
    Stmt *Own = nullptr;
    for (VarDecl *V : variablesIn(*Declared)) {
      if (V == Counter)
        Own = Make.declare(V);
      else
        Ahead.push_back(Make.declare(V));
    }
    if (!Own || llvm::any_of(variablesIn(*Declared), [&](const VarDecl *V) {
          return V != Counter && (!V->getInit() || V->hasGlobalStorage() ||
                                  Depends(Counter->getInit(), V, V->getInit()));
        }))
      return false;
    For.setInit(Own);
    return true;
  }
  auto *E = dyn_cast_or_null<Expr>(For.getInit());
  SmallVector<Expr *, 3> Parts;
  if (E)
    splitCommas(E, Parts);
  if (Parts.size() < 2)
    return true;
  Expr *Own = nullptr;
  for (Expr *Part : Parts) {
    const auto *B = dyn_cast<BinaryOperator>(Part->IgnoreParens());
    const VarDecl *V =
        B && B->getOpcode() == BO_Assign ? variableIn(B->getLHS()) : nullptr;
    if (V == Counter && !Own)
      Own = Part;
    else if (V && V != Counter)
      Ahead.push_back(Part);
    else
      return false;
  }
  if (!Own || llvm::any_of(Ahead, [&](const Stmt *Part) {
        const auto *B = cast<BinaryOperator>(cast<Expr>(Part)->IgnoreParens());
        return Depends(Own, variableIn(B->getLHS()), B->getRHS());
      }))
    return false;
  For.setInit(Own);
  return true;
}

/// Moves that each iteration makes once, wherever it comes to the statement.
void MoveFollower::visit(Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, LambdaExpr, OMPExecutableDirective,
                AbstractConditionalOperator, StmtExpr>(S))
    return;
  if (const auto Moved = matchMove(S)) {
    auto *V = const_cast<VarDecl *>(Moved->Variable);
    Moves[V].push_back(*Moved);
    ++Seen[V];
  }
  if (auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
    return visit(B->getLHS());
  if (!isa<Expr, CompoundStmt, DeclStmt, AttributedStmt>(S))
    return;
  for (Stmt *Child : S->children())
    visit(Child);
}

/// E is the same in all iterations, and nothing happens as it is evaluated.
bool MoveFollower::isSame(const Expr *E) const {
  if (!E)
    return true;
  return E->getType()->isIntegerType() && !anyNode(E, [&](const Stmt *Part) {
           if (const auto *Ref = dyn_cast<DeclRefExpr>(Part)) {
             const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
             if (!V)
               return !isa<EnumConstantDecl>(Ref->getDecl());
             return !V->hasLocalStorage() || V->getType()->isReferenceType() ||
                    V->getType().isVolatileQualified() ||
                    V == Counts.Induction || Uses.DeclaredInside.contains(V) ||
                    Uses.of(V).mayChange() ||
                    Loop.functionUses().of(V).Escapes ||
                    Ref->refersToEnclosingVariableOrCapture();
           }
           const auto *B = dyn_cast<BinaryOperator>(Part);
           const auto *U = dyn_cast<UnaryOperator>(Part);
           return !(isa<IntegerLiteral, ParenExpr, UnaryExprOrTypeTraitExpr,
                        ConstantExpr>(Part) ||
                    (isa<CastExpr>(Part) &&
                     cast<Expr>(Part)->getType()->isIntegerType()) ||
                    (B && (B->isAdditiveOp() || B->getOpcode() == BO_Mul)) ||
                    (U && (U->getOpcode() == UO_Minus ||
                           U->getOpcode() == UO_Plus)));
         });
}

bool MoveFollower::isCandidate(const VarDecl *V) const {
  const VariableUses &Own = Uses.of(V);
  const QualType T = V->getType();
  const bool Pointer = T->isPointerType() &&
                       T->getPointeeType()->isObjectType() &&
                       !T->getPointeeType()->isIncompleteType() &&
                       !T->getPointeeType()->isVariablyModifiedType();
  auto Given = [&](const auto &Clauses) {
    return llvm::any_of(Clauses,
                        [&](const auto &C) { return C.Variable == V; });
  };
  return V != Counts.Induction && V->hasLocalStorage() &&
         (Pointer || (T->isIntegerType() && !T->isEnumeralType() &&
                      !T->isBitIntType() && Ctx.getIntWidth(T) >= 32)) &&
         !T.isVolatileQualified() && !T->isAtomicType() &&
         !Uses.DeclaredInside.contains(V) && !Own.Escapes && !Own.Referred &&
         Own.Writes.size() == Seen.lookup(V) &&
         !Loop.functionUses().of(V).Escapes && !mentions(For.getCond(), V) &&
         !mentions(For.getInc(), V) && !mentions(For.getInit(), V) &&
         llvm::none_of(Own.References,
                       [](const DeclRefExpr *Ref) {
                         return Ref->refersToEnclosingVariableOrCapture();
                       }) &&
         !Given(Loop.Given.Privates) && !Given(Loop.Given.LastPrivates) &&
         !Given(Loop.Given.FirstPrivates) && !Given(Loop.Given.Reductions);
}

/// More is done with V than to move it; else it is a sum.
bool MoveFollower::isUsed(const VarDecl *V) const {
  unsigned Alone = 0;
  auto Count = [&](const auto &Self, const Stmt *S) -> void {
    const auto Moved = matchMove(S);
    if (Moved && Moved->Variable == V)
      Alone += collectUses(S).of(V).References.size();
    else if (isa<CompoundStmt>(S))
      for (const Stmt *Part : S->children())
        Self(Self, Part);
  };
  Count(Count, For.getBody());
  for (const Expr *Part : Moving)
    Count(Count, Part);
  return Alone != Uses.of(V).References.size();
}

/// What an iteration moves V by, of type T: a function that gives it.
std::function<Expr *()> MoveFollower::distance(ArrayRef<Move> By, QualType T,
                                               StringRef Name) {
  int64_t Known = 0;
  Expr *Sum = nullptr;
  StatementCopy Copy(Ctx, Loop.Function);
  for (const Move &M : By) {
    const auto Constant = M.By ? constantOf(M.By, Ctx) : std::nullopt;
    if (!M.By || Constant) {
      const auto Step =
          M.By ? int64_t(Constant->extOrTrunc(64).getZExtValue()) : 1;
      Known += M.Back ? -Step : Step;
      continue;
    }
    Expr *Value = Make.convert(Copy.copy(const_cast<Expr *>(M.By)), T);
    Sum = Sum      ? Make.binary(M.Back ? BO_Sub : BO_Add, Sum, Value, T)
          : M.Back ? Make.unary(UO_Minus, Value, T)
                   : Value;
  }
  auto Constant = [this, T, Known]() -> Expr * {
    return Known < 0
               ? Make.unary(UO_Minus, Make.integer(uint64_t(-Known), T), T)
               : Make.integer(uint64_t(Known), T);
  };
  if (!Sum)
    return Constant;
  if (Known != 0)
    Sum = Make.binary(BO_Add, Sum, Constant(), T);
  VarDecl *Once = Make.variable(Loop.Function, Name, T, Sum, Ahead);
  return [this, Once] { return Make.value(Once); };
}

/// How many iterations have been before, of type T.
Expr *MoveFollower::rounds(QualType T, StringRef Name) {
  auto *Counter = const_cast<VarDecl *>(Counts.Induction);
  Expr *Here = Make.convert(Make.value(Counter), T);
  const auto From = constantOf(Counts.Init, Ctx);
  if (From && *From == 0)
    return Counts.Step > 0 ? Here : Make.unary(UO_Minus, Here, T);
  StatementCopy Copy(Ctx, Loop.Function);
  Expr *First = Make.convert(Copy.copy(const_cast<Expr *>(Counts.Init)), T);
  if (!From)
    First = Make.value(Make.variable(Loop.Function, Name, T, First, Ahead));
  return Counts.Step > 0 ? Make.binary(BO_Sub, Here, First, T)
                         : Make.binary(BO_Sub, First, Here, T);
}

void MoveFollower::follow(VarDecl *V, ArrayRef<Move> By,
                          SmallVectorImpl<Stmt *> &Begin,
                          SmallVectorImpl<Stmt *> &End) {
  const StringRef Name = V->getName();
  const QualType T = V->getType().getUnqualifiedType();
  const QualType Number = T->isPointerType() ? Make.I64 : T;
  // What begins in the head is looked at here alone, as far as nothing else
  // names it.
  const unsigned Begun = InHead.lookup(V);
  const bool Seen = Begun == 0 || Loop.functionUses().of(V).References.size() !=
                                      Uses.of(V).References.size() + Begun;
  VarDecl *Start = Make.variable(Loop.Function, Name, T, Make.value(V), Ahead);
  const auto Distance = distance(By, Number, Name);
  Expr *Way = Make.binary(BO_Mul, Make.paren(rounds(Number, Name)),
                          Make.paren(Distance()), Number);
  VarDecl *Moved = nullptr;
  if (T->isPointerType() && Seen) {
    Moved = Make.variable(Loop.Function, (Name + "_moved").str(), Number, Way,
                          Begin);
    Way = Make.value(Moved);
  }
  VarDecl *Here =
      Make.variable(Loop.Function, Name, T,
                    Make.binary(BO_Add, Make.value(Start), Way, T), Begin);
  for (const DeclRefExpr *Ref : Uses.of(V).References)
    const_cast<DeclRefExpr *>(Ref)->setDecl(Here);
  if (!Seen)
    return;
  if (!Moved) {
    End.push_back(Make.assign(Make.lvalue(V), Make.value(Here)));
    return;
  }
  // A device gives numbers back, no pointers.
  VarDecl *All = Make.variable(Loop.Function, Name, Number,
                               Make.integer(0, Number), Ahead);
  End.push_back(
      Make.assign(Make.lvalue(All),
                  Make.binary(BO_Add, Make.value(Moved), Distance(), Number)));
  Behind.push_back(
      Make.assign(Make.lvalue(V),
                  Make.binary(BO_Add, Make.value(Start), Make.value(All), T)));
}

void MoveFollower::run() {
  Stmt *Init = For.getInit();
  Expr *Increment = For.getInc();
  const bool Plain = !Loop.Given.Independent && !Loop.Given.Sliced &&
                     Loop.Given.Collapse == 1 && !isIrreducible(&For) &&
                     !holdsNode<LambdaExpr>(&For);
  const Exits Out = exitsOf(For.getBody());
  if (!Plain || !Increment || Out.Break || Out.Continue || Out.Return ||
      !splitIncrement())
    return;
  auto Restore = [&] {
    For.setInit(Init);
    For.setInc(Increment);
  };
  For.setInc(Counting.front());
  const VarDecl *Counter = matchMove(Counting.front())->Variable;
  const bool Split = splitInit(Counter);
  const auto Matched = Split ? matchInnerLoop(&For, Ctx) : std::nullopt;
  if (!Matched || Matched->By || (Matched->Step != 1 && Matched->Step != -1) ||
      Matched->Induction != Counter || Matched->Init->HasSideEffects(Ctx))
    return Restore();
  Counts = *Matched;
  SmallVector<Stmt *, 4> All(1, For.getBody());
  All.append(Moving.begin(), Moving.end());
  Uses = collectUses(Make.compound(All));
  visit(For.getBody());
  for (Expr *Part : Moving)
    visit(Part);

  const size_t Begun = Ahead.size();
  SmallVector<Stmt *, 4> Begin, End(Moving.begin(), Moving.end());
  llvm::SmallPtrSet<const VarDecl *, 4> Followed;
  for (auto &[V, By] : Moves)
    if (isCandidate(V) && isUsed(V) &&
        llvm::all_of(By, [&](const Move &M) { return isSame(M.By); }))
      Followed.insert(V);
  if (llvm::any_of(Moving, [&](Expr *Part) {
        const VarDecl *V = matchMove(Part)->Variable;
        return !Followed.contains(V) && (!isCandidate(V) || isUsed(V));
      }))
    return Restore();
  for (const Stmt *S : ArrayRef(Ahead).take_front(Begun))
    for (const auto &[D, Use] : collectUses(S).Variables)
      if (const auto *V = dyn_cast<VarDecl>(D))
        InHead[V] += Use.References.size();
  for (auto &[V, By] : Moves)
    if (Followed.contains(V))
      follow(V, By, Begin, End);
  if (Begun == 0 && Followed.empty() && Moving.empty())
    return Restore();
  if (!Begin.empty() || !End.empty()) {
    Begin.push_back(For.getBody());
    Begin.append(End.begin(), End.end());
    For.setBody(Make.compound(Begin));
  }
  if (Ahead.empty())
    return;
  const size_t Place = Ahead.size();
  Ahead.push_back(Loop.Statement);
  Ahead.append(Behind);
  CompoundStmt *Block = Make.compound(Ahead);
  *Loop.Slot = Block;
  Loop.Slot = Block->body_begin() + Place;
  Loop.Around->reset();
}

} // namespace

void followMovedVariables(ParallelLoop &Loop, ASTContext &Ctx) {
  if (auto *For = dyn_cast<ForStmt>(Loop.Statement->getSubStmt()))
    MoveFollower(Loop, *For, Ctx).run();
}

} // namespace twofold
