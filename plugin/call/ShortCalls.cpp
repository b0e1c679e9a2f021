// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/ShortCalls.h"
#include "abi/RuntimeDecls.h"
#include "call/ApartQuestion.h"
#include "call/CallNumbers.h"
#include "call/CallSiteRewriter.h"
#include "call/TripCounts.h"
#include "call/WorkQuestion.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace twofold {

bool mayBeShort(const ParallelLoop &Loop, const AccessModel &Accesses) {
  constexpr size_t MostAxes = 4;
  const Clauses &Given = Loop.Given;
  auto isNumber = [](const LoopDim &Dim) {
    return Dim.What == LoopDim::Kind::Integer ||
           Dim.What == LoopDim::Kind::Pointer;
  };
  if (Given.If || Given.NumThreads || Given.Chunk || Given.Bounds ||
      Given.Deterministic || Given.Device == DeviceChoice::Cpu ||
      Given.Device == DeviceChoice::Gpu || !llvm::all_of(Loop.Dims, isNumber) ||
      Accesses.Ops == 0 || Accesses.Ops >= WorkQuestion::mostOf(Loop) ||
      Accesses.Axes.size() > MostAxes || !WorkQuestion::mayAsk(Loop, Accesses))
    return false;
  // Values may be written in terms of what only the launch declares.
  return llvm::all_of(Accesses.Axes, [](const Axis &A) { return A.Virtual; }) ||
         llvm::none_of(Loop.Captures,
                       [](const Capture &C) { return C.DeviceOnly; });
}

VarDecl *inlineLimit(const ParallelLoop &Loop, ASTContext &Ctx,
                     SmallVectorImpl<Decl *> &Declared) {
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
  const QualType I64 = Make.I64, U64 = Make.U64,
                 I32 = Ctx.getIntTypeForBitwidth(32, true);
  SmallVector<Stmt *, 16> All; ///< what both ways need
  CallNumbers Numbers{Ctx, Make, Loop.Function, All};
  SmallVector<Stmt *, 8> Asking; ///< what the question needs
  SmallVector<CountedDim, 3> Dims;
  SmallVector<VarDecl *, 4> Values;
  VarDecl *Apart = nullptr; ///< twofold_launch::apart
  /// The numbers of the thread's last call for which the runtime had to look,
  /// or null.
  VarDecl *Memo = nullptr;
  FunctionDecl *Same = nullptr;    ///< tells whether that call is made again
  SmallVector<VarDecl *, 4> Bases; ///< asked about

  VarDecl *keep(const Twine &Name, QualType Type, Expr *Value) {
    return Numbers.keep(Name, Type, Value);
  }
  Expr *bytes(QualType T) {
    return Make.integer(Ctx.getTypeSizeInChars(T).getQuantity(),
                        Ctx.getSizeType());
  }

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
  Expr *apart(SmallVectorImpl<Decl *> &Declared);
  Expr *apart() { return Apart ? Numbers.value(Apart) : nullptr; }
  /// What numbers of a call tell it apart from others besides dimensions and
  /// values; none: there are too many of them.
  SmallVector<Expr *, 4> behind();
  /// Calls the runtime by Shared, which remembers the call if the runtime has
  /// seen no conflict.
  Stmt *remembering(const CallParts &Parts, VarDecl *Site, SharedCall &Shared,
                    SmallVectorImpl<Decl *> &Declared);
  /// The call is the remembered one again.
  Expr *again(const CallParts &Parts);
  /// If the work is at most so many operations, Then, or else Else, behind
  /// what asking needs.
  Stmt *few(uint64_t Most, Stmt *Then, Stmt *Else, IfStmt *&Asked);
  /// If there are iterations, and little work, Then, or else Else.
  IfStmt *question(const CallParts &Parts, Stmt *Then, Stmt *Else);
  ArrayRef<Stmt *> asking() const { return Asking; }
  /// Run where copies of variables will do.
  Stmt *withCopies(Stmt *Run, Stmt *InPlace);
  Expr *allTrips() {
    Expr *Product = nullptr;
    for (auto &Dim : Dims)
      Product = Make.joined(BO_Mul, Product, Numbers.value(Dim.Trips));
    return Product;
  }
  /// Where the only dimension begins.
  Expr *lower() {
    return converted(Make, Numbers.value(Dims.front().Lower), I64, Ctx);
  }
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
    Out.push_back({Numbers.value(Dim.Lower), Numbers.value(Dim.Step),
                   Numbers.value(Dim.Trips), Dim.Start});
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
      V->setInit(followedValue(C, Make.nonZero(Make.paren(allTrips())), Loop,
                               Abi, Ctx));
    All.push_back(Make.declare(V));
  }
}

