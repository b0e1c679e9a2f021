// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/Nodes.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

namespace twofold {

using namespace clang;

const Expr *defaultOf(const Stmt *S) {
  if (const auto *Argument = dyn_cast<CXXDefaultArgExpr>(S))
    return Argument->getExpr();
  const auto *Member = dyn_cast<CXXDefaultInitExpr>(S);
  return Member ? Member->getExpr() : nullptr;
}

SourceLocation placeOf(const Stmt &S) {
  const auto *E = dyn_cast<Expr>(&S);
  return E && S.getBeginLoc().isInvalid() ? E->getExprLoc() : S.getBeginLoc();
}

const Expr *seeThrough(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens(); // __extension__, _Generic and __builtin_choose_expr
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Bound = dyn_cast<CXXBindTemporaryExpr>(E))
      E = Bound->getSubExpr();
    else if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Subst->getReplacement();
    else if (const auto *Written = dyn_cast<CXXRewrittenBinaryOperator>(E))
      E = Written->getSemanticForm();
    else if (const Expr *Default = defaultOf(E))
      E = Default;
    else
      return E;
  }
}

void eachNode(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Enter) {
  if (!S || !Enter(S))
    return;
  // Its children name what the statement does, once more.
  if (const auto *Captured = dyn_cast<CapturedStmt>(S))
    return eachNode(Captured->getCapturedStmt(), Enter);
  eachNode(defaultOf(S), Enter); // no default uses itself
  if (const auto *Array = dyn_cast<ArrayInitLoopExpr>(S))
    eachNode(Array->getCommonExpr()->getSourceExpr(), Enter);
  for (const Stmt *Child : S->children())
    eachNode(Child, Enter);
}

bool anyNode(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is) {
  bool Found = false;
  eachNode(S, [&](const Stmt *Part) { return !Found && !(Found = Is(Part)); });
  return Found;
}

bool mentions(const Stmt *S, const ValueDecl *D) {
  return findNode<DeclRefExpr>(
      S, [&](const DeclRefExpr *Ref) { return Ref->getDecl() == D; });
}

std::optional<llvm::APSInt> constantOf(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult R;
  if (E->isValueDependent() || !E->EvaluateAsInt(R, Ctx))
    return std::nullopt;
  return R.Val.getInt();
}

const Expr &typeSource(const Expr &Whole) {
  const Expr *E = &Whole;
  const auto Same = [&](const Expr *Part) {
    return Part->getType()->getCanonicalTypeUnqualified() ==
           Whole.getType()->getCanonicalTypeUnqualified();
  };
  while (true) {
    SmallVector<const Expr *, 2> Parts;
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && !B->isAssignmentOp() && !B->isPtrMemOp())
      Parts = {B->getLHS(), B->getRHS()};
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && U->isArithmeticOp())
      Parts = {U->getSubExpr()};
    else if (const auto *C = dyn_cast<ConditionalOperator>(E))
      Parts = {C->getTrueExpr(), C->getFalseExpr()};
    for (const Expr *&Part : Parts)
      Part = Part->IgnoreParenImpCasts();
    const auto *Found = llvm::find_if(Parts, Same);
    if (Found == Parts.end())
      return *E;
    E = *Found;
  }
}

