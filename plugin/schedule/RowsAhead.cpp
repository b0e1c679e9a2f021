// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "schedule/RowsAhead.h"
#include "annotation/Annotations.h"
#include "ast/AstFactory.h"
#include "ast/PendingTemplates.h"
#include "ast/StatementCopy.h"
#include "model/ElementUpdate.h"
#include "schedule/WaitingRows.h"

using namespace clang;

namespace twofold {
namespace {

/// As many rows as the strategy `jam` runs side by side, and no fewer columns
/// than it takes. Threads share out the columns of longer rows.
constexpr unsigned Side = 8, FewestColumns = 32, MostColumns = 8192;

/// Statements of a row, with another number of the row or of the column.
class RowCopy : public StatementCopy {
  const WaitingRows &Of;
  AstFactory &Make;
  VarDecl *Sum;

  Stmt *replacement(Stmt *S) override {
    const auto *Named = operandOf(S, CK_LValueToRValue);
    const VarDecl *V = Named ? variableIn(cast<Expr>(Named)) : nullptr;
    if (V && V == Of.counts().Induction && Row)
      return Row();
    if (V && V == Of.columns().Induction && Column)
      return Column();
    const auto *E = dyn_cast<Expr>(S);
    // The sum may be a vector's element itself.
    if (Sum && E && E->isLValue() && sameExpression(E, Of.Sum, Ctx))
      return Make.lvalue(Sum);
    if (const auto *At = dyn_cast<CXXOperatorCallExpr>(S); At && Elements)
      if (VarDecl *First = Elements(*At))
        return Make.subscript(Make.value(First),
                              copy(const_cast<Expr *>(At->getArg(1))));
    return nullptr;
  }

public:
  std::function<Expr *()> Row, Column; ///< null: as it is
  /// Of a vector's element: what points to the first one.
  std::function<VarDecl *(const CXXOperatorCallExpr &)> Elements;

  RowCopy(const WaitingRows &Of, ASTContext &Ctx, DeclContext *Owner,
          AstFactory &Make, VarDecl *Sum = nullptr)
      : StatementCopy(Ctx, Owner), Of(Of), Make(Make), Sum(Sum) {}
};

class AheadWriter {
  const WaitingRows &Of;
  FunctionDecl &F;
  ASTContext &Ctx;
  AstFactory Make;
  const QualType I64 = Make.I64, U64 = Make.U64;
  VarDecl *Sums = nullptr, *Next = nullptr, *Ahead = nullptr;
  bool Failed = false;

  VarDecl *row() const { return const_cast<VarDecl *>(Of.counts().Induction); }
  Expr *wide(Expr *E) { return Make.convert(Make.paren(E), I64); }
  Expr *again(const Expr *E) {
    StatementCopy Copy(Ctx, &F);
    Expr *Same = Copy.copy(const_cast<Expr *>(E));
    Failed |= Copy.obstacle() != nullptr;
    return Same;
  }
  Expr *number(int64_t N) { return Make.integer(N, I64); }
  /// Row + By, of the row's type.
  Expr *rowAt(unsigned By) {
    const QualType T = row()->getType().getUnqualifiedType();
    return By ? Make.paren(Make.binary(BO_Add, Make.value(row()),
                                       Make.integer(By, T), T))
              : Make.value(row());
  }
  /// The first of the rows that have sums.
  Expr *first() {
    return Make.paren(Make.binary(BO_Sub, Make.value(Next), number(Side), I64));
  }
  Expr *address(const Expr *Place, unsigned Row, bool Last);
  Expr *isPast(const Expr *Read, Expr *Bound, bool Above);
  Expr *apart();
  Expr *mayBegin();
  Stmt *loopAhead();

public:
  AheadWriter(const WaitingRows &Of, FunctionDecl &F)
      : Of(Of), F(F), Ctx(F.getASTContext()), Make(Ctx, Of.Rows->getForLoc()) {}

