// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/ColumnPrinter.h"
#include "ast/CodeGeneration.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {

ColumnPrinter::ColumnPrinter(ParallelLoop &Loop, const NestSchedule &Nest,
                             ASTContext &Ctx)
    : StatementCopy(Ctx, Loop.Function), Loop(Loop), Nest(Nest),
      Make(Ctx, Nest.Columns->getForLoc()),
      T(Nest.Counts.Induction->getType().getUnqualifiedType()) {}

Expr *ColumnPrinter::element(VarDecl *Row) {
  Expr *First = Row->getType()->isArrayType() ? Make.decay(Make.lvalue(Row))
                                              : Make.value(Row);
  if (Lane)
    return Make.subscript(First, Make.value(Lane));
  return Make.subscript(
      First, Make.binary(BO_Sub, wide(Make.value(Column)),
                         wide(Make.value(Origin ? Origin : At)), Make.I64));
}

Stmt *ColumnPrinter::replacement(Stmt *S) {
  auto *E = dyn_cast<Expr>(S);
  if (!E)
    return nullptr;
  if (Expr *Kept = kept(E))
    return Kept;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref || !Column)
    return nullptr;
  if (Ref->getDecl() == Nest.Counts.Induction)
    return Make.lvalue(Column);
  VarDecl *Row = Rows.lookup(Ref->getDecl());
  return Row ? element(Row) : nullptr;
}

Expr *ColumnPrinter::trips(const InnerLoop &L) {
  const Expr *From = L.Init, *To = L.Bound;
  if (L.decreasing())
    std::swap(From, To);
  Expr *Distance =
      Make.binary(BO_Sub, Make.convert(wide(copyOf(To)), Make.U64),
                  Make.convert(wide(copyOf(From)), Make.U64), Make.U64);
  if (L.inclusive())
    Distance =
        Make.binary(BO_Add, Distance, Make.integer(1, Make.U64), Make.U64);
  return wide(Distance);
}

Expr *ColumnPrinter::behind(const InnerLoop &L) {
  const QualType T = L.Induction->getType().getUnqualifiedType();
  Expr *Bound = Make.convert(copyOf(L.Bound), T);
  return L.inclusive()
             ? Make.binary(BO_Add, Make.paren(Bound), Make.integer(1, T), T)
             : Bound;
}

Expr *ColumnPrinter::manyTrips(Expr *Columns) {
  auto Many = [&](Expr *Trips, unsigned Fewest) {
    return Make.paren(
        Make.compare(BO_GE, Trips, Make.integer(Fewest, Make.I64)));
  };
  Expr *All = Many(Columns, Nest.fewestColumns());
  for (const RoundLoop &R : Nest.Rounds)
    All = Make.joined(BO_LAnd, All, Many(trips(R.Counts), Nest.fewestRounds()));
  return All;
}

VarDecl *ColumnPrinter::nextBlock(llvm::function_ref<Expr *()> Width,
                                  VarDecl *Of, Statements &To) {
  Expr *Left =
      Make.binary(BO_Sub, wide(Make.value(Of)), wide(Make.value(At)), Make.I64);
  return Make.variable(
      Loop.Function, "next", T,
      Make.conditional(
          Make.compare(BO_GT, Left, Width()),
          Make.binary(BO_Add, Make.value(At), Make.convert(Width(), T), T),
          Make.value(Of), T),
      To);
}

Stmt *ColumnPrinter::lanes(llvm::function_ref<Stmt *()> Body) {
  Lane =
      Make.variable(Loop.Function, "lane", Make.I64, Make.integer(0, Make.I64));
  Column = Make.variable(Loop.Function, Nest.Counts.Induction->getName(), T,
                         Make.binary(BO_Add, Make.value(At),
                                     Make.convert(Make.value(Lane), T), T));
  Stmt *For = Make.loop(
      Make.declare(Lane),
      Make.compare(BO_LT, Make.value(Lane), Make.integer(Nest.Tile, Make.I64)),
      Make.step(UO_PreInc, Lane),
      Make.compound({Make.declare(Column), Body()}));
  Column = Lane = nullptr;
  const Attr *Hint =
      loopHint(Ctx, Make.location(), LoopHintAttr::Unroll, LoopHintAttr::Full);
  return AttributedStmt::Create(Ctx, Make.location(), Hint, For);
}

Stmt *ColumnPrinter::columns(llvm::function_ref<Stmt *()> Body) {
  if (Nest.Jam)
    return lanes(Body);
  // What the iteration declares is not there where several run side by side.
  const bool Declared = Nest.Own || isa<DeclStmt>(Nest.Columns->getInit()) ||
                        !Loop.capture(Nest.Counts.Induction);
  Stmt *Init = nullptr;
  if (Declared) {
    Column = Make.variable(Loop.Function, Nest.Counts.Induction->getName(), T,
                           Make.value(At));
    Init = Make.declare(Column);
  } else {
    Column = const_cast<VarDecl *>(Nest.Counts.Induction);
    Init = Make.assign(Make.lvalue(Column), Make.value(At));
  }
  Expr *Condition = Make.compare(BO_LT, Make.value(Column), Make.value(Next));
  Stmt *For = Make.loop(Init, Condition, Make.step(UO_PreInc, Column), Body());
  Column = nullptr;
  return AttributedStmt::Create(Ctx, Make.location(), hints(), For);
}

ColumnPrinter::Hints ColumnPrinter::hints() {
  return {loopHint(Ctx, Make.location(), LoopHintAttr::Vectorize,
                   LoopHintAttr::AssumeSafety)};
}

bool ColumnPrinter::declaresCounters(const Stmt &S) const {
  const auto *Declared = dyn_cast<DeclStmt>(&S);
  return Declared &&
         llvm::all_of(variablesIn(*Declared),
                      [&](const VarDecl *V) { return Nest.isCounter(V); });
}

void ColumnPrinter::segment(ArrayRef<Stmt *> Of, Statements &To) {
  for (Stmt *S : Of)
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const VarDecl *V : variablesIn(*Declared))
        if (Nest.isCounter(V))
          To.push_back(Make.declare(copy(const_cast<VarDecl *>(V))));
  if (llvm::all_of(Of, [&](const Stmt *S) { return declaresCounters(*S); }))
    return;
  To.push_back(columns([&] {
    Statements Body;
    for (Stmt *S : Of) {
      const auto *Declared = dyn_cast<DeclStmt>(S);
      if (!Declared ||
          llvm::none_of(variablesIn(*Declared), [&](const VarDecl *V) {
            return Nest.isRow(V) || Nest.isCounter(V);
          })) {
        Body.push_back(copy(S));
        continue;
      }
      for (Decl *D : Declared->decls()) {
        auto *V = cast<VarDecl>(D);
        if (Nest.isCounter(V))
          continue;
        if (!Nest.isRow(V))
          Body.push_back(Make.declare(copy(V)));
        else if (Expr *Init = V->getInit())
          Body.push_back(Make.assign(element(Rows[V]), copy(Init)));
      }
    }
    return Make.compound(Body);
  }));
}

} // namespace twofold
