// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/DirectiveVariables.h"
#include "ast/CodeGeneration.h"
#include "ast/DirectiveCopy.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace twofold {

const Expr *withoutCasts(const Expr *E) {
  for (;;) {
    const Expr *Inner = seeThrough(E)->IgnoreParenImpCasts();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

static bool assigns(const Stmt *S, const ValueDecl *D) {
  return anyNode(S, [&](const Stmt *Part) { return movedBy(Part) == D; });
}

void OwnVariables::add(llvm::SmallVectorImpl<VarDecl *> &To, const Expr *E) {
  auto *V = const_cast<VarDecl *>(variableIn(E->IgnoreParenImpCasts()));
  QualType T = V ? V->getType() : QualType();
  bool Plain = V && !T->isReferenceType() && !T->isVariablyModifiedType() &&
               !T->isArrayType() &&
               (!T->isRecordType() || T.isTrivialType(V->getASTContext()));
  Understood &= Plain;
  if (Plain)
    To.push_back(V);
}

bool namesAnew(const Stmt *S, llvm::function_ref<bool(const ValueDecl *)> Is) {
  llvm::SmallPtrSet<const Stmt *, 8> Subscripted;
  bool Found = false;
  eachNode(S, [&](const Stmt *Part) {
    auto IsPart = [&](const Stmt *E) {
      return E && isa<Expr>(E) && cast<Expr>(E)->isGLValue() &&
             Is(rootOf(cast<Expr>(E)));
    };
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(Part))
      Subscripted.insert(Element->getBase());
    if (const auto *Array = operandOf(Part, CK_ArrayToPointerDecay))
      Found |= !Subscripted.contains(Part) && IsPart(Array);
    if (const auto *Address = operandOf(Part, UO_AddrOf))
      Found |= IsPart(Address);
    const auto *Made = dyn_cast<CXXConstructExpr>(Part);
    if (isa<CallExpr, LambdaExpr>(Part) ||
        (Made && !Made->getConstructor()->isTrivial()))
      Found |= llvm::any_of(Part->children(), [&](const Stmt *E) {
        return E != calledClosure(Part) && IsPart(E);
      });
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Part))
      Found |= IsPart(Call->getImplicitObjectArgument());
    if (const auto *Declared = dyn_cast<DeclStmt>(Part))
      for (const VarDecl *Other : variablesIn(*Declared))
        Found |=
            Other->getType()->isReferenceType() && IsPart(Other->getInit());
    return !Found;
  });
  return Found;
}

AnewSet namedAnew(const Stmt *S) {
  AnewSet Found;
  namesAnew(S, [&](const ValueDecl *V) {
    Found.insert(V);
    return false;
  });
  return Found;
}

bool needsNoCopy(const Stmt *S, const ValueDecl *V, const FunctionDecl &F,
                 const AnewSet &Anew) {
  const QualType T = V->getType();
  const auto *Class = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!onlyReads(S, V) || T->isReferenceType() ||
      (Class &&
       !(Class->hasTrivialCopyConstructor() && Class->hasTrivialDestructor())))
    return false;
  const auto *Own = dyn_cast<VarDecl>(V);
  const auto *Around = dyn_cast<FunctionDecl>(V->getDeclContext());
  return T.isConstQualified() ||
         (Own && Own->hasLocalStorage() && Around && Around->getBody() &&
          !(Around == &F ? Anew : namedAnew(Around->getBody())).contains(V));
}

/// What D's body is, or is made from in the instance of a template.
static const Stmt *bodyOf(const CXXDestructorDecl &D) {
  const FunctionDecl *Definition = nullptr;
  if (D.hasBody(Definition))
    return Definition->getBody();
  const FunctionDecl *Pattern = D.getTemplateInstantiationPattern();
  return Pattern && Pattern->hasBody(Definition) ? Definition->getBody()
                                                 : nullptr;
}

