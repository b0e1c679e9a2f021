// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of inner loops of OpenMP over what an iteration has for itself:
// every operator and type, every way to write the greatest and the least, and
// what is no reduction although it looks like one.
enum { ROWS = 40, N = 24 };
static int a[ROWS][N], out[ROWS], b[ROWS][N];
static double x[ROWS][N], y[ROWS];
static float f[ROWS][N], g[ROWS];
static long long wide[ROWS];
static unsigned char narrow[ROWS][N], small[ROWS];
static unsigned large[ROWS];
static _Bool truths[ROWS], given[ROWS][N];

#define ROW(TYPE, FIRST, OP, BODY, INTO)                                       \
  _Pragma("omp parallel for") for (int i = 0; i < ROWS; ++i) {                 \
    TYPE v = FIRST;                                                            \
    OP for (int j = 0; j < N; ++j) BODY;                                       \
    INTO = v;                                                                  \
  }
#define ADD _Pragma("omp simd reduction(+ : v)")
#define SUB _Pragma("omp simd reduction(- : v)")
#define MUL _Pragma("omp simd reduction(* : v)")
#define AND _Pragma("omp simd reduction(& : v)")
#define OR _Pragma("omp simd reduction(| : v)")
#define XOR _Pragma("omp simd reduction(^ : v)")
#define ALL _Pragma("omp simd reduction(&& : v)")
#define ANY _Pragma("omp simd reduction(|| : v)")
#define MAX _Pragma("omp simd reduction(max : v)")
#define MIN _Pragma("omp simd reduction(min : v)")

void greatest(void) {
  ROW(int, 3, MAX, v = a[i][j] > v ? a[i][j] : v, out[i])
  ROW(int, 3, MAX, v = v > a[i][j] ? v : a[i][j], out[i])
  ROW(int, 3, MAX, v = v >= a[i][j] ? v : a[i][j], out[i])
  ROW(int, 3, MAX, v = a[i][j] <= v ? v : a[i][j], out[i])
  ROW(int, 3, MAX, v = a[i][j] < v ? v : a[i][j], out[i])
  ROW(int, 3, MAX, v = v < a[i][j] ? a[i][j] : v, out[i])
  ROW(int, 3, MAX, v = v <= a[i][j] ? a[i][j] : v, out[i])
  ROW(int, 3, MAX, v = v < a[i][j] ? v : a[i][j], out[i])  // the least
  ROW(int, 3, MAX, v = v > a[i][j] ? v : b[i][j], out[i])  // of others
  ROW(int, 3, MAX, v = v == a[i][j] ? v : a[i][j], out[i]) // no order
  ROW(int, 3, MAX, v = a[i][j] > b[i][j] ? v : a[i][j], out[i])
  ROW(int, 3, MAX, if (v < a[i][j]) v = a[i][j], out[i])
  ROW(int, 3, MAX, if (v < a[i][j]) v = a[i][j]; else v = 3, out[i])
  ROW(int, 3, MAX, ++v, out[i])
  ROW(int, 3, MAX, v += a[i][j], out[i])
  ROW(double, 0.5, MAX, v = __builtin_fmax(v, x[i][j]), y[i])
  ROW(double, 0.5, MAX, v = __builtin_fmax(x[i][j], v), y[i])
  ROW(double, 0.5, MAX, v = __builtin_fmin(x[i][j], v), y[i])
  ROW(double, 0.5, MAX, v = __builtin_fmax(x[i][j], f[i][j]), y[i])
  ROW(double, 0.5, MAX, v = v > f[i][j] ? v : f[i][j], y[i])
  ROW(float, 0.5f, MAX, v = v > x[i][j] ? v : x[i][j], g[i])
  ROW(unsigned, 0, MAX, v = v > narrow[i][j] ? v : narrow[i][j], large[i])
  ROW(int, 0, MAX, v = v > narrow[i][j] ? v : narrow[i][j], out[i])
  ROW(unsigned char, 0, MAX, v = v > a[i][j] ? v : a[i][j], small[i])
  ROW(unsigned, 0, MAX, v = v > a[i][j] ? v : a[i][j], large[i])
  ROW(long long, 0, MAX, v = v > large[j] ? v : large[j], wide[i])
}

void least(void) {
  ROW(int, 3, MIN, v = a[i][j] < v ? a[i][j] : v, out[i])
  ROW(int, 3, MIN, v = v < a[i][j] ? v : a[i][j], out[i])
  ROW(int, 3, MIN, v = v <= a[i][j] ? v : a[i][j], out[i])
  ROW(int, 3, MIN, v = a[i][j] >= v ? v : a[i][j], out[i])
  ROW(int, 3, MIN, v = a[i][j] > v ? v : a[i][j], out[i])
  ROW(int, 3, MIN, v = v > a[i][j] ? v : a[i][j], out[i]) // the greatest
  ROW(int, 3, MIN, if (a[i][j] < v) v = a[i][j], out[i])
  ROW(double, 0.5, MIN, v = __builtin_fmin(v, x[i][j]), y[i])
  ROW(double, 0.5, MIN, v = __builtin_fmin(x[i][j], v), y[i])
  ROW(double, 0.5, MIN, v = __builtin_fmax(x[i][j], v), y[i])
}

