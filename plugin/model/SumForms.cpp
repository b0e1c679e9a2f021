// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model/SumForms.h"
#include "ast/AstFactory.h"
#include "ast/ObjectAssignments.h"

using namespace clang;

namespace twofold {
namespace {

struct Term {
  Expr *Value;
  BinaryOperatorKind Kind;
  bool Negative;
};

/// The terms beside the target, which is one itself.
bool collect(Expr *E, const Expr *Target, ReductionOp Op,
             SmallVectorImpl<Term> &Terms, const ASTContext &Ctx) {
  if (sameExpression(E, Target, Ctx))
    return true;
  auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!B || reductionOf(B->getOpcode()) != Op)
    return false;
  // Rounding to fewer bits on the way is no part of the sum.
  QualType T = E->getType(), Inner = B->getType();
  if (!B->isLogicalOp() && T->isIntegerType() != Inner->isIntegerType())
    return false;
  bool Minus = B->getOpcode() == BO_Sub;
  bool Left = mentions(B->getLHS(), Target, Ctx);
  if (!Left && Minus)
    return false;
  Expr *Other = Left ? B->getRHS() : B->getLHS();
  if (mentions(Other, Target, Ctx) ||
      !collect(Left ? B->getLHS() : B->getRHS(), Target, Op, Terms, Ctx))
    return false;
  Terms.push_back({Other, B->getOpcode(), Minus});
  return true;
}

} // namespace

bool mentions(const Expr *E, const Expr *Target, const ASTContext &Ctx) {
  if (sameExpression(E, Target, Ctx))
    return true;
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && mentions(Part, Target, Ctx);
  });
}

std::optional<ElementChain> matchChain(BinaryOperator &Value,
                                       const Expr *Target, ReductionOp Op,
                                       ASTContext &Ctx) {
  SmallVector<Term, 4> Terms;
  if (!collect(&Value, Target, Op, Terms, Ctx) || Terms.size() < 2)
    return std::nullopt;
  if (Value.isLogicalOp() && llvm::any_of(Terms, [&](const Term &T) {
        return T.Value->HasSideEffects(Ctx, /*IncludePossibleEffects=*/false);
      }))
    return std::nullopt;
  AstFactory Make(Ctx, Value.getExprLoc());
  QualType Work = Value.getType();
  // Terms alone may overflow where the whole does not.
  if ((Op == ReductionOp::Add || Op == ReductionOp::Mul) &&
      Work->isSignedIntegerType() && !Work->isBitIntType())
    Work = Ctx.getCorrespondingUnsignedType(Work);
  auto Number = [&](const Term &T) {
    Expr *E = T.Value;
    if (E->isGLValue())
      E = Make.load(E);
    if (Value.isLogicalOp() || Ctx.hasSameUnqualifiedType(E->getType(), Work))
      return E;
    return Make.convert(E, Work);
  };
  ElementChain Chain;
  // Starting at a positive term saves a negation, which zeros would show.
  auto First = llvm::find_if(Terms, [](const Term &T) { return !T.Negative; });
  Chain.Negated = First == Terms.end();
  if (Chain.Negated)
    First = Terms.begin();
  std::rotate(Terms.begin(), First, First + 1);
  Chain.Operand = Number(Terms.front());
  for (const Term &T : llvm::drop_begin(Terms)) {
    BinaryOperatorKind Kind = T.Kind;
    if (Op == ReductionOp::Add)
      Kind = T.Negative && !Chain.Negated ? BO_Sub : BO_Add;
    Chain.Operand =
        Make.paren(Value.isLogicalOp()
                       ? Make.compare(Kind, Chain.Operand, Number(T))
                       : Make.binary(Kind, Chain.Operand, Number(T), Work));
  }
  return Chain;
}

namespace {

const Expr *copied(const Expr *E) {
  while (true) {
    E = seeThrough(E)->IgnoreParenImpCasts();
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Made = dyn_cast<CXXConstructExpr>(E);
             Made && Made->getNumArgs() == 1 &&
             Made->getConstructor()->isCopyOrMoveConstructor())
      E = Made->getArg(0);
    else
      return E;
  }
}

/// A sum can begin with a new object.
bool isPlainSum(QualType T, const ASTContext &Ctx) {
  const auto *R = T->getAsCXXRecordDecl();
  return R && holdsNumbersOnly(T, Ctx) && R->hasDefaultConstructor();
}

