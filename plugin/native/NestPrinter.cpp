// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "native/NestPrinter.h"
#include "ast/CodeGeneration.h"
#include "ast/Nodes.h"
#include "ast/StatementCopy.h"
#include "model/ElementUpdate.h"
#include "native/OverlapTest.h"

using namespace clang;

namespace twofold {
namespace {

class NestPrinter : StatementCopy {
  ParallelLoop &Loop;
  const NestSchedule &Nest;
  AstFactory Make;
  const QualType T; ///< of the columns' numbers
  using Statements = SmallVector<Stmt *, 8>;
  VarDecl *At = nullptr, *End = nullptr, *Next = nullptr; ///< of a block
  VarDecl *Column = nullptr; ///< its variable, in the loop that is printed
  llvm::DenseMap<const ValueDecl *, VarDecl *> Rows;
  SmallVector<std::pair<const Expr *, VarDecl *>, 2> Sums;

  Stmt *replacement(Stmt *S) override;
  Expr *element(VarDecl *Row);
  VarDecl *row(StringRef Name, QualType Element, Statements &To);
  Expr *wide(Expr *E) { return Make.convert(Make.paren(E), Make.I64); }
  Expr *trips(const InnerLoop &L);
  Expr *behind(const InnerLoop &L);
  Stmt *columns(llvm::function_ref<Stmt *()> Body);
  void segment(ArrayRef<Stmt *> Of, Statements &To);
  void rounds(ForStmt *F, Statements &To);
  Stmt *level(Stmt *Body);
  Stmt *blocks();

public:
  NestPrinter(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx)
      : StatementCopy(Ctx, Loop.Function), Loop(Loop), Nest(Nest),
        Make(Ctx, Nest.Columns->getForLoc()),
        T(Nest.Counts.Induction->getType().getUnqualifiedType()) {}