Expr *ShortCall::apart(SmallVectorImpl<Decl *> &Declared) {
  if (Facts.Conflicts.Pairs.empty())
    return nullptr;
  const bool Nested = llvm::any_of(Facts.Accesses.Axes,
                                   [](const Axis &A) { return !A.Virtual; });
  ApartQuestion Question(Facts, Ctx, Dims, Values, All);
  Expr *Yes = Nested ? Question.askByFunction(Declared) : Question.ask();
  Bases = Question.bases();
  Apart = keep("apart", Ctx.IntTy,
               Yes ? Make.convert(Make.paren(Yes), Ctx.IntTy)
                   : Make.integer(0, Ctx.IntTy));
  return Numbers.value(Apart);
}

SmallVector<Expr *, 4> ShortCall::behind() {
  constexpr size_t Most = 20;
  if (!Facts.InlineLimit ||
      3 * Dims.size() + Values.size() + Bases.size() > Most)
    Bases.clear();
  SmallVector<Expr *, 4> Out;
  for (VarDecl *Base : Bases)
    Out.push_back(Numbers.value(Base));
  return Out;
}

Stmt *ShortCall::remembering(const CallParts &Parts, VarDecl *Site,
                             SharedCall &Shared,
                             SmallVectorImpl<Decl *> &Declared) {
  FunctionDecl *F = Shared.function(Loop.Name, Make, Abi, Ctx, Declared);
  auto Given = [&](unsigned N, Expr *E) {
    return Make.convert(E, F->getParamDecl(N)->getType());
  };
  SmallVector<Stmt *, 4> All(Parts.Late);
  Expr *Seen = Make.null(Ctx.VoidPtrTy);
  const QualType Type = Parts.Numbers->getType();
  if (!Bases.empty()) {
    Memo = Make.staticVariable("twofold_seen_" + Loop.Name, Type,
                               new (Ctx) ImplicitValueInitExpr(Type));
    Memo->setTSCSpec(TSCS___thread);
    Declared.push_back(Memo);
    Same = Shared.same(Loop.Name, Make, Ctx, Declared);
    Seen = Make.convert(Make.decay(Make.lvalue(Memo)), Ctx.VoidPtrTy);
  }
  All.push_back(
      Make.call(F, {Given(0, Make.addressOf(Make.lvalue(Site))),
                    Given(1, Make.decay(Make.lvalue(Parts.Numbers))),
                    Parts.Args, Parts.Values, Parts.Apart, Seen, bytes(Type)}));
  return Make.compound(All);
}

Expr *ShortCall::again(const CallParts &Parts) {
  auto At = [&](VarDecl *V) {
    return Make.convert(Make.decay(Make.lvalue(V)),
                        Ctx.getPointerType(Ctx.VoidTy.withConst()));
  };
  return Make.nonZero(
      Make.call(Same, {At(Memo), At(Parts.Numbers), bytes(Memo->getType())}));
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
      Out[V] = Numbers.value(Values.back());
    }
  return Out;
}

IfStmt *ShortCall::question(const CallParts &Parts, Stmt *Then, Stmt *Else) {
  Expr *Little = WorkQuestion(Facts, Ctx, Dims, Values, Asking).ask();
  if (Expr *Sure = apart()) {
    Expr *Fine = Make.nonZero(Sure);
    if (Memo)
      Fine = Make.paren(Make.compare(BO_LOr, Fine, again(Parts)));
    Little = Make.compare(BO_LAnd, Little, Fine);
  }
  return cast<IfStmt>(Make.ifThen(Little, Then, Else));
}

