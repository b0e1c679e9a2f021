// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/CalledBody.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace twofold {
namespace {

/// Says the same wherever it stands in the loop: names and members.
bool isName(const Expr *E) {
  for (;;) {
    E = seeThrough(E);
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *C = dyn_cast<CastExpr>(E);
             C && C->getCastKind() == CK_NoOp)
      E = C->getSubExpr();
    else
      return isa<CXXThisExpr>(E) || isa<DeclRefExpr>(E);
  }
}

/// The body of a function, with variables for its parameters.
class BodyCopy : public StatementCopy {
  FunctionDecl *Owner;
  AstFactory Make;
  const Called &What;
  const bool InLambda;
  llvm::StringSet<> &Names;
  llvm::DenseMap<const ValueDecl *, VarDecl *> Parameters;
  Expr *Self = nullptr; ///< what `this` points at, or points there

public:
  BodyCopy(ASTContext &Ctx, FunctionDecl *Owner, const Called &What,
           SourceLocation Loc, llvm::StringSet<> &Names)
      : StatementCopy(Ctx, Owner), Owner(Owner), Make(Ctx, Loc), What(What),
        InLambda(isLambda(What.Definition)), Names(Names) {}

  /// Null: there is something that cannot be copied.
  Stmt *make() {
    SmallVector<Stmt *, 8> Out;
    if (What.Object && !InLambda && !object(Out))
      return nullptr;
    for (unsigned I = 0; I < What.Arguments.size(); ++I)
      if (!parameter(*What.Definition->getParamDecl(I), What.Arguments[I], Out))
        return nullptr;
    auto *Body = cast<CompoundStmt>(What.Definition->getBody());
    SmallVector<Stmt *, 8> Statements(Body->body());
    Out.push_back(tail(Statements, *Body));
    nameCopies();
    return obstacle() ? nullptr : Make.compound(Out);
  }

private:
  static bool isLambda(const FunctionDecl *F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    return Method && Method->getParent()->isLambda();
  }

  Expr *argument(Expr *E) {
    StatementCopy Copy(Ctx, Owner);
    Expr *New = Copy.copy(E);
    return Copy.obstacle() ? nullptr : New;
  }

  /// A kernel is text, where `int k = k;` names one variable.
  std::string unique(StringRef Name) {
    if (Name.empty())
      Name = "unnamed";
    std::string Is = Name.str();
    for (unsigned N = 2; !Names.insert(Is).second; ++N)
      Is = Name.str() + "_" + std::to_string(N);
    return Is;
  }

  void nameCopies() {
    using Pair = std::pair<ValueDecl *, VarDecl *>;
    SmallVector<Pair, 8> Ordered(variables().begin(), variables().end());
    llvm::sort(Ordered, [](const Pair &A, const Pair &B) {
      return A.first->getID() < B.first->getID();
    });
    for (auto [Original, Copy] : Ordered)
      if (Copy->getIdentifier())
        Copy->setDeclName(&Ctx.Idents.get(unique(Copy->getName())));
  }

