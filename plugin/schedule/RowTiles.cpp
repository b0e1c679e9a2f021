// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/RowTiles.h"
#include "access/AffineForms.h"
#include "ast/Nodes.h"
#include "model/ElementUpdate.h"
#include "schedule/NestSchedule.h"
#include "clang/Basic/TargetInfo.h"

using namespace clang;

namespace twofold {
namespace {

class RowTileMatch {
  const ParallelLoop &Loop;
  NestSchedule &Nest;
  ASTContext &Ctx;
  RowTiles To;
  const RoundLoop &Round;
  llvm::SmallPtrSet<const ValueDecl *, 4> Locals;  ///< of a round
  llvm::SmallPtrSet<const ValueDecl *, 4> Vectors; ///< ...one for each column

  const LoopDim &rows() const { return Loop.Dims.front(); }
  const ValueDecl *column() const { return Nest.Counts.Induction; }
  bool refuse(diag::Id Reason, const Stmt *At,
              llvm::ArrayRef<const ValueDecl *> Named = {}) {
    return twofold::refuse(Nest.NotTiles, Reason, At->getBeginLoc(), Named);
  }
  bool standsAlone() const;
  bool isSum(const Expr *Place) const;
  bool isWritten(const ValueDecl *Base) const;
  bool isNear(const Expr &Place, int Axis) const;
  bool usesRoundsNowhereElse() const;
  bool hasRow(const Expr *E) const;
  bool addPanel(const ArraySubscriptExpr &Place);
  bool addLines(const Expr &E);
  bool isWide(const Expr *E, bool &Depends);
  bool assigns(const BinaryOperator &B);
  bool matchRound(const Stmt *S);
  bool findStrides();
  bool findRegisters();
  bool findSlant();
  bool keepsSlant() const;

public:
  RowTileMatch(const ParallelLoop &Loop, NestSchedule &Nest, ASTContext &Ctx)
      : Loop(Loop), Nest(Nest), Ctx(Ctx), Round(Nest.Rounds.front()) {}
  std::optional<RowTiles> match();
};

/// The annotated loop counts in steps of 1, and the nest is all of its body.
bool RowTileMatch::standsAlone() const {
  // Counters and sums may be declared ahead of the nest.
  auto IsOwn = [&](const Stmt *S) {
    const auto *Declared = dyn_cast<DeclStmt>(S);
    return Declared &&
           llvm::all_of(variablesIn(*Declared), [&](const VarDecl *V) {
             return (V == column() || V == Round.Counts.Induction ||
                     Nest.isRow(V)) &&
                    (!V->getInit() || !V->getInit()->HasSideEffects(Ctx));
           });
  };
  const Stmt *Body = Loop.Body;
  while (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    const Stmt *Only = nullptr;
    for (const Stmt *S : Block->body()) {
      if (IsOwn(S))
        continue;
      if (Only)
        return false;
      Only = S;
    }
    if (!Only)
      return false;
    Body = Only;
  }
  return Body == Nest.Columns && Loop.Dims.size() == 1 &&
         rows().What == LoopDim::Kind::Integer && rows().StepMagnitude == 1 &&
         !rows().Decreasing && Ctx.getIntWidth(rows().Type) >= 32 &&
         Nest.Rounds.size() == 1 && !holdsNode<ForStmt>(Round.Loop->getBody());
}

bool RowTileMatch::hasRow(const Expr *E) const {
  return mentions(E, rows().Induction);
}

/// The variable of the rounds has a value in the rounds alone.
bool RowTileMatch::usesRoundsNowhereElse() const {
  auto Named = [&](const Stmt *S) {
    return collectUses(S).of(Round.Counts.Induction).References.size();
  };
  return Named(Nest.Columns) == Named(Round.Loop);
}

bool RowTileMatch::isSum(const Expr *Place) const {
  if (const ValueDecl *D = namedIn(Place))
    return Nest.isRow(D);
  return llvm::any_of(Round.Sums, [&](const Expr *Known) {
    return sameExpression(Known, Place, Ctx);
  });
}

bool RowTileMatch::isWritten(const ValueDecl *Base) const {
  return llvm::any_of(Nest.Proof.Touches, [&](const Occurrence &O) {
    const ValueDecl *Other = Nest.Proof.Model.Bases[O.Base].Decl;
    return O.Writes &&
           (!Other || Other->getCanonicalDecl() == Base->getCanonicalDecl());
  });
}

/// All touches of Place's array in the rounds go to neighbours, or nowhere.
bool RowTileMatch::isNear(const Expr &Place, int Axis) const {
  const Decl *Base = baseOf(Place)->getCanonicalDecl();
  const int Rounds = Nest.Proof.Axes.lookup(Round.Loop->getBody());
  return llvm::all_of(Nest.Proof.Touches, [&](const Occurrence &O) {
    const ValueDecl *Other = Nest.Proof.Model.Bases[O.Base].Decl;
    if (!Other || Other->getCanonicalDecl() != Base ||
        !llvm::is_contained(O.Around, Rounds))
      return true;
    int64_t Stride = 0;
    for (const Monomial &M : O.Offset)
      if (M.Axis == Axis && !M.Values.empty())
        return false;
      else if (M.Axis == Axis)
        Stride += M.Constant;
    return Stride == 0 || Stride == int64_t(O.Size);
  });
}

/// The same in all iterations: neither the row nor what a round declares.
bool RowTileMatch::addPanel(const ArraySubscriptExpr &Place) {
  constexpr unsigned Most = 2;
  const ValueDecl *Base = baseOf(Place);
  if (hasRow(&Place))
    return refuse(diag::Id::NestShared, &Place, {column(), rows().Induction});
  if (!Base || isWritten(Base) ||
      !Ctx.hasSameUnqualifiedType(Place.getType(), To.Element) ||
      anyNode(&Place, [&](const Stmt *Part) {
        const auto *Ref = dyn_cast<DeclRefExpr>(Part);
        return Ref &&
               (Locals.contains(Ref->getDecl()) ||
                Vectors.contains(Ref->getDecl()) || Nest.isRow(Ref->getDecl()));
      }))
    return false;
  if (llvm::none_of(To.Panels, [&](const RowTiles::Panel &Known) {
        return sameExpression(Known.Place, &Place, Ctx);
      }))
    To.Panels.push_back({&Place, isNear(Place, Nest.Proof.Axis)});
  return To.Panels.size() <= Most;
}

/// E is the same in all columns: what it reads far apart is copied, too.
bool RowTileMatch::addLines(const Expr &E) {
  constexpr unsigned Most = 2;
  (void)anyNode(&E, [&](const Stmt *Part) {
    const auto *Place = dyn_cast<ArraySubscriptExpr>(Part);
    if (!Place || !Place->getType()->isArithmeticType())
      return false;
    const ValueDecl *Base = baseOf(*Place);
    const int Rounds = Nest.Proof.Axes.lookup(Round.Loop->getBody());
    const bool Local = anyNode(Place, [&](const Stmt *Name) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Name);
      return Ref && Locals.contains(Ref->getDecl());
    });
    if (Base && !Local && hasRow(Place) && !isNear(*Place, Rounds) &&
        Ctx.hasSameUnqualifiedType(Place->getType(), To.Element) &&
        To.Lines.size() < Most &&
        llvm::none_of(To.Lines, [&](const Expr *Known) {
          return sameExpression(Known, Place, Ctx);
        }))
      To.Lines.push_back(Place);
    return false;
  });
  return true;
}

