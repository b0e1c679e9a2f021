// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/ShortCalls.h"
#include "abi/RuntimeDecls.h"
#include "access/AffineForms.h"
#include "call/ApartQuestion.h"
#include "call/CallSiteRewriter.h"
#include "call/TripCounts.h"
#include "twofold/abi.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

/// Each trip count and the operations are less than this, so that their product
/// does not overflow.
static uint64_t mostOf(const ParallelLoop &Loop) {
  return uint64_t(1) << 64 / (Loop.Dims.size() + 1);
}

/// Whether the call site knows what the ends of inner loops are.
static bool isKnown(const Axis &A) {
  return A.Virtual ||
         (!A.Unknown && !namesAxes(A.Lower) && !namesAxes(A.Upper));
}

VarDecl *inlineLimit(const ParallelLoop &Loop, const AccessModel &Accesses,
                     ASTContext &Ctx, SmallVectorImpl<Decl *> &Declared) {
  constexpr size_t MostAxes = 4;
  const Clauses &Given = Loop.Given;
  auto isNumber = [](const LoopDim &Dim) {
    return Dim.What == LoopDim::Kind::Integer ||
           Dim.What == LoopDim::Kind::Pointer;
  };
  if (Given.If || Given.NumThreads || Given.Chunk || Given.Bounds ||
      Given.Deterministic || Given.Device == DeviceChoice::Cpu ||
      Given.Device == DeviceChoice::Gpu || !llvm::all_of(Loop.Dims, isNumber) ||
      Accesses.Ops == 0 || Accesses.Ops >= mostOf(Loop) ||
      Accesses.Axes.size() > MostAxes || !llvm::all_of(Accesses.Axes, isKnown))
    return nullptr;
  // Values may be written in terms of what only the launch declares.
  if (llvm::any_of(Accesses.Axes, [](const Axis &A) { return !A.Virtual; }) &&
      llvm::any_of(Loop.Captures,
                   [](const Capture &C) { return C.DeviceOnly; }))
    return nullptr;
  AstFactory Make(Ctx, Loop.Loc);
  VarDecl *Limit =
      Make.staticVariable("twofold_limit_" + Loop.Name, Make.U64.withVolatile(),
                          Make.integer(0, Make.U64));
  Declared.push_back(Limit);
  return Limit;
}

namespace {

/// Of one loop: what its call and the question before it have in common.
class ShortCall {
  const SiteFacts &Facts;
  const ParallelLoop &Loop;
  const RuntimeDecls &Abi;
  Sema &S;
  ASTContext &Ctx;
  AstFactory Make;
  const QualType I64 = Make.I64, U64 = Make.U64;
  SmallVector<Stmt *, 16> All;   ///< what both ways need
  SmallVector<Stmt *, 8> Asking; ///< what the question needs
  SmallVector<CountedDim, 3> Dims;
  SmallVector<VarDecl *, 4> Values;
  VarDecl *Apart = nullptr; ///< twofold_launch::apart
  /// What the thread's last call for which the runtime had to look had in
  /// Words.
  VarDecl *Memo = nullptr;
  SmallVector<VarDecl *, 12> Words;

  VarDecl *keep(const Twine &Name, QualType Type, Expr *Value) {
    return Make.variable(Loop.Function, ("twofold_" + Name).str(), Type, Value,
                         All);
  }
  VarDecl *ask(const Twine &Name, Expr *Value) {
    return Make.variable(Loop.Function, ("twofold_" + Name).str(), Ctx.DoubleTy,
                         Value, Asking);
  }
  Expr *trips(BinaryOperatorKind Op) {
    Expr *Product = nullptr;
    for (auto &Dim : Dims)
      Product = Make.joined(Op, Product, Make.value(Dim.Trips));
    return Product;
  }
  Expr *real(Expr *E) { return Make.convert(E, Ctx.DoubleTy); }
  Expr *realBinary(BinaryOperatorKind Op, Expr *L, Expr *R) {
    return Make.paren(Make.binary(Op, L, R, Ctx.DoubleTy));
  }
  Expr *sum(const AffineForm &Form);
  Expr *innerOperations();
  Expr *simple();
  Expr *nested();

public:
  ShortCall(const SiteFacts &Facts, const RuntimeDecls &Abi, Sema &S)
      : Facts(Facts), Loop(*Facts.Loop), Abi(Abi), S(S), Ctx(S.Context),
        Make(Ctx, Loop.Loc) {}

