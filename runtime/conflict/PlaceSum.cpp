// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conflict/PlaceSum.h"
#include "bytes/CallKey.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace twofold;

PlaceSum twofold::placeSum(const twofold_site &Site,
                           const twofold_launch &Launch,
                           const twofold_form &Form) {
  PlaceSum Out;
  for (uint32_t I = 0; I < Form.count; ++I) {
    const twofold_term &Term = Site.terms[Form.first + I];
    int64_t Factor = Term.constant;
    for (int32_t V : Term.value)
      if (V != -1)
        Out.Fits &= !__builtin_mul_overflow(Factor, Launch.values[V], &Factor);
    if (Term.axis == -1)
      Out.Fits &= !__builtin_add_overflow(Out.Constant, Factor, &Out.Constant);
    else
      Out.Parts.push_back({Factor, unsigned(Term.axis)});
  }
  return Out;
}

PlaceSum twofold::placeSumFrom(const twofold_site &Site,
                               const twofold_launch &Launch,
                               const twofold_form &Form, uint32_t Base) {
  PlaceSum Out = placeSum(Site, Launch, Form);
  if (Base != TWOFOLD_NO_BASE)
    Out.Constant =
        int64_t(uint64_t(Out.Constant) + addressOf(Site.bases[Base], Launch));
  return Out;
}

PlaceAxis::PlaceAxis(const twofold_site &Site, const twofold_launch &Launch,
                     const twofold_axis &Of)
    : Loaded(Of.flags & TWOFOLD_AXIS_LOADED),
      Bounded(!(Of.flags & TWOFOLD_AXIS_UNKNOWN)),
      Lower(Loaded && std::abs(Of.step) != TWOFOLD_NUMBER_STATE
                ? placeSumFrom(Site, Launch, Of.lower, uint32_t(Of.parent))
                : placeSum(Site, Launch, Of.lower)),
      Upper(placeSum(Site, Launch, Of.upper)), Step(Of.step),
      Signed(Of.step < 0), Code(unsigned(Of.step < 0 ? -Of.step : Of.step)),
      Bytes(Of.ops), State(Loaded && Code == TWOFOLD_NUMBER_STATE),
      Goes(unsigned(Of.parent)) {}

/// Greater for greater numbers, and one for both zeros.
static int64_t rank(double Of) {
  int64_t Bits;
  std::memcpy(&Bits, &Of, sizeof Bits);
  return Bits < 0 ? INT64_MIN - Bits : Bits;
}

/// The rank of what is no number, which no number has.
static constexpr int64_t RankOfNone = INT64_MIN;

static int64_t rankOrNone(double Of) {
  return Of == Of ? rank(Of) : RankOfNone;
}

static double numberOf(int64_t Rank) {
  if (Rank == RankOfNone)
    return std::numeric_limits<double>::quiet_NaN();
  const int64_t Bits = Rank < 0 ? INT64_MIN - Rank : Rank;
  double Number;
  std::memcpy(&Number, &Bits, sizeof Number);
  return Number;
}

static int64_t rankOfBits(uint64_t Bits, unsigned Bytes) {
  double Number;
  std::memcpy(&Number, &Bits, sizeof Number);
  if (float Short; Bytes == sizeof Short) {
    std::memcpy(&Short, &Bits, sizeof Short);
    Number = double(Short);
  }
  return rankOrNone(Number);
}

