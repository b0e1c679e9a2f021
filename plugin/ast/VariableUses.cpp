// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ast/VariableUses.h"
#include "ast/DirectiveLoops.h"
#include "ast/Nodes.h"
#include "ast/ObjectAssignments.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

class UseCollector {
  BodyUses Uses;
  llvm::SmallVector<Stmt *, 32> Parents;
  bool InDirective = false;

public:
  BodyUses take() { return std::move(Uses); }

  void visit(Stmt *S) {
    if (!S)
      return;
    if (auto *Declared = dyn_cast<DeclStmt>(S))
      declared(*Declared);
    else if (auto *Catch = dyn_cast<CXXCatchStmt>(S)) {
      if (Catch->getExceptionDecl())
        Uses.DeclaredInside.insert(Catch->getExceptionDecl());
    } else if (isa<CXXThisExpr>(S)) {
      if (!Uses.This)
        Uses.This = cast<Expr>(S);
    } else if (auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      reference(*Ref);
    }
    if (auto *Cast = dyn_cast<ExplicitCastExpr>(S))
      lengths(Cast->getType());
    Parents.push_back(S);
    // What threads do together there is the program's affair.
    if (auto *Directive = dyn_cast<OMPExecutableDirective>(S)) {
      llvm::SaveAndRestore Here(InDirective, true);
      visit(underDirective(*Directive));
    } else {
      if (auto *Array = dyn_cast<ArrayInitLoopExpr>(S))
        visit(Array->getCommonExpr()->getSourceExpr());
      // A lambda's body sees its own captures, whose initialisers are here.
      for (Stmt *Child : ownParts(S))
        visit(Child);
    }
    Parents.pop_back();
  }

private:
  void declared(DeclStmt &S) {
    for (Decl *D : S.decls()) {
      if (auto *V = dyn_cast<ValueDecl>(D)) {
        lengths(V->getType());
        Uses.DeclaredInside.insert(V);
        if (auto *Parts = dyn_cast<DecompositionDecl>(V))
          for (BindingDecl *B : Parts->bindings())
            Uses.DeclaredInside.insert(B);
      }
    }
  }

  void lengths(QualType Type) {
    llvm::for_each(lengthsIn(Type), [&](Expr *Length) { visit(Length); });
  }

  void reference(DeclRefExpr &Ref) {
    ValueDecl *D = Ref.getDecl();
    if (!isa<VarDecl, BindingDecl>(D))
      return;
    VariableUses &U = Uses.Variables[D];
    U.References.push_back(&Ref);
    if (InDirective) {
      U.Read = U.Escapes = U.Changed = true;
      return;
    }

    // Parentheses and members of the variable, also those of its bases, are
    // uses of the variable.
    const Expr *Use = &Ref;
    size_t At = Parents.size();
    for (; At > 0 && isPartOf(Parents[At - 1]); --At)
      Use = cast<Expr>(Parents[At - 1]);
    // In C++ `c ? x : y` may be one of the variables itself; when it is only
    // read, both are.
    size_t Above = At;
    while (isChoice(above(Above), Use))
      Use = cast<Expr>(Parents[--Above]);
    const Stmt *Parent = Above > 0 ? Parents[Above - 1] : nullptr;
    if (Above != At && !operandOf(Parent, CK_LValueToRValue))
      U.Escapes = U.Changed = true;
    else
      classify(U, Use, Parent, Above);
  }

  static bool isPartOf(const Stmt *Parent) {
    if (isa<ParenExpr>(Parent))
      return true;
    if (const auto *Member = dyn_cast<MemberExpr>(Parent))
      return !Member->isArrow();
    if (const auto *Lanes = dyn_cast<ExtVectorElementExpr>(Parent))
      return !Lanes->isArrow();
    if (const auto *Cast = dyn_cast<CastExpr>(Parent))
      return Cast->isGLValue() &&
             (Cast->getCastKind() == CK_DerivedToBase ||
              Cast->getCastKind() == CK_UncheckedDerivedToBase);
    const auto *Unary = dyn_cast<UnaryOperator>(Parent);
    return Unary &&
           (Unary->getOpcode() == UO_Real || Unary->getOpcode() == UO_Imag);
  }

  const Stmt *above(size_t Level) const {
    return Level > 0 ? Parents[Level - 1] : nullptr;
  }