  void count();
  void take(ArrayRef<CountedDim> Counted) {
    Dims.assign(Counted.begin(), Counted.end());
  }
  /// Questions about places read what kernels alone are given.
  bool derived() const {
    return !Facts.Conflicts.Pairs.empty() ||
           !Facts.Conflicts.CopiedPairs.empty();
  }
  void derive();
  SmallVector<DimValues, 3> counted();
  SmallVector<Expr *, 4> values(ArrayRef<Expr *> Given);
  /// Whether no two iterations meet; null: too much would have to be asked.
  Expr *surelyApart() {
    return ApartQuestion(Facts, Ctx, Dims, Values, All).ask();
  }
  /// Whether the conflicts of the loop come about; null: it has none.
  Expr *apart();
  /// Run, and the call is remembered if the runtime has seen no conflict.
  Stmt *remembering(Stmt *Run, VarDecl *Launch,
                    SmallVectorImpl<Decl *> &Declared);
  Expr *remembered(size_t Word);
  /// The call is the remembered one again.
  Expr *again();
  /// If there are iterations, and little work, Then, or else Else.
  Stmt *question(Stmt *Then, Stmt *Else);
  /// Run where copies of variables will do.
  Stmt *withCopies(Stmt *Run, Stmt *InPlace);
  Expr *allTrips() { return trips(BO_Mul); }
  ArrayRef<Stmt *> declarations() const { return All; }
};

void ShortCall::count() {
  TripCounts Count(S, Make, Loop.Function, All);
  for (size_t D = 0; D < Loop.Dims.size(); ++D) {
    DimValues From = Count.evaluate(Loop.Dims[D], D);
    VarDecl *Lower = keep("from" + Twine(D), I64, From.Lower),
            *Step = keep("by" + Twine(D), I64, From.Step),
            *Trips = keep("trips" + Twine(D), U64, From.Trips);
    Dims.push_back({Lower, Step, Trips, From.Start});
  }
}

SmallVector<DimValues, 3> ShortCall::counted() {
  SmallVector<DimValues, 3> Out;
  for (const CountedDim &Dim : Dims)
    Out.push_back({Make.value(Dim.Lower), Make.value(Dim.Step),
                   Make.value(Dim.Trips), Dim.Start});
  return Out;
}

/// What only a kernel would have needed, before the values that are written in
/// terms of it.
void ShortCall::derive() {
  for (const Capture &C : Loop.Captures) {
    if (!C.DeviceOnly)
      continue;
    auto *V = cast<VarDecl>(C.Decl);
    if (C.Follows)
      V->setInit(followedValue(C, Make.nonZero(Make.paren(trips(BO_Mul))), Loop,
                               Abi, Ctx));
    All.push_back(Make.declare(V));
  }
}

Expr *ShortCall::apart() {
  if (Facts.Conflicts.Pairs.empty())
    return nullptr;
  if (!Apart) {
    ApartQuestion Question(Facts, Ctx, Dims, Values, All);
    Expr *Yes = Question.ask();
    Words = Question.words();
    Apart = keep("apart", Ctx.IntTy,
                 Yes ? Make.convert(Make.paren(Yes), Ctx.IntTy)
                     : Make.integer(0, Ctx.IntTy));
  }
  return Make.value(Apart);
}

Expr *ShortCall::remembered(size_t Word) {
  return Make.subscript(Make.decay(Make.lvalue(Memo)),
                        Make.integer(Word, Ctx.getSizeType()));
}

Stmt *ShortCall::remembering(Stmt *Run, VarDecl *Launch,
                             SmallVectorImpl<Decl *> &Declared) {
  if (Words.empty())
    return Run;
  SmallVector<Stmt *, 32> All(Run->child_begin(), Run->child_end());
  QualType Type = Make.arrayOf(U64, Words.size());
  Memo = Make.staticVariable("twofold_seen_" + Loop.Name, Type,
                             new (Ctx) ImplicitValueInitExpr(Type));
  Memo->setTSCSpec(TSCS___thread);
  Declared.push_back(Memo);
  SmallVector<Stmt *, 12> Stores;
  for (auto [I, Word] : llvm::enumerate(Words))
    Stores.push_back(
        Make.assign(remembered(I), Make.convert(Make.value(Word), U64)));
  All.push_back(Make.ifThen(
      Make.compare(BO_EQ, Make.load(Make.member(Make.lvalue(Launch), "apart")),
                   Make.integer(TWOFOLD_SEEN_APART, Ctx.IntTy)),
      Make.compound(Stores)));
  return Make.compound(All);
}

Expr *ShortCall::again() {
  Expr *Same = nullptr;
  for (auto [I, Word] : llvm::enumerate(Words)) {
    Expr *One = Make.compare(BO_EQ, Make.load(remembered(I)),
                             Make.convert(Make.value(Word), U64));
    Same = Make.joined(BO_LAnd, Same, One);
  }
  return Make.paren(Same);
}

/// The values Given, each evaluated once where the question needs it, too.
SmallVector<Expr *, 4> ShortCall::values(ArrayRef<Expr *> Given) {
  SmallVector<Expr *, 4> Out(Given);
  if (derived())
    derive();
  if (derived() || llvm::any_of(Facts.Accesses.Axes,
                                [](const Axis &A) { return !A.Virtual; }))
    for (size_t V = 0; V < Out.size(); ++V) {
      Values.push_back(
          keep("value" + Twine(V), I64, Make.convert(Out[V], I64)));
      Out[V] = Make.value(Values.back());
    }
  return Out;
}

Expr *ShortCall::simple() {
  auto work = [&] {
    return Make.binary(BO_Mul, Make.paren(trips(BO_Mul)),
                       Make.integer(Facts.Accesses.Ops, U64), U64);
  };
  Expr *Few = Make.compare(BO_LT, Make.paren(trips(BO_Or)),
                           Make.integer(mostOf(Loop), U64));
  Expr *Some = Make.nonZero(work());
  Expr *Little = Make.compare(BO_LT, work(), Make.value(Facts.InlineLimit));
  return Make.compare(BO_LAnd, Make.compare(BO_LAnd, Few, Some), Little);
}

Expr *ShortCall::sum(const AffineForm &Form) {
  Expr *Sum = nullptr;
  for (const Monomial &M : Form) {
    Expr *Product = real(Make.integer(uint64_t(M.Constant), I64));
    for (unsigned V : M.Values)
      Product = realBinary(BO_Mul, Product, real(Make.value(Values[V])));
    Sum = Sum ? realBinary(BO_Add, Sum, Product) : Product;
  }
  return Sum ? Sum : real(Make.integer(0, I64));
}

/// Of one iteration, as the runtime estimates them (AffineForm.h). In floating
/// point, which does not overflow; the compiler folds the constants.
Expr *ShortCall::innerOperations() {
  const unsigned Rank = Loop.Dims.size();
  Expr *Each = real(Make.integer(Facts.Accesses.Ops, I64));
  SmallVector<VarDecl *, 4> Times;
  for (const Axis &A : Facts.Accesses.Axes) {
    Times.push_back(nullptr);
    if (A.Virtual)
      continue;
    uint64_t Step = A.Step < 0 ? -uint64_t(A.Step) : uint64_t(A.Step);
    Expr *Span = realBinary(BO_Sub, sum(A.Upper), sum(A.Lower));
    if (Step > 1)
      Span = realBinary(BO_Div, Span, real(Make.integer(Step, U64)));
    VarDecl *Count = ask("span" + Twine(Times.size()),
                         realBinary(BO_Add, Span, real(Make.integer(1, I64))));
    Expr *Zero = real(Make.integer(0, I64));
    Expr *Trips = Make.paren(Make.conditional(
        Make.compare(BO_GT, Make.value(Count), Zero), Make.value(Count),
        real(Make.integer(0, I64)), Ctx.DoubleTy));
    int Parent = A.Parent - int(Rank);
    if (Parent >= 0 && Times[Parent])
      Trips = realBinary(BO_Mul, Trips, Make.value(Times[Parent]));
    Times.back() = ask("times" + Twine(Times.size()), Trips);
    Each = realBinary(BO_Add, Each,
                      realBinary(BO_Mul, Make.value(Times.back()),
                                 real(Make.integer(A.Ops, I64))));
  }
  return Each;
}

Expr *ShortCall::nested() {
  Expr *Work = innerOperations();
  Expr *Some = nullptr;
  for (auto &Dim : Dims) {
    Work = realBinary(BO_Mul, Work, real(Make.value(Dim.Trips)));
    Some = Make.joined(BO_LAnd, Some, Make.nonZero(Make.value(Dim.Trips)));
  }
  return Make.compare(
      BO_LAnd, Some,
      Make.compare(BO_LT, Work, real(Make.value(Facts.InlineLimit))));
}

Stmt *ShortCall::question(Stmt *Then, Stmt *Else) {
  bool Nested = llvm::any_of(Facts.Accesses.Axes,
                             [](const Axis &A) { return !A.Virtual; });
  Expr *Little = Nested ? nested() : simple();
  if (Expr *Sure = apart()) {
    Expr *Fine = Make.nonZero(Sure);
    if (Memo)
      Fine = Make.paren(Make.compare(BO_LOr, Fine, again()));
    Little = Make.compare(BO_LAnd, Little, Fine);
  }
  SmallVector<Stmt *, 8> Out(Asking);
  Out.push_back(Make.ifThen(Little, Then, Else));
  return Out.size() == 1 ? Out.front() : Make.compound(Out);
}

Stmt *ShortCall::withCopies(Stmt *Run, Stmt *InPlace) {
  Expr *Apart = ApartQuestion(Facts, Ctx, Dims, Values, All).askOfCopies();
  if (!Apart)
    return Run;
  Expr *None =
      Make.compare(BO_EQ, Make.paren(allTrips()), Make.integer(0, U64));
  return Make.ifThen(Make.compare(BO_LOr, Make.paren(None), Make.paren(Apart)),
                     Run, InPlace);
}

} // namespace

