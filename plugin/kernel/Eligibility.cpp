// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernel/Eligibility.h"
#include "abi/RuntimeDecls.h"
#include "ast/AtomicOperations.h"
#include "ast/ColdPaths.h"
#include "ast/DirectiveLoops.h"
#include "ast/Misalignment.h"
#include "ast/ObjectAssignments.h"
#include "dialect/LibraryFunctions.h"
#include "dialect/TypeMapping.h"
#include "kernel/KernelUnit.h"
#include "lower/LoweredLoop.h"
#include "model/ControlFlow.h"
#include "model/LoopModelBuilder.h"
#include "model/ReductionForms.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {
namespace {

class Eligibility {
  const ParallelLoop &Loop;
  ASTContext &Ctx;
  const bool Lasting;
  std::optional<Refusal> Found;
  std::optional<Refusal> Last; ///< told where nothing else is in the way
  llvm::SmallVector<const FunctionDecl *, 4> Calls; ///< being looked at
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  SourceLocation OutermostCall;
  unsigned Branches = 0; ///< conditions around, in the loop's own text

public:
  Eligibility(const ParallelLoop &Loop, ASTContext &Ctx, bool Lasting)
      : Loop(Loop), Ctx(Ctx), Lasting(Lasting) {}

  std::optional<Refusal> check();

private:
  void refuse(diag::Id Reason, SourceLocation Loc, StringRef Argument = "",
              StringRef Type = "") {
    if (!Found && !(Lasting && lowersAway(Reason)))
      Found = Refusal{Reason, shown(Loc), {Argument.str(), Type.str()}};
  }
  void type(QualType T, StringRef Name, SourceLocation Loc) {
    auto Why = typeObstacle(T, Name, shown(Loc), Ctx);
    if (!Why || (Lasting && lowersAway(Why->Reason)))
      return;
    auto &Into = Why->Reason == diag::Id::UnknownPointer ? Last : Found;
    if (!Into)
      Into = std::move(Why);
  }
  /// Nobody can change a system header: the call that leads there is shown.
  SourceLocation shown(SourceLocation Loc) const {
    return !Calls.empty() && Ctx.getSourceManager().isInSystemHeader(Loc)
               ? OutermostCall
               : Loc;
  }
  std::string spelled(QualType T) const {
    return T.getNonReferenceType().getUnqualifiedType().getAsString(
        Ctx.getPrintingPolicy());
  }

  /// Members of such classes end in functions that a kernel has.
  std::optional<diag::Id> obstacle(QualType T) const {
    const auto Known = libraryObstacle(T);
    return Known == diag::Id::Atomic && Loop.Given.Atomics ? std::nullopt
                                                           : Known;
  }

  void dimensions();
  void captures();
  void visit(const Stmt *S);
  void children(const Stmt *S) {
    for (const Stmt *Child : S->children())
      visit(Child);
  }
  bool statement(const Stmt *S);
  void declaration(const DeclStmt &S);
  bool expression(const Expr *E);
  void reference(const DeclRefExpr &E);
  void member(const MemberExpr &E);
  void call(const CallExpr &E);
  void callee(const FunctionDecl &F, SourceLocation Loc);
};

void Eligibility::dimensions() {
  for (const LoopDim &Dim : Loop.Dims) {
    SourceLocation Loc = Dim.Loop ? Dim.Loop->getBeginLoc() : Loop.Loc;
    const std::string Name = Dim.Induction ? nameOf(Dim) : "";
    if (Dim.What == LoopDim::Kind::Iterator || Dim.What == LoopDim::Kind::Range)
      refuse(diag::Id::IteratorLoop, Loc, Name);
    type(Dim.Type, Name, Loc);
  }
}

void Eligibility::captures() {
  for (const Capture &C : Loop.Captures) {
    if (C.Kind == Sharing::This) {
      refuse(diag::Id::ThisAccess, C.FirstUse);
      continue;
    }
    if (C.ColdOnly)
      continue;
    const auto *V = dyn_cast<VarDecl>(C.Decl);
    StringRef Name = C.Decl->getName();
    if (auto Known = obstacle(C.Type))
      refuse(*Known, C.FirstUse, Name);
    if (V && V->getTLSKind() != VarDecl::TLS_None)
      refuse(diag::Id::ThreadLocal, C.FirstUse, Name);
    if (C.Kind == Sharing::Reduction && isOrdered(C.Op))
      refuse(diag::Id::OrderedReduction, C.FirstUse, Name);
    for (const FunctionDecl *F : {C.Beginning, C.Combination})
      if (F && !Found)
        callee(*F, C.FirstUse);
    // A pointer that others may change lies in memory itself.
    if (C.Kind == Sharing::Reference && C.Type->isAnyPointerType())
      refuse(diag::Id::PointerToPointer, C.FirstUse, Name);
    if (C.Decl->getType().getNonReferenceType().isVolatileQualified())
      refuse(diag::Id::Volatile, C.FirstUse, Name);
    type(C.Type, Name, C.FirstUse);
  }
}

std::optional<Refusal> Eligibility::check() {
  dimensions();
  // What the body does explains more than what its variables are.
  visit(Loop.Body);
  captures();
  return Found ? Found : Last;
}

void Eligibility::visit(const Stmt *S) {
  if (!S || Found)
    return;
  // A kernel that comes there stops.
  if (Calls.empty() && Branches && isCold(S))
    return;
  if (const FunctionDecl *F = calleeOf(S); !F || !findMathRule(*F))
    if (const Expr *Of = misalignedTarget(*S, Ctx))
      return refuse(diag::Id::RecordLayout, Of->getExprLoc(), nameIn(*Of));
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (expression(E))
      children(E);
  } else if (statement(S)) {
    children(S);
  }
}