  VarDecl *variable(StringRef Name, QualType T, Expr *Init,
                    SmallVectorImpl<Stmt *> &Out) {
    VarDecl *V = Make.variable(Owner, unique(Name), T, Init, Out);
    if (auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Init))
      Temporary->setExtendingDecl(V, 0);
    return V;
  }

  bool object(SmallVectorImpl<Stmt *> &Out) {
    Expr *Object = argument(What.Object);
    if (!Object)
      return false;
    const bool Pointer = Object->getType()->isPointerType();
    if (isName(Object)) {
      Self = Object;
      return true;
    }
    if (!Pointer && !Object->isLValue())
      return false; // a temporary
    QualType T = Object->getType();
    VarDecl *V = variable("self", Pointer ? T : Ctx.getLValueReferenceType(T),
                          Object, Out);
    Self = Pointer ? Make.value(V) : Make.lvalue(V);
    return true;
  }

  bool parameter(const ParmVarDecl &P, Expr *Argument,
                 SmallVectorImpl<Stmt *> &Out) {
    QualType T = P.getType();
    if (T.isDestructedType() || T.isVolatileQualified() ||
        T->isVariablyModifiedType() || T->isRValueReferenceType())
      return false;
    Expr *Init = argument(Argument);
    if (!Init)
      return false;
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Init);
        Temporary && Temporary->getType().isDestructedType())
      return false;
    Parameters[&P] = variable(P.getName(), T, Init, Out);
    return true;
  }

  /// Statements behind which the function ends.
  Stmt *tail(ArrayRef<Stmt *> Statements, CompoundStmt &Of) {
    SmallVector<Stmt *, 8> Out;
    for (unsigned I = 0; I < Statements.size() && !obstacle(); ++I) {
      Stmt *S = Statements[I];
      if (auto *Return = dyn_cast<ReturnStmt>(S)) {
        if (Expr *Value = Return->getRetValue())
          Out.push_back(discarded(Value));
        break;
      }
      if (auto *If = dyn_cast<IfStmt>(S); If && leavesBy(*If)) {
        Stmt *Rest = tail(Statements.drop_front(I + 1), Of);
        Out.push_back(IfStmt::Create(
            Ctx, If->getIfLoc(), IfStatementKind::Ordinary, nullptr, nullptr,
            copy(If->getCond()), If->getLParenLoc(), If->getRParenLoc(),
            Make.compound({}), If->getThen()->getEndLoc(), Rest));
        break;
      }
      Out.push_back(copy(S));
    }
    return CompoundStmt::Create(Ctx, Out, Of.getStoredFPFeaturesOrDefault(),
                                Of.getLBracLoc(), Of.getRBracLoc());
  }

  /// `if (e) return;`
  bool leavesBy(const IfStmt &If) const {
    const Stmt *Then = If.getThen();
    if (const auto *Block = dyn_cast<CompoundStmt>(Then);
        Block && Block->size() == 1)
      Then = Block->body_front();
    const auto *Return = dyn_cast<ReturnStmt>(Then);
    return Return && !If.getElse() && !If.getInit() &&
           !If.getConditionVariable() && !If.isConstexpr() &&
           !If.isConsteval() &&
           (!Return->getRetValue() ||
            !Return->getRetValue()->HasSideEffects(Ctx));
  }

  Stmt *discarded(Expr *Value) {
    Expr *E = Value;
    for (;;) {
      E = const_cast<Expr *>(seeThrough(E));
      auto *Cast = dyn_cast<CastExpr>(E);
      if (!Cast || !Cast->getSubExpr()->getType()->isScalarType() ||
          Cast->getCastKind() == CK_UserDefinedConversion)
        break;
      E = Cast->getSubExpr();
    }
    if (!E->HasSideEffects(Ctx))
      return Make.compound({});
    if (!E->getType()->isScalarType() && !E->getType()->isVoidType() &&
        !E->isGLValue())
      fail(E);
    return copy(E);
  }

  Stmt *replacement(Stmt *S) override {
    if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      if (VarDecl *V = Parameters.lookup(Ref->getDecl()))
        return Make.lvalue(V);
      if (InLambda && Ref->refersToEnclosingVariableOrCapture())
        return captured(*Ref);
      return nullptr;
    }
    auto *Member = dyn_cast<MemberExpr>(S);
    if (Member && Self && isa<CXXThisExpr>(Member->getBase()) &&
        !Self->getType()->isPointerType())
      return MemberExpr::Create(
          Ctx, again(Self), false, Member->getOperatorLoc(),
          Member->getQualifierLoc(), Member->getTemplateKeywordLoc(),
          Member->getMemberDecl(), Member->getFoundDecl(),
          Member->getMemberNameInfo(), nullptr, Member->getType(),
          Member->getValueKind(), Member->getObjectKind(),
          Member->isNonOdrUse());
    if (!isa<CXXThisExpr>(S) || !Self)
      return nullptr;
    Expr *New = again(Self);
    return New->getType()->isPointerType() ? New : Make.addressOf(New);
  }

  Expr *again(Expr *E) {
    Expr *New = argument(E);
    if (!New)
      fail(E);
    return New ? New : E;
  }

  /// What a lambda of the function around has by reference is that variable;
  /// so is a copy of one that never changes.
  Stmt *captured(DeclRefExpr &Ref) {
    const auto *Closure = cast<CXXMethodDecl>(What.Definition)->getParent();
    auto *V = dyn_cast<VarDecl>(Ref.getDecl());
    bool Same = false;
    for (const LambdaCapture &C : Closure->captures())
      if (V && C.capturesVariable() && C.getCapturedVar() == V)
        Same =
            !V->isInitCapture() && V->getDeclContext() == Owner &&
            (C.getCaptureKind() == LCK_ByRef ||
             (V->getType()->isScalarType() && onlyReads(Owner->getBody(), V)));
    if (Same)
      return Make.lvalue(V);
    return fail(&Ref);
  }
};

} // namespace

std::optional<Called> calledBy(CallExpr &Call) {
  Called C;
  const FunctionDecl *F = Call.getDirectCallee();
  if (!F || !F->hasBody(C.Definition) || C.Definition->isDependentContext() ||
      F->isVariadic() || !isa<CompoundStmt>(C.Definition->getBody()))
    return std::nullopt;
  C.Arguments.assign(Call.arg_begin(), Call.arg_end());
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F)) {
    if (Method->isVirtual() || isa<CXXDestructorDecl>(Method) ||
        Method->isExplicitObjectMemberFunction())
      return std::nullopt;
    if (auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
      C.Object = Member->getImplicitObjectArgument();
    } else if (isa<CXXOperatorCallExpr>(Call) && Method->isInstance()) {
      C.Object = C.Arguments.front();
      C.Arguments.erase(C.Arguments.begin());
    }
    if (Method->isInstance() && !C.Object)
      return std::nullopt;
  }
  if (C.Arguments.size() != C.Definition->getNumParams())
    return std::nullopt;
  return C;
}

Stmt *bodyInPlace(const Called &What, FunctionDecl &Owner, SourceLocation Loc,
                  llvm::StringSet<> &Names, ASTContext &Ctx) {
  return BodyCopy(Ctx, &Owner, What, Loc, Names).make();
}

} // namespace twofold
