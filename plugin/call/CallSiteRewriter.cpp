// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/CallSiteRewriter.h"
#include "abi/RuntimeDecls.h"
#include "ast/StatementCopy.h"
#include "call/CallNumbers.h"
#include "call/TableWriter.h"
#include "call/TripCounts.h"
#include "lower/DerivedCaptures.h"
#include "native/BodyRewriter.h"
#include "twofold/abi.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {
namespace {

/// Of twofold_dim, which is three integers of 64 bits.
enum DimField : unsigned { LowerField, StepField, TripsField };
static_assert(offsetof(twofold_dim, lower) == 8 * LowerField &&
              offsetof(twofold_dim, step) == 8 * StepField &&
              offsetof(twofold_dim, trips) == 8 * TripsField &&
              sizeof(twofold_dim) == 24);

class CallBuilder {
  const ParallelLoop &Loop;
  const CallLayout &Layout;
  const RuntimeDecls &Abi;
  Sema &S;
  ASTContext &Ctx;
  AstFactory Make;
  CallParts Parts;
  SmallVector<Stmt *, 24> &Before = Parts.Before;
  SmallVector<Stmt *, 4> &After = Parts.After;
  SmallVector<Expr *, 12> Args;
  SmallVector<const Capture *, 2> Derived; ///< arguments of kernels alone
  SmallVector<DimValues, 3> Dims;
  VarDecl *ArgTable = nullptr;
  const QualType I64 = Make.I64, U64 = Make.U64,
                 I32 = Ctx.getIntTypeForBitwidth(32, true);
  bool IsDerived = false; ///< what kernels alone are given is there already

public:
  CallBuilder(const ParallelLoop &Loop, const CallLayout &Layout,
              const RuntimeDecls &Abi, Sema &S)
      : Loop(Loop), Layout(Layout), Abi(Abi), S(S), Ctx(S.Context),
        Make(Ctx, Loop.Loc) {}

  CallParts build(ArrayRef<Expr *> Values, VarDecl *Site,
                  ArrayRef<DimValues> Counted, Expr *Apart, bool Derived,
                  ArrayRef<Expr *> Behind);

private:
  VarDecl *temporary(const Twine &Name, QualType Type, Expr *Init) {
    return temporary(Name, Type, Init, Before);
  }
  VarDecl *temporary(const Twine &Name, QualType Type, Expr *Init,
                     SmallVectorImpl<Stmt *> &To) {
    return Make.variable(Loop.Function, ("twofold_" + Name).str(), Type, Init,
                         To);
  }
  void keepCopy(const Capture &C, const Twine &Name, QualType T, Expr *Init) {
    Parts.Copies[C.Arg] = temporary(Name, T, Init);
    Args[C.Arg] = addressOf(Parts.Copies[C.Arg]);
  }
  Expr *addressOf(VarDecl *V) { return toVoid(Make.addressOf(Make.lvalue(V))); }
  Expr *toVoid(Expr *Pointer) { return Make.convert(Pointer, Ctx.VoidPtrTy); }
  Expr *outer(const Capture &C) { return Make.lvalue(C.Decl, C.Enclosing); }