/// Whether to look inside.
bool Eligibility::statement(const Stmt *S) {
  SourceLocation Loc = S->getBeginLoc();
  if (isa<GotoStmt, IndirectGotoStmt>(S))
    refuse(diag::Id::Goto, Loc);
  else if (const auto *Break = dyn_cast<LoopControlStmt>(S);
           Break && Break->hasLabelTarget())
    refuse(diag::Id::Goto, Loc);
  else if (isa<AsmStmt>(S))
    refuse(diag::Id::InlineAssembly, Loc);
  else if (isa<CXXTryStmt>(S))
    refuse(diag::Id::Exception, Loc);
  else if (const auto *Directive = dyn_cast<OMPExecutableDirective>(S))
    refuse(diag::Id::OpenMPDirective, Loc, nameOf(*Directive));
  else if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
    declaration(*Declared);
    // How a constant came about does not matter.
    const VarDecl *V = onlyVariable(Declared);
    if (V && constantNumber(*V))
      return false;
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    if (auto Chosen = onlyBranch(*If, Ctx)) {
      visit(*Chosen);
      return false;
    }
  }
  if (isa<IfStmt, SwitchStmt>(S)) {
    llvm::SaveAndRestore Conditional(Branches, Branches + 1);
    children(S);
    return false;
  }
  return !Found;
}

void Eligibility::declaration(const DeclStmt &S) {
  for (const VarDecl *V : variablesIn(S)) {
    SourceLocation Loc = V->getLocation();
    QualType T = V->getType();
    if (V->getTLSKind() != VarDecl::TLS_None)
      refuse(diag::Id::ThreadLocal, Loc, V->getName());
    else if (V->hasExternalStorage())
      refuse(diag::Id::GlobalInHelper, Loc, V->getName());
    else if (V->hasGlobalStorage() && !elementOf(T, Ctx).isConstQualified() &&
             !T.isConstQualified())
      refuse(diag::Id::StaticLocal, Loc, V->getName());
    else if (T->isVariableArrayType())
      refuse(diag::Id::ArrayInBody, Loc, V->getName());
    else if (auto Known = obstacle(T))
      refuse(*Known, Loc, V->getName());
    type(T, V->getName(), Loc);
  }
}

