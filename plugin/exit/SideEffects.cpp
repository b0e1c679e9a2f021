// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "dialect/LibraryFunctions.h"
#include "exit/ExitRisks.h"
#include "model/ControlFlow.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace twofold {

std::string quotedName(const Expr &Part) {
  std::string Name = nameIn(Part);
  return Name.empty() ? "memory" : "'" + Name + "'";
}

namespace {

/// The body, or a function that it calls.
struct Frame {
  llvm::DenseSet<const ValueDecl *> Own; ///< variables that live in it
  bool InBody = false;
  bool WritesThis = false;
};

class EffectFinder {
  ASTContext &Ctx;
  std::optional<SideEffect> Found;
  Frame *Current = nullptr;
  /// Functions without effects but for those on *this; true: these.
  llvm::DenseMap<const FunctionDecl *, bool> Known;

public:
  explicit EffectFinder(ASTContext &Ctx) : Ctx(Ctx) {}

  std::optional<SideEffect> find(const Stmt *Body) {
    Frame Outermost;
    Outermost.InBody = true;
    Current = &Outermost;
    visit(Body);
    return Found;
  }

private:
  void fail(const Stmt *S, const std::string &What) {
    if (!Found)
      Found = SideEffect{S, What};
  }
  void visit(const Stmt *S);
  void declare(const Decl *D, const Stmt *S);
  void write(const Expr *Lvalue, const Stmt *S);
  void object(const Expr *Object, const Stmt *S);
  void call(const CallExpr &E);
  void construct(const CXXConstructExpr &E);
  bool callee(const FunctionDecl &F, const Stmt *Use);
  bool harmless(const FunctionDecl &F) const;
};

std::string quoted(const NamedDecl &D) {
  return "'" + D.getNameAsString() + "'";
}

/// False while the program runs: libraries check so what they are given by
/// constant expressions.
bool onlyWhileCompiling(const Expr *Cond) {
  Cond = Cond->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(Cond);
      B && B->getOpcode() == BO_LAnd)
    return onlyWhileCompiling(B->getLHS());
  const FunctionDecl *F = calleeOf(Cond);
  if (!F || !F->getIdentifier())
    return false;
  return F->getBuiltinID() == Builtin::BI__builtin_is_constant_evaluated ||
         (F->isInStdNamespace() && (F->getName() == "is_constant_evaluated" ||
                                    F->getName() == "__is_constant_evaluated"));
}

/// What a part of an object belongs to, without going through a pointer.
const Expr *rootOf(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(E);
        M && isa<FieldDecl>(M->getMemberDecl()) &&
        !M->getMemberDecl()->getType()->isReferenceType()) {
      if (M->isArrow() && !isa<CXXThisExpr>(M->getBase()->IgnoreParenCasts()))
        return E;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Array = arrayIn(*A);
      if (!Array)
        return E;
      E = Array;
    } else if (const auto *C = dyn_cast<CastExpr>(E);
               C && (C->getCastKind() == CK_NoOp ||
                     C->getCastKind() == CK_DerivedToBase ||
                     C->getCastKind() == CK_UncheckedDerivedToBase ||
                     C->getCastKind() == CK_LValueBitCast)) {
      E = C->getSubExpr();
    } else {
      return E;
    }
  }
}

void EffectFinder::write(const Expr *Lvalue, const Stmt *S) {
  const Expr *Root = rootOf(Lvalue);
  if (isa<MaterializeTemporaryExpr>(Root))
    return;
  if (isa<CXXThisExpr>(Root) && !Current->InBody) {
    Current->WritesThis = true;
    return;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Root)) {
    const ValueDecl *D = Ref->getDecl();
    const auto *V = dyn_cast<VarDecl>(D);
    if (V && !V->getType()->isReferenceType() &&
        (Current->Own.contains(D) ||
         (Current->InBody && Root == Lvalue->IgnoreParens() &&
          V->getType()->isScalarType())))
      return;
    return fail(S, quoted(*D) + " is written before");
  }
  fail(S, quotedName(*Root) + " is written before");
}

/// A call changes Object.
void EffectFinder::object(const Expr *Object, const Stmt *S) {
  const Expr *E = Object->IgnoreParens();
  if (E->getType()->isPointerType()) {
    if (isa<CXXThisExpr>(E->IgnoreParenImpCasts()) && !Current->InBody)
      Current->WritesThis = true;
    else
      fail(S, "an object is changed before");
    return;
  }
  const Expr *Root = rootOf(E);
  const auto *Ref = dyn_cast<DeclRefExpr>(Root);
  if (Ref && !(Current->Own.contains(Ref->getDecl()) &&
               !Ref->getDecl()->getType()->isReferenceType()))
    return fail(S, quoted(*Ref->getDecl()) + " is changed before");
  write(E, S);
}

