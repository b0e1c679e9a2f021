// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ast/PointedFunctions.h"
#include "ast/Nodes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

using namespace clang;

namespace twofold {
namespace {

using Functions = llvm::SmallVector<const FunctionDecl *, 4>;

/// std::function and its like, and what std::bind and std::mem_fn make.
bool holdsFunction(QualType T) {
  const auto *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isInStdNamespace() && R->getIdentifier() &&
         llvm::is_contained({"function", "move_only_function",
                             "copyable_function", "_Bind", "_Bind_result",
                             "_Bind_front", "_Mem_fn", "reference_wrapper"},
                            R->getName());
}

/// A value of the type T may be a function, or lead to one.
bool mayHold(QualType T) {
  T = T.getNonReferenceType();
  while (const Type *Inner = T->getPointeeOrArrayElementType()) {
    if (Inner == T.getTypePtr())
      break;
    T = QualType(Inner, 0);
  }
  return T->isFunctionType() || T->isMemberFunctionPointerType() ||
         T->isRecordType() || T->isDependentType();
}

/// What has the function or functions that E is, or is an element of.
const ValueDecl *holderIn(const Expr *E) {
  constexpr unsigned Most = 32;
  for (unsigned Part = 0; E && Part != Most; ++Part) {
    E = seeThrough(E)->IgnoreParenImpCasts();
    const auto *Call = dyn_cast<CallExpr>(E);
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->getMemberDecl();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      const bool Bound = V && V->getType()->isReferenceType() &&
                         !isa<ParmVarDecl>(V) && V->getInit();
      if (!Bound)
        return V;
      E = V->getInit();
    } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
      E = At->getBase();
    } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      E = U->getSubExpr();
    } else if (B && (B->isPtrMemOp() || B->getOpcode() == BO_Comma)) {
      E = B->getRHS();
    } else if (B && B->isAdditiveOp()) {
      E = B->getLHS();
    } else if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E)) {
      E = Cast->getSubExpr();
    } else if (Call) { // an element of a container, what is behind a pointer
      E = objectOf(*Call);
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

/// What each holder of the unit is given, and what overrides its methods.
class UnitFunctions : public DynamicRecursiveASTVisitor {
  const SourceManager &Sources;
  llvm::DenseMap<const ValueDecl *, Functions> Given;
  llvm::DenseMap<const ValueDecl *, llvm::SmallVector<const ValueDecl *, 2>>
      Others; ///< holders that a holder is given the value of
  static constexpr size_t Most = 16;

  static const ValueDecl *key(const ValueDecl *D) {
    return cast<ValueDecl>(D->getCanonicalDecl());
  }
  void add(const ValueDecl *To, const FunctionDecl *F) {
    Functions &Known = Given[key(To)];
    if (Known.size() < Most && !llvm::is_contained(Known, F))
      Known.push_back(F);
  }
  /// To is given E, or something that is made of it.
  void give(const ValueDecl *To, const Expr *E) {
    if (!To || !E || !mayHold(To->getType()))
      return;
    anyNode(E, [&](const Stmt *Part) {
      if (const auto *Lambda = dyn_cast<LambdaExpr>(Part)) {
        add(To, Lambda->getCallOperator());
        return false;
      }
      const auto *Ref = dyn_cast<DeclRefExpr>(Part);
      const auto *M = dyn_cast<MemberExpr>(Part);
      const ValueDecl *D = Ref ? Ref->getDecl()
                           : M ? M->getMemberDecl()
                               : nullptr;
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(D); F && Ref)
        add(To, F);
      else if (D && isa<VarDecl, FieldDecl>(D) && key(D) != key(To) &&
               mayHold(D->getType())) {
        if (auto &Known = Others[key(To)];
            Known.size() < Most && !llvm::is_contained(Known, key(D)))
          Known.push_back(key(D));
        const auto *Record = D->getType()->getAsCXXRecordDecl();
        if (Record && Record->isLambda())
          add(To, Record->getLambdaCallOperator());
      }
      return false;
    });
  }
  void give(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Arguments) {
    const FunctionDecl *Definition = nullptr;
    if (F && F->hasBody(Definition))
      for (unsigned I = 0;
           I < Arguments.size() && I < Definition->getNumParams(); ++I)
        give(Definition->getParamDecl(I), Arguments[I]);
  }
  void collect(const ValueDecl *D, Functions &Out,
               llvm::SmallPtrSetImpl<const ValueDecl *> &Seen) const {
    if (Seen.size() == Most || !Seen.insert(key(D)).second)
      return;
    if (auto It = Given.find(key(D)); It != Given.end())
      for (const FunctionDecl *F : It->second)
        if (!llvm::is_contained(Out, F))
          Out.push_back(F);
    if (auto It = Others.find(key(D)); It != Others.end())
      for (const ValueDecl *Other : It->second)
        collect(Other, Out, Seen);
  }

public:
  explicit UnitFunctions(const ASTContext &Ctx)
      : Sources(Ctx.getSourceManager()) {
    ShouldVisitTemplateInstantiations = true;
  }

  Functions of(const ValueDecl *D) const {
    Functions Out;
    llvm::SmallPtrSet<const ValueDecl *, 8> Seen;
    collect(D, Out, Seen);
    return Out;
  }

  bool TraverseDecl(Decl *D) override {
    if (D && !isa<TranslationUnitDecl>(D) &&
        Sources.isInSystemHeader(D->getLocation()))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitVarDecl(VarDecl *V) override {
    give(V, V->getInit());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *D) override {
    give(D, D->getInClassInitializer());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *List) override {
    const InitListExpr *Whole =
        List->isSemanticForm() ? List : List->getSemanticForm();
    const RecordDecl *Record =
        Whole ? Whole->getType()->getAsRecordDecl() : nullptr;
    if (!Record || Record->isUnion())
      return true;
    unsigned I = 0;
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
      I = Class->getNumBases();
    for (const FieldDecl *Field : Record->fields())
      if (!Field->isUnnamedBitField() && I < Whole->getNumInits())
        give(Field, Whole->getInit(I++));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->getOpcode() == BO_Assign)
      give(holderIn(B->getLHS()), B->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    llvm::SmallVector<const Expr *, 8> Arguments(Call->arguments());
    const auto *Method =
        dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
    const Expr *Object = Method ? objectOf(*Call) : nullptr;
    if (isa<CXXOperatorCallExpr>(Call) && Object && Method->isInstance())
      Arguments.erase(Arguments.begin());
    // What a container, a signal or a std::function is given.
    if (const ValueDecl *To = Object ? holderIn(Object) : nullptr)
      for (const Expr *Argument : Arguments)
        give(To, Argument);
    give(Call->getDirectCallee(), Arguments);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) override {
    give(Made->getConstructor(),
         llvm::SmallVector<const Expr *, 4>(Made->arguments()));
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *C) override {
    for (const CXXCtorInitializer *Init : C->inits())
      if (Init->isMemberInitializer())
        give(Init->getMember(), Init->getInit());
    return true;
  }
  bool VisitCXXMethodDecl(CXXMethodDecl *Method) override {
    llvm::SmallVector<const CXXMethodDecl *, 8> Up(
        Method->overridden_methods());
    while (!Up.empty()) {
      const CXXMethodDecl *Above = Up.pop_back_val();
      add(Above, Method);
      llvm::append_range(Up, Above->overridden_methods());
    }
    return true;
  }
};

/// Of Ctx's unit as far as it has been read.
const UnitFunctions &functionsIn(const ASTContext &Ctx) {
  static std::unique_ptr<UnitFunctions> Known;
  static const ASTContext *Of = nullptr;
  static std::ptrdiff_t Read = -1;
  TranslationUnitDecl *Unit = Ctx.getTranslationUnitDecl();
  const auto Now = std::distance(Unit->decls_begin(), Unit->decls_end());
  if (!Known || Of != &Ctx || Read != Now) {
    Known = std::make_unique<UnitFunctions>(Ctx);
    Known->TraverseDecl(Unit);
    Of = &Ctx;
    Read = Now;
  }
  return *Known;
}

/// What a store to Target goes to in the end: a parameter, or `this`.
class StoreRoots {
  const ParmVarDecl *Parameter; ///< null: the object

public:
  explicit StoreRoots(const ParmVarDecl *Parameter) : Parameter(Parameter) {}

  bool leadTo(const Expr *E, unsigned Depth = 0) const {
    constexpr unsigned Most = 16;
    bool Behind = false;
    for (; Depth != Most; ++Depth) {
      E = seeThrough(E)->IgnoreParenCasts();
      if (isa<CXXThisExpr>(E))
        return !Parameter;
      const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      const Expr *Index = nullptr;
      if (const auto *M = dyn_cast<MemberExpr>(E)) {
        Behind |= M->isArrow();
        E = M->getBase();
      } else if (const auto *At = dyn_cast<ArraySubscriptExpr>(E)) {
        Behind = true;
        Index = At->getIdx();
        E = At->getBase();
      } else if (Operator && Operator->getOperator() == OO_Subscript &&
                 Operator->getNumArgs() == 2) {
        Index = Operator->getArg(1);
        E = Operator->getArg(0);
      } else if (const auto *U = dyn_cast<UnaryOperator>(E)) {
        Behind |= U->getOpcode() == UO_Deref;
        E = U->getSubExpr();
      } else {
        const VarDecl *V = variableIn(E);
        if (V && V == Parameter)
          return Behind || V->getType()->isReferenceType();
        // A pointer or a reference that the function has made of it.
        if (!V || isa<ParmVarDecl>(V) || !V->hasLocalStorage() ||
            !V->getInit() ||
            !(V->getType()->isReferenceType() ||
              (V->getType()->isPointerType() && Behind)))
          return false;
        E = V->getInit();
      }
      if (Index && findNode<DeclRefExpr>(Index, [](const DeclRefExpr *Ref) {
            return isa<ParmVarDecl>(Ref->getDecl());
          }))
        return false;
    }
    return false;
  }
  bool in(const FunctionDecl &F) const {
    const FunctionDecl *Definition = nullptr;
    return F.hasBody(Definition) &&
           anyNode(Definition->getBody(), [&](const Stmt *Part) {
             const Expr *Target = assignedBy(Part);
             return Target && leadTo(Target);
           });
  }
};

} // namespace

