// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SymbolicValue.cpp - what is known of a value inside a loop body ----===//
#include "access/SymbolicValue.h"

using namespace twofold;

static bool same(const RangeCheck &A, const RangeCheck &B);
static bool same(const Guard &A, const Guard &B);
static bool same(const Arm &A, const Arm &B);

template <typename List> static bool sameList(const List &A, const List &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const auto &X, const auto &Y) { return same(X, Y); });
}

static bool same(const RangeCheck &A, const RangeCheck &B) {
  return A.Min == B.Min && A.Max == B.Max && sameForm(A.Form, B.Form);
}

static bool same(const Guard &A, const Guard &B) {
  return sameForm(A.Form, B.Form) && sameList(A.Checks, B.Checks);
}

static bool same(const Arm &A, const Arm &B) {
  return A.What == B.What && A.Wild == B.Wild && A.Exact == B.Exact &&
         A.Spread == B.Spread && A.Told == B.Told && A.Base == B.Base &&
         sameForm(A.Form, B.Form) && sameList(A.Checks, B.Checks) &&
         sameList(A.Facts, B.Facts);
}

void twofold::assume(Value &V, llvm::ArrayRef<Guard> Facts, bool Tells) {
  for (Arm &A : V) {
    const bool Fit = A.Facts.size() + Facts.size() <= MaxFacts;
    A.Told &= Tells && Fit;
    if (Fit)
      A.Facts.append(Facts.begin(), Facts.end());
  }
}

Value twofold::wild(const Value &V) {
  Value Result;
  for (Arm A : V) {
    A.Spread |= namesAxes(A.Form);
    A.Form.clear();
    A.Checks.clear();
    A.Facts.clear();
    if (A.What == Arm::Memory)
      A.Wild = true;
    else if (A.What == Arm::Integer)
      A = unknownArm(A.Spread);
    if (llvm::none_of(Result, [&](const Arm &B) { return same(A, B); }))
      Result.push_back(A);
  }
  return Result;
}

Value twofold::either(Value A, const Value &B) {
  for (const Arm &X : B)
    if (llvm::none_of(A, [&](const Arm &Y) { return same(X, Y); }))
      A.push_back(X);
  return A.size() > MaxArms ? wild(A) : A;
}

PathState twofold::join(const PathState &Before, PathState A, PathState B,
                        bool TellsA, bool TellsB) {
  if (!A.Reachable)
    std::swap(A, B);
  if (!B.Reachable) {
    A.Ends &= B.Ends;
    // Whoever took the other path does not come here.
    A.Skipped = A.Skipped || A.Reachable;
    A.Untold = A.Untold || A.Reachable;
    return A;
  }
  auto Beyond = [&](const PathState &S) {
    return llvm::ArrayRef(S.Facts).drop_front(
        std::min(Before.Facts.size(), S.Facts.size()));
  };
  PathState After;
  After.Facts = Before.Facts;
  After.Skipped = A.Skipped || B.Skipped;
  After.Untold = A.Untold || B.Untold;
  After.Skips = A.Skips;
  for (unsigned Id : B.Skips)
    if (!llvm::is_contained(After.Skips, Id))
      After.Skips.push_back(Id);
  for (auto &[Variable, V] : A.Variables) {
    auto Other = B.Variables.find(Variable);
    if (Other == B.Variables.end())
      continue; // declared on one path only
    if (sameList(V, Other->second)) {
      After.Variables[Variable] = std::move(V);
      continue;
    }
    assume(V, Beyond(A), TellsA);
    assume(Other->second, Beyond(B), TellsB);
    After.Variables[Variable] = either(std::move(V), Other->second);
  }
  return After;
}
