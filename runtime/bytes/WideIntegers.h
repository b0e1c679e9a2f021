// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WideIntegers.h - whole numbers of 128 bits -------------------------===//
//
// What searches for integers calculate with. Nothing here checks for overflow:
// callers bound what they bring. Pure.
#ifndef TWOFOLD_RUNTIME_BYTES_WIDEINTEGERS_H
#define TWOFOLD_RUNTIME_BYTES_WIDEINTEGERS_H

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace twofold {

__extension__ typedef __int128 Wide;

constexpr Wide magnitude(Wide A) { return A < 0 ? -A : A; }

/// A / B. Nearly all numbers are of 64 bits, whose division takes a fraction of
/// the time.
constexpr Wide quotient(Wide A, Wide B) {
  const auto Short = int64_t(A), By = int64_t(B);
  return Short == A && By == B && By != -1 ? Wide(Short / By) : A / B;
}

/// The greatest integer that is not above A / B.
constexpr Wide floorDiv(Wide A, Wide B) {
  const Wide Q = quotient(A, B);
  return (A != Q * B && (A < 0) != (B < 0)) ? Q - 1 : Q;
}
/// The least integer that is not below A / B.
constexpr Wide ceilDiv(Wide A, Wide B) { return -floorDiv(-A, B); }

/// gcd(A, B) = A * X + B * Y, never negative, by Euclid's extended algorithm;
/// 0 where both are.
constexpr Wide gcd(Wide A, Wide B, Wide &X, Wide &Y) {
  Wide X1 = 0, Y1 = 1;
  X = 1, Y = 0;
  while (B != 0) {
    Wide Q = quotient(A, B);
    std::tie(A, B) = std::pair(B, A - Q * B);
    std::tie(X, X1) = std::pair(X1, X - Q * X1);
    std::tie(Y, Y1) = std::pair(Y1, Y - Q * Y1);
  }
  if (A < 0)
    A = -A, X = -X, Y = -Y;
  return A;
}

constexpr Wide gcd(Wide A, Wide B) {
  A = magnitude(A), B = magnitude(B);
  while (B != 0)
    std::tie(A, B) = std::pair(B, A - quotient(A, B) * B);
  return A;
}

/// Cuts [From, To] down to those t with Low <= Start + t * Step <= High.
/// Returns whether any is left.
constexpr bool cut(Wide Start, Wide Step, Wide Low, Wide High, Wide &From,
                   Wide &To) {
  if (Step == 0)
    return Start >= Low && Start <= High;
  Wide A = Low - Start, B = High - Start;
  if (Step < 0)
    std::swap(A, B);
  From = std::max(From, ceilDiv(A, Step));
  To = std::min(To, floorDiv(B, Step));
  return From <= To;
}

} // namespace twofold

#endif