const ValueDecl *calledHolder(const CallExpr &Call) {
  const FunctionDecl *F = Call.getDirectCallee();
  if (isa<CXXOperatorCallExpr>(Call))
    return F && F->getOverloadedOperator() == OO_Call &&
                   holdsFunction(Call.getArg(0)->getType())
               ? holderIn(Call.getArg(0))
               : nullptr;
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  const auto *Name = dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParens());
  if (Method && Method->isVirtual() && !(Name && Name->hasQualifier()))
    return Method;
  return F ? nullptr : holderIn(Call.getCallee());
}

llvm::SmallVector<const FunctionDecl *, 4>
functionsLedTo(const CallExpr &Call, const ASTContext &Ctx) {
  llvm::SmallVector<const FunctionDecl *, 4> Out;
  const ValueDecl *Holder = calledHolder(Call);
  if (!Holder)
    return Out;
  Functions All = functionsIn(Ctx).of(Holder);
  if (const auto *Method = dyn_cast<FunctionDecl>(Holder))
    All.push_back(Method);
  for (const FunctionDecl *F : All) {
    const FunctionDecl *Definition = nullptr;
    if (F->hasBody(Definition) && !Definition->isDependentContext() &&
        !llvm::is_contained(Out, Definition))
      Out.push_back(Definition);
  }
  return Out;
}

bool storesToObject(const CXXMethodDecl &Method) {
  return StoreRoots(nullptr).in(Method);
}

bool storesThrough(const FunctionDecl &F, const ParmVarDecl &Parameter) {
  return StoreRoots(&Parameter).in(F);
}

} // namespace twofold
