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
  const Expr *added(const BinaryOperator &Sum) const;
  const Expr *meant(const Expr *E) const;
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
  const Stmt *Body = Round.Loop->getBody();
  llvm::SmallVector<const Stmt *, 4> Parts(1, Body);
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    Parts.assign(Block->body_begin(), Block->body_end());
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

/// What the statement adds to the sum; null: it does something else.
const Expr *RowProductMatch::added(const BinaryOperator &Sum) const {
  if (!isSumPlace(Sum.getLHS()->IgnoreParens()))
    return nullptr;
  if (Sum.getOpcode() == BO_AddAssign)
    return Sum.getRHS();
  const auto *B = dyn_cast<BinaryOperator>(Sum.getRHS()->IgnoreParens());
  if (Sum.getOpcode() != BO_Assign || !B || B->getOpcode() != BO_Add)
    return nullptr;
  return isSum(B->getLHS())   ? B->getRHS()
         : isSum(B->getRHS()) ? B->getLHS()
                              : nullptr;
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

bool RowProductMatch::matchFactors(const Expr *Line, const Expr *Panel) {
  To.Panel = elementIn(meant(Panel));
  if (!To.Panel || !sameExpression(To.Panel, Tiles.Panels.front().Place, Ctx))
    return false;
  Line = meant(Line);
  To.Scale = nullptr;
  if (const auto *Product = dyn_cast<BinaryOperator>(Line);
      Product && Product->getOpcode() == BO_Mul) {
    const Expr *L = Product->getLHS(), *R = Product->getRHS();
    if (!isNumber(*L, Loop))
      std::swap(L, R);
    if (!isNumber(*L, Loop) ||
        !Ctx.hasSameUnqualifiedType(L->getType(), Tiles.Element))
      return false;
    To.Scale = L;
    Line = R;
  }
  To.Line = elementIn(meant(Line));
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

std::optional<RowProduct> RowProductMatch::match() {
  if (Tiles.Panels.size() != 1 || Tiles.Sums.size() + Round.Sums.size() != 1)
    return std::nullopt;
  const BinaryOperator *Sum = statement();
  const Expr *Added = Sum ? added(*Sum) : nullptr;
  const auto *Product =
      Added ? dyn_cast<BinaryOperator>(Added->IgnoreParens()) : nullptr;
  if (!Product || Product->getOpcode() != BO_Mul ||
      !(matchFactors(Product->getLHS(), Product->getRHS()) ||
        matchFactors(Product->getRHS(), Product->getLHS())))
    return std::nullopt;
  // The sum itself says whether it is contracted.
  const auto *Adds = Sum->isCompoundAssignmentOp()
                         ? Sum
                         : cast<BinaryOperator>(Sum->getRHS()->IgnoreParens());
  llvm::StringMap<bool> Features;
  Ctx.getFunctionFeatureMap(Features, Loop.Function);
  const llvm::Triple &Machine = Ctx.getTargetInfo().getTriple();
  To.Fused =
      Adds->getFPFeaturesInEffect(Ctx.getLangOpts()).getFPContractMode() !=
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
