// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/IntegerSearch.h"

#include <algorithm>
#include <functional>

using namespace twofold;

namespace {

/// Solutions of one equation for each of so many right sides at most.
constexpr int MostLines = 64;
/// Rounds in which ends may creep towards each other: few as long as conditions
/// can be taken apart, which says at once what ends come to step by step.
constexpr int FewRounds = 2, MostRounds = 16;

} // namespace

unsigned IntegerSearch::unknown(Wide Low, Wide High) {
  if (Count == LinearSum::Most || Low < -Limit || High > Limit) {
    Sound = false;
    return 0;
  }
  All.Low[Count] = Low;
  All.High[Count] = High;
  return Count++;
}

Wide IntegerSearch::greatest(const LinearSum &Of) {
  Wide High = Of.Constant;
  for (unsigned U = 0; U < Count; ++U) {
    Wide F = Of.Factors[U];
    if (magnitude(F) > Limit || magnitude(High) > Limit * Limit) {
      Sound = false;
      return 0;
    }
    High += F * (F > 0 ? All.High[U] : All.Low[U]);
  }
  return High;
}

void IntegerSearch::between(const LinearSum &Sum, Wide Low, Wide High) {
  Wide G = 0;
  for (unsigned U = 0; U < Count; ++U) {
    if (magnitude(Sum.Factors[U]) > Limit) {
      Sound = false;
      return;
    }
    G = gcd(G, Sum.Factors[U]);
  }
  if (magnitude(Sum.Constant) > Limit || magnitude(Low) > Limit ||
      magnitude(High) > Limit) {
    Sound = false;
    return;
  }
  Condition C = {Sum, Low - Sum.Constant, High - Sum.Constant};
  C.Sum.Constant = 0;
  if (G > 1) {
    for (Wide &F : C.Sum.Factors)
      F /= G;
    C.Low = ceilDiv(C.Low, G);
    C.High = floorDiv(C.High, G);
  }
  Conditions.push_back(C);
}

/// Narrows the unknowns of one condition.
IntegerSearch::State IntegerSearch::narrow(const Condition &C, Box &In,
                                           bool &Changed) const {
  Wide Least = 0, Most = 0, Fixed = 0, G = 0;
  for (unsigned U = 0; U < Count; ++U) {
    Wide F = C.Sum.Factors[U];
    if (F == 0)
      continue;
    Least += F * (F > 0 ? In.Low[U] : In.High[U]);
    Most += F * (F > 0 ? In.High[U] : In.Low[U]);
    if (In.fixed(U))
      Fixed += F * In.Low[U];
    else
      G = gcd(G, F);
  }
  Wide Low = C.Low, High = C.High;
  if (G > 1) { // what remains is a multiple of it
    Low = Fixed + ceilDiv(Low - Fixed, G) * G;
    High = Fixed + floorDiv(High - Fixed, G) * G;
  }
  if (Low > High || Least > High || Most < Low)
    return State::Empty;
  if (Least >= Low && Most <= High)
    return State::Open;
  for (unsigned U = 0; U < Count; ++U) {
    Wide F = C.Sum.Factors[U];
    if (F == 0 || In.fixed(U))
      continue;
    // F * u lies in [A, B], whatever the others are.
    Wide Down = F * (F > 0 ? In.Low[U] : In.High[U]),
         Up = F * (F > 0 ? In.High[U] : In.Low[U]);
    Wide A = Low - (Most - Up), B = High - (Least - Down);
    Wide From = F > 0 ? ceilDiv(A, F) : ceilDiv(B, F),
         To = F > 0 ? floorDiv(B, F) : floorDiv(A, F);
    From = std::max(From, In.Low[U]);
    To = std::min(To, In.High[U]);
    if (From > To)
      return State::Empty;
    if (From == In.Low[U] && To == In.High[U])
      continue;
    Changed = true;
    In.Low[U] = From;
    In.High[U] = To;
    Wide NewDown = F * (F > 0 ? From : To), NewUp = F * (F > 0 ? To : From);
    Least += NewDown - Down;
    Most += NewUp - Up;
  }
  return State::Open;
}

IntegerSearch::State IntegerSearch::narrow(Box &In, int Rounds) const {
  bool Changed = true;
  for (int Round = 0; Changed && Round < Rounds; ++Round) {
    Changed = false;
    for (const Condition &C : Conditions)
      if (narrow(C, In, Changed) == State::Empty)
        return State::Empty;
  }
  return State::Open;
}

