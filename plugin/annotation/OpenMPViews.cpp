// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPViews.h"
#include "annotation/OpenMPRegions.h"
#include "ast/DirectiveCopy.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"

#include <set>

using namespace clang;

namespace twofold {
namespace {

/// A member of a view, or one of an array's elements in it.
using Place = std::pair<std::string, uint64_t>;

/// The statements between the first and the last that name one view.
class MadeView {
  ASTContext &Ctx;
  Stmt *const Body;
  const VarDecl *const V;
  std::set<Place> Set; ///< what the iteration has stored
  enum { Before, Counted, Over } At = Before;
  bool HasOwner = false;

public:
  Jumps::Statements Counting;
  const Stmt *First = nullptr;

  MadeView(ASTContext &Ctx, Stmt *Body, const VarDecl *V)
      : Ctx(Ctx), Body(Body), V(V) {}

  bool run() {
    const CompoundStmt *Block = blockOf(Body);
    if (!Block)
      return false;
    const auto Names = [&](const Stmt *S) { return mentions(S, V); };
    const auto *Begin = llvm::find_if(Block->body(), Names);
    First = *Begin;
    const auto *Last = Block->body_end();
    while (!Names(*(Last - 1)))
      --Last;
    for (const auto *Part = Begin; Part != Last; ++Part)
      if (!statement(*Part))
        return false;
    return At == Over && HasOwner;
  }

private:
  /// The innermost block that has all that names V, in a loop that threads
  /// share out; null: there is none.
  const CompoundStmt *blockOf(Stmt *S) const {
    for (bool Shared = false;;) {
      SmallVector<Stmt *, 2> Naming;
      if (auto *D = dyn_cast<OMPExecutableDirective>(S)) {
        for (const OMPClause *C : D->clauses())
          for (const Stmt *E : const_cast<OMPClause *>(C)->children())
            if (E && mentions(E, V))
              return nullptr;
        Shared |= isSharedInRegion(*D);
        Naming.push_back(underDirective(*D));
      } else {
        for (Stmt *Child : S->children())
          if (Child && mentions(Child, V))
            Naming.push_back(Child);
      }
      const auto *Block = dyn_cast<CompoundStmt>(S);
      if (Block && Naming.size() > 1)
        return Shared ? Block : nullptr;
      if (Naming.size() != 1 || !Naming.front() || isa<Expr>(Naming.front()))
        return nullptr;
      S = Naming.front();
    }
  }

  /// A call that counts V; empty: another statement.
  StringRef counts(const Stmt *S) const {
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *F = Call ? calleeOf(Call) : nullptr;
    if (!F || !F->getIdentifier() || Call->getNumArgs() != 3)
      return "";
    const Expr *Of =
        operandOf(Call->getArg(0)->IgnoreParenImpCasts(), UO_AddrOf);
    const StringRef Name = F->getName();
    return Of && variableIn(Of) == V &&
                   llvm::is_contained({"__Pyx_INC_MEMVIEW",
                                       "__Pyx_XCLEAR_MEMVIEW",
                                       "__Pyx_XDEC_MEMVIEW"},
                                      Name)
               ? Name
               : "";
  }

  /// Of a part of Whole; nothing: another expression.
  std::optional<Place> placeIn(const Expr *E, const VarDecl *Whole) const {
    E = E->IgnoreParens();
    uint64_t Index = 0;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
      const auto Number = constantOf(Element->getIdx(), Ctx);
      const Expr *Array = arrayIn(*Element);
      if (!Number || !Array || Number->isNegative())
        return std::nullopt;
      Index = Number->getZExtValue();
      E = Array->IgnoreParens();
    } else if (E->getType()->isArrayType()) {
      return std::nullopt;
    }
    const auto *M = dyn_cast<MemberExpr>(E);
    if (!M || M->isArrow() || variableIn(M->getBase()) != Whole)
      return std::nullopt;
    return Place(M->getMemberDecl()->getNameAsString(), Index);
  }

  /// Whether S is the value of Whole: C++ says so by a constructor.
  static bool isCopyOf(const Stmt *S, const VarDecl *Whole) {
    const auto *E = dyn_cast<Expr>(S);
    const auto *Made =
        E ? dyn_cast<CXXConstructExpr>(E->IgnoreParens()) : nullptr;
    const Expr *Of =
        Made && Made->getConstructor()->isCopyOrMoveConstructor() &&
                Made->getConstructor()->isTrivial()
            ? Made->getArg(0)->IgnoreParenImpCasts()
        : E ? operandOf(E->IgnoreParens(), CK_LValueToRValue)
            : nullptr;
    return Of && variableIn(Of) == Whole;
  }

