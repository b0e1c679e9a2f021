// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "scope/HostStatements.h"
#include "abi/RuntimeDecls.h"
#include "ast/Nodes.h"
#include "dialect/LibraryFunctions.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace twofold {

/// size() of a container calls functions of its bases.
static constexpr unsigned MaxDepth = 4;

/// Of casts that stay in the same object.
static const Expr *withoutBases(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    CastKind Kind = Cast->getCastKind();
    if (Kind != CK_NoOp && Kind != CK_UncheckedDerivedToBase &&
        Kind != CK_DerivedToBase)
      break;
    E = Cast->getSubExpr()->IgnoreParens();
  }
  return E;
}

bool HostStatements::quiet(const Stmt *S) {
  Blame = nullptr;
  return isQuiet(S);
}

bool HostStatements::quietCall(const Stmt &Call, Objects &Reads) {
  Blame = nullptr;
  eachNode(&Call, [&](const Stmt *S) {
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared))
        Temporaries.insert(V);
    return true;
  });
  Read = &Reads;
  bool Quiet = isQuiet(&Call);
  // Objects are read before the prelude: what it has copied has another name
  // there.
  for (Object &O : Reads)
    while (Quiet && O.Variable && Temporaries.contains(O.Variable)) {
      const Expr *Copied = O.Pointee ? O.Variable->getInit() : nullptr;
      O.Variable = Copied ? variableIn(Copied->IgnoreParenImpCasts()) : nullptr;
      Quiet = O.Variable && Plain.contains(*O.Variable);
    }
  Read = nullptr;
  Temporaries.clear();
  return Quiet;
}

bool HostStatements::declaresPlain(const DeclStmt &S) const {
  return llvm::all_of(S.decls(), [&](const Decl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    return V ? (Plain.contains(*V) && !V->hasAttr<CleanupAttr>()) ||
                   Temporaries.contains(V)
             : onlyNames(*D);
  });
}

bool HostStatements::declaration(const DeclStmt &S) {
  return declaresPlain(S) && llvm::all_of(S.decls(), [&](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return !V || !V->getInit() || expression(V->getInit());
         });
}

bool HostStatements::isQuiet(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(E);
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return declaration(*Declared);
  if (!isa<CompoundStmt, IfStmt, ForStmt, WhileStmt, DoStmt, SwitchStmt,
           SwitchCase, BreakStmt, ContinueStmt, NullStmt, ReturnStmt,
           AttributedStmt>(S))
    return false;
  return llvm::all_of(S->children(),
                      [&](const Stmt *Child) { return isQuiet(Child); });
}

bool HostStatements::expression(const Expr *E) {
  bool Quiet = [&] {
    if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
            CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
            StringLiteral, ImplicitValueInitExpr, CXXThisExpr>(E))
      return true;
    Expr::EvalResult Known;
    if (!E->isValueDependent() && !E->isGLValue() &&
        E->getType()->isArithmeticType() && E->EvaluateAsRValue(Known, Ctx) &&
        !Known.HasSideEffects)
      return true;
    if (isa<UnaryExprOrTypeTraitExpr>(E))
      return true; // lengths of arrays are computed where they are declared
    if (isa<ParenExpr, ConstantExpr, SubstNonTypeTemplateParmExpr, InitListExpr,
            ConditionalOperator>(E))
      return llvm::all_of(E->children(), [&](const Stmt *Child) {
        return !Child || expression(cast<Expr>(Child));
      });
    if (const Expr *Default = defaultOf(E))
      return expression(Default);
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return this->cast(*Cast);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return isa<EnumConstantDecl, FunctionDecl>(Ref->getDecl()) ||
             mayChange(Ref);
    if (const auto *U = dyn_cast<UnaryOperator>(E)) {
      if (U->getOpcode() == UO_AddrOf)
        return address(U->getSubExpr());
      if (U->isIncrementDecrementOp())
        return mayChange(U->getSubExpr());
      return U->getOpcode() != UO_Deref && expression(U->getSubExpr());
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isPtrMemOp())
        return false;
      return (B->isAssignmentOp() ? mayChange(B->getLHS())
                                  : expression(B->getLHS())) &&
             expression(B->getRHS());
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    return Call && call(*Call);
  }();
  if (!Quiet && !Blame)
    Blame = E;
  return Quiet;
}

bool HostStatements::cast(const CastExpr &E) {
  const Expr *From = E.getSubExpr();
  switch (E.getCastKind()) {
  case CK_LValueToRValue:
    return load(From);
  case CK_ArrayToPointerDecay:
  case CK_FunctionToPointerDecay:
    return isa<StringLiteral>(From->IgnoreParens()) || address(From);
  case CK_NoOp:
  case CK_UncheckedDerivedToBase:
    return From->isGLValue() ? address(From) : expression(From);
  case CK_ToVoid:
    return From->isGLValue() ? address(From) : expression(From);
  case CK_BitCast:
  case CK_NullToPointer:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
  case CK_PointerToBoolean:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    return expression(From);
  default:
    return false;
  }
}

bool HostStatements::mayChange(const Expr *Place) const {
  const VarDecl *V = variableIn(Place);
  if (V)
    return Plain.contains(*V) || Temporaries.contains(V);
  // Of what the call is given, where a kernel alone is given it.
  const VarDecl *Table = temporaryOf(Place);
  return Table && Table->getType()->isArrayType();
}