  /// Puts it all into the rows, and what they share around them.
  bool write(Stmt *&Slot);
};

/// Where the element of a row is, in its first column or the Last before the
/// first of the rows.
Expr *AheadWriter::address(const Expr *Place, unsigned Row, bool Last) {
  RowCopy Copy(Of, Ctx, &F, Make);
  Copy.Row = [&, Row] { return rowAt(Row); };
  Copy.Column = [&, Last]() -> Expr * {
    if (!Last)
      return Make.paren(again(Of.columns().Init));
    const QualType T = Of.columns().Induction->getType().getUnqualifiedType();
    return Make.convert(
        Make.paren(
            Make.binary(BO_Sub, Make.value(row()),
                        Make.integer(1, row()->getType().getUnqualifiedType()),
                        row()->getType().getUnqualifiedType())),
        T);
  };
  Expr *At = Copy.copy(const_cast<Expr *>(Place));
  Failed |= Copy.obstacle() != nullptr;
  return Make.convert(Make.addressOf(At), U64);
}

/// All that is read of Read ahead is Above Bound, or ends below it. A place
/// that is affine in row and column is at its ends in one of the corners.
Expr *AheadWriter::isPast(const Expr *Read, Expr *Bound, bool Above) {
  const uint64_t Size = Ctx.getTypeSizeInChars(Read->getType()).getQuantity();
  const bool Rows = mentions(Read, Of.counts().Induction),
             Columns = mentions(Read, Of.columns().Induction);
  Expr *All = nullptr;
  for (unsigned Row : {0u, Side - 1})
    for (bool Last : {false, true}) {
      if ((Row && !Rows) || (Last && !Columns))
        continue;
      Expr *At = address(Read, Row, Last);
      if (!Above)
        At = Make.binary(BO_Add, At, Make.integer(Size, U64), U64);
      All = Make.joined(BO_LAnd, All,
                        Make.compare(Above ? BO_GE : BO_LE, At, again(Bound)));
    }
  return All;
}

/// What the rows store to is none of what is read ahead of them.
Expr *AheadWriter::apart() {
  Expr *All = nullptr;
  for (const Expr *Store : Of.stores())
    for (const Expr *Read : Of.reads()) {
      if (Of.areApart(Store, Read))
        continue;
      const uint64_t Size =
          Ctx.getTypeSizeInChars(Store->getType()).getQuantity();
      Expr *From = address(Store, 0, false),
           *To = Make.binary(BO_Add, address(Store, Side - 1, false),
                             Make.integer(Size, U64), U64);
      All =
          Make.joined(BO_LAnd, All,
                      Make.paren(Make.compare(
                          BO_LOr, Make.paren(isPast(Read, To, /*Above=*/true)),
                          Make.paren(isPast(Read, From, /*Above=*/false)))));
    }
  return All;
}

Expr *AheadWriter::mayBegin() {
  auto Fixed = [&](const Expr *E) { return wide(again(E)); };
  const unsigned Rest = Of.counts().inclusive() ? Side - 1 : Side;
  auto Columns = [&] {
    return Make.paren(Make.binary(BO_Sub, wide(Make.value(row())),
                                  Fixed(Of.columns().Init), I64));
  };
  Expr *Begins =
      Make.compare(BO_GE,
                   Make.paren(Make.binary(BO_Sub, Fixed(Of.counts().Bound),
                                          wide(Make.value(row())), I64)),
                   number(Rest));
  // In the program's own numbers: a first column below zero may be a large one.
  Begins = Make.compare(
      BO_LAnd, Begins,
      Make.compare(BO_LE, again(Of.columns().Init), Make.value(row())));
  Begins = Make.compare(BO_LAnd, Begins,
                        Make.compare(BO_GE, Columns(), number(FewestColumns)));
  Begins = Make.compare(BO_LAnd, Begins,
                        Make.compare(BO_LE, Columns(), number(MostColumns)));
  return Make.joined(BO_LAnd, Begins, Make.paren(apart()));
}

/// [annotated] for (r = i; r < next; ++r) { t = b[r]; ...; sums[r - i] = t; }
Stmt *AheadWriter::loopAhead() {
  const QualType T = row()->getType().getUnqualifiedType();
  VarDecl *R = Make.variable(&F, row()->getName(), T, Make.value(row()));
  SmallVector<Stmt *, 4> Body;
  VarDecl *Sum =
      Make.variable(&F, "sum", Of.Sum->getType().getUnqualifiedType(), nullptr);
  SmallVector<Stmt *, 4> All;
  llvm::DenseMap<const ValueDecl *, VarDecl *> Firsts;
  RowCopy Copy(Of, Ctx, &F, Make, Sum);
  Copy.Row = [&] { return Make.value(R); };
  Copy.Elements = [&](const CXXOperatorCallExpr &At) {
    const auto *Vector = variableIn(At.getArg(0)->IgnoreParenImpCasts());
    VarDecl *&First = Firsts[Vector];
    if (!First) {
      auto *Call = cast<CXXOperatorCallExpr>(again(&At));
      Call->setArg(1, Make.integer(0, At.getArg(1)->getType()));
      First =
          Make.variable(&F, Vector->getName(), Ctx.getPointerType(At.getType()),
                        Make.addressOf(Call), All);
    }
    return First;
  };
  if (Of.First) {
    Sum->setInit(Copy.copy(Of.First));
  } else {
    RowCopy Start(Of, Ctx, &F, Make);
    Start.Row = Copy.Row;
    Start.Elements = Copy.Elements;
    Sum->setInit(Make.load(Start.copy(Of.Sum)));
  }
  Body.push_back(Make.declare(Sum));
  VarDecl *Column = const_cast<VarDecl *>(Of.columns().Induction);
  VarDecl *C = Make.variable(&F, Column->getName(),
                             Column->getType().getUnqualifiedType(),
                             again(Of.columns().Init));
  Copy.Column = [&] { return Make.value(C); };
  Stmt *Rounds = Copy.copy(Of.Annotated->getBody());
  // Nothing is stored ahead of a row but its sum.
  const bool Stores = anyNode(Rounds, [&](const Stmt *S) {
    const Expr *Target = assignedBy(S);
    return Target && variableIn(Target) != Sum;
  });
  assert(!Stores && "the copied sum takes the place of each of its names");
  Failed |= Stores || Copy.obstacle() != nullptr;
  Body.push_back(
      Make.loop(Make.declare(C),
                Make.compare(BO_LT, Make.value(C),
                             Make.convert(Make.value(row()), C->getType())),
                Make.step(UO_PreInc, C), Rounds));
  Body.push_back(Make.assign(
      Make.subscript(Make.decay(Make.lvalue(Sums)),
                     Make.binary(BO_Sub, Make.value(R), Make.value(row()), T)),
      Make.value(Sum)));
  Stmt *Loop = Make.loop(
      Make.declare(R),
      Make.compare(BO_LT, Make.value(R), Make.convert(Make.value(Next), T)),
      Make.step(UO_PreInc, R), Make.compound(Body));
  SmallVector<const Attr *, 2> Attributes;
  for (const char *Name : {"twofold.parallel_for", "twofold.ahead"})
    Attributes.push_back(
        AnnotateAttr::CreateImplicit(Ctx, Name, nullptr, 0, Make.location()));
  All.push_back(AttributedStmt::Create(Ctx, Make.location(), Attributes, Loop));
  return Make.compound(All);
}

bool AheadWriter::write(Stmt *&Slot) {
  SmallVector<Stmt *, 4> Around, Row;
  Sums =
      Make.variable(&F, "twofold_sums",
                    Make.arrayOf(Of.Sum->getType().getUnqualifiedType(), Side),
                    nullptr, Around);
  Next = Make.variable(&F, "twofold_next", I64, number(0), Around);
  Ahead = Make.variable(&F, "twofold_ahead", Ctx.IntTy,
                        Make.integer(0, Ctx.IntTy), Around);
  const auto *Column = Of.columns().Induction;
  const QualType T = Column->getType().getUnqualifiedType();
  VarDecl *From =
      Make.variable(&F, "twofold_from", T, again(Of.columns().Init), Row);
  Expr *May = Make.convert(Make.paren(mayBegin()), Ctx.IntTy);
  Row.push_back(Make.ifThen(
      Make.compare(BO_GE, wide(Make.value(row())), Make.value(Next)),
      Make.compound(
          {Make.assign(Make.lvalue(Ahead), May),
           Make.assign(
               Make.lvalue(Next),
               Make.binary(BO_Add, wide(Make.value(row())), number(Side), I64)),
           Make.ifThen(Make.nonZero(Make.value(Ahead)), loopAhead())})));
  Expr *Goes = again(Of.Sum);
  Expr *Behind = Make.binary(BO_Sub, wide(Make.value(row())), first(), I64);
  Row.push_back(Make.ifThen(
      Make.nonZero(Make.value(Ahead)),
      Make.compound(
          {Make.assign(Make.lvalue(From), Make.convert(first(), T)),
           Make.assign(Goes, Make.load(Make.subscript(
                                 Make.decay(Make.lvalue(Sums)), Behind)))})));
  if (Failed)
    return false;
  if (auto *V = const_cast<VarDecl *>(onlyVariable(Of.Annotated->getInit())))
    V->setInit(Make.value(From));
  else
    return false;
  Row.push_back(*Of.Slot);
  *Of.Slot = Make.compound(Row);
  Around.push_back(Slot);
  Slot = Make.compound(Around);
  return true;
}

class RowFinder {
  FunctionDecl &F;
  Diagnostics &Diags;
  std::optional<BodyUses> Uses; ///< once a loop has been come to

public:
  bool Any = false;