bool hasEnd(QualType T) {
  const auto *Class = T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return false;
  const CXXDestructorDecl *D = Class->getDestructor();
  if (!D || D->isVirtual() || D->isDeleted())
    return true;
  if (D->isUserProvided()) {
    const auto *Body = dyn_cast_or_null<CompoundStmt>(bodyOf(*D));
    if (!Body || !Body->body_empty())
      return true;
  }
  return llvm::any_of(Class->bases(),
                      [](const CXXBaseSpecifier &B) {
                        return B.isVirtual() || hasEnd(B.getType());
                      }) ||
         llvm::any_of(Class->fields(),
                      [](const FieldDecl *F) { return hasEnd(F->getType()); });
}

bool changesSomething(const Expr *E) {
  return anyNode(E, [](const Stmt *S) {
    // What is evaluated ahead of the directive.
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
      if (const auto *Ahead = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()))
        return Ahead->getInit() && changesSomething(Ahead->getInit());
    const FunctionDecl *Callee = calleeOf(S);
    return assignedBy(S) || (isa<CallExpr>(S) && !storesNothing(Callee) &&
                             !(Callee && Callee->getIdentifier() &&
                               Callee->getName().starts_with("omp_")));
  });
}

bool changesSomething(const OMPClause &Clause) {
  return llvm::any_of(Clause.children(), [](const Stmt *Part) {
    const auto *E = dyn_cast_or_null<Expr>(Part);
    return E && changesSomething(E);
  });
}

const ValueDecl *rootOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && (U->getOpcode() == UO_Deref || U->getOpcode() == UO_AddrOf))
      E = U->getSubExpr();
    else
      return namedIn<ValueDecl>(E);
  }
}

const ValueDecl *reducedBy(const Expr &Item) {
  const Expr *E = Item.IgnoreParenImpCasts();
  while (const auto *Section = dyn_cast<ArraySectionExpr>(E))
    E = Section->getBase()->IgnoreParenImpCasts();
  return rootOf(E);
}

/// Whether S reads V, or an element, other than to know which one it assigns.
static bool looksAt(const Stmt *S, const ValueDecl *V) {
  if (!S)
    return false;
  if (auto *D = dyn_cast<OMPExecutableDirective>(S))
    return looksAt(underDirective(*const_cast<OMPExecutableDirective *>(D)), V);
  if (const auto *B = dyn_cast<BinaryOperator>(S);
      B && B->getOpcode() == BO_Assign && rootOf(B->getLHS()) == V)
    return looksAt(B->getRHS(), V);
  const auto *Ref = dyn_cast<DeclRefExpr>(S);
  return (Ref && Ref->getDecl() == V) ||
         llvm::any_of(S->children(),
                      [&](const Stmt *Part) { return looksAt(Part, V); });
}

/// Whether E and Element are the same expression.
static bool isSame(const Expr *E, const Expr *Element, const ASTContext &Ctx) {
  llvm::FoldingSetNodeID A, B;
  E->IgnoreParenCasts()->Profile(A, Ctx, /*Canonical=*/true);
  Element->IgnoreParenCasts()->Profile(B, Ctx, /*Canonical=*/true);
  return A == B;
}

/// Of a reduction by + and -, which are one.
static StringRef combined(StringRef Op) { return Op == "-" ? "+" : Op; }

/// Whether E is what Element, of V, had, combined by Op with other values.
static bool combines(const Expr *E, const Expr *Element, const ValueDecl *V,
                     StringRef Op, const ASTContext &Ctx) {
  E = E->IgnoreParenCasts();
  if (isSame(E, Element, Ctx))
    return true;
  if (const auto *Either = dyn_cast<ConditionalOperator>(E))
    return !mentions(Either->getCond(), V) &&
           combines(Either->getTrueExpr(), Element, V, Op, Ctx) &&
           combines(Either->getFalseExpr(), Element, V, Op, Ctx);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || combined(B->getOpcodeStr()) != combined(Op))
    return false;
  if (!mentions(B->getRHS(), V))
    return combines(B->getLHS(), Element, V, Op, Ctx);
  return B->getOpcode() != BO_Sub && !mentions(B->getLHS(), V) &&
         combines(B->getRHS(), Element, V, Op, Ctx);
}