/// E is the object that the operator F changes, or adds to.
bool isOwnObject(const Expr *E, const FunctionDecl &F) {
  E = E->IgnoreParenImpCasts();
  return isa<CXXThisExpr>(E) || (!isa<CXXMethodDecl>(F) && F.getNumParams() &&
                                 variableIn(E) == F.getParamDecl(0));
}

/// The member of the object that the operator F changes, or adds to, that E is,
/// perhaps with something added; null: it is something else.
const FieldDecl *ownPart(const Expr *E, const FunctionDecl &F) {
  E = seeThrough(E)->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
    const FieldDecl *Left = ownPart(B->getLHS(), F);
    return Left ? Left : ownPart(B->getRHS(), F);
  }
  const auto *M = dyn_cast<MemberExpr>(E);
  return M && isOwnObject(M->getBase(), F)
             ? dyn_cast<FieldDecl>(M->getMemberDecl())
             : nullptr;
}

/// The members of the object that an operator changes, or adds to, by what it
/// does with them.
class OwnMembers {
  const FunctionDecl &F;
  using Fields = llvm::SmallPtrSet<const FieldDecl *, 4>;
  Fields Added, Set;
  /// What variables of the operator's own were made from.
  llvm::DenseMap<const VarDecl *, const Expr *> Given;

  static bool isConstant(const Expr *E, const ASTContext &Ctx) {
    return !E->isValueDependent() && E->isEvaluatable(Ctx);
  }
  bool changes(const FieldDecl *Field) const {
    return Added.contains(Field) || Set.contains(Field);
  }

  /// E is one number in all calls, whatever object is added: no part of it is
  /// of the other object, or changes.
  bool stays(const Expr *E) const {
    return !anyNode(E, [&](const Stmt *Part) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(Part)) {
        const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        return V && !V->hasGlobalStorage() && !isOwnObject(Ref, F);
      }
      const auto *M = dyn_cast<MemberExpr>(Part);
      const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
      return (Field && changes(Field)) || isa<CXXMemberCallExpr>(Part);
    });
  }

  bool scales(const Expr *E, const Expr *By, const FieldDecl *Target,
              const ASTContext &Ctx) const {
    const FieldDecl *Own = ownPart(E, F);
    return Own && (!Target || Own == Target) &&
           (isConstant(By, Ctx) || (changes(Own) && stays(By)));
  }

public:
  OwnMembers(const FunctionDecl &F, const ASTContext &Ctx) : F(F) {
    eachNode(F.getBody(), [&](const Stmt *Part) {
      if (const auto *S = dyn_cast<DeclStmt>(Part))
        for (const VarDecl *V : variablesIn(*S))
          if (V->getInit())
            Given[V] = V->getInit();
      const auto *B = dyn_cast<BinaryOperator>(Part);
      const FieldDecl *Own =
          B && B->isAssignmentOp() ? ownPart(B->getLHS(), F) : nullptr;
      if (Own)
        (B->getOpcode() == BO_Assign && isConstant(B->getRHS(), Ctx) ? Set
                                                                     : Added)
            .insert(Own);
      return true;
    });
  }

  bool setsBack() const {
    return llvm::any_of(
        Set, [&](const FieldDecl *Field) { return Added.contains(Field); });
  }

  /// E, which Target gets, has Target times a number that stays; null: of any
  /// member that is its own. What others get of a member is a carry, say.
  bool scaledIn(const Stmt *E, const FieldDecl *Target, const ASTContext &Ctx,
                unsigned Depth = 0) const {
    return Depth < 8 &&
           anyNode(
               E,
               [&](const Stmt *Part) {
                 if (const auto *Ref = dyn_cast<DeclRefExpr>(Part)) {
                   const Expr *Init =
                       Given.lookup(dyn_cast<VarDecl>(Ref->getDecl()));
                   return Init && scaledIn(Init, Target, Ctx, Depth + 1);
                 }
                 const auto *B = dyn_cast<BinaryOperator>(Part);
                 if (!B)
                   return false;
                 const Expr *Left = B->getLHS(), *Right = B->getRHS();
                 switch (B->getOpcode()) {
                 case BO_Mul:
                   return scales(Left, Right, Target, Ctx) ||
                          scales(Right, Left, Target, Ctx);
                 case BO_Div:
                 case BO_Shl:
                 case BO_Shr:
                   return scales(Left, Right, Target, Ctx);
                 default:
                   return false;
                 }
               });
  }

  /// B scales what it assigns to.
  bool scaledBy(const BinaryOperator &B, const ASTContext &Ctx) const {
    const FieldDecl *Target = ownPart(B.getLHS(), F);
    if (!Target)
      return false;
    switch (B.getOpcode()) {
    case BO_MulAssign:
    case BO_DivAssign:
    case BO_ShlAssign:
    case BO_ShrAssign:
      return scales(B.getLHS(), B.getRHS(), Target, Ctx);
    case BO_Assign:
    case BO_AddAssign:
    case BO_SubAssign:
      return scaledIn(B.getRHS(), Target, Ctx);
    default:
      return false;
    }
  }
};

