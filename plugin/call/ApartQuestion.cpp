// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "call/ApartQuestion.h"
#include "access/AccessRecorder.h"
#include "ast/Nodes.h"

using namespace clang;

namespace twofold {

ApartQuestion::ApartQuestion(const SiteFacts &Facts, ASTContext &Ctx,
                             ArrayRef<CountedDim> Dims,
                             ArrayRef<VarDecl *> Values,
                             SmallVectorImpl<Stmt *> &Out, DeclContext *Owner)
    : Facts(Facts), Loop(*Facts.Loop), Found(Facts.Conflicts), Ctx(Ctx),
      Make(Ctx, Loop.Loc), Dims(Dims), Values(Values),
      Numbers(Ctx, Make, Owner, Out), Axes(Dims.size() + Found.Axes.size()),
      Bases(Facts.Accesses.Bases.size() + Found.Copies.size()) {}

VarDecl *ApartQuestion::keep(StringRef Name, QualType Type, Expr *Value) {
  return Numbers.keep(Name + Twine(Count++), Type, Value);
}

/// Everything is added and multiplied modulo 2^64.
Expr *ApartQuestion::number(int64_t N) {
  return Make.integer(uint64_t(N), U64);
}

Expr *ApartQuestion::add(Expr *L, Expr *R) {
  return converted(Make, Make.paren(Make.binary(BO_Add, L, R, U64)), U64, Ctx);
}

Expr *ApartQuestion::times(Expr *L, Expr *R) {
  for (const Expr *E : {L, R})
    if (auto Constant = constantOf(E, Ctx); Constant && Constant->isZero())
      return number(0);
  return converted(Make, Make.paren(Make.binary(BO_Mul, L, R, U64)), U64, Ctx);
}

/// Both are computed: a branch costs the compiler more than a comparison.
Expr *ApartQuestion::either(Expr *L, Expr *R) {
  return Make.paren(Make.joined(BO_Or, L, R));
}

/// The coefficient of a monomial.
Expr *ApartQuestion::factor(const Monomial &M) {
  Expr *Product = number(M.Constant);
  for (unsigned V : M.Values)
    Product = times(Product, unsignedValue(Values[V]));
  return Product;
}

VarDecl *ApartQuestion::lesser(VarDecl *A, VarDecl *B, bool Greater) {
  return keep(Greater ? "greater" : "lesser", I64,
              Numbers.extremum(A, B, Greater));
}

/// Of a distance from one iteration to the next.
VarDecl *ApartQuestion::magnitude(Expr *Distance) {
  VarDecl *Step = keep("stride", I64, converted(Make, Distance, I64, Ctx));
  Expr *Turned = Make.binary(BO_Sub, number(0), unsignedValue(Step), U64);
  return lesser(Step, keep("stride", I64, converted(Make, Turned, I64, Ctx)),
                true);
}

ApartQuestion::Ends ApartQuestion::ends(int Axis) {
  Ends &Known = Axes[Axis];
  if (Known.Min)
    return Known;
  auto Signed = [&](Expr *E) { return converted(Make, E, I64, Ctx); };
  if (Axis >= int(Dims.size())) {
    const twofold::Axis &A = Found.Axes[Axis - Dims.size()];
    for (auto [Of, Same] :
         llvm::zip_equal(Found.Axes, ArrayRef(Axes).drop_front(Dims.size())))
      if (Same.Min && sameForm(Of.Lower, A.Lower) &&
          sameForm(Of.Upper, A.Upper))
        return Known = Same;
    Expr *Min = range(A.Lower).first, *Max = range(A.Upper).second;
    VarDecl *First = keep("min", I64, Signed(Min)),
            *Last = keep("max", I64, Signed(Max));
    return Axes[Axis] = {First, Last};
  }
  const CountedDim &Dim = Dims[Axis];
  const LoopDim &Written = Loop.Dims[Axis];
  Expr *Step = Written.StepMagnitude && Written.What == LoopDim::Kind::Integer
                   ? number(Written.Decreasing ? -*Written.StepMagnitude
                                               : *Written.StepMagnitude)
                   : unsignedValue(Dim.Step);
  Expr *Way = times(add(value(Dim.Trips), number(-1)), Step);
  VarDecl *Last = keep("last", I64, Signed(add(unsignedValue(Dim.Lower), Way)));
  if (Written.StepMagnitude)
    return Known = Written.Decreasing ? Ends{Last, Dim.Lower}
                                      : Ends{Dim.Lower, Last};
  return Known = {lesser(Dim.Lower, Last, false),
                  lesser(Dim.Lower, Last, true)};
}

/// Of a product with numbers that may be negative.
ApartQuestion::Ends ApartQuestion::ends(const Monomial &M) {
  for (const auto &[Known, Of] : Products)
    if (sameForm({Known}, {M}))
      return Of;
  Ends E = ends(M.Axis);
  auto At = [&](VarDecl *End) {
    return keep(
        "end", I64,
        converted(Make, times(factor(M), unsignedValue(End)), I64, Ctx));
  };
  VarDecl *One = At(E.Min), *Other = At(E.Max);
  Ends Of{lesser(One, Other, false), lesser(One, Other, true)};
  Products.push_back({M, Of});
  return Of;
}

/// The least and the greatest value of a form.
std::pair<Expr *, Expr *> ApartQuestion::range(const AffineForm &Form) {
  Expr *Min = number(0), *Max = number(0);
  for (const Monomial &M : Form) {
    if (M.Axis == -1) {
      Min = add(Min, factor(M));
      Max = add(Max, factor(M));
      continue;
    }
    if (M.Values.empty()) {
      Ends E = ends(M.Axis);
      auto At = [&](VarDecl *End) {
        return times(factor(M), unsignedValue(End));
      };
      Min = add(Min, At(M.Constant > 0 ? E.Min : E.Max));
      Max = add(Max, At(M.Constant > 0 ? E.Max : E.Min));
      continue;
    }
    Ends Of = ends(M);
    Min = add(Min, unsignedValue(Of.Min));
    Max = add(Max, unsignedValue(Of.Max));
  }
  return {Min, Max};
}

/// Null where the call site cannot name it.
VarDecl *ApartQuestion::address(unsigned Number) {
  if (Number >= Bases.size())
    return nullptr; // of a pointer in memory
  if (Bases[Number])
    return Bases[Number];
  Expr *Pointer = nullptr;
  if (Number >= Facts.Accesses.Bases.size()) {
    const Capture *C =
        Loop.capture(Found.Copies[Number - Facts.Accesses.Bases.size()].Decl);
    Pointer = C ? Make.addressOf(Make.lvalue(C->Decl, C->Enclosing)) : nullptr;
  } else {
    const Base &B = Facts.Accesses.Bases[Number];
    Pointer = addressOf(B, Loop, Make);
    for (unsigned D = 0; D < Dims.size(); ++D)
      if (Loop.Dims[D].StartArg == B.Arg && Dims[D].Start && !Pointer)
        Pointer = Make.value(Dims[D].Start);
  }
  if (!Pointer || !Pointer->getType()->isPointerType())
    return nullptr;
  return Bases[Number] = keep("base", U64, Make.convert(Pointer, U64));
}

/// The reference's party. Its addresses are not there yet.
unsigned ApartQuestion::partyOf(const Reference &R) {
  AffineForm Form = R.Offset;
  int64_t Constant = 0;
  llvm::erase_if(Form, [&](const Monomial &M) {
    bool Plain = M.Axis == -1 && M.Values.empty();
    Constant += Plain ? M.Constant : 0;
    return Plain;
  });
  int64_t End = Constant + int64_t(R.Size);
  for (auto [I, P] : llvm::enumerate(Parties))
    if (P.Base == R.Base && sameForm(P.Form, Form)) {
      P.First = std::min(P.First, Constant);
      P.End = std::max(P.End, End);
      return I;
    }
  Parties.push_back({R.Base, Form, Constant, End});
  return Parties.size() - 1;
}

Expr *ApartQuestion::disjoint(const Party &A, const Party &B) {
  auto Before = [&](const Party &X, const Party &Y) {
    return Make.compare(BO_LE, value(X.Stop), value(Y.Begin));
  };
  return either(Before(A, B), Before(B, A));
}

/// The condition that A and B go on in equal strides, and that what the one
/// touches lies between what the other does. Null: it is none of such a form.
Expr *ApartQuestion::interleaved(const Party &A, const Party &B) {
  if (Dims.size() != 1 || A.Form.size() != 1 || A.Form[0].Axis != 0 ||
      !sameForm(A.Form, B.Form))
    return nullptr;
  const int64_t Length = A.End - A.First, Both = Length + (B.End - B.First);
  if (auto Known = Loop.Dims[0].StepMagnitude;
      Known && A.Form[0].Values.empty()) {
    int64_t Stride;
    if (__builtin_mul_overflow(A.Form[0].Constant, *Known, &Stride) ||
        std::abs(Stride) < Both)
      return nullptr;
  }
  auto Unsigned = [&](VarDecl *V) { return unsignedValue(V); };
  auto Minus = [&](Expr *X, Expr *Y) {
    return Make.paren(Make.binary(BO_Sub, X, Y, U64));
  };
  VarDecl *Stride = magnitude(times(factor(A.Form[0]), Unsigned(Dims[0].Step)));
  // From where the one begins to where the other does next.
  auto Rest = [&](const Party &X, const Party &Y) {
    return Make.paren(Make.binary(BO_Rem, Minus(value(Y.Begin), value(X.Begin)),
                                  Unsigned(Stride), U64));
  };
  Expr *Phase = Make.paren(
      Make.conditional(Make.compare(BO_GE, value(B.Begin), value(A.Begin)),
                       Rest(A, B), Minus(Unsigned(Stride), Rest(B, A)), U64));
  Expr *Room = Make.compare(BO_GE, value(Stride), Make.integer(Both, I64));
  Expr *Between = Make.compare(BO_LE, Minus(Phase, number(Length)),
                               Minus(Unsigned(Stride), number(Both)));
  return Make.paren(Make.compare(BO_LAnd, Room, Between));
}

/// Each iteration has a row of the base to itself: what all parties touch in
/// one is no longer than the step to the next. Null: not to be told so.
Expr *ApartQuestion::rows(ArrayRef<unsigned> Of) {
  const int Rank = int(Dims.size());
  auto parallel = [&](const AffineForm &Form) {
    AffineForm Part;
    for (const Monomial &M : Form)
      if (M.Axis >= 0 && M.Axis < Rank)
        Part.push_back(M);
    return Part;
  };
  const AffineForm Outer = parallel(Parties[Of.front()].Form);
  VarDecl *Begin = nullptr, *Stop = nullptr;
  for (unsigned Number : Of) {
    const Party &P = Parties[Number];
    if (!sameForm(parallel(P.Form), Outer))
      return nullptr;
    AffineForm Rest;
    for (const Monomial &M : P.Form)
      if (M.Axis < 0 || M.Axis >= Rank)
        Rest.push_back(M);
    auto [Min, Max] = range(Rest);
    VarDecl *First = keep("row", I64,
                          converted(Make, add(Min, number(P.First)), I64, Ctx)),
            *Last = keep("row", I64,
                         converted(Make, add(Max, number(P.End)), I64, Ctx));
    Begin = Begin ? lesser(Begin, First, false) : First;
    Stop = Stop ? lesser(Stop, Last, true) : Last;
  }
  auto Unsigned = [&](VarDecl *V) { return unsignedValue(V); };
  VarDecl *Span =
      keep("span", I64,
           Make.convert(
               Make.binary(BO_Sub, Unsigned(Stop), Unsigned(Begin), U64), I64));
  Expr *All = nullptr;
  for (int D = Rank; D-- > 0;) {
    Expr *Sum = number(0);
    for (const Monomial &M : Outer)
      if (M.Axis == D)
        Sum = add(Sum, factor(M));
    VarDecl *Size = magnitude(times(Sum, Unsigned(Dims[D].Step)));
    All = Make.joined(BO_LAnd, All,
                      Make.compare(BO_GE, value(Size), value(Span)));
    if (D > 0)
      Span =
          keep("span", I64,
               Make.convert(add(Unsigned(Span),
                                times(Unsigned(Size),
                                      add(value(Dims[D].Trips), number(-1)))),
                            I64));
  }
  return Make.paren(All);
}

Expr *ApartQuestion::ask() {
  PartyPairs Questions;
  for (const OpenPair &P : Found.Pairs) {
    unsigned A = partyOf(Found.References[P.First]),
             B = partyOf(Found.References[P.Second]);
    Questions.try_emplace(std::minmax(A, B), true).first->second &=
        P.ApartIfEqual;
  }
  constexpr unsigned MostParties = 12, MostQuestions = 24;
  return Parties.size() > MostParties || Questions.size() > MostQuestions
             ? nullptr
             : ask(Questions);
}

Expr *ApartQuestion::askOfCopies() {
  auto Copied = [&](unsigned Number) {
    Reference Copy;
    Copy.Base = Facts.Accesses.Bases.size() + Number;
    Copy.Size = Found.Copies[Number].Size;
    return partyOf(Copy);
  };
  PartyPairs Questions;
  for (const CopiedPair &P : Found.CopiedPairs) {
    unsigned A = Copied(P.Copy), B = P.BothCopied
                                         ? Copied(P.Other)
                                         : partyOf(Found.References[P.Other]);
    Questions.try_emplace(std::minmax(A, B), false);
  }
  return ask(Questions);
}

/// Its addresses; false: the call site cannot name its base. What arrays of one
/// form touch is as far from their bases.
bool ApartQuestion::evaluate(Party &P) {
  VarDecl *Base = address(P.Base);
  if (!Base)
    return false;
  Party *Same = nullptr;
  for (Party &Other : Parties)
    if (&Other != &P && Other.First == P.First && Other.End == P.End &&
        sameForm(Other.Form, P.Form) && (!Same || Other.Low))
      Same = &Other;
  Expr *Low, *High;
  if (Same && Same->Low) {
    P.Low = Same->Low;
    P.High = Same->High;
  } else {
    auto [Min, Max] = range(P.Form);
    Low = add(Min, number(P.First));
    High = add(Max, number(P.End));
    if (Same) {
      P.Low = keep("low", U64, Low);
      P.High = keep("high", U64, High);
    }
  }
  P.Begin = keep("begin", U64, add(value(Base), P.Low ? value(P.Low) : Low));
  P.Stop = keep("stop", U64, add(value(Base), P.High ? value(P.High) : High));
  return true;
}

Expr *ApartQuestion::ask(const PartyPairs &Questions) {
  // Of each base, the parties that have to keep to rows of their own.
  std::map<unsigned, SmallVector<unsigned, 4>> Own;
  for (auto &[Pair, Equal] : Questions) {
    auto [A, B] = Pair;
    if (Parties[A].Base != Parties[B].Base)
      continue;
    for (unsigned Number : {A, B})
      if (auto &List = Own[Parties[A].Base]; !llvm::is_contained(List, Number))
        List.push_back(Number);
  }
  for (auto &[Pair, Equal] : Questions)
    for (unsigned Number : {Pair.first, Pair.second})
      if (!Parties[Number].Begin && !evaluate(Parties[Number]))
        return nullptr;
  Expr *All = nullptr;
  BinaryOperatorKind Joining = BO_And;
  std::map<unsigned, VarDecl *> InRows;
  for (auto &[Base, List] : Own)
    if (Expr *Rows = rows(List))
      InRows[Base] = keep("rows", Ctx.IntTy, Make.convert(Rows, Ctx.IntTy));
  for (auto &[Pair, Equal] : Questions) {
    const Party &A = Parties[Pair.first], &B = Parties[Pair.second];
    Expr *Apart = Pair.first == Pair.second ? nullptr : disjoint(A, B);
    Expr *Else = nullptr;
    if (auto Row = InRows.find(A.Base); A.Base == B.Base && Row != InRows.end())
      Else = Make.nonZero(value(Row->second));
    else if (A.Base != B.Base && Equal)
      Else =
          Make.compare(BO_EQ, value(address(A.Base)), value(address(B.Base)));
    if (!Apart && !Else)
      return nullptr;
    Expr *One = !Apart ? Else : !Else ? Apart : either(Apart, Else);
    if (Expr *Between = Apart ? interleaved(A, B) : nullptr) {
      // Nobody divides who is told more easily.
      One = Make.paren(Make.compare(BO_LOr, One, Between));
      Joining = BO_LAnd;
    }
    All = Make.joined(Joining, All, One);
  }
  return All;
}

llvm::SmallBitVector ApartQuestion::asked() const {
  llvm::SmallBitVector Asked(Bases.size());
  for (const OpenPair &P : Found.Pairs)
    for (unsigned Number : {P.First, P.Second})
      Asked.set(Found.References[Number].Base);
  return Asked;
}

SmallVector<VarDecl *, 4> ApartQuestion::bases() {
  SmallVector<VarDecl *, 4> Addresses;
  for (unsigned Base : asked().set_bits()) {
    VarDecl *Address = address(Base);
    if (!Address)
      return {};
    Addresses.push_back(Address);
  }
  return Addresses;
}

} // namespace twofold
