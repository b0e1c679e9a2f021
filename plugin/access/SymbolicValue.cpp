// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SymbolicValue.cpp - what is known of a value inside a loop body ----===//
#include "access/SymbolicValue.h"
#include "clang/AST/Decl.h"

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

const Arm *twofold::armBeside(const Arm &A, const Value &V) {
  if (V.size() == 1)
    return &V[0];
  const auto *Found = llvm::find_if(V, [&](const Arm &B) {
    return A.Told && B.Told && sameList(A.Facts, B.Facts);
  });
  return Found == V.end() ? nullptr : Found;
}

Value twofold::wild(const Value &V) {
  Value Result;
  for (Arm A : V) {
    A.Spread |= namesAxes(A.Form);
    A.Form.clear();
    A.Checks.clear();
    A.Facts.clear();
    if (A.What == Arm::Memory || (A.What == Arm::Private && A.Base != 0))
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
  // One thing in both cases is that thing.
  if (A.size() == 2) {
    Arm Either = A[0], Other = A[1];
    Either.Facts.clear();
    Other.Facts.clear();
    Either.Told = Other.Told = true;
    if (same(Either, Other))
      return {Either};
  }
  return A.size() > MaxArms ? wild(A) : A;
}

/// Of objects that one path alone has made that one knows all. Meet: what one
/// thing is after both paths.
static void joinObjects(const PathState &Before, const PathState &A,
                        const PathState &B,
                        llvm::function_ref<Value(Value, Value)> Meet,
                        PathState &After) {
  for (const auto &[At, Part] : A.Parts) {
    auto Other = B.Parts.find(At);
    if (Other == B.Parts.end()) {
      if (At.first >= Before.Objects)
        After.Parts[At] = Part;
      continue;
    }
    if (Part.Kind == Other->second.Kind && !Part.Is.empty() &&
        !Other->second.Is.empty())
      After.Parts[At] = {Meet(Part.Is, Other->second.Is), Part.Bytes,
                         Part.Kind};
    else
      After.Parts[At] = {Value{}, std::max(Part.Bytes, Other->second.Bytes)};
  }
  for (const auto &[At, Part] : B.Parts)
    if (At.first >= Before.Objects && !A.Parts.contains(At))
      After.Parts[At] = Part;
  for (const auto &[Object, From] : A.Origins) {
    auto Other = B.Origins.find(Object);
    const bool Same =
        Other != B.Origins.end() && same(From.From, Other->second.From) &&
        From.Begin == Other->second.Begin && From.End == Other->second.End;
    if (Same || (Other == B.Origins.end() && Object >= Before.Objects)) {
      After.Origins[Object] = From;
      if (Same)
        After.Origins[Object].Stores =
            std::min(From.Stores, Other->second.Stores);
    }
  }
  for (const auto &[Object, From] : B.Origins)
    if (Object >= Before.Objects && !A.Origins.contains(Object))
      After.Origins[Object] = From;
  // A part that one path alone has stored to is no copy.
  for (const auto &[Object, From] : After.Origins)
    for (const PathState *Path : {&A, &B})
      for (auto At = Path->Parts.lower_bound({Object, INT64_MIN});
           At != Path->Parts.end() && At->first.first == Object; ++At)
        After.Parts.try_emplace(At->first, PartValue{{}, At->second.Bytes});
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
  auto Meet = [&](Value V, Value Other) {
    if (sameList(V, Other))
      return V;
    assume(V, Beyond(A), TellsA);
    assume(Other, Beyond(B), TellsB);
    return either(std::move(V), Other);
  };
  for (auto &[Variable, V] : A.Variables) {
    auto Other = B.Variables.find(Variable);
    if (Other != B.Variables.end()) // declared on both paths
      After.Variables[Variable] = Meet(std::move(V), std::move(Other->second));
  }
  After.Objects = std::max(A.Objects, B.Objects);
  joinObjects(Before, A, B, Meet, After);
  return After;
}

void twofold::takeObjects(PathState &To, PathState From) {
  for (auto It = To.Variables.begin(); It != To.Variables.end();) {
    auto Now = From.Variables.find(It->first);
    if (It->first->getType()->isRecordType() && Now == From.Variables.end()) {
      It = To.Variables.erase(It);
      continue;
    }
    if (It->first->getType()->isRecordType())
      It->second = std::move(Now->second);
    ++It;
  }
  To.Parts = std::move(From.Parts);
  To.Origins = std::move(From.Origins);
  To.Objects = std::max(To.Objects, From.Objects);
}