  /// Use is an operand of the expression above it, if only as a constant one.
  void object(VariableUses &U, const Expr *Use, size_t Above) const {
    const auto *Call = dyn_cast_or_null<CallExpr>(above(Above));
    if (Call && changedObject(*Call) == Use) {
      U.Writes.push_back(Call);
      return;
    }
    // A const method's object is made constant before the method is named.
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(above(Above));
    if (Cast && Cast->getCastKind() == CK_NoOp)
      while (--Above > 0 && isPartOf(above(Above)))
        ;
    U.Escapes = true;
    // `get<0>(t)`, `v[1]`: a number that is found in it is no store to it.
    const bool Read = Call && Call->getType()->isArithmeticType() &&
                      (!Call->isGLValue() ||
                       operandOf(above(Above - 1), CK_LValueToRValue)) &&
                      storesNothing(Call->getDirectCallee());
    U.Changed |= !Read && !staysAsItIs(Use->getType()) &&
                 !(Cast && Cast->getCastKind() == CK_NoOp &&
                   staysAsItIs(Cast->getType()));
  }

  /// Call, of an algorithm of the library, calls Lambda, its last argument, and
  /// has no copy of it when it returns.
  static bool onlyCalls(const CallExpr &Call, const CXXRecordDecl &Lambda) {
    static constexpr StringRef Names =
        " accumulate adjacent_find all_of any_of binary_search copy_if "
        "count_if equal find_if find_if_not generate generate_n includes "
        "is_partitioned is_sorted lower_bound make_heap max_element merge "
        "min_element mismatch none_of nth_element partial_sort partition "
        "partition_copy partition_point pop_heap push_heap reduce "
        "remove_copy_if remove_if sort sort_heap stable_partition stable_sort "
        "transform unique upper_bound ";
    const FunctionDecl *F = Call.getDirectCallee();
    return F && F->isInStdNamespace() && !isa<CXXMethodDecl>(F) &&
           !plainName(F).empty() &&
           Names.contains((" " + plainName(F) + " ").str()) &&
           declaresSameEntity(Call.getArg(Call.getNumArgs() - 1)
                                  ->getType()
                                  ->getAsCXXRecordDecl(),
                              &Lambda);
  }

  /// All that the body does with V, a lambda, is to call it.
  bool isOnlyCalled(const VarDecl &V) const {
    const auto Names = [&](const Stmt *S) {
      const auto *E = dyn_cast_or_null<Expr>(S);
      return E && variableIn(E->IgnoreParenImpCasts()) == &V;
    };
    unsigned Named = 0, Called = 0;
    eachNode(Parents.front(), [&](const Stmt *Part) {
      Named += isa<DeclRefExpr>(Part) && Names(Part);
      const auto *Call = dyn_cast<CXXOperatorCallExpr>(Part);
      Called +=
          Call && Call->getOperator() == OO_Call && Names(Call->getArg(0));
      return true;
    });
    return Named == Called;
  }

  /// V, a variable of a block, has a Lambda as its member or base.
  static bool isMadeOf(const VarDecl &V, const CXXRecordDecl &Lambda) {
    const CXXRecordDecl *Class = V.getType()->getAsCXXRecordDecl();
    Class = Class && V.hasLocalStorage() ? Class->getDefinition() : nullptr;
    auto Is = [&](QualType Part) {
      return declaresSameEntity(Part->getAsCXXRecordDecl(), &Lambda);
    };
    return Class && (llvm::any_of(Class->fields(),
                                  [&](auto *F) { return Is(F->getType()); }) ||
                     llvm::any_of(Class->bases(), [&](auto &Base) {
                       return Is(Base.getType());
                     }));
  }

  /// D, which the lambda above Level captures by reference, is only read in it,
  /// and nobody can call it when the iteration is over.
  bool isReadByLambda(const ValueDecl *D, size_t Level) const {
    const auto *Lambda = dyn_cast_or_null<LambdaExpr>(above(Level));
    if (!Lambda || !D->getType().getNonReferenceType()->isScalarType() ||
        llvm::none_of(Lambda->captures(), [&](const LambdaCapture &C) {
          return C.capturesVariable() && C.getCapturedVar() == D &&
                 C.getCaptureKind() == LCK_ByRef;
        }))
      return false;
    // What it gives may be where D is.
    const QualType Given = Lambda->getCallOperator()->getReturnType();
    const VariableUses Inside = collectUses(Lambda->getBody()).of(D);
    if (Inside.mayChange() ||
        (Inside.Referred && !Given->isArithmeticType() && !Given->isVoidType()))
      return false;
    const Stmt *Whole = above(--Level);
    while (Whole &&
           (isa<MaterializeTemporaryExpr, CXXConstructExpr, ExprWithCleanups,
                CXXBindTemporaryExpr, InitListExpr>(Whole) ||
            isa<ImplicitCastExpr>(Whole)))
      Whole = above(--Level);
    const auto *Call = dyn_cast_or_null<CallExpr>(Whole);
    const VarDecl *V = onlyVariable(Whole);
    const auto *Operator = dyn_cast_or_null<CXXOperatorCallExpr>(Call);
    const bool CalledHere =
        Operator && Operator->getOperator() == OO_Call &&
        declaresSameEntity(Operator->getArg(0)->getType()->getAsCXXRecordDecl(),
                           Lambda->getLambdaClass());
    const bool IsVariable =
        V && declaresSameEntity(V->getType()->getAsCXXRecordDecl(),
                                Lambda->getLambdaClass());
    return CalledHere || (V && isMadeOf(*V, *Lambda->getLambdaClass())) ||
           (Call && onlyCalls(*Call, *Lambda->getLambdaClass())) ||
           (IsVariable && isOnlyCalled(*V));
  }

