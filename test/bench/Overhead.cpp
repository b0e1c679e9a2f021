// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Overhead.cpp - what the annotation costs a loop of few iterations --===//
//
// Nanoseconds per call of a[i] = b[i] + c[i]: the serial loop, OpenMP with
// if(0), and Twofold, which runs it on the calling thread.
//
//===----------------------------------------------------------------------===//
#include "Loops.h"
#include "Rounds.h"

#include <cstdio>
#include <cstdlib>

int main() {
  setenv("TWOFOLD_DEVICE", "native", 0);
  double A[256] = {}, B[256] = {}, C[256] = {};
  std::printf("%-10s %s\n", "iterations",
              "ns per call: serial, OpenMP if(0), Twofold; Twofold - serial");
  for (int N : {0, 1, 4, 16, 64, 256}) {
    Rounds R;
    int Count = 200000;
    for (const loops *L : {&serial_loops, &openmp_loops, &twofold_loops})
      R.add([&, L] {
        return clocked([&] {
                 for (int I = 0; I < Count; ++I)
                   L->tiny(A, B, C, N);
               }) /
               Count;
      });
    R.run(15);
    double Serial = 1e9 * R.time(0).Median, Twofold = 1e9 * R.time(2).Median;
    std::printf("%-10d %.1f  %.1f  %.1f   %+.1f\n", N, Serial,
                1e9 * R.time(1).Median, Twofold, Twofold - Serial);
  }
}
