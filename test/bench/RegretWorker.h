// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegretWorker.h - a process that runs the loops it is told to -------===//
#ifndef TEST_BENCH_REGRETWORKER_H
#define TEST_BENCH_REGRETWORKER_H

#include <cstdint>
#include <sys/types.h>

/// The loops, by number: 0 .. regretLoops() - 1.
unsigned regretLoops();
const char *regretLoop(unsigned Number);

/// Nanoseconds since some moment.
double nanoseconds();

class RegretWorker {
public:
  struct Order {
    unsigned Loop, Log2; ///< 2^Log2 elements
    unsigned Calls;      ///< at least
    double Nanoseconds;  ///< at least
  };
  struct Answer {
    double Each = -1;    ///< nanoseconds of a call; below 0: it has ended
    double OnDevice = 0; ///< the part of the calls that ran there
    char Why[800] = {};  ///< the last choice of the cost model, as JSON
    bool ended() const { return Each < 0; }
  };

private:
  int ToIt = -1, FromIt = -1;
  pid_t Process = -1;

  [[noreturn]] static void serve(int In, int Out);

public:
  /// Device: TWOFOLD_DEVICE; null: the runtime's choice. To be called while the
  /// program has one thread.
  void start(const char *Device);
  Answer run(const Order &What);
  void stop();
};

#endif
