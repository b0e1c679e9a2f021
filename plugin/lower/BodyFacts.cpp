// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "lower/BodyFacts.h"
#include "ast/ObjectAssignments.h"
#include "ast/PendingTemplates.h"
#include "dialect/LibraryFunctions.h"
#include "dialect/TypeMapping.h"
#include "lower/DerivedCaptures.h"
#include "model/ControlFlow.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

BodyFacts::BodyFacts(const ParallelLoop &Loop, Sema &S)
    : Loop(Loop), S(S), Ctx(S.Context), Make(Ctx, Loop.Loc) {}

/// A part of the standard library's own objects, as the number of elements in a
/// view: nobody has arrays of them.
static bool isLibraryDetail(const RecordDecl &R) {
  const auto *Within = dyn_cast<NamespaceDecl>(R.getDeclContext());
  while (Within && !Within->isStdNamespace())
    Within = dyn_cast<NamespaceDecl>(Within->getDeclContext());
  const auto *Class = dyn_cast<CXXRecordDecl>(&R);
  return Within && Class && Class->getIdentifier() &&
         Class->getName().starts_with("__") && Class->hasDefinition() &&
         Class->isTriviallyCopyable() && !Class->field_empty();
}

bool BodyFacts::isLowered(QualType T) {
  T = T.getNonReferenceType();
  if (T->isPointerType())
    T = T->getPointeeType();
  QualType Element = Ctx.getBaseElementType(T);
  const auto *R = Element->getAsRecordDecl();
  if (!R)
    return Element->isAnyPointerType();
  if (auto It = Classes.find(R->getCanonicalDecl()); It != Classes.end())
    return It->second;
  bool Has =
      isLibraryDetail(*R) ||
      typeObstacle(Ctx.getCanonicalTagType(R), "", Loop.Loc, Ctx).has_value();
  Classes[R->getCanonicalDecl()] = Has;
  return Has;
}

std::optional<bool> BodyFacts::known(const Expr *Condition) {
  bool Result;
  if (Condition->isValueDependent() ||
      !Condition->EvaluateAsBooleanCondition(Result, Ctx) ||
      writesIn(Condition)) // evaluation passes over what it does
    return std::nullopt;
  return Result;
}

/// The literal that Code, an integer, always is; null: it is none, or one that
/// does more than to be computed.
Expr *BodyFacts::literal(Expr *Code) {
  QualType T = Code->getType();
  if (!Code->isPRValue() || !T->isIntegralOrEnumerationType() ||
      Ctx.getIntWidth(T) > 64)
    return nullptr;
  auto Known = constantOf(Code, Ctx);
  if (!Known || writesIn(Code))
    return nullptr;
  QualType Plain = T->isBooleanType() || T->isEnumeralType()
                       ? Make.I64
                       : T.getUnqualifiedType();
  return Make.convert(Make.integer(Known->extOrTrunc(64).getZExtValue(), Plain),
                      T);
}

Place BodyFacts::folded(Place P) {
  if (P.is(Place::Kind::Value) && !isa<IntegerLiteral>(P.Code->IgnoreCasts()))
    if (Expr *Known = literal(P.Code))
      P.Code = Known;
  return P;
}

std::optional<bool> BodyFacts::settled(Expr *Condition) {
  Expr *Known = literal(Make.convert(Condition, Ctx.BoolTy));
  bool Result;
  if (!Known || !Known->EvaluateAsBooleanCondition(Result, Ctx))
    return std::nullopt;
  return Result;
}

bool BodyFacts::writes(const FunctionDecl &F) {
  const FunctionDecl *Def = definitionOf(F, S, Loop.Loc);
  if (!Def)
    return true;
  if (auto It = Writers.find(Def); It != Writers.end())
    return It->second;
  Writers[Def] = true; // a call of itself
  bool Result = llvm::any_of(bodiesOf(*Def),
                             [&](const Stmt *Code) { return writesIn(Code); });
  return Writers[Def] = Result;
}

