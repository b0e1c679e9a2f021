// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/AccessRecorder.h"
#include "access/Conflicts.h"
#include "ast/AstFactory.h"
#include "ast/Nodes.h"
#include "model/CountedNumbers.h"

using namespace clang;
using namespace twofold;

/// Of what a captured pointer or array holds.
static unsigned elementSize(const Capture &C, const ASTContext &Ctx) {
  QualType T = C.Type;
  if (T->isPointerType())
    T = T->getPointeeType();
  else if (!T->isArrayType())
    return 0;
  if (C.Kind == Sharing::This)
    return 0;
  T = Ctx.getBaseElementType(T);
  return T->isVoidType() || T->isIncompleteType() || T->isFunctionType()
             ? 0
             : unsigned(Ctx.getTypeSizeInChars(T).getQuantity());
}

bool twofold::isCopiedReference(const Capture &C) {
  return (C.Kind == Sharing::Reduction || C.Kind == Sharing::LastPrivate) &&
         C.Decl && C.Decl->getType()->isReferenceType() &&
         C.Type->isScalarType();
}

bool twofold::isCopiedUnseen(const Capture &C) {
  return C.Aliased || isCopiedReference(C);
}

llvm::SmallVector<CopiedVariable, 2>
twofold::copiedVariables(const ParallelLoop &Loop, const ASTContext &Ctx) {
  llvm::SmallVector<CopiedVariable, 2> Out;
  for (const Capture &C : Loop.Captures)
    if (isCopiedUnseen(C))
      Out.push_back({C.Decl,
                     unsigned(Ctx.getTypeSizeInChars(C.Type).getQuantity()),
                     C.Kind != Sharing::Value, isCopiedReference(C)});
  return Out;
}

Expr *twofold::addressOf(const Base &B, const ParallelLoop &Loop,
                         AstFactory &Make) {
  for (const Capture &C : Loop.Captures)
    if (C.Arg == B.Arg)
      return C.Kind == Sharing::This ? Make.thisPointer(C.Type)
             : B.IsPointer ? Make.value(C.Decl, C.Enclosing)
                           : Make.addressOf(Make.lvalue(C.Decl, C.Enclosing));
  return nullptr;
}

AccessRecorder::AccessRecorder(const ParallelLoop &Loop, ASTContext &Ctx)
    : RecordedAxes(Loop, Ctx) {
  for (const Capture &C : Loop.Captures) {
    Base B;
    B.Arg = C.Arg;
    B.Decl = C.Decl;
    B.Name = C.Decl ? C.Decl->getNameAsString() : "this";
    B.IsPointer = C.Kind != Sharing::Reference;
    B.Element = elementSize(C, Ctx);
    B.IsPointer &= !isCopiedReference(C);
    if (!B.IsPointer || C.Kind == Sharing::This ||
        (C.Kind == Sharing::Value && C.Type->isPointerType()))
      Model.Bases.push_back(std::move(B));
  }
  for (const LoopDim &Dim : Loop.Dims)
    if (Dim.What == LoopDim::Kind::Pointer) {
      Base B;
      B.Arg = Dim.StartArg;
      B.Name = Dim.Induction->getNameAsString();
      Model.Bases.push_back(std::move(B));
    }
}

std::optional<unsigned> AccessRecorder::baseOf(const ValueDecl *D) const {
  unsigned Arg = 0;
  if (const LoopDim *Dim = D ? Loop.dimOf(D) : nullptr) {
    Arg = Dim->StartArg;
  } else {
    for (const Capture &C : Loop.Captures)
      if (D ? &C == Loop.capture(D) : C.Kind == Sharing::This)
        Arg = C.Arg;
  }
  for (auto [I, B] : llvm::enumerate(Model.Bases))
    if (Arg != 0 && B.Arg == Arg)
      return I;
  return std::nullopt;
}