Stmt *ShortCall::few(uint64_t Most, Stmt *Then, Stmt *Else, IfStmt *&Asked) {
  SmallVector<Stmt *, 16> All;
  Expr *Few = WorkQuestion(Facts, Ctx, Dims, Values, All).askFew(Most);
  Asked = cast<IfStmt>(Make.ifThen(Few, Then, Else));
  All.push_back(Asked);
  return Make.compound(All);
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
                        VarDecl *Site, Stmt *InPlace,
                        const WrittenLoop &Written, const RuntimeDecls &Abi,
                        Sema &S, SmallVectorImpl<Decl *> &Declared) {
  const ParallelLoop &Loop = *Facts.Loop;
  AstFactory Make(S.Context, Loop.Loc);
  ShortCall This(Facts, Abi, S);
  This.count();
  SmallVector<Expr *, 4> Values = This.values(Given);
  const size_t Counted = This.declarations().size();
  Expr *Apart = This.apart(Declared);
  const CallLayout &Layout = Facts.Native.Layout;
  SmallVector<Expr *, 4> Behind = This.behind();
  CallParts Parts = callParts(Loop, Layout, Values, Site, Abi, S,
                              This.counted(), Apart, This.derived(), Behind);
  SmallVector<Stmt *, 24> Call(Parts.Before);
  SmallVector<Stmt *, 4> Usual(Parts.Late);
  Usual.append(Parts.Run);
  Call.push_back(Make.compound(Usual));
  Call.append(Parts.After);
  CompoundStmt *Run = Make.compound(Call);
  Stmt **Slot = Run->body_begin() + Parts.Before.size();
  Stmt *Both = InPlace ? This.withCopies(Run, InPlace) : Run;
  ArrayRef<Stmt *> Declarations = This.declarations();
  SmallVector<Stmt *, 16> All(Declarations);
  All.push_back(Both);
  IfStmt *Few = nullptr;
  Stmt *Early = nullptr;
  if (Written.Loop) {
    Stmt *Rest = Make.compound(ArrayRef(All).drop_front(Counted));
    Early = This.few(Written.Most, Written.Loop, Rest, Few);
    All.truncate(Counted);
    All.push_back(Rest);
  }
  CompoundStmt *Whole = Make.compound(All);
  if (Facts.InlineLimit) {
    FunctionDecl *Native =
        Facts.Native.Direct ? Facts.Native.Direct : Facts.Native.Run;
    Native->addAttr(NoInlineAttr::CreateImplicit(S.Context));
    Stmt *Else = This.remembering(Parts, Site, Shared, Declared);
    SmallVector<Expr *, 12> Given = {Parts.Args, Make.integer(0, Make.U64),
                                     This.allTrips()};
    for (const Passed &P : Facts.Native.Given)
      Given.push_back(
          P.Arg ? Make.convert(Make.value(Parts.Copies[P.Arg]), P.Type)
                : This.lower());
    Expr *Direct = Make.call(Native, Given);
    IfStmt *Question = This.question(Parts, Make.compound({Direct}), Else);
    SmallVector<Stmt *, 8> Guarded(This.asking());
    Guarded.push_back(Question);
    Calls.push_back({Whole, Slot, Make.compound(Guarded), Question,
                     Whole->body_end() - 1, Early, Few});
  }
  return Whole;
}

bool ShortCalls::contains(const Stmt &Call) const {
  return llvm::any_of(Calls, [&](const auto &C) { return C.Whole == &Call; });
}

void ShortCalls::insert(llvm::function_ref<VarDecl *(const Stmt &)> ScopeOf,
                        ASTContext &Ctx) {
  for (const Call &C : Calls) {
    if (VarDecl *Scope = ScopeOf(*C.Whole)) {
      AstFactory Make(Ctx, C.Whole->getBeginLoc());
      for (IfStmt *Asked : {C.Few, C.Question}) {
        if (!Asked)
          continue;
        Expr *State = Make.load(Make.member(Make.lvalue(Scope), "state"));
        Expr *None = Make.compare(BO_EQ, State, Make.null(Ctx.VoidPtrTy));
        Asked->setCond(
            Make.compare(BO_LAnd, None, Make.paren(Asked->getCond())));
      }
      Expr *Keep = Make.call(RuntimeDecls(Ctx).function("keep"),
                             {Make.addressOf(Make.lvalue(Scope))});
      C.Question->setElse(Make.compound({Keep, C.Question->getElse()}));
    }
    *C.Slot = C.Guarded;
    if (C.Early)
      *C.Rest = C.Early;
  }
}

} // namespace twofold