bool BodyFacts::writesIn(const Stmt *S) {
  if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(S) ||
      isDead(S))
    return false;
  if (assignedBy(S) ||
      isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr, AsmStmt,
          StmtExpr, OpaqueValueExpr, OMPExecutableDirective>(S))
    return true;
  if (const auto *E = dyn_cast<Expr>(S))
    if (const Expr *Seen = seeThrough(E); Seen != E)
      return writesIn(Seen);
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return true;
    if (isAssignment(dyn_cast<CXXMethodDecl>(F)))
      return true;
    const MathRule *Rule = findMathRule(*F);
    bool Sets = Rule && (Rule->Form == MathForm::OutLast ||
                         Rule->Form == MathForm::SinCos);
    bool Pure = Rule || F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() ||
                F->getBuiltinID() == Builtin::BI__builtin_is_constant_evaluated;
    if (Sets || (!Pure && writes(*F)))
      return true;
  } else if (const auto *C = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *D = C->getConstructor();
    if (!D->isTrivial() &&
        !(D->isDefaulted() && D->isCopyOrMoveConstructor()) && writes(*D))
      return true;
  }
  return llvm::any_of(ownParts(S),
                      [&](const Stmt *Child) { return writesIn(Child); });
}

bool BodyFacts::comparesPointers(const FunctionDecl &F) {
  if (llvm::count_if(F.parameters(), [](const ParmVarDecl *P) {
        return P->getType()->isPointerType();
      }) < 2)
    return false;
  const FunctionDecl *Def = definitionOf(F, S, Loop.Loc);
  auto [It, New] = Comparers.try_emplace(Def, false);
  if (!New || !Def)
    return It->second;
  bool Result = anyNode(Def->getBody(), [&](const Stmt *Part) {
    if (const auto *B = dyn_cast<BinaryOperator>(Part))
      return (B->isComparisonOp() || B->getOpcode() == BO_Sub) &&
             B->getLHS()->getType()->isPointerType() &&
             B->getRHS()->getType()->isPointerType();
    const FunctionDecl *Called = isa<CallExpr>(Part) ? calleeOf(Part) : nullptr;
    return Called && comparesPointers(*Called);
  });
  return Comparers[Def] = Result;
}

bool BodyFacts::isDead(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Child) { return isDead(Child); });
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (If->getInit() || If->getConditionVariable())
      return false;
    if (If->isConsteval())
      return isDead(runBranch(*If));
    auto Known = known(If->getCond());
    return Known && isDead(*Known ? If->getThen() : If->getElse());
  }
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    auto Again = known(Do->getCond());
    return Again && !*Again && isDead(Do->getBody());
  }
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(),
                        [](const Decl *D) { return onlyNames(*D); });
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_ToVoid)
    return !Cast->getSubExpr()->HasSideEffects(Ctx);
  return false;
}

bool BodyFacts::passesPointer(const FunctionDecl &F) {
  if (!F.getReturnType()->isPointerType() || F.getNumParams() != 1 ||
      F.getBuiltinID() || !isLibraryPart(F))
    return false;
  const FunctionDecl *Def = definitionOf(F, S, Loop.Loc);
  const auto *Body =
      Def ? dyn_cast_or_null<CompoundStmt>(Def->getBody()) : nullptr;
  return Body && isExpression(opened(Body));
}

bool endsInReturn(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && endsInReturn(Block->body_back());
  if (const auto *If = dyn_cast_or_null<IfStmt>(S))
    return endsInReturn(If->getThen()) && endsInReturn(If->getElse());
  return S && isa<ReturnStmt>(S);
}

StatementList opened(const Stmt *S) {
  StatementList Result;
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    Result.append(Block->body_begin(), Block->body_end());
  else if (S)
    Result.push_back(S);
  return Result;
}

StatementList joined(const Stmt *First, llvm::ArrayRef<const Stmt *> Rest) {
  StatementList Result = opened(First);
  Result.append(Rest.begin(), Rest.end());
  return Result;
}

bool BodyFacts::isExpression(llvm::ArrayRef<const Stmt *> Rest) {
  for (; !Rest.empty(); Rest = Rest.drop_front()) {
    const Stmt *S = Rest.front();
    if (isDead(S) || isa<Expr, DeclStmt>(S))
      continue;
    if (isa<ReturnStmt>(S))
      return true;
    if (const auto *Block = dyn_cast<CompoundStmt>(S))
      return isExpression(joined(Block, Rest.drop_front()));
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getInit() || If->getConditionVariable() || If->isConsteval())
      return false;
    if (auto Known = known(If->getCond()))
      return isExpression(
          joined(*Known ? If->getThen() : If->getElse(),
                 endsInReturn(*Known ? If->getThen() : If->getElse())
                     ? llvm::ArrayRef<const Stmt *>()
                     : Rest.drop_front()));
    return endsInReturn(If->getThen()) && isExpression(opened(If->getThen())) &&
           isExpression(joined(If->getElse(), Rest.drop_front()));
  }
  return true;
}

} // namespace twofold