unsigned twofold::numberOfValue(llvm::SmallVectorImpl<Expr *> &Values, Expr *E,
                                const ASTContext &Ctx) {
  auto Identity = [&](Expr *X) {
    llvm::FoldingSetNodeID Id;
    X->Profile(Id, Ctx, /*Canonical=*/true);
    // A cast's profile leaves out the type of an implicit one.
    Id.AddPointer(Ctx.getCanonicalType(X->getType()).getAsOpaquePtr());
    return Id;
  };
  llvm::FoldingSetNodeID Id = Identity(E);
  for (auto [I, Known] : llvm::enumerate(Values))
    if (Identity(Known) == Id)
      return I;
  Values.push_back(E);
  return Values.size() - 1;
}

unsigned RecordedAxes::value(Expr *E) {
  return numberOfValue(Model.Values, E, Ctx);
}

bool RecordedAxes::isUnsignedValue(unsigned Value) const {
  QualType T = Model.Values[Value]->getType();
  return T->isUnsignedIntegerOrEnumerationType() && Ctx.getIntWidth(T) < 64;
}

int RecordedAxes::addAxis(Axis A, int In) {
  if (In != -1) {
    innerAxis(In) = std::move(A);
    return In;
  }
  Model.Axes.push_back(std::move(A));
  return rank() + int(Model.Axes.size()) - 1;
}

int RecordedAxes::intervalAxis(MaybeForm Of, AffineForm Lower,
                               AffineForm Upper) {
  if (Of)
    for (const Interval &I : Intervals)
      if (I.Of && sameForm(*I.Of, *Of) &&
          sameForm(innerAxis(I.Axis).Lower, Lower) &&
          sameForm(innerAxis(I.Axis).Upper, Upper))
        return I.Axis;
  Axis A;
  A.Lower = std::move(Lower);
  A.Upper = std::move(Upper);
  A.Virtual = true;
  int Number = addAxis(std::move(A));
  Intervals.push_back({std::move(Of), Number});
  return Number;
}

int RecordedAxes::foldedAxis(AffineForm Last) {
  const int Number = intervalAxis(std::nullopt, AffineForm(), std::move(Last));
  innerAxis(Number).Folded = true;
  return Number;
}

bool RecordedAxes::namesInterval(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return M.Axis >= rank() && Model.Axes[M.Axis - rank()].Virtual &&
           Model.Axes[M.Axis - rank()].Divisor.empty();
  });
}

/// An end of a parallel dimension's interval, when it is a constant.
static MaybeForm endOf(const LoopDim &Dim, bool Upper, const ASTContext &Ctx) {
  if (Dim.What == LoopDim::Kind::Pointer && !Upper)
    return constantForm(0);
  if (Dim.What != LoopDim::Kind::Integer || mayWrap(Dim, Ctx))
    return std::nullopt;
  bool First = Upper == Dim.Decreasing;
  const Expr *E = First ? Dim.Lower : Dim.Bound;
  auto Known = E ? constantOf(E, Ctx) : std::nullopt;
  // As an integer of 64 bits with a sign.
  auto End = Known ? Known->tryExtValue() : std::nullopt;
  if (!End)
    return std::nullopt;
  if (First || Dim.Inclusive)
    return constantForm(*End);
  return difference(constantForm(*End), constantForm(Upper ? 1 : -1));
}

MaybeForm RecordedAxes::lowerOf(int Axis) const {
  if (Axis < rank())
    return endOf(Loop.Dims[Axis], false, Ctx);
  const twofold::Axis &A = Model.Axes[Axis - rank()];
  bool Known = !A.Unknown || (A.Open && A.Step > 0);
  return Known ? MaybeForm(A.Lower) : std::nullopt;
}

MaybeForm RecordedAxes::upperOf(int Axis) const {
  if (Axis < rank())
    return endOf(Loop.Dims[Axis], true, Ctx);
  const twofold::Axis &A = Model.Axes[Axis - rank()];
  bool Known = !A.Unknown || (A.Open && A.Step < 0);
  return Known ? MaybeForm(A.Upper) : std::nullopt;
}

MaybeForm RecordedAxes::leastOf(const AffineForm &Form) const {
  return leastForm(
      Form, [&](int A) { return lowerOf(A); },
      [&](int A) { return upperOf(A); });
}

