// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "schedule/NestSchedule.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {

const ValueDecl *baseOf(const Expr &Place) {
  const Expr *Root = &Place;
  while (const auto *Element =
             dyn_cast<ArraySubscriptExpr>(Root->IgnoreParenImpCasts()))
    Root = Element->getBase();
  return namedIn(Root->IgnoreParenImpCasts());
}

bool isNumber(const Expr &E, const ParallelLoop &Loop) {
  return !anyNode(&E, [&](const Stmt *Part) {
    const auto *Of = dyn_cast<Expr>(Part);
    if (!Of || !Of->getType()->isArithmeticType() ||
        Of->getType().isVolatileQualified())
      return true;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Of))
      return !Loop.hasValue(Ref->getDecl());
    if (const auto *B = dyn_cast<BinaryOperator>(Of))
      return !B->getType()->isRealFloatingType() ||
             !(B->isAdditiveOp() || B->getOpcode() == BO_Mul);
    if (const auto *U = dyn_cast<UnaryOperator>(Of))
      return U->getOpcode() != UO_Minus && U->getOpcode() != UO_Plus;
    return !isa<ParenExpr, ImplicitCastExpr, CStyleCastExpr, CXXStaticCastExpr,
                CXXFunctionalCastExpr, IntegerLiteral, FloatingLiteral>(Of);
  });
}

std::optional<unsigned> touchOf(const Expr &Place, const NestSchedule &Nest,
                                int Fixed) {
  const ValueDecl *Base = baseOf(Place);
  const int Rounds =
      Nest.Proof.Axes.lookup(Nest.Rounds.front().Loop->getBody());
  std::optional<unsigned> Found;
  const auto &Touches = Nest.Proof.Touches;
  for (unsigned I = 0; I != Touches.size(); ++I) {
    const ValueDecl *Other = Nest.Proof.Model.Bases[Touches[I].Base].Decl;
    if (!Base || !Other ||
        Other->getCanonicalDecl() != Base->getCanonicalDecl() ||
        !llvm::is_contained(Touches[I].Around, Rounds) ||
        namesAxis(Touches[I].Offset, Fixed))
      continue;
    if (Found && !sameForm(Touches[*Found].Offset, Touches[I].Offset))
      return std::nullopt;
    Found = I;
  }
  // Rows, rounds and columns are all that it moves by.
  if (Found && llvm::any_of(Touches[*Found].Offset, [&](const Monomial &M) {
        return M.Axis != -1 && M.Axis != 0 && M.Axis != Rounds &&
               M.Axis != Nest.Proof.Axis;
      }))
    return std::nullopt;
  return Found;
}

namespace {

class RowProductMatch {
  const ParallelLoop &Loop;
  const NestSchedule &Nest;
  const RowTiles &Tiles;
  const ASTContext &Ctx;
  const RoundLoop &Round;
  RowProduct To;
  llvm::SmallDenseMap<const VarDecl *, const Expr *, 2> Locals; ///< of a round

  bool isSum(const Expr *E) const {
    const Expr *Place = operandOf(E->IgnoreParens(), CK_LValueToRValue);
    return Place && isSumPlace(Place->IgnoreParens());
  }
  bool isSumPlace(const Expr *Place) const {
    return Round.Sums.empty() ? namedIn(Place) == Tiles.Sums.front()
                              : sameExpression(Place, Round.Sums.front(), Ctx);
  }
  const BinaryOperator *statement();
  const BinaryOperator *sumIn(const BinaryOperator &S,
                              const Expr *&Added) const;
  const Expr *meant(const Expr *E) const;
  const Expr *unscaled(const Expr *E);
  bool isTurned() const;
  const ArraySubscriptExpr *elementIn(const Expr *E) const;
  bool matchFactors(const Expr *Line, const Expr *Panel);

public:
  RowProductMatch(const ParallelLoop &Loop, const NestSchedule &Nest,
                  const RowTiles &Tiles, const ASTContext &Ctx)
      : Loop(Loop), Nest(Nest), Tiles(Tiles), Ctx(Ctx),
        Round(Nest.Rounds.front()) {}
  std::optional<RowProduct> match();
};

/// The only statement of a round, but for variables with values; null: there
/// are others.
const BinaryOperator *RowProductMatch::statement() {
  const auto Parts = statementsOf(Round.Loop->getBody());
  if (Parts.empty())
    return nullptr;
  for (const Stmt *S : llvm::drop_end(Parts)) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    if (!Declared)
      return nullptr;
    for (const Decl *D : Declared->decls())
      Locals[cast<VarDecl>(D)] = cast<VarDecl>(D)->getInit();
  }
  return dyn_cast<BinaryOperator>(Parts.back());
}

/// The addition or subtraction that S is, and what it adds to the sum; null: it
/// does something else.
const BinaryOperator *RowProductMatch::sumIn(const BinaryOperator &S,
                                             const Expr *&Added) const {
  if (!isSumPlace(S.getLHS()->IgnoreParens()))
    return nullptr;
  Added = S.getRHS();
  if (S.getOpcode() == BO_AddAssign || S.getOpcode() == BO_SubAssign)
    return &S;
  const auto *B = dyn_cast<BinaryOperator>(Added->IgnoreParens());
  if (S.getOpcode() != BO_Assign || !B || !B->isAdditiveOp())
    return nullptr;
  if (B->getOpcode() == BO_Add && isSum(B->getRHS())) {
    Added = B->getLHS();
    return B;
  }
  Added = B->getRHS();
  return isSum(B->getLHS()) ? B : nullptr;
}

