// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "slice/tree/SliceCorners.h"
#include "ast/AstFactory.h"
#include "ast/PlainVariables.h"
#include "ast/StatementCopy.h"
#include "slice/text/SliceBounds.h"

using namespace clang;

namespace twofold {

/// Four loops that a slice depends on would be sixteen tables.
static constexpr unsigned MostLoops = 3;

using Degree = std::optional<unsigned>;

static Degree greater(Degree A, Degree B) {
  return A && B ? std::max(A, B) : std::nullopt;
}

/// Constant without looking at a variable.
static std::optional<int64_t> constant(const Expr *E, ASTContext &Ctx) {
  auto Known = E->getType()->isIntegralOrEnumerationType() ? constantOf(E, Ctx)
                                                           : std::nullopt;
  return Known ? Known->trySExtValue() : std::nullopt;
}

/// The variable that E reads.
static const VarDecl *readVariable(const Expr *E) {
  const Expr *Read = operandOf(E, CK_LValueToRValue);
  return Read ? variableIn(Read) : nullptr;
}

void SliceCorners::enter(const ForStmt *For) {
  std::optional<InnerLoop> L = matchInnerLoop(For, Ctx);
  bool Known = L && L->Ahead == 0 && fixed(L->Init) && fixed(L->Bound);
  Loops.push_back(Known ? *L : InnerLoop());
}

void SliceCorners::leave(const ForStmt *) { Loops.pop_back(); }

/// The same before all of the loops.
bool SliceCorners::fixed(const Expr *E) {
  auto Before = Used;
  Degree D = degree(E);
  Used = Before;
  return D == 0u;
}

std::optional<unsigned> SliceCorners::loopOf(const VarDecl *V) const {
  for (unsigned L = 0; L < Loops.size(); ++L)
    if (Loops[L].Induction == V)
      return L;
  return std::nullopt;
}

/// The loop neither changes it nor lets anyone else.
bool SliceCorners::unchanged(const VarDecl *V) const {
  QualType T = V->getType();
  if (T->isReferenceType() || T.isVolatileQualified())
    return false;
  return T.isConstQualified() || !Uses.of(V).mayChange();
}

Degree SliceCorners::variable(const VarDecl *V) {
  if (auto L = loopOf(V)) {
    if (!llvm::is_contained(Used, *L))
      Used.push_back(*L);
    return 1;
  }
  if (!unchanged(V))
    return std::nullopt;
  if (!Uses.DeclaredInside.contains(V))
    return 0;
  const Expr *Init = V->getInit();
  return Init && !V->hasGlobalStorage() ? degree(Init) : std::nullopt;
}

/// A reference of the body.
bool SliceCorners::bound(const VarDecl *V) const {
  return V->getType()->isReferenceType() && Uses.DeclaredInside.contains(V) &&
         V->getInit() && V->getInit()->isGLValue() &&
         !isa<MaterializeTemporaryExpr>(V->getInit()->IgnoreParens());
}

/// Of the address of the lvalue E.
Degree SliceCorners::place(const Expr *E) {
  E = E->IgnoreParens();
  if (const VarDecl *V = variableIn(E)) {
    if (bound(V))
      return place(V->getInit());
    return Uses.DeclaredInside.contains(V) || V->getType()->isReferenceType()
               ? std::nullopt
               : Degree(0);
  }
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return greater(degree(A->getBase()), degree(A->getIdx()));
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->isArrow() ? degree(M->getBase()) : place(M->getBase());
  if (const Expr *Pointer = operandOf(E, UO_Deref))
    return degree(Pointer);
  return std::nullopt;
}

Degree SliceCorners::conversion(const CastExpr &E) {
  const Expr *Sub = E.getSubExpr();
  switch (E.getCastKind()) {
  case CK_LValueToRValue: {
    if (const VarDecl *V = readVariable(&E))
      return variable(V);
    // A member of a variable.
    const Expr *Object = Sub->IgnoreParens();
    while (const auto *M = dyn_cast<MemberExpr>(Object)) {
      if (M->isArrow() || M->getType().isVolatileQualified())
        return std::nullopt;
      Object = M->getBase()->IgnoreParens();
    }
    const VarDecl *V = variableIn(Object);
    return V && unchanged(V) && !Uses.DeclaredInside.contains(V) ? Degree(0)
                                                                 : std::nullopt;
  }
  case CK_ArrayToPointerDecay:
    return place(Sub);
  case CK_NoOp:
  case CK_BitCast:
    return Sub->isGLValue() ? place(Sub) : degree(Sub);
  case CK_IntegralCast: {
    Degree D = degree(Sub);
    IntegerType From = IntegerType::of(Sub->getType(), Ctx),
                To = IntegerType::of(E.getType(), Ctx);
    bool Keeps = From && To &&
                 (From.Unsigned ? To.Width > From.Width || From.Width == 64
                                : To.Width >= From.Width && !To.Unsigned);
    // Of 64 bits, modulo 2^64, as addresses are.
    Keeps |= From && To && To.Width == 64 && !From.Unsigned;
    return D == 1u && !Keeps ? std::nullopt : D;
  }
  case CK_IntegralToBoolean: {
    Degree D = degree(Sub);
    return D == 0u ? D : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

Degree SliceCorners::operation(const BinaryOperator &E) {
  Degree L = degree(E.getLHS()), R = degree(E.getRHS());
  if (!L || !R)
    return std::nullopt;
  unsigned Most = std::max(*L, *R);
  IntegerType T = IntegerType::of(E.getType(), Ctx);
  bool Number =
      E.getType()->isPointerType() || (T && (!T.Unsigned || T.Width == 64));
  auto Fixed = [&] { return Most == 0 ? Degree(0) : std::nullopt; };
  switch (E.getOpcode()) {
  case BO_Add:
  case BO_Sub:
    if (E.getOpcode() == BO_Sub && E.getRHS()->getType()->isPointerType())
      return std::nullopt;
    return Most == 0 || Number ? Degree(Most) : std::nullopt;
  case BO_Mul:
    return Most == 0 || (Number && *L + *R < 2) ? Degree(Most) : std::nullopt;
  case BO_Or:
    // `0 | length`, by which only integers are taken.
    if (constant(E.getLHS(), Ctx) == 0)
      return R;
    return Fixed();
  case BO_Div:
  case BO_Rem: {
    auto By = constant(E.getRHS(), Ctx);
    return By && *By > 0 ? Fixed() : std::nullopt;
  }
  case BO_And:
  case BO_Xor:
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
  case BO_EQ:
  case BO_NE:
  case BO_LAnd:
  case BO_LOr:
    return E.getLHS()->getType()->isPointerType() ? std::nullopt : Fixed();
  default:
    return std::nullopt;
  }
}

/// The lengths that arrays give, and addresses in C++.
Degree SliceCorners::call(const CallExpr &E) {
  if (countedElements(&E, Ctx))
    return 0;
  if (const Expr *Element = addressedElement(&E))
    return place(Element);
  auto Bound = arrayBound(&E);
  if (!Bound)
    return std::nullopt;
  Degree Most = 0;
  for (const Expr *Arg : E.arguments())
    Most = greater(Most, degree(Arg));
  // What is left behind a start.
  bool Affine = Bound->Start && constant(Bound->Stride, Ctx) == 1 &&
                degree(Bound->Array) == 0u && degree(Bound->Element) == 0u;
  return Most == 1u && !Affine ? std::nullopt : Most;
}

Degree SliceCorners::degree(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, CharacterLiteral, UnaryExprOrTypeTraitExpr>(E) ||
      constant(E, Ctx))
    return 0;
  if (const auto *C = dyn_cast<ConstantExpr>(E))
    return degree(C->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E))
    return conversion(*C);
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && !B->isAssignmentOp() && B->getOpcode() != BO_Comma)
    return operation(*B);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(*C);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    Degree D =
        greater(degree(C->getCond()),
                greater(degree(C->getTrueExpr()), degree(C->getFalseExpr())));
    return D == 0u ? D : std::nullopt;
  }
  const auto *U = dyn_cast<UnaryOperator>(E);
  if (!U)
    return std::nullopt;
  switch (U->getOpcode()) {
  case UO_AddrOf:
    return place(U->getSubExpr());
  case UO_Plus:
  case UO_Extension:
    return degree(U->getSubExpr());
  case UO_Minus: {
    IntegerType T = IntegerType::of(E->getType(), Ctx);
    Degree D = degree(U->getSubExpr());
    return D == 1u && T.Unsigned && T.Width < 64 ? std::nullopt : D;
  }
  case UO_Not:
  case UO_LNot:
    return fixed(U->getSubExpr()) ? Degree(0) : std::nullopt;
  default:
    return std::nullopt;
  }
}