/// Computing where Place is looks at nothing.
bool HostStatements::address(const Expr *Place) {
  Place = withoutBases(Place);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Place)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return isa<FunctionDecl>(Ref->getDecl()) ||
           (V && V->getTLSKind() == VarDecl::TLS_None);
  }
  if (const auto *Member = dyn_cast<MemberExpr>(Place))
    return isa<FieldDecl>(Member->getMemberDecl()) &&
           (Member->isArrow() ? expression(Member->getBase())
                              : address(Member->getBase()));
  if (const Expr *Pointer = operandOf(Place, UO_Deref))
    return expression(Pointer);
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Place))
    return expression(Subscript->getBase()) && expression(Subscript->getIdx());
  return isa<StringLiteral>(Place);
}

/// The variable, *this or pointee that Place is a part of, by its members.
std::optional<HostStatements::Object>
HostStatements::rootOf(const Expr *Place) const {
  Place = withoutBases(Place);
  if (Place->getType().isVolatileQualified() ||
      Place->getType()->isAtomicType())
    return std::nullopt;
  if (const VarDecl *V = variableIn(Place)) {
    if (V->getTLSKind() != VarDecl::TLS_None ||
        V->getType().getNonReferenceType()->isIncompleteType() ||
        V->getType()->isVariablyModifiedType())
      return std::nullopt;
    return Object{V, false};
  }
  if (const Expr *Pointer = operandOf(Place, UO_Deref))
    return pointee(Pointer);
  const auto *Member = dyn_cast<MemberExpr>(Place);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || Field->getType()->isReferenceType())
    return std::nullopt;
  return Member->isArrow() ? pointee(Member->getBase())
                           : rootOf(Member->getBase());
}

/// What a plain pointer or `this` points to.
std::optional<HostStatements::Object>
HostStatements::pointee(const Expr *Pointer) const {
  Pointer = withoutBases(Pointer);
  if (isa<CXXThisExpr>(Pointer))
    return Object{};
  const Expr *Read = operandOf(Pointer, CK_LValueToRValue);
  const VarDecl *V = Read ? variableIn(Read) : nullptr;
  if (!V || !Plain.contains(*V) ||
      V->getType()->getPointeeType()->isIncompleteType())
    return std::nullopt;
  return Object{V, true};
}

/// The temporary of the call that Place is a part of, or null.
const VarDecl *HostStatements::temporaryOf(const Expr *Place) const {
  const Expr *Part = withoutBases(Place);
  while (true) {
    if (const auto *Member = dyn_cast<MemberExpr>(Part);
        Member && !Member->isArrow())
      Part = withoutBases(Member->getBase());
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Part))
      Part = Subscript->getBase()->IgnoreParenImpCasts();
    else
      break;
  }
  const VarDecl *V = variableIn(Part);
  return V && Temporaries.contains(V) ? V : nullptr;
}

bool HostStatements::load(const Expr *Place) {
  if (Place->getType().isVolatileQualified())
    return false;
  const Expr *Inner = Place->IgnoreParens();
  if (mayChange(Inner))
    return true;
  // In C++, `i = 1` and `++i` are places.
  if (const auto *B = dyn_cast<BinaryOperator>(Inner);
      assignedBy(Inner) || (B && B->getOpcode() == BO_Comma))
    return expression(Inner);
  if (!Read)
    return false;
  if (const VarDecl *V = temporaryOf(Inner))
    return !V->getType()->isPointerType() && !V->getType()->isReferenceType();
  return note(rootOf(Inner));
}

/// Root is read; false: nobody knows what it is.
bool HostStatements::note(std::optional<Object> Root) {
  if (Root && !llvm::is_contained(*Read, *Root))
    Read->push_back(*Root);
  return Root.has_value();
}

bool HostStatements::call(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F)
    return false;
  if (swapsVariables(E))
    return llvm::all_of(E.arguments(),
                        [&](const Expr *A) { return mayChange(A); });
  if (F->getBuiltinID() == Builtin::BI__builtin_unreachable)
    return true;
  if (F->getBuiltinID() == Builtin::BI__builtin_elementwise_min ||
      F->getBuiltinID() == Builtin::BI__builtin_elementwise_max ||
      RuntimeDecls::isApart(*F))
    return llvm::all_of(E.arguments(),
                        [&](const Expr *A) { return expression(A); });
  if (Read && RuntimeDecls(Ctx).isRun(F))
    return llvm::all_of(E.arguments(),
                        [&](const Expr *A) { return expression(A); });
  if (findMathRule(*F))
    return llvm::all_of(E.arguments(), [&](const Expr *A) {
      return A->getType()->isArithmeticType() && expression(A);
    });
  const auto *Method = dyn_cast<CXXMemberCallExpr>(&E);
  return Read && Method && readsObject(*Method);
}

/// Functions like size(): they compute a number from the object itself.
bool HostStatements::readsObject(const CXXMemberCallExpr &E) {
  const CXXMethodDecl *F = E.getMethodDecl();
  const FunctionDecl *Definition = nullptr;
  if (!F || F->isVirtual() || E.getNumArgs() != 0 || Depth == MaxDepth ||
      !E.getType()->isScalarType() || !F->hasBody(Definition) ||
      Definition->isTemplated())
    return false;
  const Expr *Of = withoutBases(E.getImplicitObjectArgument());
  std::optional<Object> Root =
      Of->getType()->isPointerType() ? pointee(Of) : rootOf(Of);
  if (!Root)
    return false;
  PlainVariables Inside(*Definition);
  HostStatements Callee(Inside, Ctx);
  Objects Reads;
  Callee.Depth = Depth + 1;
  Callee.Read = &Reads;
  if (Inside.obscure() || !Callee.isQuiet(Definition->getBody()) ||
      !llvm::all_of(Reads, [](const Object &O) { return O == Object{}; }))
    return false;
  return note(Root);
}

} // namespace twofold
