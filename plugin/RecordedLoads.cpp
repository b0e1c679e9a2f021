// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RecordedLoads.cpp - numbers that only a call or memory knows -------===//

#include "AccessRecorder.h"
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

int AccessRecorder::loadedAxis(unsigned Base, const AffineForm &From,
                               unsigned Bytes, bool Signed) {
  for (auto [I, A] : llvm::enumerate(Model.Axes))
    if (A.Loaded && !A.Differs && A.Base == Base && A.Bytes == Bytes &&
        A.Signed == Signed && sameForm(A.From, From))
      return rank() + int(I);
  Axis A;
  A.Virtual = A.Loaded = true;
  A.Unknown = Bytes == 8;
  if (!A.Unknown) {
    const int64_t Half = int64_t(1) << (8 * Bytes - 1);
    A.Lower = constantForm(Signed ? -Half : 0);
    A.Upper = constantForm(Signed ? Half - 1 : 2 * Half - 1);
  }
  A.Base = Base;
  A.Bytes = Bytes;
  A.Signed = Signed;
  A.From = From;
  return addAxis(std::move(A));
}

int AccessRecorder::loadedPointer(unsigned Base, const AffineForm &From,
                                  unsigned Bytes) {
  const int Number = loadedAxis(Base, From, Bytes, /*Signed=*/false);
  innerAxis(Number).Pointer = true;
  return Number;
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

bool AccessRecorder::namesLoad(const AffineForm &Form) const {
  return llvm::any_of(Form, [&](const Monomial &M) {
    return M.Axis >= rank() && Model.Axes[M.Axis - rank()].Loaded;
  });
}

std::optional<int> AccessRecorder::differsAxis(const AffineForm &Form) {
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
  if (!Than || innerAxis(Loaded->Axis).Differs)
    return std::nullopt;
  Axis A = innerAxis(Loaded->Axis);
  A.Differs = true;
  A.Than = *Than;
  A.Unknown = false;
  A.Lower = AffineForm();
  A.Upper = constantForm(1);
  for (auto [I, Known] : llvm::enumerate(Model.Axes))
    if (Known.Differs && Known.Base == A.Base && Known.Bytes == A.Bytes &&
        Known.Signed == A.Signed && sameForm(Known.From, A.From) &&
        sameForm(Known.Than, A.Than))
      return rank() + int(I);
  return addAxis(std::move(A));
}