/// Base * Large + Small is the sum of Of, with factors of Small as small as
/// they can be. Where Small does not reach from one multiple of Base to the
/// next, Large has one value: each is a condition of its own then.
IntegerSearch::Digits IntegerSearch::split(const Condition &Of, Wide Base,
                                           const Box &In, Condition &Large,
                                           Condition &Small) const {
  Wide Least = 0, Most = 0; // of Small
  bool HasLarge = false, HasSmall = false;
  Large = Small = Of;
  for (unsigned U = 0; U < Count; ++U) {
    const Wide F = Of.Sum.Factors[U];
    if (F == 0)
      continue;
    const Wide Times = floorDiv(F + Base / 2, Base), Rest = F - Times * Base;
    Large.Sum.Factors[U] = Times;
    Small.Sum.Factors[U] = Rest;
    HasLarge |= Times != 0;
    HasSmall |= Rest != 0;
    Least += Rest * (Rest > 0 ? In.Low[U] : In.High[U]);
    Most += Rest * (Rest > 0 ? In.High[U] : In.Low[U]);
  }
  if (!HasLarge || !HasSmall)
    return Digits::Whole;
  Large.Low = ceilDiv(Of.Low - Most, Base);
  Large.High = floorDiv(Of.High - Least, Base);
  if (Large.Low > Large.High)
    return Digits::None;
  Small.Low -= Base * Large.Low;
  Small.High -= Base * Large.Low;
  return Large.Low == Large.High ? Digits::Apart : Digits::Whole;
}

/// The digits of a number, as of a place in rows of a matrix, are narrowed by
/// themselves. Whether a condition was divided into two.
bool IntegerSearch::divide(size_t Number, const Box &In, State &Now) {
  const Condition Whole = Conditions[Number];
  std::array<Wide, LinearSum::Most> Sizes; // the greatest first
  unsigned Terms = 0;
  for (unsigned U = 0; U < Count; ++U)
    if (Whole.Sum.Factors[U] != 0)
      Sizes[Terms++] = magnitude(Whole.Sum.Factors[U]);
  std::sort(Sizes.begin(), Sizes.begin() + Terms, std::greater<>());
  Wide Common = 0, Tried = 1; // Common divides all from the greatest on
  for (unsigned I = 0; I < Terms; ++I) {
    Common = gcd(Common, Sizes[I]);
    for (Wide Base : {Common, Sizes[I]}) {
      if (Base < 2 || Base == Tried)
        continue;
      Tried = Base;
      Condition Large, Small;
      const Digits Are = split(Whole, Base, In, Large, Small);
      if (Are == Digits::None) {
        Now = State::Empty;
        return false;
      }
      if (Are == Digits::Whole)
        continue;
      Conditions[Number] = Large;
      Conditions.push_back(Small);
      return true;
    }
  }
  return false;
}

/// Of two conditions on one sum, or on one and its opposite, one is left.
void IntegerSearch::merge() {
  for (size_t I = 0; I < Conditions.size(); ++I)
    for (size_t J = Conditions.size(); --J > I;) {
      Condition &A = Conditions[I], &B = Conditions[J];
      Wide Sign = 0;
      unsigned U = 0;
      for (; U < Count; ++U) {
        const Wide F = A.Sum.Factors[U], G = B.Sum.Factors[U];
        if (F == 0 && G == 0)
          continue;
        if (Sign == 0)
          Sign = F == G ? 1 : -1;
        if (F != Sign * G)
          break;
      }
      if (U != Count || Sign == 0)
        continue;
      A.Low = std::max(A.Low, Sign > 0 ? B.Low : -B.High);
      A.High = std::min(A.High, Sign > 0 ? B.High : -B.Low);
      B = Conditions.back();
      Conditions.pop_back();
    }
}

/// An equation says what one of its unknowns is: the other conditions need not
/// name that one, which is free then. Whether one was put out.
bool IntegerSearch::eliminate(size_t Number, Box &In) {
  const Condition Is = Conditions[Number];
  if (Is.Low != Is.High || magnitude(Is.Low) > Limit)
    return false;
  unsigned Unknown = Count;
  size_t Fewest = SIZE_MAX;
  for (unsigned U = 0; U < Count; ++U) {
    if (magnitude(Is.Sum.Factors[U]) != 1)
      continue;
    const auto Uses = size_t(
        std::count_if(Conditions.begin(), Conditions.end(),
                      [&](const auto &C) { return C.Sum.Factors[U] != 0; }));
    if (Uses < Fewest) {
      Fewest = Uses;
      Unknown = U;
    }
  }
  if (Unknown == Count)
    return false;
  const Wide Sign = Is.Sum.Factors[Unknown];
  std::vector<Condition> Others = Conditions;
  for (Condition &C : Others) {
    const Wide Times = -C.Sum.Factors[Unknown] * Sign;
    if (Times == 0)
      continue;
    C.Sum.add(Is.Sum, Times); // factors are not beyond Limit: it fits
    C.Low += Times * Is.Low;
    C.High += Times * Is.Low;
    for (Wide F : C.Sum.Factors)
      if (magnitude(F) > Limit)
        return false;
  }
  // What its own ends leave to the others.
  Condition &Own = Others[Number];
  Own = Is;
  Own.Sum.Factors[Unknown] = 0;
  Own.Low = Is.Low - (Sign > 0 ? In.High[Unknown] : -In.Low[Unknown]);
  Own.High = Is.Low - (Sign > 0 ? In.Low[Unknown] : -In.High[Unknown]);
  In.High[Unknown] = In.Low[Unknown];
  Conditions = std::move(Others);
  return true;
}