bool RecordedAxes::neverNegative(const AffineForm &Form) const {
  MaybeForm Least = leastOf(Form);
  return Least && llvm::all_of(*Least, [&](const Monomial &M) {
           return M.Constant >= 0 && llvm::all_of(M.Values, [&](unsigned V) {
                    return isUnsignedValue(V);
                  });
         });
}

RecordedAxes::Outcome RecordedAxes::outcomeOf(const RangeCheck &Check) const {
  if (auto C = constantOf(Check.Form))
    return *C >= Check.Min && *C <= Check.Max ? Outcome::Holds : Outcome::Fails;
  auto Below = [&](const AffineForm &A, const AffineForm &B) {
    MaybeForm Distance = difference(B, A);
    return Distance && neverNegative(*Distance);
  };
  // The ends of 64 bits are what the forms' own arithmetic is held to.
  bool Low =
      Check.Min == INT64_MIN || Below(constantForm(Check.Min), Check.Form);
  bool High =
      Check.Max == INT64_MAX || Below(Check.Form, constantForm(Check.Max));
  return Low && High ? Outcome::Holds : Outcome::Open;
}

void AccessRecorder::addCheck(const RangeCheck &Check) {
  for (const RangeCheck &C : Model.Checks)
    if (C.Min == Check.Min && C.Max == Check.Max &&
        sameForm(C.Form, Check.Form))
      return;
  Model.Checks.push_back(Check);
}

namespace {
/// Lower <= Linear <= Upper, by guards.
struct Bounded {
  AffineForm Linear;
  MaybeForm Lower, Upper;
  llvm::SmallVector<RangeCheck, 2> Checks;
};
} // namespace

static void bound(llvm::SmallVectorImpl<Bounded> &All, const Guard &G) {
  AffineForm Linear = axisPart(G.Form);
  if (Linear.empty() ||
      llvm::any_of(Linear, [](const Monomial &M) { return !M.Values.empty(); }))
    return;
  bool Up = Linear.front().Constant > 0;
  MaybeForm Canonical = scaled(Linear, Up ? 1 : -1);
  MaybeForm End = scaled(invariantPart(G.Form), Up ? -1 : 1);
  if (!Canonical || !End)
    return;
  auto *At = llvm::find_if(
      All, [&](const Bounded &B) { return sameForm(B.Linear, *Canonical); });
  if (At == All.end()) {
    All.push_back({*Canonical, std::nullopt, std::nullopt, {}});
    At = std::prev(All.end());
  }
  MaybeForm &Side = Up ? At->Lower : At->Upper;
  if (Side && constantOf(*Side) && constantOf(*End) &&
      (Up ? *constantOf(*Side) > *constantOf(*End)
          : *constantOf(*Side) < *constantOf(*End)))
    return;
  Side = End;
  At->Checks.append(G.Checks.begin(), G.Checks.end());
}

/// Facts narrow the range of what they speak of: `i - 1` under `if (i > 0)`
/// starts at 0, not at -1.
AffineForm AccessRecorder::tighten(AffineForm Offset,
                                   llvm::ArrayRef<Guard> Facts,
                                   llvm::SmallVectorImpl<RangeCheck> &Checks) {
  llvm::SmallVector<Bounded, 4> All;
  for (const Guard &G : Facts)
    bound(All, G);
  // i + dx goes before dx: what is replaced once is gone.
  llvm::sort(All, [](const Bounded &A, const Bounded &B) {
    return std::make_tuple(B.Linear.size(), A.Linear.front().Axis,
                           A.Linear.front().Constant) <
           std::make_tuple(A.Linear.size(), B.Linear.front().Axis,
                           B.Linear.front().Constant);
  });
  for (Bounded &B : All) {
    auto Redundant = [&](const MaybeForm &Less, const MaybeForm &More) {
      MaybeForm Distance =
          Less && More ? difference(*More, *Less) : MaybeForm();
      return Distance && neverNegative(*Distance);
    };
    if (Redundant(B.Lower, B.Linear))
      B.Lower.reset();
    if (Redundant(B.Linear, B.Upper))
      B.Upper.reset();
    if ((!B.Lower && !B.Upper) || !replaced(Offset, B.Linear, 0))
      continue;
    int Number = intervalAxis(B.Linear, B.Lower.value_or(B.Linear),
                              B.Upper.value_or(B.Linear));
    if (MaybeForm Tight = replaced(Offset, B.Linear, Number)) {
      Offset = std::move(*Tight);
      Checks.append(B.Checks.begin(), B.Checks.end());
    }
  }
  return Offset;
}

