// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordedLoads.cpp - numbers that only a call or memory knows -------===//

#include "access/AccessRecorder.h"
#include "access/NeededAxes.h"
#include "twofold/abi.h"
#include "clang/AST/ASTContext.h"

using namespace clang;
using namespace twofold;

unsigned AccessRecorder::loaded(Expr *E, unsigned Base,
                                const AffineForm &Address) {
  for (const Load &L : Loads)
    if (L.Base == Base && sameForm(L.Address, Address) &&
        Ctx.hasSameUnqualifiedType(Model.Values[L.Value]->getType(),
                                   E->getType()))
      return L.Value;
  Model.Values.push_back(E);
  Loads.push_back({Base, Address, unsigned(Model.Values.size() - 1)});
  return Loads.back().Value;
}

AffineForm AccessRecorder::flag(Expr *E) {
  const unsigned V = value(E);
  if (!llvm::is_contained(Flags, V))
    Flags.push_back(V);
  return valueForm(V);
}

bool AccessRecorder::namesFlag(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return llvm::any_of(
        M.Values, [&](unsigned V) { return llvm::is_contained(Flags, V); });
  });
}

/// Both stand for one number: in a loop, too, once A has been loaded before it.
static bool sameNumber(const Axis &A, const Axis &B) {
  return A.Loaded && B.Loaded && A.Code == B.Code && A.Bytes == B.Bytes &&
         (A.Bytes == 0 || A.Base == B.Base) && A.Signed == B.Signed &&
         A.Stores == B.Stores && (!A.Inside || B.Inside) &&
         A.Pointer == B.Pointer && sameForm(A.From, B.From) &&
         sameForm(A.Than, B.Than);
}

int RecordedAxes::loadedAxis(Axis A) {
  A.Virtual = A.Loaded = true;
  for (auto [I, Known] : llvm::enumerate(Model.Axes))
    if (sameNumber(Known, A)) {
      Known.Changing |= A.Changing;
      return rank() + int(I);
    }
  if (A.Code == TWOFOLD_NUMBER_DIFFERS || A.Code == TWOFOLD_NUMBER_REACHED ||
      A.Code >= TWOFOLD_NUMBER_AT_LEAST) {
    A.Unknown = false;
    A.Lower = AffineForm();
    A.Upper = constantForm(1);
  } else {
    const auto Mask = constantOf(A.Than);
    A.Unknown = A.Code != TWOFOLD_NUMBER_ITSELF || A.Bytes == 8;
    if (A.Code == TWOFOLD_NUMBER_AND && Mask && *Mask >= 0) {
      A.Unknown = false;
      A.Lower = AffineForm();
      A.Upper = constantForm(*Mask);
    } else if (!A.Unknown) {
      const int64_t Half = int64_t(1) << (8 * A.Bytes - 1);
      A.Lower = constantForm(A.Signed ? -Half : 0);
      A.Upper = constantForm(A.Signed ? Half - 1 : 2 * Half - 1);
    }
  }
  return addAxis(std::move(A));
}

int RecordedAxes::computedAxis(unsigned Code, const AffineForm &From,
                               const AffineForm &Than) {
  Axis A;
  A.Code = Code;
  A.From = From;
  A.Than = Than;
  return loadedAxis(std::move(A));
}

unsigned AccessRecorder::anywhere() {
  auto *Known = llvm::find_if(
      Model.Bases, [](const Base &B) { return B.Arg == Base::Anywhere; });
  if (Known == Model.Bases.end()) {
    Base &New = Model.Bases.emplace_back();
    New.Arg = Base::Anywhere;
    New.Name = "memory";
    return Model.Bases.size() - 1;
  }
  return unsigned(Known - Model.Bases.begin());
}

std::string AccessRecorder::nameOf(const Occurrence &O) const {
  const Base &Of = Model.Bases[O.Base];
  const Expr *E = Of.Arg == Base::Anywhere ? O.By : nullptr;
  while (E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return M->getMemberDecl()->getNameAsString();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return Ref->getDecl()->getNameAsString();
    const auto *U = dyn_cast<UnaryOperator>(E);
    const auto *S = dyn_cast<ArraySubscriptExpr>(E);
    E = U ? U->getSubExpr() : S ? S->getBase() : nullptr;
  }
  return Of.Name;
}