static double apply(int64_t Function, double To) {
  switch (Function) {
  case TWOFOLD_FUNCTION_SHORT:
    return double(float(To));
  case TWOFOLD_FUNCTION_FLOOR:
    return std::floor(To);
  case TWOFOLD_FUNCTION_CEIL:
    return std::ceil(To);
  case TWOFOLD_FUNCTION_TRUNC:
    return std::trunc(To);
  case TWOFOLD_FUNCTION_ROUND:
    return std::round(To);
  case TWOFOLD_FUNCTION_RINT:
    return std::rint(To);
  case TWOFOLD_FUNCTION_FABS:
    return std::fabs(To);
  case TWOFOLD_FUNCTION_SQRT:
    return std::sqrt(To);
  case TWOFOLD_FUNCTION_EXP:
    return std::exp(To);
  case TWOFOLD_FUNCTION_LOG:
    return std::log(To);
  case TWOFOLD_FUNCTION_LOG2:
    return std::log2(To);
  case TWOFOLD_FUNCTION_LOG10:
    return std::log10(To);
  case TWOFOLD_FUNCTION_SIN:
    return std::sin(To);
  case TWOFOLD_FUNCTION_COS:
    return std::cos(To);
  default:
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// Of floating-point numbers.
static double compute(unsigned Code, double First, double Second) {
  switch (Code) {
  case TWOFOLD_NUMBER_SUM:
    return First + Second;
  case TWOFOLD_NUMBER_LESS:
    return First - Second;
  case TWOFOLD_NUMBER_TIMES:
    return First * Second;
  case TWOFOLD_NUMBER_RATIO:
    return First / Second;
  case TWOFOLD_NUMBER_LEFT:
    return std::fmod(First, Second);
  case TWOFOLD_NUMBER_POWER:
    return std::pow(First, Second);
  default:
    return std::atan2(First, Second);
  }
}

int64_t PlaceAxis::numberAt(uint64_t Address) const {
  uint64_t Bits = 0; // all hosts have the low bytes first
  std::memcpy(&Bits, reinterpret_cast<const char *>(Address), Bytes);
  if (Code == TWOFOLD_NUMBER_FLOATING)
    return rankOfBits(Bits, Bytes);
  const unsigned Unused = 64 - 8 * Bytes;
  return Signed ? int64_t(Bits << Unused) >> Unused : int64_t(Bits);
}

/// None: C has no such quotient either.
static std::optional<int64_t> quotientOf(int64_t First, int64_t Second) {
  if (Second == INT64_MIN) // what a shift makes of 2^63
    return First < 0 ? -1 : 0;
  if (Second == 0 || (First == INT64_MIN && Second == -1))
    return std::nullopt;
  return First / Second - (Second > 0 && First % Second < 0);
}

static std::optional<int64_t> remainderOf(int64_t First, int64_t Second) {
  if (Second == 0 || (First == INT64_MIN && Second == -1))
    return std::nullopt;
  const int64_t Rest = First % Second;
  return Second > 0 && Rest < 0 ? Rest + Second : Rest;
}

std::optional<int64_t> PlaceAxis::combine(int64_t First, int64_t Second) const {
  switch (Code) {
  case TWOFOLD_NUMBER_DIFFERS:
    return First != Second;
  case TWOFOLD_NUMBER_REACHED:
    return First >= Second;
  case TWOFOLD_NUMBER_QUOTIENT:
    return quotientOf(First, Second);
  case TWOFOLD_NUMBER_REMAINDER:
    return remainderOf(First, Second);
  case TWOFOLD_NUMBER_PRODUCT: {
    int64_t Product;
    return __builtin_mul_overflow(First, Second, &Product)
               ? std::nullopt
               : std::optional(Product);
  }
  case TWOFOLD_NUMBER_XOR:
    return First ^ Second;
  case TWOFOLD_NUMBER_OR:
    return First | Second;
  case TWOFOLD_NUMBER_AND:
    return First & Second;
  case TWOFOLD_NUMBER_WRAPPED:
    return int64_t(uint64_t(First) * uint64_t(Second));
  case TWOFOLD_NUMBER_SHIFTED:
  case TWOFOLD_NUMBER_SHIFTED_UP:
    if (uint64_t(Second) > 63)
      return std::nullopt;
    return int64_t(Code == TWOFOLD_NUMBER_SHIFTED ? uint64_t(First) >> Second
                                                  : uint64_t(First) << Second);
  case TWOFOLD_NUMBER_DIVIDED:
  case TWOFOLD_NUMBER_REST:
    if (Second == 0)
      return std::nullopt;
    return int64_t(Code == TWOFOLD_NUMBER_DIVIDED
                       ? uint64_t(First) / uint64_t(Second)
                       : uint64_t(First) % uint64_t(Second));
  case TWOFOLD_NUMBER_LESSER:
    return Second == RankOfNone ? First : std::min(First, Second);
  case TWOFOLD_NUMBER_GREATER:
    return std::max(First, Second);
  case TWOFOLD_NUMBER_FLOATING:
    return Bytes != 0 ? First : rankOfBits(uint64_t(First), unsigned(Second));
  case TWOFOLD_NUMBER_SUM:
  case TWOFOLD_NUMBER_LESS:
  case TWOFOLD_NUMBER_TIMES:
  case TWOFOLD_NUMBER_RATIO:
  case TWOFOLD_NUMBER_LEFT:
  case TWOFOLD_NUMBER_POWER:
  case TWOFOLD_NUMBER_ANGLE:
    return rankOrNone(compute(Code, numberOf(First), numberOf(Second)));
  case TWOFOLD_NUMBER_FUNCTION:
    return rankOrNone(apply(Second, numberOf(First)));
  case TWOFOLD_NUMBER_OF_INTEGER:
    return rank(double(First));
  case TWOFOLD_NUMBER_AT_LEAST:
    return numberOf(First) >= numberOf(Second);
  case TWOFOLD_NUMBER_ABOVE:
    return numberOf(First) > numberOf(Second);
  case TWOFOLD_NUMBER_EQUALS:
    return numberOf(First) == numberOf(Second);
  case TWOFOLD_NUMBER_TRUNCATED: {
    const double Number = numberOf(First);
    return Number > -0x1p63 && Number < 0x1p63 ? std::optional(int64_t(Number))
                                               : std::nullopt;
  }
  default:
    return First;
  }
}

/// What masks, remainders and shifts leave of any number.
static std::optional<PlaceRange> leftBy(unsigned Code, int64_t Second) {
  switch (Code) {
  case TWOFOLD_NUMBER_AND:
    return Second >= 0 ? std::optional(PlaceRange{0, Second}) : std::nullopt;
  case TWOFOLD_NUMBER_REMAINDER:
  case TWOFOLD_NUMBER_REST:
    return Second > 0 ? std::optional(PlaceRange{0, Second - 1}) : std::nullopt;
  case TWOFOLD_NUMBER_SHIFTED:
    return Second > 0 && Second < 64
               ? std::optional(PlaceRange{0, int64_t(~uint64_t(0) >> Second)})
               : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<PlaceRange> PlaceAxis::combine(PlaceRange First,
                                             PlaceRange Second) const {
  const bool Single = First.Min == First.Max && Second.Min == Second.Max;
  if (!Single &&
      (wraps() || Code == TWOFOLD_NUMBER_DIFFERS ||
       Code == TWOFOLD_NUMBER_EQUALS || Code == TWOFOLD_NUMBER_REMAINDER))
    return Second.Min == Second.Max ? leftBy(Code, Second.Min) : std::nullopt;
  if (!Single && Code == TWOFOLD_NUMBER_QUOTIENT && Second.Min <= 0)
    return std::nullopt;
  // Of which some may be none.
  if (!Single && Code == TWOFOLD_NUMBER_LESSER && Second.Min == RankOfNone)
    return std::nullopt;
  // Some functions rise and fall.
  if (!Single && Code >= TWOFOLD_NUMBER_RATIO &&
      Code <= TWOFOLD_NUMBER_FUNCTION &&
      !(Second.Min == Second.Max && (Code == TWOFOLD_NUMBER_RATIO ||
                                     (Code == TWOFOLD_NUMBER_FUNCTION &&
                                      Second.Min <= TWOFOLD_FUNCTION_RINT))))
    return std::nullopt;
  // Along each of the two all others only rise or only fall.
  std::optional<PlaceRange> Out;
  for (int64_t A : {First.Min, First.Max})
    for (int64_t B : {Second.Min, Second.Max}) {
      const std::optional<int64_t> Corner = combine(A, B);
      if (!Corner || (isFloating() && *Corner == RankOfNone))
        return std::nullopt;
      Out = Out ? PlaceRange{std::min(Out->Min, *Corner),
                             std::max(Out->Max, *Corner)}
                : PlaceRange{*Corner, *Corner};
    }
  return Out;
}