std::string nameOrText(const Expr &E, const ASTContext &Ctx) {
  if (!isa<ExplicitCastExpr, FloatingLiteral, ImaginaryLiteral>(E))
    return nameIn(E);
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(E.getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
      .str();
}

std::string nameIn(const Expr &Part) {
  const Expr *E = Part.IgnoreParenCasts();
  while (true) {
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase()->IgnoreParenCasts();
    else if (const auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr()->IgnoreParenCasts();
    else if (const auto *B = dyn_cast<BinaryOperator>(E))
      E = (B->isPtrMemOp() ? B->getRHS() : B->getLHS())->IgnoreParenCasts();
    else if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
             C && C->getNumArgs())
      E = C->getArg(0)->IgnoreParenCasts();
    else if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
      E = Choice->getTrueExpr()->IgnoreParenCasts();
    else
      break;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getNameAsString();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl()->getNameAsString();
  return "";
}

const Expr *assignedBy(const Stmt *S) {
  const auto *B = dyn_cast<BinaryOperator>(S);
  const auto *U = dyn_cast<UnaryOperator>(S);
  return B && B->isAssignmentOp()           ? B->getLHS()
         : U && U->isIncrementDecrementOp() ? U->getSubExpr()
                                            : nullptr;
}

const ValueDecl *movedBy(const Stmt *S) {
  const Expr *Addressed = operandOf(S, UO_AddrOf);
  const Expr *Target = Addressed ? Addressed : assignedBy(S);
  return Target ? namedIn(Target) : nullptr;
}

const Expr *objectOf(const CallExpr &Call) {
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return Member->getImplicitObjectArgument();
  return isa<CXXOperatorCallExpr>(Call) && Call.getNumArgs() ? Call.getArg(0)
                                                             : nullptr;
}

const Expr *forwarded(const Expr &E) {
  const auto *Call = dyn_cast<CallExpr>(&E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && F->isInStdNamespace() && F->getIdentifier() &&
                 Call->getNumArgs() == 1 &&
                 llvm::is_contained({"forward", "move", "move_if_noexcept",
                                     "as_const", "forward_like"},
                                    F->getName())
             ? Call->getArg(0)
             : nullptr;
}

const FunctionDecl *calleeOf(const Stmt *S) {
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return Call->getDirectCallee();
  if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(S))
    return Inherited->getConstructor();
  const auto *Construct = dyn_cast<CXXConstructExpr>(S);
  return Construct ? Construct->getConstructor() : nullptr;
}

llvm::SmallVector<Stmt *, 4> bodiesOf(const FunctionDecl &Def) {
  llvm::SmallVector<Stmt *, 4> Code;
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(&Def))
    for (const CXXCtorInitializer *Init : Constructor->inits())
      Code.push_back(Init->getInit());
  Code.push_back(Def.getBody());
  return Code;
}

bool discards(const Stmt *S, const Stmt *Child) {
  if (isa<Expr, DeclStmt, ReturnStmt, CoreturnStmt, IndirectGotoStmt, AsmStmt,
          CapturedStmt, OMPExecutableDirective>(S))
    return false;
  const Expr *Condition = nullptr;
  if (const auto *If = dyn_cast<IfStmt>(S))
    Condition = If->getCond();
  else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    Condition = Switch->getCond();
  else if (const auto *For = dyn_cast<ForStmt>(S))
    Condition = For->getCond();
  else if (const auto *While = dyn_cast<WhileStmt>(S))
    Condition = While->getCond();
  else if (const auto *Do = dyn_cast<DoStmt>(S))
    Condition = Do->getCond();
  else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return Child == Range->getBody() || Child == Range->getInit();
  return Child != Condition;
}

llvm::SmallVector<Expr *, 2> lengthsIn(QualType T) {
  llvm::SmallVector<Expr *, 2> Lengths;
  while (T->isVariablyModifiedType()) {
    if (const auto *Pointer = T->getAs<PointerType>()) {
      T = Pointer->getPointeeType();
      continue;
    }
    const ArrayType *Array = T->getAsArrayTypeUnsafe();
    if (!Array)
      break;
    const auto *Variable = dyn_cast<VariableArrayType>(Array);
    if (Variable && Variable->getSizeExpr())
      Lengths.push_back(Variable->getSizeExpr());
    T = Array->getElementType();
  }
  return Lengths;
}

const APValue *constantNumber(const VarDecl &V) {
  const QualType T = V.getType();
  if (!T->isArithmeticType() || !V.hasInit() ||
      V.getInit()->isValueDependent() ||
      !(V.isConstexpr() ||
        (T->isIntegerType() &&
         V.isUsableInConstantExpressions(V.getASTContext()))))
    return nullptr;
  const APValue *Value = V.evaluateValue();
  return Value && (Value->isInt() || Value->isFloat()) ? Value : nullptr;
}

llvm::StringRef libraryClass(const CXXRecordDecl *Class) {
  return Class && Class->isInStdNamespace() && Class->getIdentifier()
             ? Class->getName()
             : "";
}

llvm::StringRef libraryClass(QualType T) {
  return libraryClass(T.getNonReferenceType()->getAsCXXRecordDecl());
}

llvm::StringRef plainName(const FunctionDecl *F) {
  return F && F->getIdentifier() ? F->getName() : "";
}

SmallVector<Stmt *, 8> statementsOf(Stmt *Body) {
  if (auto *Block = dyn_cast<CompoundStmt>(Body))
    return SmallVector<Stmt *, 8>(Block->body_begin(), Block->body_end());
  return SmallVector<Stmt *, 8>(1, Body);
}

} // namespace twofold

