// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/ObjectAssignments.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace twofold {
namespace {

bool canBeCopied(const CXXRecordDecl &R) {
  if (R.needsImplicitCopyConstructor())
    return !R.defaultedCopyConstructorIsDeleted();
  return llvm::any_of(R.ctors(), [](const CXXConstructorDecl *Made) {
    return Made->isCopyConstructor() && !Made->isDeleted();
  });
}

} // namespace

bool isAssignment(const CXXMethodDecl *Method) {
  return Method && (Method->isCopyAssignmentOperator() ||
                    Method->isMoveAssignmentOperator());
}

/// As the bytes that it is; its end, if it has one, does nothing.
static bool isCopied(QualType T, const ASTContext &Ctx) {
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return T.isTriviallyCopyableType(Ctx) ||
         (Class && Class->hasTrivialCopyConstructor() &&
          Class->hasTrivialCopyAssignment() && !Class->isDynamicClass() &&
          !hasEnd(T));
}

bool holdsNumbersOnly(QualType T, const ASTContext &Ctx) {
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !R->getDefinition() || R->isUnion() || !isCopied(T, Ctx))
    return false;
  R = R->getDefinition();
  if (const auto *Class = dyn_cast<CXXRecordDecl>(R))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!holdsNumbersOnly(Base.getType(), Ctx))
        return false;
  return llvm::all_of(R->fields(), [&](const FieldDecl *F) {
    QualType Part = Ctx.getBaseElementType(F->getType());
    return Part->isArithmeticType() || holdsNumbersOnly(Part, Ctx);
  });
}

bool isStandardComplex(QualType T) {
  const CXXRecordDecl *R = T->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getName() == "complex";
}

const Expr *changedObject(const CallExpr &E) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
  const Expr *Object, *Named;
  OverloadedOperatorKind Op;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&E)) {
    Op = Operator->getOperator();
    Object = Named = E.getArg(0);
  } else if (isa<CXXMemberCallExpr>(E) && Method) {
    // Written as x.operator=(y), where x is part of the callee.
    Op = Method->getOverloadedOperator();
    Named = E.getCallee();
    Object = cast<CXXMemberCallExpr>(E).getImplicitObjectArgument();
  } else {
    return nullptr;
  }
  bool Changes = CXXOperatorCallExpr::isAssignmentOp(Op) || Op == OO_PlusPlus ||
                 Op == OO_MinusMinus;
  if (!Changes || !Object)
    return nullptr;
  const auto *R = Object->getType()->getAsCXXRecordDecl();
  if (!R || !R->hasDefinition())
    return nullptr;
  if (Method && Method->isConst())
    return nullptr; // a proxy changes what it stands for
  if (!canBeCopied(*R->getDefinition()) && !isAssignment(Method))
    return nullptr;
  return Named;
}

bool assignsWhole(const CXXOperatorCallExpr &E) {
  if (E.getOperator() != OO_Equal)
    return false;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E.getDirectCallee());
  return Method && ((isAssignment(Method) && Method->isTrivial()) ||
                    isStandardComplex(E.getArg(0)->getType()));
}

bool isChoice(const Stmt *Parent, const Stmt *Use) {
  if (isa_and_nonnull<ParenExpr>(Parent))
    return true;
  const auto *Choice = dyn_cast_or_null<ConditionalOperator>(Parent);
  return Choice && Choice->isGLValue() && Choice->getCond() != Use;
}

bool isWorkedOn(const Stmt *Parent, const Stmt *Grandparent,
                const ASTContext &Ctx) {
  if (const auto *Copy = dyn_cast_or_null<CXXConstructExpr>(Parent))
    return Copy->getNumArgs() == 1 &&
           Copy->getConstructor()->isCopyOrMoveConstructor();
  const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
  if (!Call)
    return false;
  QualType T = Call->getType();
  if (!Call->isGLValue())
    return T->isVoidType() || T->isArithmeticType() || holdsNumbersOnly(T, Ctx);
  if (!T->isArithmeticType())
    return false;
  if (const auto *Read = dyn_cast_or_null<CastExpr>(Grandparent))
    return Read->getCastKind() == CK_LValueToRValue;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Grandparent))
    return B->isAssignmentOp() && B->getLHS() == Call;
  const auto *U = dyn_cast_or_null<UnaryOperator>(Grandparent);
  return U && U->isIncrementDecrementOp();
}

static bool leavesAll(const Stmt *S, unsigned Depth) {
  return !anyNode(S, [&](const Stmt *Part) {
    const auto *Call = dyn_cast<CallExpr>(Part);
    return assignedBy(Part) ||
           isa<AsmStmt, LambdaExpr, CXXConstructExpr, CXXBindTemporaryExpr,
               CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, OMPExecutableDirective>(
               Part) ||
           (Call && !storesNothing(Call->getDirectCallee(), Depth + 1));
  });
}

bool changesNothing(const Expr *E, const ASTContext &Ctx) {
  return !E->HasSideEffects(Ctx) ||
         (leavesAll(E, 0) && !holdsNode<StmtExpr, AtomicExpr, VAArgExpr>(E));
}

bool storesNothing(const FunctionDecl *F, unsigned Depth) {
  constexpr unsigned MostCalls = 6;
  const FunctionDecl *Def = nullptr;
  if (!F || F->hasAttr<ConstAttr>())
    return F;
  if (F->getBuiltinID())
    return F->isNoReturn() ||
           F->getBuiltinID() == Builtin::BI__builtin_is_constant_evaluated;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Depth > MostCalls || (Method && Method->isVirtual()) ||
      !F->hasBody(Def) || Def->isDependentContext())
    return false;
  return leavesAll(Def->getBody(), Depth);
}

bool staysAsItIs(QualType T) {
  const CXXRecordDecl *Class =
      T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return T.isConstQualified() &&
         !(Class && Class->hasDefinition() && Class->hasMutableFields());
}

using Visited = llvm::SmallPtrSet<const FunctionDecl *, 16>;

static bool castsConstAway(const Stmt *S, const ASTContext &Ctx,
                           Visited &Seen) {
  constexpr unsigned MostCallees = 200;
  return anyNode(S, [&](const Stmt *Part) {
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(Part)) {
      QualType From = Cast->getSubExpr()->getType(), To = Cast->getType();
      if (!Cast->isGLValue()) {
        From = From->getPointeeType();
        To = To->getPointeeType();
      }
      return !From.isNull() && !To.isNull() && From.isConstQualified() &&
             !To.isConstQualified() &&
             !Ctx.getSourceManager().isInSystemHeader(Cast->getBeginLoc());
    }
    const FunctionDecl *F = calleeOf(Part), *Def = nullptr;
    if (!F || !F->hasBody(Def) || Def->isDependentContext() ||
        !Seen.insert(Def).second)
      return false;
    return Seen.size() > MostCallees ||
           castsConstAway(Def->getBody(), Ctx, Seen);
  });
}

bool castsConstAway(const Stmt *S, const ASTContext &Ctx) {
  Visited Seen;
  return castsConstAway(S, Ctx, Seen);
}

} // namespace twofold
