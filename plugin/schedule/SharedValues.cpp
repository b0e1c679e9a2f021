// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/SharedValues.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {

bool mayRunInGroups(const ParallelLoop &Loop, const AccessModel &Model) {
  return !Loop.Given.Bounds && !Loop.Given.Atomics &&
         Model.Subscripts.empty() && Loop.Elements.empty() &&
         Loop.Updates.empty() && !Loop.Exit && !Loop.Iteration &&
         !isIrreducible(Loop.Body) &&
         llvm::all_of(Loop.Dims,
                      [](const LoopDim &D) {
                        return D.What == LoopDim::Kind::Integer;
                      }) &&
         llvm::none_of(Loop.Captures, [](const Capture &C) {
           return C.Kind == Sharing::Reduction ||
                  C.Kind == Sharing::LastPrivate;
         });
}

std::optional<Variables> writtenVariables(const AccessModel &Model) {
  Variables Out;
  for (const Access &A : Model.Accesses) {
    const ValueDecl *D = Model.Bases[A.Base].Decl;
    if (A.Writes && !D)
      return std::nullopt;
    if (A.Writes)
      Out.insert(cast<ValueDecl>(D->getCanonicalDecl()));
  }
  return Out;
}

bool isNumber(QualType T, const ASTContext &Ctx) {
  const bool Known = (T->isIntegerType() && !T->isBooleanType() &&
                      !T->isBitIntType() && !T->isEnumeralType()) ||
                     T->isSpecificBuiltinType(BuiltinType::Float) ||
                     T->isSpecificBuiltinType(BuiltinType::Double);
  return Known && !T.isVolatileQualified() &&
         (Ctx.getTypeSize(T) == 32 || Ctx.getTypeSize(T) == 64);
}

bool isMadeAlike(
    const Expr *Init, const ParallelLoop &Loop,
    llvm::function_ref<std::optional<bool>(const ValueDecl *)> IsAlike) {
  return !anyNode(Init, [&](const Stmt *Part) {
    if (isa<CallExpr, LambdaExpr, StmtExpr, CXXConstructExpr, InitListExpr,
            CXXNewExpr, CXXThisExpr, MemberExpr>(Part) ||
        assignedBy(Part))
      return true;
    if (const Expr *Read = operandOf(Part, CK_LValueToRValue))
      if (!isa<DeclRefExpr>(Read->IgnoreParens()))
        return true;
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    if (!Ref || isa<EnumConstantDecl>(Ref->getDecl()))
      return false;
    const ValueDecl *D = Ref->getDecl();
    if (const auto Alike = IsAlike(D))
      return !*Alike;
    const Capture *C = Loop.capture(D);
    return !C || (C->Kind != Sharing::Value &&
                  !(C->Kind == Sharing::Reference && C->Type->isArrayType()));
  });
}

bool isOfNumbers(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  return F && !F->hasBody() && F->getBuiltinID() &&
         Call.getType()->isArithmeticType() &&
         llvm::all_of(Call.arguments(), [](const Expr *A) {
           return A->getType()->isArithmeticType() && !A->isGLValue();
         });
}

static bool usesArgumentsAlone(const CallExpr &Call, unsigned MostCalls) {
  const FunctionDecl *F = Call.getDirectCallee(), *Whole = nullptr;
  if (isOfNumbers(Call))
    return true;
  return F && MostCalls && !isa<CXXMethodDecl>(F) && F->hasBody(Whole) &&
         llvm::all_of(Call.arguments(),
                      [](const Expr *A) {
                        return A->getType()->isArithmeticType() &&
                               !A->isGLValue();
                      }) &&
         !anyNode(Whole->getBody(), [&](const Stmt *Part) {
           const auto *Ref = dyn_cast<DeclRefExpr>(Part);
           const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
           const auto *Inner = dyn_cast<CallExpr>(Part);
           return (V && V->hasGlobalStorage()) ||
                  isa<CXXConstructExpr, LambdaExpr, AsmStmt>(Part) ||
                  (Inner && !usesArgumentsAlone(*Inner, MostCalls - 1));
         });
}

bool usesArgumentsAlone(const CallExpr &Call) {
  return usesArgumentsAlone(Call, 4);
}

