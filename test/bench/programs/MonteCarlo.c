/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- MonteCarlo.c - the price of an option on an average ----------------===*\
|*
|* monte-carlo [PATHS] [STRIKES]: much to compute and no data but two sums, for
|* one strike after the other. Random numbers are counted, so that each path has
|* its own.
|*
\*===----------------------------------------------------------------------===*/
#include "Program.h"

#ifdef __CUDACC__
#define PATH_FUNCTION __device__ static
#else
#define PATH_FUNCTION static inline
#endif

enum { Days = 64 };

PATH_FUNCTION unsigned mix(unsigned x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/* What the option pays after one path. */
PATH_FUNCTION double payOff(long path, double strike) {
  double price = 100, sum = 0;
  for (int day = 0; day < Days; ++day) {
    unsigned one = mix((unsigned)path * 2u * Days + 2u * (unsigned)day);
    unsigned other = mix(one + 0x9e3779b9u);
    double angle = 6.283185307179586 * (other * (1.0 / 4294967296.0));
    double normal =
        sqrt(-2 * log((one + 1.0) * (1.0 / 4294967297.0))) * cos(angle);
    price *= exp(0.0001 + 0.0125 * normal);
    sum += price;
  }
  double average = sum / Days;
  return average > strike ? average - strike : 0;
}

#ifndef __CUDACC__
static double price(long paths, double strike, double *error) {
  double sum = 0, squares = 0;
  PARALLEL(reduction(+ : sum, squares) firstprivate(strike))
  for (long i = 0; i < paths; ++i) {
    double pays = payOff(i, strike);
    sum += pays;
    squares += pays * pays;
  }
  double mean = sum / (double)paths;
  *error = sqrt((squares / (double)paths - mean * mean) / (double)paths);
  return mean;
}
#else
__global__ void simulate(long paths, double strike, double *sums) {
  double sum = 0, squares = 0;
  for (long i = ITEM; i < paths; i += (long)gridDim.x * blockDim.x) {
    double pays = payOff(i, strike);
    sum += pays;
    squares += pays * pays;
  }
  addAll(sum, sums);
  __syncthreads();
  addAll(squares, sums + 1);
}

static double price(long paths, double strike, double *error) {
  static double *device;
  if (!device)
    device = deviceArray<double>(2);
  CUDA(cudaMemset(device, 0, 2 * sizeof *device));
  LAUNCH(simulate, 4096 * 256, paths, strike, device);
  double sums[2];
  download(sums, device, 2);
  double mean = sums[0] / (double)paths;
  *error = sqrt((sums[1] / (double)paths - mean * mean) / (double)paths);
  return mean;
}
#endif

int main(int count, char **values) {
  long paths = argument(count, values, 1, 1000000);
  int strikes = (int)argument(count, values, 2, 10);
  double check = 0;
  begin();
  for (int k = 0; k < strikes; ++k) {
    double error;
    check += price(paths, 95 + k, &error);
    check += error;
    step();
  }
  finish(check);
  return 0;
}
