// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Ulp.cpp - how exact a device's functions are -----------------------===//
//
//   twofold_ulp [numbers]
//
// Has the device that TWOFOLD_DEVICE names compute each function that kernels
// may call of so many numbers, beside infinities, zeros and the like, in both
// precisions. Prints the largest distance from MPFR's results in units in the
// last place, also that of the C library, and what OpenCL allows. Status 1 if
// something is further away, or of another kind (a number for a NaN).
//
//===----------------------------------------------------------------------===//
#include "twofold/twofold.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <mpfr.h>
#include <random>
#include <string>
#include <vector>

static double divide(double x, double y) { return x / y; }
static float dividef(float x, float y) { return x / y; }
static double product(double x, double y) { return x * y; }
static float productf(float x, float y) { return x * y; }
static double fused(double x, double y) { return fma(x, y, y); }
static float fusedf(float x, float y) { return fmaf(x, y, y); }

static int logarithm_of_gamma(mpfr_t To, const mpfr_t X, mpfr_rnd_t How) {
  int Sign;
  return mpfr_lgamma(To, &Sign, X, How);
}
static int fused_reference(mpfr_t To, const mpfr_t X, const mpfr_t Y,
                           mpfr_rnd_t How) {
  return mpfr_fma(To, X, Y, Y, How);
}

#define LOOP(name, type, value)                                                \
  static void name##_loop(type *Out, const type *X,                            \
                          [[maybe_unused]] const type *Y, long N) {            \
    [[twofold::parallel_for]] for (long I = 0; I < N; ++I)                     \
      Out[I] = value;                                                          \
  }