using namespace clang;
using namespace twofold;

Exits twofold::exitsOf(const Stmt *S) {
  Exits Out;
  if (!S || isa<LambdaExpr>(S))
    return Out;
  Out.Break = isa<BreakStmt>(S);
  Out.Continue = isa<ContinueStmt>(S);
  Out.Return = isa<ReturnStmt>(S);
  for (const Stmt *Child : S->children()) {
    Exits Inner = exitsOf(Child);
    Out.Break |= Inner.Break && !isLoop(*S) && !isa<SwitchStmt>(S);
    Out.Continue |= Inner.Continue && !isLoop(*S);
    Out.Return |= Inner.Return;
  }
  return Out;
}

/// A statement that leaves the body for good, as a return does.
static bool isThrow(const Stmt *S) {
  if (const auto *Full = dyn_cast_or_null<ExprWithCleanups>(S))
    S = Full->getSubExpr();
  return isa_and_nonnull<CXXThrowExpr>(S);
}

bool twofold::isIrreducible(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AddrLabelExpr, AsmStmt,
          CXXTryStmt, CXXThrowExpr, CoroutineBodyStmt, CoreturnStmt,
          CoawaitExpr, CoyieldExpr, OMPExecutableDirective>(S))
    return true;
  // A case inside a loop of the switch: the loop is entered in its middle.
  if (isLoop(*S) && llvm::any_of(S->children(), hasEntry))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return (isa<Expr>(S) || !isThrow(Child)) && isIrreducible(Child);
  });
}

bool twofold::hasEntry(const Stmt *S) {
  if (!S || isa<SwitchStmt, LambdaExpr>(S))
    return false;
  return isa<SwitchCase, LabelStmt>(S) || llvm::any_of(S->children(), hasEntry);
}

const Expr *twofold::calledClosure(const Stmt *S) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  const auto *Body =
      Call && Call->getOperator() == OO_Call
          ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee())
          : nullptr;
  return Body && Body->isConst() && Body->getParent()->isLambda()
             ? Call->getArg(0)
             : nullptr;
}

bool twofold::onlyReads(const Stmt *S, const ValueDecl *D) {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *Captured = dyn_cast<CapturedStmt>(S))
    return onlyReads(Captured->getCapturedStmt(), D);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return Ref->getDecl() != D;
  if (const Expr *E = operandOf(S, CK_LValueToRValue)) {
    for (;;) {
      E = E->IgnoreParens();
      if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow()) {
        E = M->getBase();
        continue;
      }
      const auto *A = dyn_cast<ArraySubscriptExpr>(E);
      const Expr *Array = A ? arrayIn(*A) : nullptr;
      if (!Array)
        break;
      if (!onlyReads(A->getIdx(), D))
        return false;
      E = Array;
    }
    return isa<DeclRefExpr>(E) || onlyReads(E, D);
  }
  const Expr *Closure = calledClosure(S);
  return llvm::all_of(ownParts(S), [&](const Stmt *Child) {
    const auto *Ref =
        Child && Child == Closure
            ? dyn_cast<DeclRefExpr>(Closure->IgnoreParenImpCasts())
            : nullptr;
    return Ref || onlyReads(Child, D);
  });
}
