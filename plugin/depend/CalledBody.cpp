// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "depend/CalledBody.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "ast/VariableUses.h"
#include "depend/PlacedCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

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
class BodyCopy : public CallsCopy {
  AstFactory Make;
  const Called &What;
  const bool InLambda;
  llvm::DenseMap<const ValueDecl *, VarDecl *> Parameters;
  Expr *Self = nullptr;      ///< what `this` points at, or points there
  VarDecl *Result = nullptr; ///< is what the function returns

public:
  BodyCopy(ASTContext &Ctx, FunctionDecl *Owner, const Called &What,
           SourceLocation Loc, llvm::StringSet<> &Names, Placed *In = nullptr)
      : CallsCopy(Ctx, Owner, Names, In), Make(Ctx, Loc), What(What),
        InLambda(isLambda(What.Definition)) {}

  /// Null: there is something that cannot be copied.
  Stmt *make() {
    SmallVector<Stmt *, 8> Out;
    if (!begin(Out))
      return nullptr;
    Out.push_back(whole());
    nameCopies();
    return obstacle() ? nullptr : Make.compound(Out);
  }

  /// The value of Call, with what the body does on the way. Null as above.
  Expr *makeValue(const CallExpr &Call) {
    SmallVector<Stmt *, 8> Out;
    if (!begin(Out))
      return nullptr;
    auto &Body = cast<CompoundStmt>(*What.Definition->getBody());
    ReturnStmt *Only = nullptr;
    if (Out.empty() && !Body.body_empty() &&
        llvm::all_of(llvm::drop_end(Body.body()), doesNothing))
      Only = dyn_cast<ReturnStmt>(Body.body_back());
    const QualType T = Call.getType();
    Expr *Value = nullptr;
    if (Only && Only->getRetValue()) {
      Value = copy(Only->getRetValue());
    } else if (Call.isGLValue()) {
      return nullptr;
    } else {
      if (!T->isVoidType())
        Result = Make.variable(Owner, unique("result"), T.getUnqualifiedType(),
                               nullptr, Out);
      Out.push_back(whole());
      if (Result)
        Out.push_back(Make.value(Result));
      Value = Make.block(Out, T);
    }
    nameCopies();
    return obstacle() ? nullptr : Value;
  }

private:
  static bool isLambda(const FunctionDecl *F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    return Method && Method->getParent()->isLambda();
  }

  bool begin(SmallVectorImpl<Stmt *> &Out) {
    if (What.Object && !InLambda && !object(Out))
      return false;
    for (unsigned I = 0; I < What.Arguments.size(); ++I) {
      const ParmVarDecl &P = *What.Definition->getParamDecl(I);
      if (In && saysTheSame(P, What.Arguments[I]))
        Same[&P] = withoutConst(copied(What.Arguments[I]));
      else if (!parameter(P, What.Arguments[I], Out))
        return false;
    }
    return true;
  }

  /// Checks, say, that are switched off.
  static bool doesNothing(const Stmt *S) {
    return !anyNode(S, [](const Stmt *Part) {
      const FunctionDecl *F = calleeOf(Part);
      return assignedBy(Part) || isa<DeclStmt, ReturnStmt>(Part) ||
             (isa<CallExpr>(Part) &&
              !(F && (F->getBuiltinID() != 0 || storesNothing(F))));
    });
  }

  Stmt *whole() {
    auto *Body = cast<CompoundStmt>(What.Definition->getBody());
    SmallVector<Stmt *, 8> Statements(Body->body());
    return tail(Statements, *Body);
  }

  /// What E, an object, is a copy of.
  static Expr *copied(Expr *E) {
    if (E->getType()->isRecordType())
      if (Expr *Place = operandOf(E, CK_LValueToRValue)) // in C
        return Place;
    auto *Made = dyn_cast<CXXConstructExpr>(E);
    return Made && Made->getNumArgs() == 1 &&
                   Made->getConstructor()->isTrivial() &&
                   Made->getConstructor()->isCopyConstructor()
               ? Made->getArg(0)
               : E;
  }

  /// Argument may stand wherever the body names P: nothing in between changes
  /// what it says.
  bool saysTheSame(const ParmVarDecl &P, const Expr *Argument) const {
    if (!isFixed(Argument))
      return false;
    if (P.getType()->isReferenceType())
      return true;
    const Stmt *Body = What.Definition->getBody();
    if (P.getType()->isRecordType()) {
      const Expr *From = copied(const_cast<Expr *>(Argument));
      const VariableUses U = collectUses(Body).of(&P);
      return From != Argument && U.Writes.empty() && !U.Changed;
    }
    llvm::SmallPtrSet<const Stmt *, 4> Reads;
    if (!P.getType()->isScalarType() || anyNode(Body, [&](const Stmt *Part) {
          if (const Expr *Read = operandOf(Part, CK_LValueToRValue))
            Reads.insert(Read->IgnoreParens());
          const auto *Ref = dyn_cast<DeclRefExpr>(Part);
          return isa<LambdaExpr>(Part) ||
                 (Ref && Ref->getDecl() == &P && !Reads.contains(Ref));
        }))
      return false;
    auto ReadsMemory = [](const Stmt *Part) {
      const Expr *Read = operandOf(Part, CK_LValueToRValue);
      const VarDecl *V = Read ? variableIn(Read) : nullptr;
      return Read &&
             !(V && V->hasLocalStorage() && !V->getType()->isReferenceType());
    };
    return leadsToPlace(Argument) || !anyNode(Argument, ReadsMemory) ||
           !anyNode(Body, [](const Stmt *Part) {
             return isa<CallExpr>(Part) || assignedBy(Part);
           });
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
    Expr *Object = In ? withoutConst(What.Object) : argument(What.Object);
    if (!Object)
      return false;
    const bool Pointer = Object->getType()->isPointerType();
    if (isName(Object) ||
        (In && (Pointer || Object->isLValue()) && isFixed(Object))) {
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
    Expr *Init = In ? Argument : argument(Argument);
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
      if (replace(Statements, I, Out))
        continue;
      Stmt *S = Statements[I];
      if (auto *Return = dyn_cast<ReturnStmt>(S)) {
        if (Expr *Value = Return->getRetValue())
          Out.push_back(Result ? Make.assign(Make.lvalue(Result), copy(Value))
                               : discarded(Value));
        break;
      }
      if (auto *If = dyn_cast<IfStmt>(S); If && exitsOf(If).Return) {
        Out.push_back(way(*If, Statements.drop_front(I + 1), Of));
        break;
      }
      Out.push_back(copy(S));
    }
    return CompoundStmt::Create(Ctx, Out, Of.getStoredFPFeaturesOrDefault(),
                                Of.getLBracLoc(), Of.getRBracLoc());
  }