  void arguments();
  void capture(const Capture &C);
  void derived();
  void lengths();
  Expr *limits();
  /// The address of the number so far behind the first one, as of Element.
  Expr *number(unsigned Behind, QualType Element) {
    Expr *First = Make.decay(Make.lvalue(Parts.Numbers));
    if (Behind)
      First = Make.binary(BO_Add, First, Make.integer(Behind, Ctx.IntTy),
                          First->getType());
    return Make.convert(First, Ctx.getPointerType(Element.withConst()));
  }
  /// A value of the table that the runtime is given, of dimension D.
  Expr *field(unsigned D, unsigned Field) {
    return Make.load(Make.subscript(Make.decay(Make.lvalue(Parts.Numbers)),
                                    Make.integer(3 * D + Field, Ctx.IntTy)));
  }
  Expr *ran(unsigned Depth);
  void inductionAfter();
  VarDecl *table(StringRef Name, QualType Element, ArrayRef<Expr *> Rows,
                 SmallVectorImpl<Stmt *> &To) {
    QualType Type = Make.arrayOf(Element, Rows.size());
    return temporary(Name, Type, Make.list(Type, Rows), To);
  }
};

/// Every dimension up to Depth had at least one iteration.
Expr *CallBuilder::ran(unsigned Depth) {
  Expr *All = nullptr;
  for (unsigned D = 0; D < Depth; ++D)
    All = Make.joined(BO_LAnd, All, Make.nonZero(field(D, TripsField)));
  return All;
}

/// What kernels alone are given: calls that do without the runtime do without
/// it, unless it is there already.
void CallBuilder::derived() {
  for (const Capture *C : Derived) {
    auto *V = cast<VarDecl>(C->Decl);
    if (C->Follows)
      V->setInit(followedValue(*C, ran(Loop.Dims.size()), Loop, Abi, Ctx));
    Parts.Late.push_back(Make.declare(V));
    if (C->Arg)
      Parts.Late.push_back(
          Make.assign(Make.subscript(Make.decay(Make.lvalue(ArgTable)),
                                     Make.integer(C->Arg, Ctx.IntTy)),
                      addressOf(V)));
  }
}

void CallBuilder::capture(const Capture &C) {
  if (C.DeviceOnly) {
    if (!IsDerived)
      Derived.push_back(&C);
    else if (C.Arg)
      Args[C.Arg] = addressOf(cast<VarDecl>(C.Decl));
    return;
  }
  switch (C.Kind) {
  case Sharing::Private:
    return;
  case Sharing::This: {
    keepCopy(C, "this", C.Type, Make.thisPointer(C.Type));
    return;
  }
  case Sharing::Reference:
    Args[C.Arg] = toVoid(Make.addressOf(outer(C)));
    return;
  case Sharing::Value: {
    QualType T = C.Type;
    if (!T->isScalarType()) {
      Args[C.Arg] = toVoid(Make.addressOf(outer(C)));
      return;
    }
    // A copy, so that the caller's variable can stay in a register.
    Expr *Init = Make.load(outer(C));
    if (T->isVariablyModifiedType()) {
      T = Ctx.VoidPtrTy;
      Init = toVoid(Init);
    }
    keepCopy(C, "copy" + Twine(C.Arg), T, Init);
    return;
  }
  case Sharing::Reduction: {
    if (C.Internal) {
      Args[C.Arg] = addressOf(
          temporary(C.Decl->getName(), C.Type, Make.integer(0, C.Type)));
      return;
    }
    VarDecl *V = temporary(C.Decl->getName(), C.Type, Make.load(outer(C)));
    Args[C.Arg] = addressOf(V);
    After.push_back(Make.assign(outer(C), Make.value(V)));
    return;
  }
  case Sharing::LastPrivate: {
    VarDecl *V = temporary(C.Decl->getName(), C.Type, nullptr);
    Args[C.Arg] = addressOf(V);
    SmallVector<Stmt *, 4> Kept;
    auto Part = [&](Expr *Of, ArrayRef<const FieldDecl *> Path) {
      for (const FieldDecl *F : Path)
        Of = Make.member(Of, F->getName());
      return Of;
    };
    for (const auto &Path : C.Parts)
      Kept.push_back(Make.assign(Part(outer(C), Path),
                                 Make.load(Part(Make.lvalue(V), Path))));
    if (C.Parts.empty())
      Kept.push_back(
          Make.copyElements(Loop.Function, outer(C), Make.lvalue(V)));
    After.push_back(Make.ifThen(ran(Loop.Dims.size()), Make.compound(Kept)));
    return;
  }
  }
}

void CallBuilder::lengths() {
  for (const ArrayLength &L : Layout.Lengths) {
    auto Size = [&](QualType T) -> Expr * {
      return new (Ctx) UnaryExprOrTypeTraitExpr(
          UETT_SizeOf, Ctx.getTrivialTypeSourceInfo(T, Loop.Loc),
          Ctx.getSizeType(), Loop.Loc, Loop.Loc);
    };
    Expr *Count =
        Make.binary(BO_Div, Size(L.Array), Size(L.Element), Ctx.getSizeType());
    Args[L.Arg] = addressOf(
        temporary("length" + Twine(L.Arg), I64, Make.convert(Count, I64)));
  }
}

/// Nothing is checked until the runtime says so.
Expr *CallBuilder::limits() {
  SmallVector<Expr *, 4> Rows;
  for (unsigned I = 0; I < Layout.LimitCount; ++I)
    Rows.push_back(Make.integer(UINT64_MAX, U64));
  Expr *Limits =
      Make.convert(Make.decay(Make.lvalue(table("limits", U64, Rows, Before))),
                   Ctx.getPointerType(U64.withConst()));
  return addressOf(temporary(
      "bounds", Abi.record("bounds"),
      recordValue(Abi, Make, "bounds",
                  {{"call", Make.null(Ctx.VoidPtrTy)}, {"limits", Limits}})));
}

/// C89 loops leave their variable at the first value that fails the test.
void CallBuilder::inductionAfter() {
  for (unsigned D = 0; D < Loop.Dims.size(); ++D) {
    const LoopDim &Dim = Loop.Dims[D];
    if (!Dim.DeclaredOutside)
      continue;
    Expr *Moved = Make.paren(
        Make.binary(BO_Mul, field(D, TripsField), field(D, StepField), U64));
    Expr *End =
        Dims[D].Start
            ? Make.binary(BO_Add, Make.value(Dims[D].Start),
                          Make.convert(Moved, I64), Dim.Type)
            : Make.convert(Make.paren(Make.binary(BO_Add, field(D, LowerField),
                                                  Moved, U64)),
                           Dim.Type);
    Stmt *Set = Make.assign(Make.lvalue(Dim.Induction, Dim.Enclosing), End);
    After.push_back(D == 0 ? Set : Make.ifThen(ran(D), Make.compound({Set})));
  }
}

/// The table of what the variants are given.
void CallBuilder::arguments() {
  Args.assign(Layout.ArgCount, Make.null(Ctx.VoidPtrTy));
  Parts.Copies.assign(Layout.ArgCount, nullptr);
  Args[0] = toVoid(Make.decay(Make.lvalue(Parts.Numbers)));
  for (const Capture &C : Loop.Captures)
    capture(C);
  for (unsigned D = 0; D < Loop.Dims.size(); ++D)
    if (unsigned Arg = Loop.Dims[D].StartArg)
      Args[Arg] = toVoid(Make.addressOf(Make.lvalue(Dims[D].Start)));
  lengths();

  if (Layout.BoundsArg)
    Args[Layout.BoundsArg] = limits();
  ArgTable = table("args", Ctx.VoidPtrTy, Args, Before);
}

CallParts CallBuilder::build(ArrayRef<Expr *> Values, VarDecl *Site,
                             ArrayRef<DimValues> Counted, Expr *Apart,
                             bool IsDerived, ArrayRef<Expr *> Behind) {
  this->IsDerived = IsDerived;
  SmallVector<Expr *, 8> Rows, Known;
  for (unsigned D = 0; D < Loop.Dims.size(); ++D) {
    Dims.push_back(!Counted.empty() ? Counted[D]
                                    : TripCounts(S, Make, Loop.Function, Before)
                                          .evaluate(Loop.Dims[D], D));
    for (Expr *E : {Dims[D].Lower, Dims[D].Step, Dims[D].Trips})
      Rows.push_back(converted(Make, E, U64, Ctx));
  }
  for (Expr *V : Values)
    Known.push_back(converted(Make, V, Behind.empty() ? I64 : U64, Ctx));
  const size_t First = Rows.size();
  if (!Behind.empty()) {
    Rows.append(Known);
    Rows.append(Behind.begin(), Behind.end());
  }
  Parts.Numbers = table("numbers", U64, Rows, Before);
  arguments();
  derived();
  if (Values.empty())
    Parts.Values = Make.null(Ctx.getPointerType(I64.withConst()));
  else if (Behind.empty())
    Parts.Values = Make.convert(
        Make.decay(Make.lvalue(table("values", I64, Known, Parts.Late))),
        Ctx.getPointerType(I64.withConst()));
  else
    Parts.Values = number(First, I64);
  Parts.Apart = Apart ? converted(Make, Apart, I32, Ctx) : Make.integer(0, I32);
  const Clauses &Given = Loop.Given;
  Expr *Threads = Given.NumThreads ? Make.convert(Given.NumThreads, I64)
                                   : Make.integer(0, I64);
  Expr *Chunk =
      Given.Chunk ? Make.convert(Given.Chunk, I64) : Make.integer(0, I64);
  Expr *Condition = Make.integer(1, I32);
  if (Given.If) {
    Expr *E = conditionOf(*Given.If, S);
    if (!E->getType()->isBooleanType())
      E = Make.compare(
          BO_NE, E,
          E->getType()->isPointerType()
              ? Make.null(E->getType())
              : Make.convert(Make.integer(0, Ctx.IntTy), E->getType()));
    Condition = Make.convert(E, I32);
  }
  QualType LaunchType = Abi.record("launch");
  Parts.Args = Make.decay(Make.lvalue(ArgTable));
  VarDecl *Launch =
      temporary("launch", LaunchType,
                recordValue(Abi, Make, "launch",
                            {{"dims", number(0, Abi.record("dim"))},
                             {"args", Parts.Args},
                             {"values", Parts.Values},
                             {"num_threads", Threads},
                             {"chunk", Chunk},
                             {"condition", Condition},
                             {"apart", Parts.Apart}}),
                Parts.Run);
  auto ConstPointer = [&](VarDecl *V, QualType Record) {
    return Make.convert(Make.addressOf(Make.lvalue(V)),
                        Ctx.getPointerType(Record.withConst()));
  };
  SmallVector<Expr *, 3> Call = {ConstPointer(Site, Abi.record("site")),
                                 ConstPointer(Launch, LaunchType)};
  if (Layout.Limits)
    Call.push_back(Make.decay(Make.lvalue(Layout.Limits)));
  Parts.Run.push_back(
      Make.call(Layout.Limits ? Abi.function("limits") : Abi.run(), Call));
  inductionAfter();
  return std::move(Parts);
}

} // namespace

