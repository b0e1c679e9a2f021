// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "annotation/OpenMPReductions.h"
#include "ast/AstFactory.h"
#include "ast/Comparisons.h"
#include "ast/DirectiveVariables.h"
#include "ast/Nodes.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace twofold {
namespace {

class Declared {
  const OMPDeclareReductionDecl &D;
  ASTContext &Ctx;
  const ValueDecl *In, *Out;
  const QualType T;
  const Expr *Default;
  /// Parameters of the functions that are seen through.
  llvm::DenseMap<const ValueDecl *, const Expr *> Given;
  const Stmt *Otherwise = nullptr; ///< behind the `if` that such a one has

public:
  Declared(const OMPDeclareReductionDecl &D, const Expr *Default,
           ASTContext &Ctx)
      : D(D), Ctx(Ctx),
        In(namedIn(const_cast<OMPDeclareReductionDecl &>(D).getCombinerIn())),
        Out(namedIn(const_cast<OMPDeclareReductionDecl &>(D).getCombinerOut())),
        T(D.getType()), Default(Default) {}

  StringRef run() {
    if (!In || !Out || !D.getCombiner() || T.hasQualifiers())
      return "";
    const Expr *Combiner = withoutCasts(D.getCombiner());
    if (const auto *Call = dyn_cast<CallExpr>(Combiner))
      if (const auto *Does = dyn_cast_or_null<Expr>(onlyStatement(*Call));
          Does && !Otherwise)
        Combiner = withoutCasts(Does);
    StringRef Op =
        T->isArithmeticType() ? ofNumbers(*Combiner) : ofObjects(*Combiner);
    return !Op.empty() && beginsNeutral(Op) ? Op : "";
  }

private:
  bool is(const Expr *E, const ValueDecl *V) const {
    return E && namedIn(original(E)) == V;
  }

  /// Whether E is the place of V, not a function's own copy.
  bool isPlace(const Expr *E, const ValueDecl *V) const {
    const Expr *To = operandOf(withoutCasts(E), UO_Deref);
    const ValueDecl *Named = namedIn(withoutCasts(To ? To : E));
    return is(E, V) && Named &&
           (To || !isa<ParmVarDecl>(Named) ||
            Named->getType()->isReferenceType());
  }

  /// E, or what a function that is seen through is given for it.
  const Expr *original(const Expr *E) const {
    E = withoutCasts(E);
    if (const Expr *Pointer = operandOf(E, UO_Deref)) {
      const Expr *To = original(Pointer);
      const Expr *Place = operandOf(To, UO_AddrOf);
      return Place ? original(Place) : E;
    }
    const ValueDecl *V = namedIn(E);
    const Expr *Argument = V ? Given.lookup(V) : nullptr;
    return Argument ? original(Argument) : E;
  }

  /// The one statement of the function that Call calls, whose parameters are
  /// numbers of type T, objects, or point or refer to them; null: it does more,
  /// or cannot be seen.
  const Stmt *onlyStatement(const CallExpr &Call) {
    const FunctionDecl *F = Call.getDirectCallee(), *Def = nullptr;
    if (!F || F->isWeak() || !F->hasBody(Def) ||
        Def->getNumParams() != Call.getNumArgs() ||
        (isa<CXXMethodDecl>(Def) && !cast<CXXMethodDecl>(Def)->isStatic()))
      return nullptr;
    for (const ParmVarDecl *P : Def->parameters()) {
      const QualType Of = P->getType();
      if (!Ctx.hasSameUnqualifiedType(Of->isPointerType()
                                          ? Of->getPointeeType()
                                          : Of.getNonReferenceType(),
                                      T) ||
          !Given.try_emplace(P, Call.getArg(P->getFunctionScopeIndex())).second)
        return nullptr;
    }
    const auto *Block = dyn_cast<CompoundStmt>(Def->getBody());
    if (!Block || Block->body_empty())
      return nullptr;
    Otherwise = Block->size() == 2 ? Block->body_back() : nullptr;
    return Block->size() == 1 || isa<IfStmt>(Block->body_front())
               ? Block->body_front()
               : nullptr;
  }