/// Narrows In, and makes of the conditions those that narrow best.
IntegerSearch::State IntegerSearch::prepare(Box &In) {
  for (bool Again = true; Again;) {
    Again = false;
    merge();
    if (narrow(In, FewRounds) == State::Empty)
      return State::Empty;
    State Now = State::Open;
    for (size_t I = 0; I < Conditions.size() && Now == State::Open; ++I)
      Again |= divide(I, In, Now) || eliminate(I, In);
    if (Now == State::Empty)
      return State::Empty;
  }
  return State::Open;
}

/// Nothing but X and Y is open, and some condition has both: its solutions are
/// lines, which the other conditions cut. False: not said here.
bool IntegerSearch::onLine(const Box &In, unsigned X, unsigned Y,
                           bool &Found) const {
  auto Rest = [&](const Condition &C) {
    Wide Sum = 0;
    for (unsigned U = 0; U < Count; ++U)
      if (U != X && U != Y)
        Sum += C.Sum.Factors[U] * In.Low[U];
    return Sum;
  };
  const Condition *Best = nullptr;
  Wide BestLines = MostLines;
  for (const Condition &C : Conditions) {
    Wide A = C.Sum.Factors[X], B = C.Sum.Factors[Y];
    if (A == 0 || B == 0)
      continue;
    Wide Lines = (C.High - C.Low) / gcd(A, B) + 1;
    if (Lines <= BestLines) {
      Best = &C;
      BestLines = Lines;
    }
  }
  if (!Best)
    return false;
  Wide A = Best->Sum.Factors[X], B = Best->Sum.Factors[Y], P, Q;
  Wide G = gcd(A, B, P, Q), Others = Rest(*Best);
  Found = false;
  for (Wide Side = ceilDiv(Best->Low - Others, G) * G;
       Side <= Best->High - Others; Side += G) {
    // x = x0 + t * B / G, y = y0 - t * A / G, with a small x0.
    Wide StepX = B / G, StepY = -A / G;
    Wide Modulus = magnitude(StepX);
    // Factors are below Limit, so that these products fit.
    Wide X0 = (P % Modulus) * ((Side / G) % Modulus) % Modulus;
    Wide Y0 = (Side - A * X0) / B;
    if (magnitude(Y0) > Wide(1) << 68)
      return false;
    Wide From = -(Wide(1) << 100), To = Wide(1) << 100;
    if (!cut(X0, StepX, In.Low[X], In.High[X], From, To) ||
        !cut(Y0, StepY, In.Low[Y], In.High[Y], From, To))
      continue;
    bool Fits = true;
    for (const Condition &C : Conditions) {
      Wide Fx = C.Sum.Factors[X], Fy = C.Sum.Factors[Y];
      Wide Start = Rest(C) + Fx * X0 + Fy * Y0;
      if (!cut(Start, Fx * StepX + Fy * StepY, C.Low, C.High, From, To)) {
        Fits = false;
        break;
      }
    }
    if (Fits) {
      Found = true;
      break;
    }
  }
  return true;
}

/// True: found.
bool IntegerSearch::visit(Box In) {
  if (Left == 0)
    return false;
  --Left;
  if (narrow(In, MostRounds) == State::Empty)
    return false;
  unsigned Open = 0, Ends[2] = {0, 0}, Next = 0;
  for (unsigned U = 0; U < Count; ++U) {
    if (In.fixed(U))
      continue;
    if (Open < 2)
      Ends[Open] = U;
    if (Open++ == 0 || In.High[U] - In.Low[U] < In.High[Next] - In.Low[Next])
      Next = U;
  }
  bool Found;
  if (Open == 2 && onLine(In, Ends[0], Ends[1], Found))
    return Found;
  if (Open == 0) {
    bool Changed = false;
    return std::all_of(Conditions.begin(), Conditions.end(),
                       [&](const Condition &C) {
                         return narrow(C, In, Changed) == State::Open;
                       });
  }
  Wide Middle = floorDiv(In.Low[Next] + In.High[Next], 2);
  Box Half = In;
  Half.High[Next] = Middle;
  if (visit(Half))
    return true;
  In.Low[Next] = Middle + 1;
  return visit(In);
}

IntegerSearch::Outcome IntegerSearch::solve(unsigned Steps) {
  if (!Sound)
    return Outcome::GaveUp;
  for (unsigned U = 0; U < Count; ++U)
    if (All.Low[U] > All.High[U])
      return Outcome::None;
  Left = Steps;
  Box In = All;
  if (prepare(In) == State::Empty)
    return Outcome::None;
  if (visit(In))
    return Outcome::Found;
  return Left == 0 ? Outcome::GaveUp : Outcome::None;
}
