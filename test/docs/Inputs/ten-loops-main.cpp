// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the guide's ten loops, and prints what is exact in any order of sums.
#include <cstdio>
#include <vector>

#include "loops.h"

extern "C" {
void saxpy(int n, float a, const float *x, float *y);
double dot(int n, const double *x, const double *y);
void smooth(int n, int m, float *in, float *out);
void multiply(int n, float *a, float *b, float *c);
void gather(int n, const int *at, const float *x, float *y);
void histogram(int n, const unsigned char *pixel, int *bins);
int clip(int n, float limit, float *x);
void medians(int n, const float *x, float *y);
void heat(int n, int steps, float *now, float *next);
}

static void print(const char *name, const std::vector<float> &values) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i)
    sum += values[i] * double(i % 7 + 1);
  std::printf("%s %.17g\n", name, sum);
}

int main() {
  const int side = 256, n = side * side;
  std::vector<float> x(n), y(n), z(n);
  std::vector<double> whole(n);
  std::vector<int> at(n), bins(256);
  std::vector<unsigned char> pixel(n);
  std::vector<Body> bodies(n);
  for (int i = 0; i < n; ++i) {
    x[i] = float(i % 100);
    y[i] = float(i % 7);
    whole[i] = i % 10;
    at[i] = i * 7 % n;
    pixel[i] = static_cast<unsigned char>(i * 31 % 251);
    bodies[i] = {float(i % 9), float(i % 5), 1};
  }
  saxpy(n, 2, x.data(), y.data());
  print("saxpy", y);
  std::printf("dot %g\n", dot(n, whole.data(), whole.data()));
  smooth(side, side, x.data(), y.data());
  print("smooth", y);
  multiply(side, x.data(), y.data(), z.data());
  print("multiply", z);
  gather(n, at.data(), x.data(), z.data());
  print("gather", z);
  histogram(n, pixel.data(), bins.data());
  for (int bin : {0, 100, 250, 255})
    std::printf("histogram %d\n", bins[bin]);
  std::printf("clip %d\n", clip(n, 50, x.data()));
  print("clip", x);
  std::printf("drift %g\n", drift(bodies, 0.5f));
  std::printf("drift %g\n", bodies[777].x);
  medians(n, z.data(), y.data());
  print("medians", y);
  heat(n, 20, x.data(), z.data());
  print("heat", x);
}
