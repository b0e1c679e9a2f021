/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- options.c - prices of options, by a formula and by chance ---------===*\
|*
|*   options [OUTPUT_FOLDER]
|*
|* Black and Scholes' formula for many options, and the same prices as the mean
|* of random paths. Random numbers are a function of the path's number (a hash),
|* so that they are the same in any order. Functions of math.h may differ in the
|* last bit from one device to another: sums must agree to 1e-12.
\*===----------------------------------------------------------------------===*/
#include "measure.h"

#include <math.h>
#include <stdint.h>

enum { Options = 200000, Priced = 4, Paths = 1 << 19 };

struct option {
  double spot, strike, years;
};

static const double Rate = 0.02, Volatility = 0.3;

static double normal(double x) { return 0.5 * erfc(-x * 0.70710678118654752); }

static double call_price(struct option o) {
  double spread = Volatility * sqrt(o.years);
  double d = (log(o.spot / o.strike) +
              (Rate + 0.5 * Volatility * Volatility) * o.years) /
             spread;
  return o.spot * normal(d) -
         o.strike * exp(-Rate * o.years) * normal(d - spread);
}

static void by_formula(double *restrict price,
                       const struct option *restrict option, int n) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    price[i] = call_price(option[i]);
}

/* 53 random bits as a number above 0 and below 1, from a counter: a step of
 * SplitMix64, https://doi.org/10.1145/2714064.2660195. */
static double uniform(uint64_t counter) {
  uint64_t z = (counter + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return ((double)(z >> 11) + 0.5) * 0x1p-53;
}

/* Two prices a pair of random numbers (Box and Muller), each of which counts
 * with its mirror image. */
static double by_chance(struct option o, int64_t paths) {
  double drift = (Rate - 0.5 * Volatility * Volatility) * o.years;
  double spread = Volatility * sqrt(o.years);
  double sum = 0.0;
#pragma omp parallel for reduction(+ : sum)
#pragma twofold parallel for
  for (int64_t p = 0; p < paths; ++p) {
    double radius = sqrt(-2.0 * log(uniform(2 * (uint64_t)p)));
    double z = radius * cos(6.283185307179586 * uniform(2 * (uint64_t)p + 1));
    double up = o.spot * exp(drift + spread * z) - o.strike;
    double down = o.spot * exp(drift - spread * z) - o.strike;
    sum += 0.5 * ((up > 0.0 ? up : 0.0) + (down > 0.0 ? down : 0.0));
  }
  return exp(-Rate * o.years) * sum / (double)paths;
}

int main(int argc, char **argv) {
  (void)argc, (void)argv; /* there is no picture to write */
  struct option *option = (struct option *)allocate(sizeof *option * Options);
  double *price = (double *)allocate(sizeof *price * Options);
  for (int i = 0; i < Options; ++i) {
    option[i].spot = 50.0 + i % 101;
    option[i].strike = 60.0 + i % 83;
    option[i].years = 0.1 + 0.01 * (i % 397);
  }

  double times[Repetitions], chance[Priced];
  for (int r = 0; r < Repetitions; ++r) {
    double start = seconds_now();
    by_formula(price, option, Options);
    for (int k = 0; k < Priced; ++k)
      chance[k] = by_chance(option[k], Paths);
    times[r] = seconds_now() - start;
  }

  double check = 0.0;
  for (int i = 0; i < Options; ++i)
    check += price[i];
  for (int k = 0; k < Priced; ++k) {
    check += chance[k];
    /* A million paths are right to a few hundredths. */
    if (fabs(chance[k] - price[k]) > 0.1) {
      fprintf(stderr, "options: %g by chance, %g by the formula\n", chance[k],
              price[k]);
      return 1;
    }
  }
  report("options", times, check);
  free(option);
  free(price);
  return 0;
}