bool assignsAnew(const Stmt *S, const ValueDecl *V, StringRef Op,
                 const ASTContext &Ctx) {
  if (!S)
    return false;
  if (auto *D = dyn_cast<OMPExecutableDirective>(S))
    return assignsAnew(underDirective(*const_cast<OMPExecutableDirective *>(D)),
                       V, Op, Ctx);
  // Compared, in whatever way.
  if ((Op == "min" || Op == "max") && looksAt(S, V))
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(S);
      B && B->isAssignmentOp() && rootOf(B->getLHS()) == V) {
    if (B->isCompoundAssignmentOp())
      return mentions(B->getRHS(), V) ||
             combined(BinaryOperator::getOpcodeStr(
                 BinaryOperator::getOpForCompoundAssignment(B->getOpcode()))) !=
                 combined(Op);
    if (combines(B->getRHS(), B->getLHS(), V, Op, Ctx))
      return false;
    // Whatever it had, so is the result.
    bool Value = false;
    return !(Op == "||" || Op == "&&") || mentions(B->getRHS(), V) ||
           !B->getRHS()->EvaluateAsBooleanCondition(Value, Ctx) ||
           Value != (Op == "||");
  }
  return llvm::any_of(S->children(), [&](const Stmt *Part) {
    return assignsAnew(Part, V, Op, Ctx);
  });
}

const OMPDeclareReductionDecl *declaredBy(const Expr *Operation) {
  const auto *Call = dyn_cast_or_null<CallExpr>(Operation);
  const auto *Callee =
      Call ? dyn_cast<OpaqueValueExpr>(Call->getCallee()) : nullptr;
  return Callee && Callee->getSourceExpr()
             ? namedIn<OMPDeclareReductionDecl>(
                   Callee->getSourceExpr()->IgnoreImpCasts())
             : nullptr;
}

OwnVariables ownVariables(const OMPExecutableDirective &Directive,
                          const Stmt *Loop) {
  OwnVariables Own;
  llvm::DenseSet<const ValueDecl *> Last;
  for (const auto *C : Directive.getClausesOfKind<OMPLastprivateClause>())
    for (const Expr *E : C->varlist())
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
        Last.insert(Ref->getDecl());
  for (const OMPClause *C : Directive.clauses()) {
    // The copy evaluates none.
    Own.Understood &= !changesSomething(*C);
    switch (C->getClauseKind()) {
    case llvm::omp::OMPC_private:
      for (const Expr *E : cast<OMPPrivateClause>(C)->varlist())
        Own.add(Own.Fresh, E);
      break;
    case llvm::omp::OMPC_firstprivate:
      for (const Expr *E : cast<OMPFirstprivateClause>(C)->varlist()) {
        const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
        if (!Ref || !Last.contains(Ref->getDecl()))
          Own.add(Own.Copied, E);
      }
      break;
    case llvm::omp::OMPC_linear:
      // A step that the loop does not make itself.
      for (const Expr *E : cast<OMPLinearClause>(C)->varlist()) {
        const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
        Own.Understood &= Ref && assigns(Loop, Ref->getDecl());
      }
      break;
    case llvm::omp::OMPC_reduction:
      Own.Understood &=
          cast<OMPReductionClause>(C)->getModifier() != OMPC_REDUCTION_inscan &&
          llvm::none_of(cast<OMPReductionClause>(C)->reduction_ops(),
                        declaredBy);
      break;
    case llvm::omp::OMPC_lastprivate:
    case llvm::omp::OMPC_shared:
    case llvm::omp::OMPC_default:
    case llvm::omp::OMPC_collapse:
    case llvm::omp::OMPC_safelen:
    case llvm::omp::OMPC_simdlen:
    case llvm::omp::OMPC_aligned:
    case llvm::omp::OMPC_nontemporal:
    case llvm::omp::OMPC_order:
    case llvm::omp::OMPC_if:
    case llvm::omp::OMPC_num_threads:
    case llvm::omp::OMPC_schedule:
    case llvm::omp::OMPC_proc_bind:
    case llvm::omp::OMPC_bind:
    case llvm::omp::OMPC_nowait:
      break;
    default:
      Own.Understood = false;
    }
  }
  if (Own.Understood) {
    auto Reduced = ownReductions(Directive, Loop);
    Own.Understood = Reduced.has_value();
    if (Reduced)
      Own.Reduced = std::move(*Reduced);
  }
  return Own;
}