void EffectFinder::declare(const Decl *D, const Stmt *S) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return;
  if (V->hasGlobalStorage() && !V->getType().isConstQualified())
    return fail(S, "static variable " + quoted(*V) + " is used before");
  if (V->needsDestruction(Ctx))
    return fail(S, quoted(*V) + " is destroyed before");
  Current->Own.insert(V);
  if (V->hasInit() && !V->hasGlobalStorage())
    visit(V->getInit());
}

/// Known to read at most memory.
bool EffectFinder::harmless(const FunctionDecl &F) const {
  if (F.hasAttr<ConstAttr>() || F.hasAttr<PureAttr>())
    return true;
  if (unsigned ID = F.getBuiltinID())
    if (Ctx.BuiltinInfo.isConst(ID) || Ctx.BuiltinInfo.isPure(ID) ||
        Ctx.BuiltinInfo.isConstWithoutErrnoAndExceptions(ID))
      return true;
  const MathRule *Rule = findMathRule(F);
  return Rule && Rule->Form != MathForm::OutLast &&
         Rule->Form != MathForm::SinCos;
}

/// Whether F changes *this and nothing else; everything else fails.
bool EffectFinder::callee(const FunctionDecl &F, const Stmt *Use) {
  if (harmless(F))
    return false;
  const FunctionDecl *Def = nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (Method && Method->isTrivial())
    return isAssignment(Method);
  if ((Method && Method->isVirtual()) || !F.hasBody(Def) ||
      Def->isTemplated()) {
    fail(Use, quoted(F) + " is called before and may have effects");
    return false;
  }
  auto [At, New] = Known.try_emplace(Def, false);
  if (!New)
    return At->second; // recursion: the outer visit decides
  Frame Inner, *Outer = Current;
  for (const ParmVarDecl *P : Def->parameters())
    if (!P->getType()->isReferenceType())
      Inner.Own.insert(P);
  Current = &Inner;
  bool Before = Found.has_value();
  llvm::for_each(bodiesOf(*Def), [&](const Stmt *Code) { visit(Code); });
  Current = Outer;
  if (Found && !Before && Outer->InBody)
    Found = SideEffect{Use, quoted(F) + " is called before and has effects"};
  Known[Def] = Inner.WritesThis;
  return Inner.WritesThis;
}

void EffectFinder::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F)
    return fail(&E, "a function is called by a pointer before");
  for (const Expr *Arg : E.arguments())
    visit(Arg);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const bool IsMember = isa<CXXMemberCallExpr>(E);
  const Expr *Object =
      IsMember || (Method && Method->isInstance()) ? objectOf(E) : nullptr;
  if (IsMember)
    visit(Object);
  if (callee(*F, &E) && Object)
    object(Object, &E);
}

void EffectFinder::construct(const CXXConstructExpr &E) {
  for (const Expr *Arg : E.arguments())
    visit(Arg);
  if (!E.getConstructor()->isTrivial())
    callee(*E.getConstructor(), &E); // a new object
}

void EffectFinder::visit(const Stmt *S) {
  if (!S || Found)
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declared->decls())
      declare(D, S);
    return;
  }
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, OffsetOfExpr,
            TypeTraitExpr>(E))
      return;
    if (E->isGLValue() && E->getType().isVolatileQualified())
      return fail(S, "a volatile variable is used before");
    if (E->getType()->isAtomicType() || isa<AtomicExpr>(E))
      return fail(S, "an atomic variable is used before");
    if (isa<CXXThrowExpr>(E))
      return fail(S, "an exception is thrown before");
    if (isa<CXXNewExpr, CXXDeleteExpr>(E))
      return fail(S, "memory is allocated or freed before");
    if (isa<LambdaExpr, StmtExpr, VAArgExpr, CXXTypeidExpr, CXXDynamicCastExpr,
            AddrLabelExpr, CXXBindTemporaryExpr, BlockExpr,
            CoroutineSuspendExpr, PseudoObjectExpr>(E))
      return fail(S, "something before that is not known to have no effects");
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return call(*Call);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return construct(*Construct);
    if (const auto *Inherited = dyn_cast<CXXInheritedCtorInitExpr>(E)) {
      callee(*Inherited->getConstructor(), S);
      return;
    }
    if (const Expr *Default = defaultOf(E))
      return visit(Default);
    if (const Expr *Target = assignedBy(E))
      write(Target, S);
  } else if (const auto *If = dyn_cast<IfStmt>(S);
             If && (If->isConsteval() || onlyWhileCompiling(If->getCond()))) {
    visit(If->getInit());
    return visit(runBranch(*If));
  } else if (isa<GotoStmt, IndirectGotoStmt, LabelStmt, AsmStmt, CXXTryStmt>(
                 S)) {
    return fail(S, "something before that is not known to have no effects");
  }
  for (const Stmt *Child : S->children())
    visit(Child);
}

} // namespace

std::optional<SideEffect> findSideEffect(const Stmt *Body, ASTContext &Ctx) {
  return EffectFinder(Ctx).find(Body);
}

} // namespace twofold