Expr *askApart(const SiteFacts &Facts, SmallVectorImpl<Expr *> &Values,
               ArrayRef<CountedDim> Dims, const RuntimeDecls &Abi, Sema &S,
               SmallVectorImpl<Stmt *> &Out) {
  ShortCall This(Facts, Abi, S);
  This.take(Dims);
  Values.assign(This.values(Values));
  Expr *Apart = This.surelyApart();
  Out.append(This.declarations().begin(), This.declarations().end());
  return Apart;
}

Stmt *ShortCalls::build(const SiteFacts &Facts, ArrayRef<Expr *> Given,
                        VarDecl *Site, Stmt *InPlace, const RuntimeDecls &Abi,
                        Sema &S, SmallVectorImpl<Decl *> &Declared) {
  const ParallelLoop &Loop = *Facts.Loop;
  AstFactory Make(S.Context, Loop.Loc);
  ShortCall This(Facts, Abi, S);
  This.count();
  SmallVector<Expr *, 4> Values = This.values(Given);
  Expr *Apart = This.apart();
  const CallLayout &Layout = Facts.Native.Layout;
  VarDecl *Launch = nullptr;
  Stmt *Run = buildCall(Loop, Layout, Values, Site, Abi, S, This.counted(),
                        Apart, This.derived(), &Launch);
  Stmt *Call = Make.compound({Run});
  Stmt **Slot = &*Call->child_begin();
  Stmt *Both = InPlace ? This.withCopies(Call, InPlace) : Call;
  SmallVector<Stmt *, 16> All(This.declarations());
  All.push_back(Both);
  Stmt *Whole = Make.compound(All);
  if (Facts.InlineLimit) {
    FunctionDecl *Native = Facts.Native.Run;
    Native->addAttr(NoInlineAttr::CreateImplicit(S.Context));
    Stmt *Direct = buildDirectCall(Loop, Layout, Native, This.allTrips(), Abi,
                                   S, This.counted());
    Stmt *Else = This.remembering(Run, Launch, Declared);
    Calls.push_back({Whole, Slot, This.question(Direct, Else)});
  }
  return Whole;
}

void ShortCalls::insert(llvm::function_ref<bool(const Stmt &)> Kept) {
  for (const Call &C : Calls)
    if (!Kept(*C.Whole))
      *C.Slot = C.Guarded;
}

} // namespace twofold