unsigned SliceCorners::corners() const {
  return Used.size() > MostLoops ? 0 : 1u << Used.size();
}

/// Copies with the values that variables have in a corner.
class SliceCorners::Copy : public StatementCopy {
  const SliceCorners &Of;
  unsigned Corner;

public:
  Copy(const SliceCorners &Of, unsigned Corner)
      : StatementCopy(Of.Ctx, Of.Owner), Of(Of), Corner(Corner) {}

protected:
  Stmt *replacement(Stmt *S) override {
    const auto *E = dyn_cast<Expr>(S);
    if (!E)
      return nullptr;
    AstFactory Make(Ctx, E->getExprLoc());
    if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
        Size && Size->getTypeOfArgument()->isVariablyModifiedType())
      return new (Ctx) UnaryExprOrTypeTraitExpr(
          Size->getKind(),
          Ctx.getTrivialTypeSourceInfo(
              Size->getTypeOfArgument().getNonReferenceType(), E->getExprLoc()),
          Size->getType(), E->getExprLoc(), E->getExprLoc());
    if (auto Count = countedElements(E, Ctx))
      return Make.integer(*Count, E->getType());
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *R = dyn_cast<VarDecl>(Ref->getDecl()); R && Of.bound(R))
        return Make.paren(copy(const_cast<Expr *>(R->getInit())));
    const VarDecl *V = readVariable(E);
    if (!V)
      return nullptr;
    if (auto L = Of.loopOf(V)) {
      unsigned Bit = llvm::find(Of.Used, *L) - Of.Used.begin();
      return Make.paren(Make.convert(end(Of.Loops[*L], Corner >> Bit & 1, Make),
                                     E->getType()));
    }
    if (!Of.Uses.DeclaredInside.contains(V))
      return nullptr;
    return Make.paren(
        Make.convert(copy(const_cast<Expr *>(V->getInit())), E->getType()));
  }

private:
  /// The first value of a loop's variable, or one that the last is not behind.
  Expr *end(const InnerLoop &L, bool Last, AstFactory &Make) {
    if (!Last)
      return copy(const_cast<Expr *>(L.Init));
    Expr *Bound = copy(const_cast<Expr *>(L.Bound));
    if (L.inclusive())
      return Bound;
    return Make.paren(Make.binary(L.decreasing() ? BO_Add : BO_Sub, Bound,
                                  Make.integer(1, Bound->getType()),
                                  Bound->getType()));
  }
};

llvm::SmallVector<Expr *, 2> SliceCorners::conditions() const {
  llvm::SmallVector<Expr *, 2> Result;
  for (unsigned L : Used) {
    const InnerLoop &Loop = Loops[L];
    AstFactory Make(Ctx, Loop.Bound->getExprLoc());
    Result.push_back(Make.compare(
        Loop.Relation, Make.convert(at(Loop.Init, 0), Loop.Bound->getType()),
        at(Loop.Bound, 0)));
  }
  return Result;
}

Expr *SliceCorners::at(const Expr *E, unsigned Corner) const {
  return Copy(*this, Corner).copy(const_cast<Expr *>(E));
}

} // namespace twofold