  /// Whether S uses of Whole only what is set, and no more than its values.
  bool usesSet(const Stmt *S, const VarDecl *Whole) const {
    if (!S)
      return true;
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (const Expr *From = operandOf(E, CK_LValueToRValue))
        if (const auto Of = placeIn(From, Whole))
          return Set.contains(*Of);
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        return Ref->getDecl() != Whole;
      const auto *Call = dyn_cast<CallExpr>(E);
      const FunctionDecl *F = Call ? calleeOf(Call) : nullptr, *Def = nullptr;
      for (unsigned I = 0; Call && I < Call->getNumArgs(); ++I) {
        if (!isCopyOf(Call->getArg(I), Whole))
          continue;
        if (Whole != V || At != Counted || !F || !F->hasBody(Def) ||
            I >= Def->getNumParams() ||
            !usesSet(Def->getBody(), Def->getParamDecl(I)))
          return false;
      }
      if (Call)
        return llvm::all_of(Call->children(), [&](const Stmt *Child) {
          return isCopyOf(Child, Whole) || usesSet(Child, Whole);
        });
    }
    return !isa<OMPExecutableDirective, LambdaExpr, CapturedStmt>(S) &&
           llvm::all_of(S->children(), [&](const Stmt *Child) {
             return usesSet(Child, Whole);
           });
  }

  /// Whether E is of a view that is there, unchanged, as long as Body runs.
  bool isOwner(const Expr *E) const {
    const Expr *From = operandOf(E->IgnoreParens(), CK_LValueToRValue);
    const auto *M = From ? dyn_cast<MemberExpr>(From->IgnoreParens()) : nullptr;
    const VarDecl *Of = M && !M->isArrow() ? variableIn(M->getBase()) : nullptr;
    return Of && Of != V && Of->hasLocalStorage() &&
           !Of->getType()->isReferenceType() &&
           Ctx.hasSameUnqualifiedType(Of->getType(), V->getType()) &&
           onlyReads(Body, Of);
  }

  bool isNull(const Expr *E) const {
    return E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull) !=
           Expr::NPCK_NotNull;
  }

  bool statement(const Stmt *S) {
    if (anyNode(S, [](const Stmt *Part) {
          return isa<GotoStmt, IndirectGotoStmt, LabelStmt, BreakStmt,
                     ContinueStmt, ReturnStmt, SwitchCase, StmtExpr>(Part);
        }))
      return false;
    if (const StringRef Name = counts(S); !Name.empty()) {
      const bool Up = Name == "__Pyx_INC_MEMVIEW";
      if (At != (Up ? Before : Counted) || !HasOwner)
        return false;
      At = Up ? Counted : Over;
      Counting.insert(S);
      return true;
    }
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(Block->body(),
                          [&](const Stmt *Part) { return statement(Part); });
    const auto *B = dyn_cast<BinaryOperator>(S);
    const auto To = B && B->isAssignmentOp() ? placeIn(B->getLHS(), V)
                                             : std::optional<Place>();
    if (!To)
      return At == Over ? !mentions(S, V) : usesSet(S, V);
    const bool Plain = B->getOpcode() == BO_Assign;
    if (At == Over) {
      Counting.insert(S);
      return Plain && isNull(B->getRHS());
    }
    if (To->first == "memview") {
      Counting.insert(S);
      HasOwner = Plain && At == Before && isOwner(B->getRHS());
      return HasOwner;
    }
    if (!usesSet(B->getRHS(), V) || (!Plain && !Set.contains(*To)))
      return false;
    Set.insert(*To);
    return true;
  }
};

} // namespace

bool OpenMPViews::add(Stmt *Body, const VarDecl *V) {
  if (V->getType().getUnqualifiedType().getAsString() != "__Pyx_memviewslice")
    return false;
  MadeView View(Ctx, Body, V);
  if (!View.run())
    return false;
  Counting.insert(View.Counting.begin(), View.Counting.end());
  Made.push_back({V, View.First});
  return true;
}

} // namespace twofold