  static SmallVector<Stmt *, 8> partsOf(Stmt *S) {
    if (auto *Block = dyn_cast_or_null<CompoundStmt>(S))
      return SmallVector<Stmt *, 8>(Block->body());
    return S ? SmallVector<Stmt *, 8>{S} : SmallVector<Stmt *, 8>();
  }

  /// Ends, if at all, with the function.
  static bool returns(Stmt *S) {
    const auto Parts = partsOf(S);
    const auto *If = Parts.empty() ? nullptr : dyn_cast<IfStmt>(Parts.back());
    return !Parts.empty() && (isa<ReturnStmt>(Parts.back()) ||
                              (If && If->getElse() &&
                               returns(const_cast<Stmt *>(If->getThen())) &&
                               returns(const_cast<Stmt *>(If->getElse()))));
  }

  /// `if (e) return;`, and what comes after it.
  Stmt *way(IfStmt &If, ArrayRef<Stmt *> Rest, CompoundStmt &Of) {
    const bool Then = returns(If.getThen()),
               Else = If.getElse() && returns(If.getElse());
    if (If.getInit() || If.getConditionVariable() || If.isConstexpr() ||
        If.isConsteval() || (!Then && !Else))
      return fail(&If);
    Expr *Condition = copy(If.getCond());
    auto Branch = [&](Stmt *S, bool Returns) {
      auto Parts = partsOf(S);
      if (!Returns)
        Parts.append(Rest.begin(), Rest.end());
      return tail(Parts, Of);
    };
    Stmt *First = Branch(If.getThen(), Then);
    return IfStmt::Create(Ctx, If.getIfLoc(), IfStatementKind::Ordinary,
                          nullptr, nullptr, Condition, If.getLParenLoc(),
                          If.getRParenLoc(), First, If.getThen()->getEndLoc(),
                          Branch(If.getElse(), Else));
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
      return CallsCopy::replacement(S);
    }
    if (InLambda && isa<CXXThisExpr>(S) && !isThisOfOwner())
      return fail(S);
    auto *Member = dyn_cast<MemberExpr>(S);
    if (Member && Self && isa<CXXThisExpr>(Member->getBase()) &&
        !Self->getType()->isPointerType())
      return memberOf(again(Self), *Member);
    if (!isa<CXXThisExpr>(S) || !Self)
      return CallsCopy::replacement(S);
    Expr *New = again(Self);
    return New->getType()->isPointerType() ? New : Make.addressOf(New);
  }

  /// A lambda's `this` is that of the function around, unless it is a copy.
  bool isThisOfOwner() const {
    auto Copies = [](auto &C) { return C.getCaptureKind() == LCK_StarThis; };
    const DeclContext *Around = What.Definition;
    for (; Around && Around != Owner; Around = Around->getParent())
      if (auto *Class = dyn_cast<CXXRecordDecl>(Around);
          Class && llvm::any_of(Class->captures(), Copies))
        return false;
    return Around;
  }

  /// What a lambda of the function around has by reference is that variable;
  /// so is a copy of one that never changes.
  Expr *captured(DeclRefExpr &Ref) {
    const auto *Closure = cast<CXXMethodDecl>(What.Definition)->getParent();
    auto *V = dyn_cast<VarDecl>(Ref.getDecl());
    bool IsSame = false;
    for (const LambdaCapture &C : Closure->captures())
      if (V && C.capturesVariable() && C.getCapturedVar() == V)
        IsSame =
            !V->isInitCapture() && V->getDeclContext() == Owner &&
            (C.getCaptureKind() == LCK_ByRef ||
             (V->getType()->isScalarType() && onlyReads(Owner->getBody(), V)));
    if (!IsSame)
      return fail(&Ref);
    Expr *New = Make.lvalue(V);
    return In ? In->Whole.copy(New) : New;
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

Expr *valueInPlace(const Called &What, const CallExpr &Call,
                   FunctionDecl &Owner, llvm::StringSet<> &Names, Placed &In,
                   ASTContext &Ctx) {
  return BodyCopy(Ctx, &Owner, What, Call.getExprLoc(), Names, &In)
      .makeValue(Call);
}

} // namespace twofold