/// E, or what the variable of a round that it names begins as.
const Expr *RowProductMatch::meant(const Expr *E) const {
  const Expr *Place = operandOf(E->IgnoreParens(), CK_LValueToRValue);
  const VarDecl *V = Place ? variableIn(Place) : nullptr;
  const Expr *Init = V ? Locals.lookup(V) : nullptr;
  return Init && Ctx.hasSameUnqualifiedType(V->getType(), Tiles.Element)
             ? Init->IgnoreParens()
             : E->IgnoreParens();
}

const ArraySubscriptExpr *RowProductMatch::elementIn(const Expr *E) const {
  const Expr *Place = operandOf(E->IgnoreParens(), CK_LValueToRValue);
  const auto *Element =
      Place ? dyn_cast<ArraySubscriptExpr>(Place->IgnoreParens()) : nullptr;
  return Element &&
                 Ctx.hasSameUnqualifiedType(Element->getType(), Tiles.Element)
             ? Element
             : nullptr;
}

/// E, or what it multiplies by a number, which is the scale then.
const Expr *RowProductMatch::unscaled(const Expr *E) {
  E = meant(E);
  const auto *Product = dyn_cast<BinaryOperator>(E);
  if (!Product || Product->getOpcode() != BO_Mul)
    return E;
  const Expr *L = Product->getLHS(), *R = Product->getRHS();
  if (!isNumber(*L, Loop))
    std::swap(L, R);
  if (To.Scale || !isNumber(*L, Loop) ||
      !Ctx.hasSameUnqualifiedType(L->getType(), Tiles.Element))
    return E;
  To.Scale = L;
  return meant(R);
}

bool RowProductMatch::matchFactors(const Expr *Line, const Expr *Panel) {
  To.Scale = nullptr;
  To.Panel = elementIn(unscaled(Panel));
  To.ScalesPanel = To.Scale != nullptr;
  if (!To.Panel || !sameExpression(To.Panel, Tiles.Panels.front().Place, Ctx))
    return false;
  To.Line = elementIn(unscaled(Line));
  const auto Lines =
      To.Line ? touchOf(*To.Line, Nest, Nest.Proof.Axis) : std::nullopt;
  const auto Panels = touchOf(*To.Panel, Nest, 0);
  auto Names = [&](const Stmt *S) {
    return llvm::any_of(Locals,
                        [&](const auto &L) { return mentions(S, L.first); });
  };
  if (!Lines || !Panels || Names(To.Line) || Names(To.Panel))
    return false;
  To.LineTouch = *Lines;
  To.PanelTouch = *Panels;
  return true;
}

bool RowProductMatch::isTurned() const {
  auto Moves = [&](const Occurrence &O, int Axis) {
    return strideOf(O, Axis) == int64_t(O.Size);
  };
  return !Tiles.Strided.empty() &&
         llvm::all_of(Tiles.Strided, [&](unsigned Touch) {
           const Occurrence &O = Nest.Proof.Touches[Touch];
           return Moves(O, 0) && !Moves(O, Nest.Proof.Axis);
         });
}

std::optional<RowProduct> RowProductMatch::match() {
  if (Tiles.Panels.size() != 1 || Tiles.Sums.size() + Round.Sums.size() != 1)
    return std::nullopt;
  const BinaryOperator *Only = statement();
  const Expr *Added = nullptr;
  const BinaryOperator *Sum = Only ? sumIn(*Only, Added) : nullptr;
  const auto *Product =
      Sum ? dyn_cast<BinaryOperator>(Added->IgnoreParens()) : nullptr;
  if (!Product || Product->getOpcode() != BO_Mul ||
      !(matchFactors(Product->getLHS(), Product->getRHS()) ||
        matchFactors(Product->getRHS(), Product->getLHS())))
    return std::nullopt;
  To.Negated = Sum->getOpcode() == BO_SubAssign || Sum->getOpcode() == BO_Sub;
  To.Turned = isTurned();
  // The sum itself says whether it is contracted.
  llvm::StringMap<bool> Features;
  Ctx.getFunctionFeatureMap(Features, Loop.Function);
  const llvm::Triple &Machine = Ctx.getTargetInfo().getTriple();
  To.Fused =
      Sum->getFPFeaturesInEffect(Ctx.getLangOpts()).getFPContractMode() !=
          LangOptions::FPM_Off &&
      (Machine.isAArch64() || Features.lookup("fma") ||
       Features.lookup("fma4"));
  return To;
}

} // namespace

std::optional<RowProduct> findRowProduct(const ParallelLoop &Loop,
                                         const NestSchedule &Nest,
                                         const RowTiles &Tiles,
                                         const ASTContext &Ctx) {
  return RowProductMatch(Loop, Nest, Tiles, Ctx).match();
}

} // namespace twofold