/// E can be computed for several columns at once. Depends: it must.
bool RowTileMatch::isWide(const Expr *E, bool &Depends) {
  E = E->IgnoreParens();
  auto Uses = [&](const Stmt *Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Part);
    const auto *Place = dyn_cast<Expr>(Part);
    return (Ref &&
            (Ref->getDecl() == column() || Vectors.contains(Ref->getDecl()))) ||
           (Place && isa<DeclRefExpr, ArraySubscriptExpr>(Place) &&
            isSum(Place));
  };
  if (E->HasSideEffects(Ctx))
    return false;
  if (!anyNode(E, Uses))
    return addLines(*E);
  Depends = true;
  if (!Ctx.hasSameUnqualifiedType(E->getType(), To.Element))
    return false;
  if (const Expr *Place = operandOf(E, CK_LValueToRValue)) {
    Place = Place->IgnoreParens();
    if (isSum(Place))
      return true;
    if (const ValueDecl *D = namedIn(Place))
      return Vectors.contains(D);
    const auto *Element = dyn_cast<ArraySubscriptExpr>(Place);
    return Element && addPanel(*Element);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul ||
            B->getOpcode() == BO_Div) &&
           isWide(B->getLHS(), Depends) && isWide(B->getRHS(), Depends);
  const auto *U = dyn_cast<UnaryOperator>(E);
  return U && (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus) &&
         isWide(U->getSubExpr(), Depends);
}