  /// The value that S returns of type T; null: it does something else.
  const Expr *returned(const Stmt *S) const {
    if (const auto *Inner = dyn_cast_or_null<CompoundStmt>(S);
        Inner && Inner->size() == 1)
      S = Inner->body_front();
    const auto *Return = dyn_cast_or_null<ReturnStmt>(S);
    const Expr *Value = Return ? Return->getRetValue() : nullptr;
    return Value && Ctx.hasSameUnqualifiedType(Value->getType(), T) ? Value
                                                                    : nullptr;
  }

  bool areBoth(const Expr *A, const Expr *B) const {
    return (is(A, In) && is(B, Out)) || (is(A, Out) && is(B, In));
  }

  static StringRef known(StringRef Op) {
    return llvm::StringSwitch<StringRef>(Op)
        .Cases({"+", "*", "&", "|", "^", "&&", "||"}, Op)
        .Default("");
  }

  StringRef ofNumbers(const Expr &Combiner) {
    const auto *B = dyn_cast<BinaryOperator>(&Combiner);
    if (!B || !isPlace(B->getLHS(), Out))
      return "";
    if (B->isCompoundAssignmentOp())
      return is(B->getRHS(), In)
                 ? known(BinaryOperator::getOpcodeStr(
                       BinaryOperator::getOpForCompoundAssignment(
                           B->getOpcode())))
                 : "";
    if (B->getOpcode() != BO_Assign)
      return "";
    return ofValue(*withoutCasts(B->getRHS()));
  }

  /// Of the number that becomes the combined one.
  StringRef ofValue(const Expr &Value) {
    if (const auto *Combined = dyn_cast<BinaryOperator>(&Value))
      return areBoth(Combined->getLHS(), Combined->getRHS())
                 ? known(Combined->getOpcodeStr())
                 : "";
    if (const auto *Choice = dyn_cast<ConditionalOperator>(&Value))
      return ofChoice(Choice->getCond(), Choice->getTrueExpr(),
                      Choice->getFalseExpr());
    const auto *Call = dyn_cast<CallExpr>(&Value);
    if (!Call)
      return "";
    if (const auto Greater = greaterOf(*Call))
      return !areBoth(Call->getArg(0), Call->getArg(1)) ? ""
             : *Greater                                 ? "max"
                                                        : "min";
    const Stmt *Does = onlyStatement(*Call);
    if (const auto *If = dyn_cast_or_null<IfStmt>(Does)) {
      const Stmt *Else = If->getElse() ? If->getElse() : Otherwise;
      return If->hasInitStorage() || If->hasVarStorage()
                 ? ""
                 : ofChoice(If->getCond(), returned(If->getThen()),
                            returned(Else));
    }
    const Expr *Gives = returned(Does);
    return Gives && !Otherwise ? ofValue(*withoutCasts(Gives)) : "";
  }

  StringRef ofChoice(const Expr *If, const Expr *Then, const Expr *Else) const {
    const auto *Less = dyn_cast<BinaryOperator>(withoutCasts(If));
    if (!Less || !Less->isRelationalOp() || !Then || !Else ||
        !areBoth(Less->getLHS(), Less->getRHS()) || !areBoth(Then, Else))
      return "";
    const bool Ascends =
        Less->getOpcode() == BO_LT || Less->getOpcode() == BO_LE;
    const bool First =
        namedIn(original(Less->getLHS())) == namedIn(original(Then));
    return Ascends == First ? "min" : "max";
  }

  StringRef ofObjects(const Expr &Combiner) const {
    const auto *Call = dyn_cast<CXXOperatorCallExpr>(&Combiner);
    if (!Call || !T->isRecordType() || Call->getNumArgs() != 2 ||
        !isPlace(Call->getArg(0), Out) || !is(Call->getArg(1), In))
      return "";
    return Call->getOperator() == OO_PlusEqual   ? "+"
           : Call->getOperator() == OO_StarEqual ? "*"
                                                 : "";
  }