bool promisesLanes(const OMPExecutableDirective &Directive,
                   llvm::function_ref<bool(const VarDecl &)> IsOwn) {
  auto AllOwn = [&](auto *Clause) {
    return llvm::all_of(Clause->varlist(), [&](const Expr *E) {
      const VarDecl *V = variableIn(E->IgnoreParenImpCasts());
      return V && V->hasLocalStorage() && V->getType()->isScalarType() &&
             IsOwn(*V);
    });
  };
  return llvm::all_of(Directive.clauses(), [&](const OMPClause *C) {
    if (const auto *R = dyn_cast<OMPReductionClause>(C))
      return AllOwn(R);
    if (const auto *Last = dyn_cast<OMPLastprivateClause>(C))
      return AllOwn(Last);
    if (const auto *Linear = dyn_cast<OMPLinearClause>(C))
      return AllOwn(Linear);
    return C->getClauseKind() != llvm::omp::OMPC_safelen &&
           C->getClauseKind() != llvm::omp::OMPC_if;
  });
}

void hintLanes(Stmt *&Slot, unsigned Loops, bool Promised, ASTContext &Ctx,
               SourceLocation Where) {
  if (auto *Block = dyn_cast<CompoundStmt>(Slot); Block && Block->size() == 1)
    Slot = Block->body_front();
  auto *For = dyn_cast<ForStmt>(Slot);
  if (!For)
    return;
  if (Loops > 1) {
    Stmt *Body = For->getBody();
    hintLanes(Body, Loops - 1, Promised, Ctx, Where);
    return For->setBody(Body);
  }
  llvm::SmallVector<const Attr *, 2> Hints;
  if (Promised)
    addLaneHints(Hints, Ctx, Where);
  else
    Hints.push_back(
        loopHint(Ctx, Where, LoopHintAttr::Vectorize, LoopHintAttr::Enable));
  Slot = AttributedStmt::Create(Ctx, Where, Hints, For);
}

void markFreeSums(Stmt *&Slot, const OMPLoopDirective &Directive,
                  ASTContext &Ctx) {
  Stmt *Inner = Slot;
  if (auto *Block = dyn_cast<CompoundStmt>(Inner); Block && Block->size() == 1)
    Inner = Block->body_front();
  llvm::SmallVector<const Attr *, 4> Marks;
  if (auto *Hinted = dyn_cast<AttributedStmt>(Inner)) {
    Marks.append(Hinted->getAttrs().begin(), Hinted->getAttrs().end());
    Inner = Hinted->getSubStmt();
  }
  if (Directive.getLoopsNumber() != 1 || !isa<ForStmt>(Inner) ||
      !Directive.hasClausesOfKind<OMPReductionClause>())
    return;
  const SourceLocation Where = Directive.getBeginLoc();
  Marks.push_back(AnnotateAttr::Create(Ctx, "twofold.reordered", nullptr, 0,
                                       SourceRange(Where)));
  Slot = AttributedStmt::Create(Ctx, Where, Marks, Inner);
}

} // namespace twofold