bool Eligibility::expression(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  if (isa<UnaryExprOrTypeTraitExpr, OffsetOfExpr, CXXNoexceptExpr,
          TypeTraitExpr>(E))
    return false;
  if (isa<LambdaExpr>(E))
    refuse(diag::Id::Lambda, E->getBeginLoc());
  else if (const std::string Macro = systemMacro(Loc, Ctx);
           isa<StmtExpr>(E) && !Macro.empty())
    refuse(diag::Id::NoCounterpart, Loc, Macro);
  else if (isa<StmtExpr>(E))
    refuse(diag::Id::StatementExpression, Loc);
  else if (pointsAtLiteral(E))
    refuse(diag::Id::Construct, Loc, "the address of a compound literal");
  else if (isa<AddrLabelExpr>(E))
    refuse(diag::Id::Goto, Loc);
  else if (isa<CXXThrowExpr>(E))
    refuse(diag::Id::Exception, Loc);
  else if (isa<CXXNewExpr, CXXDeleteExpr>(E))
    refuse(diag::Id::Allocation, Loc, isa<CXXNewExpr>(E) ? "new" : "delete");
  else if (isa<CXXTypeidExpr, CXXDynamicCastExpr>(E))
    refuse(diag::Id::DynamicType, Loc);
  else if (isa<VAArgExpr>(E))
    refuse(diag::Id::VariableArguments, Loc, "va_arg");
  else if (Loop.Given.Atomics && atomicOperation(E, Ctx)) {
    for (const Stmt *Part : E->children())
      if (!calleeOf(E) || Part != cast<CallExpr>(E)->getCallee())
        visit(Part);
    return false;
  } else if (const auto *Operation = dyn_cast<AtomicExpr>(E))
    refuse(diag::Id::Atomic, Loc, Operation->getOpAsString());
  else if (isa<PredefinedExpr>(E))
    refuse(diag::Id::StringLiteral, Loc);
  else if (isa<StringLiteral>(E))
    return false; // a list of numbers
  else if (const auto *This = dyn_cast<CXXThisExpr>(E)) {
    if (Calls.empty())
      refuse(diag::Id::ThisAccess, This->getExprLoc());
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    reference(*Ref);
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    member(*Member);
  else if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    CastKind Kind = Cast->getCastKind();
    if (Kind == CK_IntegralToPointer || Kind == CK_PointerToIntegral)
      refuse(diag::Id::PointerInteger, Loc);
    else if (Kind == CK_AtomicToNonAtomic || Kind == CK_NonAtomicToAtomic)
      refuse(diag::Id::Atomic, Loc, nameIn(*Cast));
    else if (Kind == CK_LValueToRValue && !E->getType()->isRecordType() &&
             Cast->getSubExpr()->getType().isVolatileQualified())
      refuse(diag::Id::Volatile, Loc, nameIn(*Cast));
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    call(*Call);
    return false;
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    const CXXConstructorDecl *C = Construct->getConstructor();
    if (auto Known = obstacle(E->getType()))
      refuse(*Known, Loc, spelled(E->getType()));
    // What the class is explains more than what its constructor does.
    type(E->getType(), spelled(E->getType()), Loc);
    if (!Found && !C->isTrivial())
      callee(*C, Loc);
  }
  // Implicit casts and parentheses repeat what they stand around.
  if (!Found && !isa<ImplicitCastExpr, ParenExpr, InitListExpr>(E) &&
      !E->getType()->isFunctionType() && !E->getType()->isPlaceholderType())
    type(typeSource(*E).getType(), nameOrText(typeSource(*E), Ctx), Loc);
  return !Found;
}

void Eligibility::reference(const DeclRefExpr &E) {
  const ValueDecl *D = E.getDecl();
  if (isa<FunctionDecl>(D))
    return refuse(diag::Id::FunctionAddress, E.getLocation(),
                  D->getNameAsString());
  if (auto Known = obstacle(D->getType()))
    refuse(*Known, E.getLocation(), D->getNameAsString());
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->hasGlobalStorage())
    return;
  if (V->getTLSKind() != VarDecl::TLS_None)
    refuse(diag::Id::ThreadLocal, E.getLocation(), V->getName());
  bool Constant = V->getType().isConstQualified() ||
                  elementOf(V->getType(), Ctx).isConstQualified();
  if (!Calls.empty() && !Constant && !Loop.capture(V))
    refuse(diag::Id::GlobalInHelper, E.getLocation(), V->getName());
}

void Eligibility::member(const MemberExpr &E) {
  if (const auto *F = dyn_cast<FieldDecl>(E.getMemberDecl())) {
    if (F->isBitField())
      refuse(diag::Id::BitField, E.getMemberLoc(), F->getName());
    else if (F->getType()->isAnyPointerType() ||
             F->getType()->isReferenceType())
      refuse(diag::Id::PointerInRecord, E.getMemberLoc(), F->getName());
  }
}