  /// Whether what a thread begins with changes no result.
  bool beginsNeutral(StringRef Op) {
    const Expr *First = D.getInitializer();
    const bool Zero = Op == "+" || Op == "|" || Op == "^" || Op == "||";
    if (!First)
      return Zero && (!T->isRecordType() || !Default || isZero(*Default));
    if (D.getInitializerKind() == OMPDeclareReductionInitKind::Call)
      First = assignedBy(*First);
    else if (const auto *Call = dyn_cast<CallExpr>(withoutCasts(First)))
      if (const Expr *Gives = returned(onlyStatement(*Call)))
        First = Gives;
    if (!First)
      return false;
    if (T->isRecordType())
      return Zero && isZero(*First);
    if (Op == "min" || Op == "max") {
      const auto *Original = D.getInitOrig();
      if (Original && is(First, namedIn(Original)))
        return true;
    }
    Expr::EvalResult Value;
    if (!First->EvaluateAsRValue(Value, Ctx))
      return false;
    if (Value.Val.isFloat()) {
      const llvm::APFloat &Number = Value.Val.getFloat();
      if (Op == "min" || Op == "max")
        return Number.isInfinity() && Number.isNegative() == (Op == "max");
      return Zero ? Number.isPosZero() : Number.isExactlyValue(1);
    }
    if (!Value.Val.isInt())
      return false;
    const llvm::APSInt &Number = Value.Val.getInt();
    if (Op == "min")
      return Number == llvm::APSInt::getMaxValue(Number.getBitWidth(),
                                                 Number.isUnsigned());
    if (Op == "max")
      return Number == llvm::APSInt::getMinValue(Number.getBitWidth(),
                                                 Number.isUnsigned());
    return Op == "&" ? Number.isAllOnes() : Zero ? Number == 0 : Number == 1;
  }

  /// What the function that Initializer calls assigns to the private copy, and
  /// nothing else; null: it does more.
  const Expr *assignedBy(const Expr &Initializer) {
    const auto *Call = dyn_cast<CallExpr>(withoutCasts(&Initializer));
    const auto *B =
        dyn_cast_or_null<BinaryOperator>(Call ? onlyStatement(*Call) : nullptr);
    return B && !Otherwise && B->getOpcode() == BO_Assign &&
                   T->isScalarType() && D.getInitPriv() &&
                   isPlace(B->getLHS(), namedIn(D.getInitPriv()))
               ? B->getRHS()
               : nullptr;
  }

  /// Whether all numbers in an object are 0, as in one that is made of nothing.
  bool isZero(const Expr &E) const {
    Expr::EvalResult Value;
    if (E.EvaluateAsRValue(Value, Ctx) && !Value.HasSideEffects)
      return isZero(Value.Val);
    const Expr *Of = withoutCasts(&E);
    if (const auto *Written = dyn_cast<CXXFunctionalCastExpr>(Of);
        Written && Written->getCastKind() == CK_ConstructorConversion)
      Of = withoutCasts(Written->getSubExpr());
    const auto *Made = dyn_cast<CXXConstructExpr>(Of);
    return Made && (Made->getConstructor()->isCopyOrMoveConstructor()
                        ? isZero(*Made->getArg(0))
                        : isMadeZero(*Made));
  }

  /// The same where the constructor is no constant expression: it names all
  /// fields before its body, which is empty.
  bool isMadeZero(const CXXConstructExpr &Made) const {
    const FunctionDecl *Def = nullptr;
    const CXXConstructorDecl *C = Made.getConstructor();
    if (!C->hasBody(Def) || C->getParent()->getNumBases())
      return false;
    C = cast<CXXConstructorDecl>(Def);
    const auto *Body = dyn_cast<CompoundStmt>(C->getBody());
    auto Value = [&](const Expr *Init) -> const Expr & {
      const auto *P =
          dyn_cast_or_null<ParmVarDecl>(namedIn(withoutCasts(Init)));
      return P && P->getDeclContext() == C && !P->getType()->isReferenceType()
                 ? *Made.getArg(P->getFunctionScopeIndex())
                 : *Init;
    };
    llvm::SmallPtrSet<const FieldDecl *, 8> Zero;
    for (const CXXCtorInitializer *Init : C->inits())
      if (Init->isMemberInitializer() && isZero(Value(Init->getInit())))
        Zero.insert(Init->getMember());
    return Body && Body->body_empty() &&
           llvm::all_of(C->getParent()->fields(),
                        [&](const FieldDecl *F) { return Zero.contains(F); });
  }

  static bool isZero(const APValue &V) {
    if (V.isInt())
      return V.getInt() == 0;
    if (V.isFloat())
      return V.getFloat().isPosZero();
    if (V.isComplexFloat())
      return V.getComplexFloatReal().isPosZero() &&
             V.getComplexFloatImag().isPosZero();
    if (V.isArray()) {
      for (unsigned I = 0; I < V.getArrayInitializedElts(); ++I)
        if (!isZero(V.getArrayInitializedElt(I)))
          return false;
      return !V.hasArrayFiller() || isZero(V.getArrayFiller());
    }
    if (!V.isStruct())
      return false;
    for (unsigned I = 0; I < V.getStructNumBases(); ++I)
      if (!isZero(V.getStructBase(I)))
        return false;
    for (unsigned I = 0; I < V.getStructNumFields(); ++I)
      if (!isZero(V.getStructField(I)))
        return false;
    return true;
  }
};

} // namespace