/// What F does to memory, and what it calls, not more than MostCalls deep: so
/// recursive functions have an end.
static bool leavesMemory(const FunctionDecl *F, unsigned MostCalls) {
  const FunctionDecl *Whole = nullptr;
  if (!F || !MostCalls || !F->hasBody(Whole))
    return false;
  auto Stores = [&](const Stmt *Part) {
    if (isa<AtomicExpr, AsmStmt, CXXNewExpr, CXXDeleteExpr, LambdaExpr,
            CXXInheritedCtorInitExpr, CXXBindTemporaryExpr, StmtExpr>(Part))
      return true;
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      return llvm::any_of(variablesIn(*Declared), [](const VarDecl *V) {
        return V->getType().isDestructedType() != QualType::DK_none;
      });
    if (const auto *Call = dyn_cast<CallExpr>(Part))
      return !isOfNumbers(*Call) &&
             !leavesMemory(Call->getDirectCallee(), MostCalls - 1);
    if (const auto *Make = dyn_cast<CXXConstructExpr>(Part))
      return !Make->getConstructor()->isTrivial() &&
             !leavesMemory(Make->getConstructor(), MostCalls - 1);
    const Expr *Place = assignedBy(Part);
    const VarDecl *V = Place ? variableIn(Place) : nullptr;
    return Place &&
           (!V || !V->hasLocalStorage() || V->getType()->isReferenceType());
  };
  const auto *Made = dyn_cast<CXXConstructorDecl>(Whole);
  return !anyNode(Whole->getBody(), Stores) &&
         (!Made ||
          llvm::none_of(Made->inits(), [&](const CXXCtorInitializer *Init) {
            return anyNode(Init->getInit(), Stores);
          }));
}

bool leavesMemory(const Expr *Called) {
  if (const auto *Make = dyn_cast<CXXConstructExpr>(Called))
    return Make->getConstructor()->isTrivial() ||
           leavesMemory(Make->getConstructor(), 4);
  const auto *Call = dyn_cast<CallExpr>(Called);
  return Call
             ? isOfNumbers(*Call) || leavesMemory(Call->getDirectCallee(), 4)
             : !isa<AtomicExpr, CXXInheritedCtorInitExpr, CXXBindTemporaryExpr>(
                   Called);
}

bool movesByOne(const Expr *Index, const ValueDecl *D) {
  Index = Index->IgnoreParenCasts();
  const auto *B = dyn_cast<BinaryOperator>(Index);
  if (!B)
    return namedIn(Index) == D;
  return (B->getOpcode() == BO_Add &&
          (movesByOne(B->getLHS(), D) || movesByOne(B->getRHS(), D))) ||
         (B->getOpcode() == BO_Sub && movesByOne(B->getLHS(), D));
}

bool sameBut(
    const Stmt *A, const Stmt *B,
    llvm::function_ref<bool(const ValueDecl *, const ValueDecl *)> IsSame) {
  if (!A || !B || A->getStmtClass() != B->getStmtClass())
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(A))
    return IsSame(Ref->getDecl(), cast<DeclRefExpr>(B)->getDecl());
  if (const auto *Number = dyn_cast<IntegerLiteral>(A))
    return llvm::APInt::isSameValue(Number->getValue(),
                                    cast<IntegerLiteral>(B)->getValue());
  if (const auto *Binary = dyn_cast<BinaryOperator>(A)) {
    if (Binary->getOpcode() != cast<BinaryOperator>(B)->getOpcode())
      return false;
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(A)) {
    if (Unary->getOpcode() != cast<UnaryOperator>(B)->getOpcode())
      return false;
  } else if (const auto *Cast = dyn_cast<CastExpr>(A)) {
    if (Cast->getCastKind() != cast<CastExpr>(B)->getCastKind() ||
        Cast->getType().getCanonicalType() !=
            cast<CastExpr>(B)->getType().getCanonicalType())
      return false;
  } else if (!isa<ParenExpr, ArraySubscriptExpr>(A)) {
    return false;
  }
  return std::equal(A->child_begin(), A->child_end(), B->child_begin(),
                    B->child_end(), [&](const Stmt *Left, const Stmt *Right) {
                      return sameBut(Left, Right, IsSame);
                    });
}

bool sameBut(const Stmt *A, const VarDecl *OfA, const Stmt *B,
             const VarDecl *OfB) {
  return sameBut(A, B, [&](const ValueDecl *D, const ValueDecl *Other) {
    return D == OfA || Other == OfB
               ? D == OfA && Other == OfB
               : D->getCanonicalDecl() == Other->getCanonicalDecl();
  });
}

void noteEvaluated(const Stmt *S, llvm::DenseSet<const Stmt *> &Out) {
  if (!S)
    return;
  Out.insert(S);
  if (const auto *If = dyn_cast<IfStmt>(S))
    return noteEvaluated(If->getCond(), Out);
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isLogicalOp())
    return noteEvaluated(B->getLHS(), Out);
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(S))
    return noteEvaluated(C->getCond(), Out);
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const VarDecl *V : variablesIn(*Declared))
      noteEvaluated(V->getInit(), Out);
    return;
  }
  for (const Stmt *Child : S->children())
    noteEvaluated(Child, Out);
}

} // namespace twofold
