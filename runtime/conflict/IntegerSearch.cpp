// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- IntegerSearch.cpp - whether integers meet linear conditions --------===//
#include "conflict/IntegerSearch.h"

#include <algorithm>

using namespace twofold;

namespace {

/// Solutions of one equation for each of so many right sides at most.
constexpr int MostLines = 64;
/// Rounds in which ends may creep towards each other.
constexpr int MostRounds = 40;

} // namespace

bool LinearSum::add(const LinearSum &Other, Wide Times) {
  auto Add = [&](Wide &To, Wide What) {
    Wide Product;
    return !__builtin_mul_overflow(What, Times, &Product) &&
           !__builtin_add_overflow(To, Product, &To);
  };
  bool Fits = Add(Constant, Other.Constant);
  for (unsigned U = 0; U < Most; ++U)
    if (Other.Factors[U] != 0)
      Fits &= Add(Factors[U], Other.Factors[U]);
  return Fits;
}

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

IntegerSearch::State IntegerSearch::narrow(Box &In) {
  bool Changed = true;
  for (int Round = 0; Changed && Round < MostRounds; ++Round) {
    Changed = false;
    for (const Condition &C : Conditions)
      if (narrow(C, In, Changed) == State::Empty)
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
  if (narrow(In) == State::Empty)
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
  if (visit(All))
    return Outcome::Found;
  return Left == 0 ? Outcome::GaveUp : Outcome::None;
}