/// What F does, an operator of a class, is surely no sum, as its order matters:
/// it scales what there was by a number, sets it back, or changes a variable
/// that all objects share.
bool isNoSum(const FunctionDecl *F, const ASTContext &Ctx) {
  const FunctionDecl *Def = nullptr;
  if (!F || !F->hasBody(Def) || Def->isDependentContext())
    return false;
  const OwnMembers Own(*Def, Ctx);
  return Own.setsBack() || anyNode(Def->getBody(), [&](const Stmt *Part) {
           const Expr *Target = assignedBy(Part);
           const VarDecl *V = Target ? variableIn(Target) : nullptr;
           if (V && V->hasGlobalStorage() &&
               V->getTLSKind() == VarDecl::TLS_None)
             return true;
           // Without an assignment, a new object gets it.
           if (const auto *Return = dyn_cast<ReturnStmt>(Part))
             return Own.scaledIn(Return, nullptr, Ctx);
           const auto *B = dyn_cast<BinaryOperator>(Part);
           return B && B->isAssignmentOp() && Own.scaledBy(*B, Ctx);
         });
}

/// The same of what adds two objects of the class T.
bool hasNoSum(QualType T, const ASTContext &Ctx) {
  return llvm::any_of(T->getAsCXXRecordDecl()->methods(), [&](auto *Method) {
    return Method->getOverloadedOperator() == OO_PlusEqual &&
           isNoSum(Method, Ctx);
  });
}

} // namespace

std::optional<ReductionUpdate> matchUserSum(const CXXOperatorCallExpr &E,
                                            const ASTContext &Ctx) {
  OverloadedOperatorKind Op = E.getOperator();
  if (E.getNumArgs() != 2 || !E.getDirectCallee())
    return std::nullopt;
  const auto *Ref = dyn_cast<DeclRefExpr>(E.getArg(0)->IgnoreParens());
  if (!Ref)
    return std::nullopt;
  QualType T = Ref->getType().getUnqualifiedType();
  if (!isPlainSum(T, Ctx) || hasNoSum(T, Ctx) ||
      isNoSum(E.getDirectCallee(), Ctx))
    return std::nullopt;
  // Of other classes nobody knows what is one.
  bool Multiplies = isStandardComplex(T);
  const auto *Method = dyn_cast<CXXMethodDecl>(E.getDirectCallee());
  bool Product = Op == OO_StarEqual && Multiplies;
  if (Op == OO_PlusEqual || Op == OO_MinusEqual || Product) {
    if (Method && Method->isConst())
      return std::nullopt;
    return ReductionUpdate{
        Product ? ReductionOp::UserMul : ReductionOp::UserAdd, &E, {Ref}};
  }
  if (Op != OO_Equal || !assignsWhole(E))
    return std::nullopt;
  const auto *Value = dyn_cast<CXXOperatorCallExpr>(copied(E.getArg(1)));
  if (!Value || Value->getNumArgs() != 2 ||
      !Ctx.hasSameUnqualifiedType(Value->getType(), T))
    return std::nullopt;
  OverloadedOperatorKind Inner = Value->getOperator();
  Product = Inner == OO_Star && Multiplies;
  if ((Inner != OO_Plus && Inner != OO_Minus && !Product) ||
      isNoSum(Value->getDirectCallee(), Ctx))
    return std::nullopt;
  for (unsigned Side : {0u, 1u}) {
    const auto *Old = dyn_cast<DeclRefExpr>(copied(Value->getArg(Side)));
    if (Old && Old->getDecl() == Ref->getDecl() &&
        (Side == 0 || Inner != OO_Minus))
      return ReductionUpdate{Product ? ReductionOp::UserMul
                                     : ReductionOp::UserAdd,
                             &E,
                             {Ref, Old}};
  }
  return std::nullopt;
}

} // namespace twofold