bool RowTileMatch::assigns(const BinaryOperator &B) {
  const Expr *Place = B.getLHS()->IgnoreParens();
  const ValueDecl *D = namedIn(Place);
  const auto *Compound = dyn_cast<CompoundAssignOperator>(&B);
  bool Depends = false;
  return (isSum(Place) || (D && Vectors.contains(D))) &&
         (B.getOpcode() == BO_Assign || B.getOpcode() == BO_AddAssign ||
          B.getOpcode() == BO_SubAssign || B.getOpcode() == BO_MulAssign ||
          B.getOpcode() == BO_DivAssign) &&
         (!Compound || Ctx.hasSameUnqualifiedType(
                           Compound->getComputationResultType(), To.Element)) &&
         Ctx.hasSameUnqualifiedType(B.getRHS()->getType(), To.Element) &&
         isWide(B.getRHS(), Depends);
}

bool RowTileMatch::matchRound(const Stmt *S) {
  auto Refuse = [&] {
    return refuse(diag::Id::NestWide, S, {Nest.Counts.Induction});
  };
  if (isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(),
                        [&](const Stmt *Part) { return matchRound(Part); });
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(), [&](const Decl *D) {
      const auto *V = cast<VarDecl>(D);
      bool Depends = false;
      if (!V->getInit() || !V->getType()->isArithmeticType() ||
          !isWide(V->getInit(), Depends))
        return Refuse();
      if (Depends && !Ctx.hasSameUnqualifiedType(V->getType(), To.Element))
        return Refuse();
      (Depends ? Vectors : Locals).insert(V);
      return true;
    });
  const auto *B = dyn_cast<BinaryOperator>(S);
  return (B && assigns(*B)) || Refuse();
}

/// What is written is at different places in all iterations, and nothing else
/// of its array is touched.
bool RowTileMatch::findStrides() {
  const auto &Touches = Nest.Proof.Touches;
  for (unsigned I = 0; I != Touches.size(); ++I) {
    if (!Touches[I].Writes)
      continue;
    const ValueDecl *Stored = Nest.Proof.Model.Bases[Touches[I].Base].Decl;
    if (!namesAxis(Touches[I].Offset, 0))
      return refuse(diag::Id::NestStored, Nest.Columns, {Stored});
    for (const Occurrence &O : Touches)
      if (O.Base == Touches[I].Base && !sameForm(O.Offset, Touches[I].Offset))
        return refuse(diag::Id::NestStored, Nest.Columns, {Stored});
    To.Strided.push_back(I);
  }
  return true;
}

/// As many vectors as sums need to wait for nothing but themselves.
bool RowTileMatch::findRegisters() {
  llvm::StringMap<bool> Features;
  Ctx.getFunctionFeatureMap(Features, Loop.Function);
  const unsigned Bytes = Features.lookup("avx512f") ? 64
                         : Features.lookup("avx")   ? 32
                                                    : 16;
  const llvm::Triple &Machine = Ctx.getTargetInfo().getTriple();
  const bool Many = Bytes == 64 || Machine.isAArch64();
  To.Lanes = Bytes / Ctx.getTypeSizeInChars(To.Element).getQuantity();
  To.Vectors = Many ? 4 : 2;
  To.Masked = Bytes == 64;
  const unsigned Sums = To.Sums.size() + Round.Sums.size();
  constexpr unsigned Side = 6;
  To.Rows = Sums == 0 ? 0 : Side / Sums;
  if (To.Rows >= 3 && (Machine.isX86() || Machine.isAArch64()))
    return true;
  refuse(diag::Id::NestRegisters, Nest.Columns);
  Nest.NotTiles->Arguments.push_back(counted(Sums, "sum"));
  return false;
}

/// By how much a form moves from one row to the next, if that is a column at
/// most.
static std::optional<int> slantOf(const AffineForm &Form) {
  int64_t Sum = 0;
  for (const Monomial &M : Form) {
    if (M.Axis > 0 || (M.Axis == 0 && !M.Values.empty()))
      return std::nullopt;
    if (M.Axis == 0)
      Sum += M.Constant;
  }
  if (Sum < -1 || Sum > 1)
    return std::nullopt;
  return int(Sum);
}

