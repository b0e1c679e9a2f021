// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "access/SymbolicValue.h"
#include "clang/AST/Decl.h"

using namespace twofold;

template <typename List> static bool sameList(const List &A, const List &B) {
  return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                    [](const auto &X, const auto &Y) { return same(X, Y); });
}

bool twofold::same(const RangeCheck &A, const RangeCheck &B) {
  return A.Min == B.Min && A.Max == B.Max && sameForm(A.Form, B.Form);
}

bool twofold::same(const Guard &A, const Guard &B) {
  return sameForm(A.Form, B.Form) && sameList(A.Checks, B.Checks);
}

bool twofold::same(const Arm &A, const Arm &B) {
  return A.What == B.What && A.Wild == B.Wild && A.Exact == B.Exact &&
         A.Spread == B.Spread && A.Told == B.Told && A.Stowed == B.Stowed &&
         A.Base == B.Base && sameForm(A.Form, B.Form) &&
         sameList(A.Checks, B.Checks) && sameList(A.Facts, B.Facts);
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

Value twofold::either(Value A, const Value &B, bool More) {
  for (const Arm &X : B)
    if (llvm::none_of(A, [&](const Arm &Y) { return same(X, Y); }))
      A.push_back(X);
  // One thing in all cases is that thing.
  auto Thing = [](Arm X) {
    X.Facts.clear();
    X.Told = true;
    return X;
  };
  if (!More && A.size() > 1 && llvm::all_of(A, [&](const Arm &X) {
        return same(Thing(X), Thing(A[0]));
      }))
    return {Thing(A[0])};
  return A.size() > MaxArms ? wild(A) : A;
}

static llvm::ArrayRef<Guard> factsBeyond(const PathState &Before,
                                         const PathState &S) {
  return llvm::ArrayRef(S.Facts).drop_front(
      std::min(Before.Facts.size(), S.Facts.size()));
}

/// What is one of Values, each of them where its path ends.
static Value meet(const PathState &Before,
                  llvm::ArrayRef<std::pair<const PathEnd *, Value>> Values) {
  const Value &First = Values[0].second;
  if (llvm::all_of(Values,
                   [&](const auto &V) { return sameList(V.second, First); }))
    return First;
  Value Out;
  for (const auto &[End, V] : Values) {
    Value Here = V;
    assume(Here, factsBeyond(Before, End->Is), End->Tells);
    Out = either(std::move(Out), Here, /*More=*/true);
  }
  return either(std::move(Out), {});
}

bool twofold::isBlank(const PathState &In, ObjectPart At, int64_t Bytes) {
  return In.Whole.count(At.first) &&
         llvm::none_of(In.Parts, [&](const auto &Part) {
           return Part.first.first == At.first &&
                  Part.first.second < At.second + Bytes &&
                  At.second < Part.first.second + Part.second.Bytes;
         });
}

/// Of objects that some paths alone have made these know all.
static void meetObjects(const PathState &Before, llvm::ArrayRef<PathEnd> Ends,
                        PathState &After) {
  for (const PathEnd &One : Ends)
    for (const auto &[At, Part] : One.Is.Parts) {
      if (After.Parts.contains(At))
        continue;
      llvm::SmallVector<std::pair<const PathEnd *, Value>, 2> Values;
      PartValue Out = {{}, Part.Bytes, Part.Kind};
      bool Known = true, All = true;
      for (const PathEnd &End : Ends) {
        auto It = End.Is.Parts.find(At);
        if (It == End.Is.Parts.end()) {
          All &= isBlank(End.Is, At, Part.Bytes);
          continue;
        }
        Out.Bytes = std::max(Out.Bytes, It->second.Bytes);
        Known &= It->second.Kind == Out.Kind && !It->second.Is.empty();
        Values.emplace_back(&End, It->second.Is);
      }
      if (!All && At.first < Before.Objects)
        continue;
      if (Known)
        Out.Is = meet(Before, Values);
      else
        Out.Kind = {};
      After.Parts[At] = std::move(Out);
    }
  for (const PathEnd &One : Ends)
    for (unsigned Object : One.Is.Whole)
      if (llvm::all_of(Ends, [&](const PathEnd &End) {
            return End.Is.Whole.count(Object) ||
                   (Object >= Before.Objects &&
                    End.Is.Parts.lower_bound({Object, INT64_MIN}) ==
                        End.Is.Parts.lower_bound({Object + 1, INT64_MIN}) &&
                    !End.Is.Origins.count(Object));
          }))
        After.Whole.insert(Object);
  for (const PathEnd &One : Ends)
    for (const auto &[Object, From] : One.Is.Origins) {
      ObjectOrigin Out = From;
      const bool Same = llvm::all_of(Ends, [&](const PathEnd &End) {
        auto It = End.Is.Origins.find(Object);
        if (It == End.Is.Origins.end())
          return Object >= Before.Objects;
        Out.Stores = std::min(Out.Stores, It->second.Stores);
        return same(From.From, It->second.From) &&
               From.Begin == It->second.Begin && From.End == It->second.End;
      });
      if (Same)
        After.Origins[Object] = Out;
    }
  // A part that some paths alone have stored to is no copy.
  for (const auto &[Object, From] : After.Origins)
    for (const PathEnd &End : Ends)
      for (auto At = End.Is.Parts.lower_bound({Object, INT64_MIN});
           At != End.Is.Parts.end() && At->first.first == Object; ++At)
        After.Parts.try_emplace(At->first, PartValue{{}, At->second.Bytes});
}

PathState twofold::meet(const PathState &Before, llvm::ArrayRef<PathEnd> Ends) {
  PathState After;
  After.Facts = Before.Facts;
  for (const auto &[Is, Tells] : Ends) {
    After.Skipped |= Is.Skipped;
    After.Untold |= Is.Untold;
    for (unsigned Id : Is.Skips)
      if (!llvm::is_contained(After.Skips, Id))
        After.Skips.push_back(Id);
    After.Objects = std::max(After.Objects, Is.Objects);
  }
  for (const auto &[Variable, V] : Ends[0].Is.Variables) {
    llvm::SmallVector<std::pair<const PathEnd *, Value>, 2> Values;
    for (const PathEnd &End : Ends) {
      auto It = End.Is.Variables.find(Variable);
      if (It != End.Is.Variables.end())
        Values.emplace_back(&End, It->second);
    }
    if (Values.size() == Ends.size()) // declared on all paths
      After.Variables[Variable] = ::meet(Before, Values);
  }
  meetObjects(Before, Ends, After);
  return After;
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
  const PathEnd Ends[] = {{std::move(A), TellsA}, {std::move(B), TellsB}};
  return meet(Before, Ends);
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
  To.Whole = std::move(From.Whole);
  To.Objects = std::max(To.Objects, From.Objects);
}