  /// What takes the place of AsWritten, and has it as one branch; null: none.
  Stmt *print(Stmt *AsWritten);
};

/// The element of Row that the column has.
Expr *NestPrinter::element(VarDecl *Row) {
  return Make.subscript(Make.decay(Make.lvalue(Row)),
                        Make.binary(BO_Sub, wide(Make.value(Column)),
                                    wide(Make.value(At)), Make.I64));
}

VarDecl *NestPrinter::row(StringRef Name, QualType Element, Statements &To) {
  VarDecl *Row = Make.variable(
      Loop.Function, Name,
      Make.arrayOf(Element.getUnqualifiedType(), Nest.Tile), nullptr, To);
  constexpr unsigned Line = 64;
  Row->addAttr(
      AlignedAttr::CreateImplicit(Ctx, true, Make.integer(Line, Ctx.IntTy)));
  return Row;
}

Stmt *NestPrinter::replacement(Stmt *S) {
  auto *E = dyn_cast<Expr>(S);
  if (!E || !Column)
    return nullptr;
  for (auto [Place, Row] : Sums)
    if (E->isLValue() && sameExpression(E, Place, Ctx))
      return element(Row);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  if (!Ref)
    return nullptr;
  if (Ref->getDecl() == Nest.Counts.Induction)
    return Make.lvalue(Column);
  VarDecl *Row = Rows.lookup(Ref->getDecl());
  return Row ? element(Row) : nullptr;
}

/// The number of rounds, where 64 bits hold it.
Expr *NestPrinter::trips(const InnerLoop &L) {
  Expr *Distance = Make.binary(
      BO_Sub, Make.convert(wide(copy(const_cast<Expr *>(L.Bound))), Make.U64),
      Make.convert(wide(copy(const_cast<Expr *>(L.Init))), Make.U64), Make.U64);
  if (L.inclusive())
    Distance =
        Make.binary(BO_Add, Distance, Make.integer(1, Make.U64), Make.U64);
  return wide(Distance);
}

/// The first number that the columns do not have.
Expr *NestPrinter::behind(const InnerLoop &L) {
  Expr *Bound = Make.convert(copy(const_cast<Expr *>(L.Bound)), T);
  return L.inclusive()
             ? Make.binary(BO_Add, Make.paren(Bound), Make.integer(1, T), T)
             : Bound;
}

/// for (j = at; j < next; ++j) Body
Stmt *NestPrinter::columns(llvm::function_ref<Stmt *()> Body) {
  const bool Declared = isa<DeclStmt>(Nest.Columns->getInit());
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
  const Attr *Hint = loopHint(Ctx, Make.location(), LoopHintAttr::Vectorize,
                              LoopHintAttr::AssumeSafety);
  return AttributedStmt::Create(Ctx, Make.location(), Hint, For);
}

/// Statements of the columns, between two loops.
void NestPrinter::segment(ArrayRef<Stmt *> Of, Statements &To) {
  if (Of.empty())
    return;
  To.push_back(columns([&] {
    Statements Body;
    for (Stmt *S : Of) {
      const auto *Declared = dyn_cast<DeclStmt>(S);
      if (!Declared ||
          llvm::none_of(variablesIn(*Declared),
                        [&](const VarDecl *V) { return Nest.isRow(V); })) {
        Body.push_back(copy(S));
        continue;
      }
      for (Decl *D : Declared->decls()) {
        auto *V = cast<VarDecl>(D);
        if (!Nest.isRow(V))
          Body.push_back(Make.declare(copy(V)));
        else if (Expr *Init = V->getInit())
          Body.push_back(Make.assign(element(Rows[V]), copy(Init)));
      }
    }
    return Make.compound(Body);
  }));
}

void NestPrinter::rounds(ForStmt *F, Statements &To) {
  const auto *Round = llvm::find_if(
      Nest.Rounds, [&](const RoundLoop &R) { return R.Loop == F; });
  SmallVector<std::pair<const Expr *, VarDecl *>, 2> Kept;
  if (Round != Nest.Rounds.end())
    for (const Expr *Place : Round->Sums)
      Kept.push_back({Place, row("sum", Place->getType(), To)});
  auto Move = [&](bool Back) {
    for (auto [Place, Row] : Kept)
      To.push_back(columns([&, Place = Place, Row = Row]() -> Stmt * {
        Expr *Memory = copy(const_cast<Expr *>(Place));
        Expr *Kept = element(Row);
        return Make.compound({Back ? Make.assign(Memory, Make.load(Kept))
                                   : Make.assign(Kept, Make.load(Memory))});
      }));
  };
  Move(/*Back=*/false);
  Stmt *Init = copy(F->getInit());
  Expr *Condition = copy(F->getCond()), *Increment = copy(F->getInc());
  Sums.swap(Kept);
  Stmt *Body = level(F->getBody());
  Sums.swap(Kept);
  To.push_back(Make.loop(Init, Condition, Increment, Body));
  Move(/*Back=*/true);
}

Stmt *NestPrinter::level(Stmt *Body) {
  Statements All, Segment;
  SmallVector<Stmt *, 8> Parts(1, Body);
  if (auto *Block = dyn_cast<CompoundStmt>(Body))
    Parts.assign(Block->body_begin(), Block->body_end());
  for (Stmt *S : Parts)
    if (auto *F = dyn_cast<ForStmt>(S)) {
      segment(Segment, All);
      Segment.clear();
      rounds(F, All);
    } else {
      Segment.push_back(S);
    }
  segment(Segment, All);
  return Make.compound(All);
}

Stmt *NestPrinter::blocks() {
  Statements Each;
  Expr *Left = Make.binary(BO_Sub, wide(Make.value(End)), wide(Make.value(At)),
                           Make.I64);
  Next = Make.variable(
      Loop.Function, "next", T,
      Make.conditional(
          Make.compare(BO_GT, Left, Make.integer(Nest.Tile, Make.I64)),
          Make.binary(BO_Add, Make.value(At), Make.integer(Nest.Tile, T), T),
          Make.value(End), T),
      Each);
  for (const VarDecl *V : Nest.Rows)
    Rows[V] = row(V->getName(), V->getType(), Each);
  Each.push_back(level(const_cast<Stmt *>(Nest.Columns->getBody())));
  Each.push_back(Make.assign(Make.lvalue(At), Make.value(Next)));
  return Make.loop(nullptr,
                   Make.compare(BO_LT, Make.value(At), Make.value(End)),
                   nullptr, Make.compound(Each));
}

Stmt *NestPrinter::print(Stmt *AsWritten) {
  Statements All, Inside;
  auto Many = [&](const InnerLoop &L, unsigned Fewest) {
    return Make.paren(
        Make.compare(BO_GE, trips(L), Make.integer(Fewest, Make.I64)));
  };
  Expr *Gains = Many(Nest.Counts, NestSchedule::FewestColumns);
  for (const RoundLoop &R : Nest.Rounds)
    Gains =
        Make.joined(BO_LAnd, Gains, Many(R.Counts, NestSchedule::FewestRounds));
  if (Expr *Apart = OverlapTest(Loop, Nest, Make).apart(All))
    Gains = Make.joined(BO_LAnd, Gains, Apart);
  At = Make.variable(
      Loop.Function, "at", T,
      Make.convert(copy(const_cast<Expr *>(Nest.Counts.Init)), T), Inside);
  End = Make.variable(Loop.Function, "end", T, behind(Nest.Counts), Inside);
  Inside.push_back(blocks());
  if (auto *Counter = const_cast<VarDecl *>(Nest.Counts.Induction);
      !isa<DeclStmt>(Nest.Columns->getInit()))
    Inside.push_back(Make.assign(Make.lvalue(Counter), Make.value(End)));
  All.push_back(Make.ifThen(Gains, Make.compound(Inside), AsWritten));
  return obstacle() ? nullptr : Make.compound(All);
}

Stmt **slotOf(Stmt *&Slot, const Stmt *S) {
  if (Slot == S)
    return &Slot;
  if (!Slot || !isa<CompoundStmt, ForStmt>(Slot))
    return nullptr;
  for (Stmt *&Child : Slot->children())
    if (Stmt **Found = slotOf(Child, S))
      return Found;
  return nullptr;
}

} // namespace

bool printNest(ParallelLoop &Loop, const NestSchedule &Nest, ASTContext &Ctx) {
  Stmt **Slot = slotOf(Loop.Body, Nest.Columns);
  if (!Slot)
    return false;
  Stmt *Printed = NestPrinter(Loop, Nest, Ctx).print(*Slot);
  if (!Printed)
    return false;
  *Slot = Printed;
  return true;
}

} // namespace twofold
