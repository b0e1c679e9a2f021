/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- ResidenceLoops.h - loops whose data stays where it is --------------===*\
|*
|* The same source, once with annotations and once without. Grids are cubes of
|* n elements a side, as PolyBench has them.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TEST_BENCH_RESIDENCELOOPS_H
#define TEST_BENCH_RESIDENCELOOPS_H

#ifdef __cplusplus
extern "C" {
#endif

/* One step is two sweeps: from a to b, and back. The borders stay. */
struct residence_loops {
  void (*jacobi2d)(long n, int steps, double *a, double *b);
  void (*heat3d)(long n, int steps, double *a, double *b);
  void (*scale)(long n, double by, const double *from, double *to);
  long (*sum)(long n, const long *from);
};

extern const struct residence_loops residence_twofold;
extern const struct residence_loops residence_serial;

#ifdef __cplusplus
}
#endif
#endif