Expr *conditionOf(Expr &If, Sema &S) {
  ExprResult Truth = S.PerformContextuallyConvertToBool(&If);
  if (!S.getLangOpts().CPlusPlus || Truth.isInvalid())
    Truth = S.DefaultFunctionArrayLvalueConversion(&If);
  return Truth.get();
}

SmallVector<Expr *, 4> copyValues(ArrayRef<Expr *> Values, ASTContext &Ctx,
                                  SourceLocation Loc) {
  AstFactory Make(Ctx, Loc);
  SmallVector<Expr *, 4> Copies;
  for (const Expr *E : Values) {
    Expr *Copy = Make.copyInvariant(E);
    Copies.push_back(Copy->isGLValue() ? Make.load(Copy) : Copy);
  }
  return Copies;
}

Expr *followedValue(const Capture &C, Expr *Ran, const ParallelLoop &Loop,
                    const RuntimeDecls &Abi, ASTContext &Ctx) {
  AstFactory Make(Ctx, Loop.Loc);
  auto Readable = [&](Expr *Path) {
    Expr *Again = Make.addressOf(StatementCopy(Ctx, Loop.Function).copy(Path));
    uint64_t Size = Ctx.getTypeSizeInChars(Path->getType()).getQuantity();
    return Make.convert(
        Make.call(
            Abi.function("readable"),
            {Make.convert(Again, Ctx.getPointerType(Ctx.VoidTy.withConst())),
             Make.integer(Size, Make.U64)}),
        Ctx.getLangOpts().CPlusPlus ? Ctx.BoolTy : Ctx.IntTy);
  };
  auto OrNothing = [&](Expr *Cond, Expr *Value) {
    return Make.conditional(Cond, Value,
                            new (Ctx) ImplicitValueInitExpr(C.Type), C.Type);
  };
  Expr *Value = cast<VarDecl>(C.Decl)->getInit();
  if (C.Asks) {
    SmallVector<Expr *, 4> Paths;
    DerivedCaptures::collectFollowed(Value, Paths);
    for (Expr *Path : llvm::reverse(Paths))
      Value = OrNothing(Readable(Path), Value);
  }
  return OrNothing(Ran, Value);
}

CallParts callParts(const ParallelLoop &Loop, const CallLayout &Layout,
                    ArrayRef<Expr *> Values, VarDecl *Site,
                    const RuntimeDecls &Abi, Sema &S,
                    ArrayRef<DimValues> Counted, Expr *Apart, bool Derived,
                    ArrayRef<Expr *> Behind) {
  return CallBuilder(Loop, Layout, Abi, S)
      .build(Values, Site, Counted, Apart, Derived, Behind);
}

Stmt *buildCall(const ParallelLoop &Loop, const CallLayout &Layout,
                ArrayRef<Expr *> Values, VarDecl *Site, const RuntimeDecls &Abi,
                Sema &S, ArrayRef<DimValues> Counted, bool Derived) {
  CallParts Parts =
      callParts(Loop, Layout, Values, Site, Abi, S, Counted, nullptr, Derived);
  SmallVector<Stmt *, 24> All(Parts.Before);
  All.append(Parts.Late);
  All.append(Parts.Run);
  All.append(Parts.After);
  return AstFactory(S.Context, Loop.Loc).compound(All);
}

} // namespace twofold