  /// A copy of a call need not say that its argument is constant there.
  static bool isConstantArgument(const Expr *Use, const Stmt *Parent) {
    const auto *Call = dyn_cast_or_null<CallExpr>(Parent);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    if (!F || isa<CXXMethodDecl>(F) || !Use->getType()->isScalarType())
      return false;
    for (unsigned I = 0; I < Call->getNumArgs() && I < F->getNumParams(); ++I) {
      const QualType T = F->getParamDecl(I)->getType();
      if (Call->getArg(I) == Use)
        return T->isReferenceType() &&
               T.getNonReferenceType().isConstQualified();
    }
    return false;
  }

  void classify(VariableUses &U, const Expr *Use, const Stmt *Parent,
                size_t Above) {
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Parent)) {
      switch (Cast->getCastKind()) {
      case CK_LValueToRValue:
      case CK_ToVoid:
        U.Read = true;
        return;
      case CK_NoOp:
        // A const reference to it: nothing changes through that.
        if (Cast->isGLValue() && Cast->getType().isConstQualified() &&
            Cast->getType()->isScalarType()) {
          U.Read = U.Referred = true;
          return;
        }
        break;
      default:
        break;
      }
    } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(Parent)) {
      if (B->isAssignmentOp() && B->getLHS() == Use) {
        U.Writes.push_back(B);
        return;
      }
    } else if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Parent)) {
      if (Unary->isIncrementDecrementOp()) {
        U.Writes.push_back(Unary);
        return;
      }
    } else if (isReadByLambda(U.References.back()->getDecl(), Above)) {
      U.Read = U.Referred = true;
      return;
    } else if (isa_and_nonnull<UnaryExprOrTypeTraitExpr>(Parent) ||
               isConstantArgument(Use, Parent)) {
      U.Read = true;
      U.Referred |= isa<CallExpr>(Parent);
      return;
    }
    object(U, Use, Above);
  }
};

} // namespace

BodyUses collectUses(const Stmt *Body) {
  UseCollector Collector;
  Collector.visit(const_cast<Stmt *>(Body));
  return Collector.take();
}

void declareInside(BodyUses &Uses, const CXXForRangeStmt &Range) {
  const VarDecl *V = Range.getLoopVariable();
  Uses.DeclaredInside.insert(V);
  if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
    Uses.DeclaredInside.insert_range(Parts->bindings());
}

namespace {

/// The definition, or the declaration whose type is complete.
VarDecl *bestDeclaration(VarDecl *V) {
  if (VarDecl *Definition = V->getDefinition())
    return Definition;
  return V->getMostRecentDecl();
}

class GlobalFinder {
  llvm::DenseSet<const FunctionDecl *> Seen;
  llvm::MapVector<const VarDecl *, CalleeGlobal> Found;

public:
  llvm::SmallVector<CalleeGlobal, 4> take() {
    llvm::SmallVector<CalleeGlobal, 4> List;
    for (auto &[V, Global] : Found)
      List.push_back(Global);
    return List;
  }

  void calls(const Stmt *S) {
    eachNode(S, [&](const Stmt *Part) {
      function(calleeOf(Part));
      return true;
    });
  }

  void function(const FunctionDecl *F) {
    const FunctionDecl *Def = nullptr;
    if (!F || !F->hasBody(Def) || Def->isDependentContext() ||
        !Seen.insert(Def).second)
      return;
    llvm::for_each(bodiesOf(*Def), [&](Stmt *S) { part(S); });
  }

private:
  void part(Stmt *S) {
    for (auto &[D, Use] : collectUses(S).Variables) {
      auto *V = dyn_cast<VarDecl>(D);
      if (!V || !V->hasGlobalStorage() || V->isStaticLocal())
        continue;
      CalleeGlobal &Global = Found[V->getCanonicalDecl()];
      if (!Global.Variable) {
        Global.Variable = bestDeclaration(V);
        Global.FirstUse = Use.References.front()->getLocation();
      }
      Global.Changed |= Use.mayChange();
    }
    calls(S);
  }
};

} // namespace

llvm::SmallVector<CalleeGlobal, 4> globalsOfCallees(const Stmt *S) {
  GlobalFinder Finder;
  Finder.calls(S);
  return Finder.take();
}

llvm::SmallVector<CalleeGlobal, 4> globalsOf(const FunctionDecl &F) {
  GlobalFinder Finder;
  Finder.function(&F);
  return Finder.take();
}

} // namespace twofold
