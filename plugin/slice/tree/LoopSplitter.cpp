// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "abi/RuntimeDecls.h"
#include "annotation/Annotations.h"
#include "annotation/LoopFinder.h"
#include "ast/AstFactory.h"
#include "slice/tree/SliceChecks.h"
#include "slice/tree/SliceCopy.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace twofold {
namespace {

/// Writes the tests of one loop.
class TestBuilder {
  FunctionDecl &F;
  ASTContext &Ctx;
  RuntimeDecls Abi;
  AstFactory Make;
  const QualType Extent = Make.I64;
  SmallVector<Stmt *, 12> Before;
  Expr *All = nullptr;
  unsigned Count = 0;

public:
  TestBuilder(FunctionDecl &F, ASTContext &Ctx, SourceLocation Loc)
      : F(F), Ctx(Ctx), Abi(Ctx), Make(Ctx, Loc) {}

  Stmt *build(ArrayRef<EarlyTest> Tests, Stmt *Plain, Stmt *Tested);

private:
  Expr *table(QualType Element, ArrayRef<Expr *> Rows);
  Expr *numbers(ArrayRef<Expr *> Rows) {
    SmallVector<Expr *, 16> Converted;
    for (Expr *E : Rows)
      Converted.push_back(Make.convert(E, Extent));
    return table(Extent, Converted);
  }
  Expr *number(uint64_t N) { return Make.integer(N, Ctx.IntTy); }
  void call(StringRef Name, ArrayRef<Expr *> Args);
  void shapes(const EarlyTest &T);
  void overlap(const EarlyTest &T);
};

/// As the parameters of the functions want it.
Expr *TestBuilder::table(QualType Element, ArrayRef<Expr *> Rows) {
  QualType Type = Make.arrayOf(Element, Rows.size());
  VarDecl *V = Make.variable(&F, "twofold_table" + std::to_string(Count++),
                             Type, Make.list(Type, Rows), Before);
  return Make.convert(Make.decay(Make.lvalue(V)),
                      Ctx.getPointerType(Element.withConst()));
}

void TestBuilder::call(StringRef Name, ArrayRef<Expr *> Args) {
  FunctionDecl *Function = Abi.function(Name);
  Function->setIsUsed();
  All = Make.joined(BO_LAnd, All,
                    Make.compare(BO_NE, Make.call(Function, Args), number(0)));
}

void TestBuilder::shapes(const EarlyTest &T) {
  for (auto [Lengths, Brackets] : llvm::zip_equal(T.Lengths, T.Brackets)) {
    Expr *Rows = numbers(Brackets);
    call("section_agrees",
         {Rows, number(Brackets.size() / SliceBracketRow::Width),
          numbers(Lengths), number(Lengths.size())});
  }
}

void TestBuilder::overlap(const EarlyTest &T) {
  SmallVector<Expr *, 16> First, Lengths;
  for (const EarlyTest::Rows &Rows : T.First)
    First.append(Rows.begin(), Rows.end());
  for (const EarlyTest::Rows &Rows : T.Lengths)
    Lengths.append(Rows.begin(), Rows.end());
  Expr *Addresses = table(First.front()->getType().getUnqualifiedType(), First);
  Expr *Operands = numbers(T.Operands);
  call("section_steady",
       {Addresses, number(T.First.size()), Operands, number(T.Written),
        number(T.First.front().size()), numbers(Lengths),
        number(T.Lengths.front().size()), number(T.Fused)});
}

Stmt *TestBuilder::build(ArrayRef<EarlyTest> Tests, Stmt *Plain, Stmt *Tested) {
  VarDecl *Holds = Make.variable(&F, "twofold_plain", Ctx.IntTy, number(0));
  Expr *Runs = nullptr;
  for (const EarlyTest &T : Tests) {
    for (Expr *E : T.Conditions)
      Runs = Make.joined(BO_LAnd, Runs, E);
    T.First.empty() ? shapes(T) : overlap(T);
  }
  Before.push_back(
      Make.assign(Make.lvalue(Holds), Make.convert(All, Ctx.IntTy)));
  Stmt *Test = Make.compound(Before);
  return Make.compound({Make.declare(Holds),
                        Runs ? Make.ifThen(Runs, Test) : Test,
                        Make.ifThen(Make.value(Holds), Plain, Tested)});
}

/// The loop, of which nothing is said again.
Stmt *silent(AttributedStmt &Loop, ASTContext &Ctx) {
  SmallVector<const Attr *, 4> Attrs(Loop.getAttrs());
  Attrs.push_back(AnnotateAttr::Create(Ctx, "twofold.again", nullptr, 0,
                                       Loop.getAttrLoc()));
  return AttributedStmt::Create(Ctx, Loop.getAttrLoc(), Attrs,
                                Loop.getSubStmt());
}

} // namespace

void splitSlicedLoops(FunctionDecl &F, ASTContext &Ctx) {
  for (FoundLoop Found : loopsIn(F)) {
    AttributedStmt &Loop = *Found.Statement;
    if (!isParallelLoop(Loop) || !sliceIn(&Loop))
      continue;
    SliceCopy Copy(&Loop, Ctx, F);
    Stmt *Plain = Copy.run(Loop);
    if (!Plain)
      continue;
    SmallVector<Stmt *, 4> All;
    AstFactory Make(Ctx, Loop.getSubStmt()->getBeginLoc());
    for (auto [Original, Length] : Copy.Lengths)
      All.push_back(Make.declare(Length));
    All.push_back(Copy.Tests.empty()
                      ? Plain
                      : TestBuilder(F, Ctx, Loop.getSubStmt()->getBeginLoc())
                            .build(Copy.Tests, Plain, silent(Loop, Ctx)));
    *Found.Slot = All.size() == 1 ? All.front() : Make.compound(All);
  }
}

std::optional<Refusal> sliceObstacle(const ParallelLoop &Loop,
                                     ASTContext &Ctx) {
  const Stmt *Slice = sliceIn(Loop.Body);
  if (!Slice)
    return std::nullopt;
  if (Loop.Given.Again)
    return Refusal{diag::Id::SliceTested, Slice->getBeginLoc(), {}};
  SliceCopy Copy(Loop.Statement, Ctx, *Loop.Function);
  Copy.run(*Loop.Statement);
  const auto &Why = Copy.why();
  if (!Why || Why->What.empty())
    return Refusal{diag::Id::SliceInLoop, Slice->getBeginLoc(), {}};
  return Refusal{diag::Id::SliceUnknown, Why->Loc, {Why->What}};
}

bool isSliceObstacle(diag::Id Reason) {
  return Reason == diag::Id::SliceInLoop || Reason == diag::Id::SliceUnknown ||
         Reason == diag::Id::SliceTested;
}

} // namespace twofold