void sums(void) {
  ROW(int, 3, ADD, v += a[i][j], out[i])
  ROW(int, 3, ADD, v -= a[i][j], out[i])
  ROW(int, 3, SUB, v -= a[i][j], out[i])
  ROW(int, 3, ADD, v = v + a[i][j] - b[i][j], out[i])
  ROW(int, 3, ADD, v = a[i][j] + (v - b[i][j]), out[i])
  ROW(int, 3, ADD, v = a[i][j] - v, out[i]) // changes its sign
  ROW(int, 3, ADD, v = a[i][j] > 2 ? v + a[i][j] : v, out[i])
  ROW(int, 3, ADD, v = a[i][j] > 2 ? v : v - 1, out[i])
  ROW(int, 3, ADD, v = a[i][j] > 2 ? 7 : v - 1, out[i])
  ROW(int, 3, ADD, v = v > 2 ? v : v - 1, out[i])
  ROW(int, 3, ADD, v = v, out[i])
  ROW(int, 3, ADD, ++v, out[i])
  ROW(int, 3, ADD, v--, out[i])
  ROW(int, 3, ADD, (v++, b[i][j] = j), out[i])
  ROW(int, 3, ADD, (v += 2, v -= a[i][j]), out[i])
  ROW(int, 3, ADD, (b[i][j] = v, ++v), out[i])
  ROW(int, 3, ADD, v *= a[i][j], out[i])
  ROW(int, 3, ADD, v += x[i][j], out[i]) // rounds each time
  ROW(long long, 3, ADD, v += a[i][j], wide[i])
  ROW(unsigned char, 3, ADD, v += a[i][j], small[i])
  ROW(unsigned char, 3, ADD, ++v, small[i])
  ROW(double, 3, ADD, v += f[i][j], y[i])
  ROW(float, 3, ADD, v += x[i][j], g[i])
  ROW(float, 3, ADD, v = v + f[i][j], g[i])
  ROW(float, 3, ADD, ++v, g[i])
  ROW(_Bool, 0, ADD, ++v, truths[i])
  ROW(_Bool, 0, ADD, v += a[i][j], truths[i])
}

void bits(void) {
  ROW(int, 3, MUL, v *= a[i][j], out[i])
  ROW(int, 3, MUL, v = a[i][j] * v, out[i])
  ROW(int, 3, MUL, ++v, out[i])
  ROW(int, 3, AND, v &= a[i][j], out[i])
  ROW(int, 3, OR, v |= a[i][j], out[i])
  ROW(int, 3, OR, v = a[i][j] | v | b[i][j], out[i])
  ROW(int, 3, XOR, v ^= a[i][j], out[i])
  ROW(unsigned char, 3, XOR, v ^= a[i][j], small[i])
  ROW(_Bool, 1, AND, v &= given[i][j], truths[i])
  ROW(_Bool, 0, OR, v |= given[i][j], truths[i])
  ROW(_Bool, 0, XOR, v ^= given[i][j], truths[i])
  ROW(_Bool, 1, MUL, v *= given[i][j], truths[i])
}

void logic(void) {
  ROW(int, 1, ALL, v = v && a[i][j], out[i])
  ROW(int, 1, ALL, v = a[i][j] && v, out[i])
  ROW(int, 1, ALL, if (a[i][j]) v = 0, out[i])
  ROW(int, 1, ALL, if (a[i][j]) v = 1, out[i])
  ROW(int, 0, ANY, v = v || a[i][j] > 3, out[i])
  ROW(int, 0, ANY, if (a[i][j]) v = 1, out[i])
  ROW(int, 0, ANY, if (a[i][j]) v = 2, out[i])
  ROW(int, 0, ANY, if (a[i][j]) v = 0, out[i])
  ROW(int, 0, ANY, if (a[i][j]) v = !v, out[i])
  ROW(_Bool, 0, ANY, v = v || given[i][j], truths[i])
  ROW(_Bool, 1, ALL, v = given[i][j] ? v && a[i][j] : v, truths[i])
  ROW(double, 0, ANY, v = v || x[i][j] > 3, y[i])
}

// Names that kernels have, and parts of arrays.
void parts(void) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; ++i) {
    int v[4] = {0, 0, 0, 0}, v_part = 3, part = i;
#pragma omp simd reduction(+ : v)
    for (int j = 0; j < N; ++j)
      v[j & 3] += a[i][j];
#pragma omp simd reduction(+ : part) reduction(max : v_part)
    for (int j = 0; j < N; ++j) {
      part += a[i][j];
      if (v_part < a[i][j])
        v_part = a[i][j];
    }
    out[i] = v[0] + v[1] * 2 + v[2] * 3 + v[3] + part + v_part;
  }
}
