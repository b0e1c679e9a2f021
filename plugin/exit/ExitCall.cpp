// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exit/ExitCall.h"
#include "abi/RuntimeDecls.h"
#include "ast/PendingTemplates.h"
#include "ast/SemaScope.h"
#include "call/CallSiteRewriter.h"
#include "call/SerialNotice.h"
#include "call/SiteTables.h"
#include "model/LoopModelBuilder.h"
#include "native/SubscriptChecks.h"

using namespace clang;

namespace twofold {

ExitCall::ExitCall(const ParallelLoop &Loop, ExitPlan &Plan, Sema &S)
    : Loop(Loop), Plan(Plan), S(S), Ctx(S.Context), Make(Ctx, Loop.Loc) {
  Expr *Product = nullptr;
  for (unsigned D = 0; D < Loop.Dims.size(); ++D) {
    DimValues Once =
        TripCounts(S, Make, Loop.Function, Out).evaluate(Loop.Dims[D], D);
    Dims.push_back(Once);
    Lower.push_back(temporary("from" + Twine(D), I64, Once.Lower));
    Step.push_back(temporary("by" + Twine(D), I64, Once.Step));
    Trips.push_back(temporary("trips" + Twine(D), U64, Once.Trips));
    Expr *Count = Make.value(Trips.back());
    Product = Make.joined(BO_Mul, Product, Count);
  }
  All = temporary("all", U64, Product);
  if (VarDecl *Exit = Plan.Search.Exit) {
    Exit->setInit(Make.value(All));
    Out.push_back(Make.declare(Exit));
  }
  clauses();
}

VarDecl *ExitCall::temporary(const Twine &Name, QualType Type, Expr *Init) {
  return Make.variable(Loop.Function, ("twofold_" + Name).str(), Type, Init,
                       Out);
}

void ExitCall::clauses() {
  const Clauses &Given = Loop.Given;
  auto Share = [&](Expr *Clauses::*Field, VarDecl *V) {
    Plan.Search.Given.*Field = Make.value(V);
    if (Plan.Rest)
      Plan.Rest->Given.*Field = Make.value(V);
  };
  if (Given.NumThreads)
    Share(&Clauses::NumThreads,
          temporary("threads", I64, Make.convert(Given.NumThreads, I64)));
  if (Given.Chunk)
    Share(&Clauses::Chunk,
          temporary("chunk", I64, Make.convert(Given.Chunk, I64)));
  if (Given.If) {
    Expr *E = conditionOf(*Given.If, S);
    QualType T = E->getType().getUnqualifiedType();
    Share(&Clauses::If, temporary("if", T, E));
  }
}

SmallVector<DimValues, 3> ExitCall::dims(bool UpToExit) {
  SmallVector<DimValues, 3> Again;
  for (unsigned D = 0; D < Dims.size(); ++D)
    Again.push_back({Make.value(Lower[D]), Make.value(Step[D]),
                     Make.value(UpToExit ? Plan.Search.Exit : Trips[D]),
                     Dims[D].Start});
  return Again;
}

SmallVector<CountedDim, 3> ExitCall::counted() {
  SmallVector<CountedDim, 3> Of;
  for (unsigned D = 0; D < Dims.size(); ++D)
    Of.push_back({Lower[D], Step[D], Trips[D], Dims[D].Start});
  return Of;
}

void ExitCall::ask(SearchQuestion &Before, const RuntimeDecls &Abi,
                   Diagnostics &Diags, SmallVectorImpl<Decl *> &Declared) {
  if (!Before.Apart)
    return;
  Out.append(Before.Declarations);
  Apart = temporary("apart", Ctx.IntTy,
                    Make.convert(Make.paren(Before.Apart), Ctx.IntTy));
  const Refusal Why = Before.refusal(Loop.Loc, "memory");
  Notice =
      noticeOf(Loop, Diags.text(Why.Reason, Why.Arguments), Abi, S, Declared);
  Plan.Leaving = Plan.Whole;
}

void ExitCall::addParts(Stmt *Search, Stmt *Rest) {
  SmallVector<Stmt *, 2> Parts = {Search};
  if (Rest)
    Parts.push_back(Rest);
  if (Apart)
    Out.push_back(Make.ifThen(Make.nonZero(Make.value(Apart)),
                              Make.compound(Parts), Notice));
  else
    Out.append(Parts);
}

/// The induction variable's value at iteration Index of dimension D.
Expr *ExitCall::at(unsigned D, Expr *Index) {
  const LoopDim &Dim = Loop.Dims[D];
  Expr *Moved = Make.binary(BO_Mul, Make.paren(Index),
                            Make.convert(Make.value(Step[D]), U64), U64);
  if (Dim.What == LoopDim::Kind::Pointer)
    return Make.binary(BO_Add, Make.value(Dims[D].Start),
                       Make.convert(Make.paren(Moved), I64), Dim.Type);
  return Make.convert(
      Make.paren(Make.binary(BO_Add, Make.convert(Make.value(Lower[D]), U64),
                             Moved, U64)),
      Dim.Type);
}

/// Iterator it = start; it += at * step; through overload resolution. A range
/// loop's own iterator is moved there and back.
bool ExitCall::iterators(VarDecl *At, SmallVectorImpl<Stmt *> &To) {
  const LoopDim &Dim = Loop.Dims.front();
  SemaScope Scope(S, Loop.Function);
  Sema::SFINAETrap Trap(S);
  auto Move = [&](VarDecl *It) {
    Expr *Distance = Make.binary(BO_Mul, Make.convert(Make.value(At), I64),
                                 Make.value(Step.front()), I64);
    ExprResult Moved = S.BuildBinOp(nullptr, Make.location(), BO_AddAssign,
                                    Make.lvalue(It), Distance);
    if (Trap.hasErrorOccurred() || Moved.isInvalid())
      return false;
    To.push_back(Moved.get());
    return true;
  };
  VarDecl *It = Dim.Induction;
  if (auto *Range = dyn_cast<CXXForRangeStmt>(Dim.Loop)) {
    // The element's declaration names the range's own iterator: a second one
    // keeps the start.
    VarDecl *Kept = temporary("begin", Dim.Type, nullptr);
    S.AddInitializerToDecl(Kept, Make.lvalue(It), false);
    ExprResult Back = S.BuildBinOp(nullptr, Make.location(), BO_Assign,
                                   Make.lvalue(It), Make.lvalue(Kept));
    if (Back.isInvalid())
      return false;
    To.push_back(Back.get());
    if (!Move(It))
      return false;
    To.push_back(Range->getLoopVarStmt());
    return true;
  }
  It->setInit(nullptr);
  S.AddInitializerToDecl(It, Make.lvalue(Dims.front().Start), false);
  To.push_back(Make.declare(It));
  return Move(It);
}

/// for (at = exit; at < all && at <= exit; ++at) { i = ...; body }
Stmt *ExitCall::leaving(VarDecl *At) {
  SmallVector<Stmt *, 8> Body;
  auto What = Loop.Dims.front().What;
  if (What == LoopDim::Kind::Iterator || What == LoopDim::Kind::Range) {
    if (!iterators(At, Body))
      return nullptr;
  } else {
    for (unsigned D = 0; D < Loop.Dims.size(); ++D) {
      Expr *Index = Make.value(At);
      if (D + 1 < Loop.Dims.size()) {
        Expr *Inner = nullptr;
        for (unsigned I = D + 1; I < Loop.Dims.size(); ++I)
          Inner = Make.joined(BO_Mul, Inner, Make.value(Trips[I]));
        Index = Make.binary(BO_Div, Index, Make.paren(Inner), U64);
      }
      if (D > 0)
        Index = Make.binary(BO_Rem, Index, Make.value(Trips[D]), U64);
      VarDecl *I = Loop.Dims[D].Induction;
      Expr *Value = at(D, Index);
      if (Loop.Dims[D].DeclaredOutside) {
        Body.push_back(
            Make.assign(Make.lvalue(I, Loop.Dims[D].Enclosing), Value));
      } else {
        I->setInit(Value);
        Body.push_back(Make.declare(I));
      }
    }
  }
  Body.push_back(Plan.Leaving);
  Expr *Condition = Make.compare(BO_LT, Make.value(At), Make.value(All));
  if (VarDecl *Exit = Plan.Search.Exit)
    Condition =
        Make.compare(BO_LAnd, Condition,
                     Make.compare(BO_LE, Make.value(At), Make.value(Exit)));
  return Make.loop(nullptr, Condition, Make.increment(At), Make.compound(Body));
}

/// Where no iteration left, a variable that was declared outside has the first
/// value that fails the test.
void ExitCall::inductionAfter(Expr *None) {
  SmallVector<Stmt *, 3> Set;
  for (unsigned D = 0; D < Loop.Dims.size(); ++D) {
    const LoopDim &Dim = Loop.Dims[D];
    Expr *Around = nullptr;
    for (unsigned Outer = 0; Outer < D; ++Outer)
      Around =
          Make.joined(BO_LAnd, Around, Make.nonZero(Make.value(Trips[Outer])));
    if (!Dim.DeclaredOutside)
      continue;
    Stmt *End = Make.assign(Make.lvalue(Dim.Induction, Dim.Enclosing),
                            at(D, Make.value(Trips[D])));
    Set.push_back(Around ? Make.ifThen(Around, Make.compound({End})) : End);
  }
  if (!Set.empty())
    Out.push_back(Make.ifThen(None, Make.compound(Set)));
}

Stmt *ExitCall::finish() {
  Expr *First = Make.value(Plan.Search.Exit);
  if (Plan.RepeatsLast) {
    Expr *Some = Make.nonZero(Make.value(Plan.Search.Exit));
    First = Make.binary(BO_Sub, First,
                        Make.paren(Make.conditional(Some, Make.integer(1, U64),
                                                    Make.integer(0, U64), U64)),
                        U64);
  }
  if (Apart) // or else all of them
    First = Make.conditional(Make.nonZero(Make.value(Apart)), First,
                             Make.integer(0, U64), U64);
  VarDecl *At = temporary("at", U64, First);
  Stmt *Last = leaving(At);
  if (!Last)
    return nullptr;
  Out.push_back(Last);
  inductionAfter(Make.compare(BO_EQ, Make.value(Apart ? At : Plan.Search.Exit),
                              Make.value(All)));
  return Make.compound(Out);
}

Stmt *ExitCall::finishInOrder(LabelDecl *Behind) {
  VarDecl *At = temporary("at", U64, Make.integer(0, U64));
  Stmt *Whole = leaving(At);
  if (!Whole)
    return nullptr;
  Out.push_back(Whole);
  inductionAfter(Make.compare(BO_EQ, Make.value(At), Make.value(All)));
  auto *Label = new (Ctx)
      LabelStmt(Make.location(), Behind, new (Ctx) NullStmt(Make.location()));
  Behind->setStmt(Label);
  Out.push_back(Label);
  return Make.compound(Out);
}

Stmt *checkExits(const ParallelLoop &Loop, const RuntimeDecls &Abi, Sema &S,
                 Diagnostics &Diags, SmallVectorImpl<Decl *> &Declared) {
  ASTContext &Ctx = S.Context;
  AstFactory Make(Ctx, Loop.Loc);
  ParallelLoop Checked = Loop;
  Checked.Given.NumThreads = Checked.Given.Chunk = Checked.Given.If = nullptr;
  for (LoopDim &Dim : Checked.Dims)
    Dim.DeclaredOutside = false; // it runs in place
  instantiateCallees(Checked.Body, S);
  if (!shareInOrder(Checked, Ctx, Diags))
    return nullptr;
  Understanding Known = understand(Checked, Ctx);
  AccessModel &Accesses = Known.Written.Model;
  if (Known.needsCopy(Checked, S)) {
    const LoweredLoop &Copy = *Known.lower(Checked, S).Lowered;
    Accesses = std::move(Known.lowered(Ctx).Model);
    nameSubscripts(Accesses, Copy);
    Checked.Captures.append(Copy.Derived);
    Checked.ArgCount = Copy.Loop.ArgCount;
  }
  SiteFacts Facts;
  Facts.Loop = &Checked;
  Facts.InOrder = true;
  Facts.Native.Layout = CallLayout(Checked);
  Facts.Accesses = std::move(Accesses);
  Facts.Reason = "its subscripts are checked in order";

  ExitPlan Plan;
  Plan.Leaving = Loop.Body;
  ParallelLoop Whole = Loop;
  Whole.Given = Checked.Given;
  ExitCall Call(Whole, Plan, S);
  size_t Count = Facts.Accesses.Subscripts.size();
  VarDecl *Given = Facts.Native.Layout.Limits = Call.declare(
      "limits", Make.arrayOf(Make.U64, std::max<size_t>(Count, 1)));
  QualType SiteType = Ctx.getPointerType(Abi.record("site").withConst());
  VarDecl *Site =
      Make.variable(Loop.Function, "twofold_site", SiteType, nullptr);
  LabelDecl *Behind = LabelDecl::Create(Ctx, Loop.Function, Loop.Loc,
                                        &Ctx.Idents.get("twofold_behind"));
  SmallVector<Stmt *, 8> Limits;
  auto Values = copyValues(Facts.Accesses.Values, Ctx, Loop.Loc);
  SubscriptChecks Checks(Checked, Abi, Ctx, Make, Loop.Function);
  Facts.Native.Unchecked =
      !Checks.addInPlace(Facts.Accesses, Site, Given, Behind, Limits);
  VarDecl *Table = buildSite(Facts, Abi, Ctx, Declared);
  Site->setInit(Make.convert(Make.addressOf(Make.lvalue(Table)), SiteType));

  auto *Asked =
      cast<CompoundStmt>(buildCall(Checked, Facts.Native.Layout, Values, Table,
                                   Abi, S, Call.dims(/*UpToExit=*/false)));
  for (Stmt *Part : Asked->body()) // checks read what these declare
    Call.add(Part);
  Call.add(Make.declare(Site));
  for (Stmt *Part : Limits)
    Call.add(Part);
  return Call.finishInOrder(Behind);
}

} // namespace twofold