void Eligibility::call(const CallExpr &E) {
  SourceLocation Loc = E.getExprLoc();
  const FunctionDecl *F = E.getDirectCallee();
  if (!F)
    return refuse(diag::Id::FunctionPointer, Loc, nameIn(*E.getCallee()));
  std::string Name = F->getNameAsString();
  if (isAtomicFunction(&E))
    return refuse(diag::Id::Atomic, Loc, Name);
  for (const Expr *Arg : E.arguments())
    if (auto Known = obstacle(Arg->getType()))
      refuse(*Known, Loc, Name);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    if (auto Known = obstacle(Object->getType()->isAnyPointerType()
                                  ? Object->getType()->getPointeeType()
                                  : Object->getType()))
      refuse(*Known, Loc, Name);
    const auto *Method = Member->getMethodDecl();
    if (Method && Method->isVirtual())
      refuse(diag::Id::VirtualCall, Loc, Name);
    if (const auto *Class = Method ? Method->getParent() : nullptr;
        Class && Class->isLambda())
      refuse(diag::Id::Lambda, Loc);
  } else if (const auto *Method = dyn_cast<CXXMethodDecl>(F);
             Method && Method->getParent()->isLambda()) {
    refuse(diag::Id::Lambda, Loc);
  }
  if (Found)
    return;
  Expr::EvalResult Result;
  if (F->getBuiltinID() && E.getType()->isArithmeticType() &&
      E.EvaluateAsRValue(Result, Ctx) && !Result.HasSideEffects)
    return; // printed as a number
  bool Mapped = findMathRule(*F);
  if (auto Reason = Mapped ? std::nullopt : libraryObstacle(*F))
    refuse(*Reason, Loc,
           *Reason == diag::Id::NoCounterpart ? libraryName(*F, Calls, Loc)
                                              : Name,
           quotedType(F->getType(), Ctx));
  // Says more than what it is given.
  if (!Mapped && (F->isVariadic() || !F->hasBody()))
    callee(*F, Loc);
  for (const Expr *Arg : E.arguments())
    visit(Arg);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&E))
    visit(Member->getImplicitObjectArgument());
  type(E.getType(), Name, Loc);
  if (!Found && !Mapped)
    callee(*F, Loc);
}

void Eligibility::callee(const FunctionDecl &F, SourceLocation Loc) {
  std::string Name = F.getNameAsString();
  if (F.isVariadic())
    return refuse(diag::Id::VariableArguments, Loc, Name);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
      isAssignment(Method) && Method->isTrivial() && Method->isInstance())
    return;
  const bool Library = Ctx.getSourceManager().isInSystemHeader(F.getLocation());
  if (Library && Lasting)
    return;
  const FunctionDecl *Def = nullptr;
  const bool Known = !F.isWeak() && F.hasBody(Def) && !Def->isTemplated();
  if (!Known || llvm::is_contained(Calls, Def)) {
    if (Library)
      return refuse(diag::Id::NoCounterpart, Loc, libraryName(F, Calls, Loc));
    const auto Unseen =
        F.isWeak() ? diag::Id::WeakFunction : diag::Id::NotVisible;
    return refuse(Known ? diag::Id::Recursion : Unseen, Loc, Name);
  }
  if (!Seen.insert(Def).second)
    return;
  // A parallel loop has become a call of the runtime already.
  if (anyNode(Def->getBody(), [Run = RuntimeDecls(Ctx)](const Stmt *S) {
        return Run.isRun(calleeOf(S));
      }))
    return refuse(diag::Id::LoopInCallee, Loc, Name);
  if (Calls.empty())
    OutermostCall = Loc;
  Calls.push_back(Def);
  for (const ParmVarDecl *P : Def->parameters())
    type(P->getType(), P->getName().empty() ? Name : P->getName().str(),
         P->getLocation());
  llvm::for_each(bodiesOf(*Def), [&](const Stmt *Code) { visit(Code); });
  Calls.pop_back();
}

} // namespace

std::optional<Refusal> checkEligibility(const ParallelLoop &Loop,
                                        ASTContext &Ctx, bool Lasting) {
  return Eligibility(Loop, Ctx, Lasting).check();
}

} // namespace twofold