/// The columns of a triangle, or of what has such an end.
bool RowTileMatch::findSlant() {
  const auto &Axes = Nest.Proof.Model.Axes;
  const size_t Number = size_t(Nest.Proof.Axis) - Loop.Dims.size();
  if (Number >= Axes.size() || Nest.Counts.Relation == BO_NE)
    return false;
  const Axis &A = Axes[Number];
  const auto Begins = slantOf(A.Lower), Ends = slantOf(A.Upper);
  if (A.Unknown || A.Open || A.Several || A.Virtual || !Begins || !Ends)
    return false;
  To.Begins = *Begins;
  To.Ends = *Ends;
  return true;
}

/// The sums of such rows lie in memory from the beginning, or are nothing but
/// stored there.
bool RowTileMatch::keepsSlant() const {
  return To.Product && !To.Product->Turned && !To.Product->ScalesPanel &&
         (Round.Sums.empty() ? Nest.Rows.size() == 1 : Nest.Rows.empty());
}

std::optional<RowTiles> RowTileMatch::match() {
  auto Refuse = [&](diag::Id Reason, const Stmt *At,
                    llvm::ArrayRef<const ValueDecl *> Named = {}) {
    refuse(Reason, At, Named);
    return std::nullopt;
  };
  if (!standsAlone())
    return Refuse(diag::Id::NestMore, Nest.Columns, {rows().Induction});
  if (!usesRoundsNowhereElse())
    return Refuse(diag::Id::NestVariable, Nest.Columns,
                  {Round.Counts.Induction, column()});
  const bool Slanted = hasRow(Nest.Counts.Init) || hasRow(Nest.Counts.Bound);
  if (Slanted && !findSlant())
    return Refuse(diag::Id::NestRows, Nest.Columns, {rows().Induction});
  if (hasRow(Round.Counts.Init) || hasRow(Round.Counts.Bound))
    return Refuse(diag::Id::NestRows, Round.Loop, {rows().Induction});
  const BodyUses Uses = collectUses(Nest.Columns);
  const BodyUses Inside = collectUses(Round.Loop);
  auto HasOneType = [&](QualType T) {
    if (To.Element.isNull())
      To.Element = T.getUnqualifiedType();
    return Ctx.hasSameType(T.getUnqualifiedType(), To.Element);
  };
  for (const VarDecl *V : Nest.Rows) {
    if (!HasOneType(V->getType()))
      return Refuse(diag::Id::NestTypes, Nest.Columns);
    if (!Inside.of(V).References.empty())
      To.Sums.push_back(V);
  }
  for (const Expr *Sum : Round.Sums)
    if (!HasOneType(Sum->getType()))
      return Refuse(diag::Id::NestTypes, Nest.Columns);
  if (To.Element.isNull() || !(Ctx.hasSameType(To.Element, Ctx.FloatTy) ||
                               Ctx.hasSameType(To.Element, Ctx.DoubleTy)))
    return Refuse(diag::Id::NestTypes, Nest.Columns);
  // Iterations have one such array after the other.
  for (const auto &[D, Use] : Uses.Variables)
    if (const Capture *C = Loop.capture(D);
        D->getType()->isArrayType() && !Uses.DeclaredInside.contains(D) &&
        (!C || C->Kind != Sharing::Reference))
      return Refuse(diag::Id::NestVariable, Nest.Columns,
                    {D, rows().Induction});
  To.Rounds = Round.Loop;
  if (!matchRound(Round.Loop->getBody()))
    return std::nullopt;
  if (To.Panels.empty())
    return Refuse(diag::Id::NestShared, Round.Loop,
                  {column(), rows().Induction});
  if (!findStrides() || !findRegisters())
    return std::nullopt;
  To.Product = findRowProduct(Loop, Nest, To, Ctx);
  if (Slanted && !keepsSlant())
    To.Product.reset();
  if (!To.Product)
    for (const Expr *Sum : Round.Sums)
      if (!isNear(*Sum, Nest.Proof.Axis))
        return Refuse(diag::Id::NestFar, Nest.Columns,
                      {baseOf(*Sum), column()});
  return To;
}

} // namespace

std::optional<RowTiles> findRowTiles(const ParallelLoop &Loop,
                                     NestSchedule &Nest, ASTContext &Ctx) {
  return RowTileMatch(Loop, Nest, Ctx).match();
}

} // namespace twofold