void AccessRecorder::touch(const Touch &T, const Arm &Address,
                           const Guards &Path,
                           llvm::ArrayRef<EnclosingLoop> Around) {
  if (Occurrences)
    keep(T, Address, Path, Around);
  Access A;
  A.Base = T.Base;
  A.Size = T.Size;
  A.Reads = T.Reads;
  A.Writes = T.Writes;
  A.Numbers = T.Numbers;
  A.Loc = T.Loc;
  A.Unknown = Address.Wild;
  if (!A.Unknown) {
    Guards Facts = Path;
    Facts.append(Address.Facts.begin(), Address.Facts.end());
    if (llvm::any_of(Facts, [](const Guard &G) {
          return G.Checks.empty() && constantOf(G.Form).value_or(0) < 0;
        }))
      return; // never comes here with this address
    llvm::SmallVector<RangeCheck, 4> Checks(Address.Checks.begin(),
                                            Address.Checks.end());
    A.Offset = tighten(Address.Form, Facts, Checks);
    llvm::erase_if(Checks, [&](const RangeCheck &C) { return holds(C); });
    A.Unknown = llvm::any_of(Checks, [&](const RangeCheck &C) {
      return outcomeOf(C) == Outcome::Fails;
    });
    A.Wraps = !Checks.empty();
    if (!A.Unknown)
      for (const RangeCheck &C : Checks)
        addCheck(C);
  }
  if (A.Unknown)
    A.Offset.clear();
  // Not every iteration of a loop that one may leave runs.
  A.Always = T.Unconditional && !A.Unknown && Loop.Exits.empty() &&
             llvm::all_of(Around,
                          [&](const EnclosingLoop &L) {
                            return namesAxis(A.Offset, L.Axis) ? L.Regular
                                                               : L.NonEmpty;
                          }) &&
             llvm::none_of(A.Offset, [&](const Monomial &M) {
               return M.Axis >= rank() && innerAxis(M.Axis).Virtual;
             });
  if (!A.Always || A.Wraps) // a proof before the launch may not come about
    A.Place = T.Place;
  for (Access &Known : Model.Accesses)
    if (Known.Base == A.Base && Known.Unknown == A.Unknown &&
        Known.Always == A.Always && Known.Place == A.Place &&
        (A.Unknown ||
         (Known.Size == A.Size && sameForm(Known.Offset, A.Offset)))) {
      if (A.Writes)
        Known.Numbers =
            Known.Writes && Known.Numbers != A.Numbers ? 0 : A.Numbers;
      Known.Reads |= A.Reads;
      Known.Writes |= A.Writes;
      Known.Wraps |= A.Wraps;
      return;
    }
  Model.Accesses.push_back(std::move(A));
}

llvm::SmallVector<Refusal, 2> AccessRecorder::unknownExtents() const {
  llvm::SmallVector<Refusal, 2> Out;
  llvm::SmallVector<unsigned, 4> Seen;
  for (const Access &A : Model.Accesses)
    if (A.Unknown && !Model.Bases[A.Base].Extent &&
        !llvm::is_contained(Seen, A.Base)) {
      Seen.push_back(A.Base);
      Out.push_back({diag::Id::BlockExtent, A.Loc, {Model.Bases[A.Base].Name}});
    }
  return Out;
}

void AccessRecorder::touchEverywhere() {
  for (unsigned B = 0; B < Model.Bases.size(); ++B) {
    Access Anywhere;
    Anywhere.Base = B;
    Anywhere.Size = 1;
    Anywhere.Reads = Anywhere.Writes = Anywhere.Unknown = true;
    Model.Accesses.push_back(std::move(Anywhere));
  }
}

AccessModel AccessRecorder::finish() {
  prune();
  return std::move(Model);
}