bool RecordedAxes::namesLoad(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return M.Axis >= rank() && Model.Axes[M.Axis - rank()].Loaded;
  });
}

bool RecordedAxes::isComputable(const AffineForm &Form) const {
  NeededAxes Own(Model.Axes, unsigned(rank()));
  Own.add(Form);
  return llvm::all_of(llvm::zip(Model.Axes, Own.Needed), [](const auto &Each) {
    const auto &[A, Needed] = Each;
    return !Needed || !A.Virtual || A.Loaded || !A.Divisor.empty();
  });
}

bool RecordedAxes::namesUnknownLoop(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    if (M.Axis < rank() || innerAxis(M.Axis).Virtual)
      return false;
    const Axis &A = innerAxis(M.Axis);
    return A.Unknown || A.Several || namesInterval(A.Lower) ||
           namesInterval(A.Upper);
  });
}

bool twofold::skipsFromAnywhere(const AccessRecorder &Of,
                                const AffineForm &Form) {
  return llvm::any_of(Form, [&](const Monomial &M) {
    if (M.Axis < Of.rank() || Of.innerAxis(M.Axis).Virtual)
      return false;
    const Axis &A = Of.innerAxis(M.Axis);
    return (A.Step > 1 && Of.namesInterval(A.Lower)) ||
           (A.Step < -1 && Of.namesInterval(A.Upper));
  });
}

std::optional<int> RecordedAxes::differsAxis(const AffineForm &Form) {
  AffineForm Rest;
  const Monomial *Loaded = nullptr;
  for (const Monomial &M : Form) {
    if (M.Axis == -1)
      Rest.push_back(M);
    else if (!Loaded && namesLoad({M}) && M.Values.empty() &&
             std::abs(M.Constant) == 1)
      Loaded = &M;
    else
      return std::nullopt;
  }
  MaybeForm Than = Loaded ? scaled(Rest, -Loaded->Constant) : std::nullopt;
  if (!Than || innerAxis(Loaded->Axis).Code != TWOFOLD_NUMBER_ITSELF)
    return std::nullopt;
  Axis A = innerAxis(Loaded->Axis);
  A.Code = TWOFOLD_NUMBER_DIFFERS;
  A.Than = *Than;
  return loadedAxis(std::move(A));
}

bool RecordedAxes::namesQuotient(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return M.Axis >= rank() && !Model.Axes[M.Axis - rank()].Divisor.empty();
  });
}

bool RecordedAxes::namesBits(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return M.Axis >= rank() && innerAxis(M.Axis).Loaded &&
           innerAxis(M.Axis).Code >= TWOFOLD_NUMBER_PRODUCT &&
           innerAxis(M.Axis).Code <= TWOFOLD_NUMBER_REST;
  });
}

bool RecordedAxes::namesFloats(const AffineForm &Form) const {
  llvm::SmallBitVector Seen(Model.Axes.size());
  return namesFloats(Form, Seen);
}

bool RecordedAxes::namesFloats(const AffineForm &Form,
                               llvm::SmallBitVector &Seen) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    if (M.Axis < rank() || !innerAxis(M.Axis).Loaded ||
        Seen.test(M.Axis - rank()))
      return false;
    Seen.set(M.Axis - rank());
    const Axis &A = innerAxis(M.Axis);
    return (A.Code >= TWOFOLD_NUMBER_SUM &&
            A.Code <= TWOFOLD_NUMBER_TRUNCATED) ||
           namesFloats(A.From, Seen) || namesFloats(A.Than, Seen) ||
           (A.Goes != -1 && namesFloats(axisForm(A.Goes), Seen));
  });
}

bool AccessRecorder::isAnywhere(const Occurrence &O) const {
  if (O.Unknown)
    return !O.Spread;
  return namesInterval(O.Offset) && !namesOuterAxis(O.Offset);
}

bool AccessRecorder::needsLoads(const Occurrence &O, bool Update) const {
  return O.Unknown || namesInterval(O.Offset) ||
         skipsFromAnywhere(*this, O.Offset) ||
         (O.wraps() && namesQuotient(O.Offset)) ||
         (Update && namesUnknownLoop(O.Offset)) ||
         llvm::any_of(O.Conditions, [&](const RangeCheck &C) {
           return namesInterval(C.Form);
         });
}