#define TWO(name, reference, low, high, single, twice)                         \
  LOOP(name, double, name(X[I], Y[I])) LOOP(name##f, float, name##f(X[I], Y[I]))
#define ONE(name, reference, low, high, single, twice)                         \
  LOOP(name, double, name(X[I])) LOOP(name##f, float, name##f(X[I]))
#include "UlpFunctions.def"
#undef ONE
#undef TWO

namespace {

template <typename T> struct Function {
  const char *Name;
  void (*Loop)(T *, const T *, const T *, long);
  T (*Host)(T, T);
  void (*Reference)(mpfr_t, const mpfr_t, const mpfr_t);
  bool IsOfTwo;
  double Low, High, Allowed;
};

/// What one side makes of a function.
struct Distance {
  double Most = 0, X = 0, Y = 0; ///< in units in the last place, and where
  long Flushed = 0;              ///< zeros for what is no normal number
  long Wrong = 0;                ///< of another kind
  double WrongX = 0, WrongY = 0; ///< the first of them
};

template <typename T> bool isSubnormal(T X) {
  return X != 0 && std::fabs(X) < std::numeric_limits<T>::min();
}

template <typename T> class Measured {
  static constexpr int Digits = std::numeric_limits<T>::digits,
                       Least = std::numeric_limits<T>::min_exponent;
  mpfr_t Difference, Unit;

public:
  Measured() { mpfr_inits2(256, Difference, Unit, nullptr); }
  ~Measured() { mpfr_clears(Difference, Unit, nullptr); }

  void add(Distance &To, T X, T Y, T Got, const mpfr_t Exact) {
    const auto Wrong = [&] {
      if (To.Wrong++ == 0)
        To.WrongX = double(X), To.WrongY = double(Y);
    };
    if (mpfr_nan_p(Exact) || std::isnan(Got)) {
      if (bool(mpfr_nan_p(Exact)) != std::isnan(Got))
        Wrong();
      return;
    }
    const T Nearest = T(mpfr_get_d(Exact, MPFR_RNDN));
    if (Got == Nearest || (std::isinf(Got) && std::isinf(Nearest) &&
                           std::signbit(Got) == std::signbit(Nearest))) {
      if (std::isinf(Got) || mpfr_inf_p(Exact))
        return;
    } else if (Got == 0 && isSubnormal(Nearest)) {
      ++To.Flushed;
      return;
    } else if (isSubnormal(X) || isSubnormal(Y)) {
      ++To.Flushed; // as if they were 0
      return;
    } else if (std::isinf(Got) || mpfr_inf_p(Exact)) {
      return Wrong();
    }
    // As large as the exact result has them.
    const long Exponent =
        mpfr_zero_p(Exact) ? Least : std::max(mpfr_get_exp(Exact), long(Least));
    mpfr_set_ui_2exp(Unit, 1, Exponent - Digits, MPFR_RNDN);
    mpfr_set_d(Difference, double(Got), MPFR_RNDN);
    mpfr_sub(Difference, Difference, Exact, MPFR_RNDN);
    mpfr_div(Difference, Difference, Unit, MPFR_RNDN);
    const double Units = std::fabs(mpfr_get_d(Difference, MPFR_RNDN));
    if (Units > To.Most)
      To.Most = Units, To.X = double(X), To.Y = double(Y);
  }
};

template <typename T> std::vector<T> specials() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> Out;
  for (T Each : {T(0), T(0.5), T(1), T(1.5), T(2), T(3), T(7), Limits::min(),
                 Limits::denorm_min(), Limits::max(), Limits::infinity(),
                 Limits::epsilon(), T(0.78539816339744831),
                 T(1.5707963267948966), T(3.1415926535897932)}) {
    Out.push_back(Each);
    Out.push_back(-Each);
  }
  Out.push_back(Limits::quiet_NaN());
  return Out;
}

/// Half of them in the function's range, half of all sizes.
template <typename T>
void draw(std::vector<T> &X, std::vector<T> &Y, const Function<T> &Of,
          long Count) {
  std::mt19937_64 Random(1);
  std::uniform_real_distribution<double> Usual(Of.Low, Of.High), Part(1, 2);
  const int Most = std::numeric_limits<T>::max_exponent - 1;
  std::uniform_int_distribution<int> Exponent(-Most + 1, Most - 1);
  const auto Any = [&] {
    const double Size = std::ldexp(Part(Random), Exponent(Random));
    return T(Of.Low < 0 && (Random() & 1) ? -Size : Size);
  };
  const std::vector<T> Special = specials<T>();
  for (T A : Special)
    for (T B : Of.IsOfTwo ? Special : std::vector<T>{T(1)})
      X.push_back(A), Y.push_back(B);
  for (long I = 0; I < Count; ++I) {
    const bool IsUsual = I % 2 == 0;
    X.push_back(IsUsual ? T(Usual(Random)) : Any());
    Y.push_back(IsUsual || I % 4 == 1 ? T(Usual(Random)) : Any());
  }
}

std::string places(const Distance &Of, bool IsOfTwo) {
  char Text[80];
  std::snprintf(Text, sizeof Text, IsOfTwo ? "%.9g, %.9g" : "%.9g", Of.X, Of.Y);
  return Text;
}

/// Whether all is as OpenCL has it.
template <typename T> bool measure(const Function<T> &Of, long Count) {
  std::vector<T> X, Y;
  draw(X, Y, Of, Count);
  std::vector<T> Out(X.size());
  Of.Loop(Out.data(), X.data(), Y.data(), long(X.size()));
  Measured<T> By;
  Distance Device, Host;
  mpfr_t A, B, Exact;
  mpfr_inits2(160, A, B, Exact, nullptr);
  for (size_t I = 0; I < X.size(); ++I) {
    mpfr_set_d(A, double(X[I]), MPFR_RNDN);
    mpfr_set_d(B, double(Y[I]), MPFR_RNDN);
    Of.Reference(Exact, A, B);
    By.add(Device, X[I], Y[I], Out[I], Exact);
    By.add(Host, X[I], Y[I], Of.Host(X[I], Y[I]), Exact);
  }
  mpfr_clears(A, B, Exact, nullptr);
  const double Allowed = Of.Allowed == 0 ? 0.5 : Of.Allowed;
  const bool Right =
      (Of.Allowed < 0 || Device.Most <= Allowed) && Device.Wrong == 0;
  char Limit[24] = "any";
  if (Of.Allowed >= 0)
    std::snprintf(Limit, sizeof Limit, "%g", Allowed);
  std::printf("| `%s` | %s | %.4g | %s | %s | %.4g | %ld | %ld |\n", Of.Name,
              sizeof(T) == 4 ? "float" : "double", Device.Most, Limit,
              places(Device, Of.IsOfTwo).c_str(), Host.Most, Device.Flushed,
              Device.Wrong);
  if (Device.Wrong)
    std::fprintf(stderr, "%s of %.9g, %.9g is of another kind\n", Of.Name,
                 Device.WrongX, Device.WrongY);
  std::fflush(stdout);
  return Right;
}

} // namespace

int main(int Count, char **Words) {
  const long Numbers = Count > 1 ? std::atol(Words[1]) : 1 << 15;
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  std::printf("| function | type | units | allowed | at | C library | flushed "
              "| of another kind |\n"
              "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  bool Right = true;
#define ROWS(name, reference, call, two, low, high, single, twice)             \
  Right &= measure<float>({#name "f", name##f_loop, call(name##f, float),      \
                           reference, two, low, high, single},                 \
                          Numbers);                                            \
  Right &= measure<double>({#name, name##_loop, call(name, double), reference, \
                            two, low, high, twice},                            \
                           Numbers);
#define OF_ONE(name, type) [](type X, type) -> type { return name(X); }
#define OF_TWO(name, type) [](type X, type Y) -> type { return name(X, Y); }
#define ONE(name, reference, low, high, single, twice)                         \
  ROWS(                                                                        \
      name,                                                                    \
      [](mpfr_t To, const mpfr_t X, const mpfr_t) {                            \
        reference(To, X, MPFR_RNDN);                                           \
      },                                                                       \
      OF_ONE, false, low, high, single, twice)
#define TWO(name, reference, low, high, single, twice)                         \
  ROWS(                                                                        \
      name,                                                                    \
      [](mpfr_t To, const mpfr_t X, const mpfr_t Y) {                          \
        reference(To, X, Y, MPFR_RNDN);                                        \
      },                                                                       \
      OF_TWO, true, low, high, single, twice)
#include "UlpFunctions.def"
  twofold_statistics Runs = {};
  Runs.struct_size = sizeof Runs;
  twofold_get_statistics(&Runs);
  std::printf(
      "\n%llu of %llu calls ran on a device\n",
      static_cast<unsigned long long>(Runs.calls_device),
      static_cast<unsigned long long>(Runs.calls_device + Runs.calls_native));
  return Right ? 0 : 1;
}