  RowFinder(FunctionDecl &F, Diagnostics &Diags) : F(F), Diags(Diags) {}

  void visit(Stmt *&Slot) {
    if (!Slot || isa<Expr>(Slot))
      return;
    if (auto *A = dyn_cast<AttributedStmt>(Slot); A && isParallelLoop(*A))
      return;
    for (Stmt *&Child : Slot->children())
      visit(Child);
    auto *Loop = dyn_cast<ForStmt>(Slot);
    if (!Loop)
      return;
    if (!Uses)
      Uses = collectUses(F.getBody());
    if (!WaitingRows(F.getASTContext(), *Uses).match(Loop))
      return;
    // Instances of a template have nodes in common.
    if (!separateInstance(F, Slot))
      return;
    if (Slot != Loop)
      Uses = collectUses(F.getBody());
    Loop = cast<ForStmt>(Slot);
    WaitingRows Rows(F.getASTContext(), *Uses);
    if (!Rows.match(Loop))
      return;
    const SourceLocation Loc = Loop->getForLoc();
    const std::string Name = Rows.counts().Induction->getNameAsString();
    if (!AheadWriter(Rows, F).write(Slot))
      return;
    Diags.analysis(Loc, diag::Id::NestAhead, {Name});
    Any = true;
  }
};

} // namespace

bool computeRowsAhead(FunctionDecl &F, Diagnostics &Diags) {
  RowFinder Finder(F, Diags);
  for (Stmt *&Child : F.getBody()->children())
    Finder.visit(Child);
  return Finder.Any;
}

} // namespace twofold