std::string operatorOf(const OMPDeclareReductionDecl &D, const Expr *Default,
                       ASTContext &Ctx) {
  return Declared(D, Default, Ctx).run().str();
}

std::string nameOf(const OMPReductionClause &C) {
  DeclarationName Name = C.getNameInfo().getName();
  return Name.getNameKind() == DeclarationName::CXXOperatorName
             ? getOperatorSpelling(Name.getCXXOverloadedOperator())
             : Name.getAsString();
}

SmallVector<ReducedItem, 2> itemsOf(const OMPReductionClause &C,
                                    ASTContext &Ctx) {
  const std::string Text = nameOf(C);
  const bool Known = C.getNameInfo().getName().getNameKind() ==
                         DeclarationName::CXXOperatorName ||
                     Text == "min" || Text == "max";
  SmallVector<ReducedItem, 2> Items;
  for (auto [E, Operation, Private] :
       llvm::zip(C.varlist(), C.reduction_ops(), C.privates())) {
    if (const auto *D = declaredBy(Operation)) {
      const VarDecl *New = variableIn(Private->IgnoreParenImpCasts());
      Items.push_back(
          {E, operatorOf(*D, New ? New->getInit() : nullptr, Ctx), true});
    } else {
      Items.push_back({E, Known ? Text : std::string()});
    }
  }
  return Items;
}

bool makesTruth(StringRef Op, QualType T, const LangOptions &Lang) {
  // Without OpenMP's threads there are no copies to be combined.
  return (Op == "&&" || Op == "||") && !Lang.OpenMPSimd &&
         T->isArithmeticType() && !T->isBooleanType();
}

/// E as an assignment of V.
static BinaryOperator *assignmentOf(Stmt *E, const ValueDecl *V) {
  auto *B = dyn_cast_or_null<BinaryOperator>(E);
  return B && B->getOpcode() == BO_Assign &&
                 namedIn<ValueDecl>(B->getLHS()->IgnoreParens()) == V
             ? B
             : nullptr;
}

bool assignsOneNumber(const Stmt *S, const ValueDecl *V, StringRef Op,
                      const ASTContext &Ctx) {
  // A copy begins with no bits, or with all of them.
  const QualType T = V->getType().getNonReferenceType();
  if ((Op != "|" && Op != "&") || !T->isIntegerType() || T->isEnumeralType())
    return false;
  std::optional<llvm::APSInt> Number;
  unsigned Named = 0;
  bool One = true;
  eachNode(S, [&](const Stmt *Part) {
    Named += isa<DeclRefExpr>(Part) && cast<DeclRefExpr>(Part)->getDecl() == V;
    if (const auto *B = assignmentOf(const_cast<Stmt *>(Part), V)) {
      auto Value = B->getRHS()->getIntegerConstantExpr(Ctx);
      One &= Value && (!Number || *Number == *Value);
      Number = Value;
      --Named;
    }
    return One;
  });
  return One && Number && !Named;
}

void combineAssigned(Stmt *S, const ValueDecl *V, StringRef Op,
                     ASTContext &Ctx) {
  for (Stmt *&Part : S->children()) {
    if (!Part)
      continue;
    if (BinaryOperator *B = assignmentOf(Part, V)) {
      const QualType T = V->getType().getNonReferenceType();
      const QualType Work = Ctx.isPromotableIntegerType(T)
                                ? Ctx.getPromotedIntegerType(T)
                                : T.getUnqualifiedType();
      Part = CompoundAssignOperator::Create(
          Ctx, B->getLHS(),
          AstFactory(Ctx, B->getExprLoc()).convert(B->getRHS(), Work),
          Op == "|" ? BO_OrAssign : BO_AndAssign, B->getType(),
          B->getValueKind(), B->getObjectKind(), B->getOperatorLoc(),
          FPOptionsOverride(), Work, Work);
    } else {
      combineAssigned(Part, V, Op, Ctx);
    }
  }
}

} // namespace twofold
