// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Residence.h - what the measurements of residence share -------------===//
#ifndef TEST_BENCH_RESIDENCE_H
#define TEST_BENCH_RESIDENCE_H

#include "HandResident.h"
#include "ResidenceLoops.h"
#include "Rounds.h"
#include "twofold/twofold.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

inline constexpr size_t PageBytes = 4096;

struct ResidenceOptions {
  bool Small = false;
  int Steps = 0; ///< 0: chosen by device
};

/// Doubles as malloc gives them.
class Doubles {
  std::unique_ptr<double, decltype(&std::free)> Memory{nullptr, &std::free};

public:
  const size_t Count;
  explicit Doubles(size_t Count)
      : Memory(static_cast<double *>(std::malloc(Count * sizeof(double))),
               &std::free),
        Count(Count) {
    if (!Memory) {
      std::fprintf(stderr, "residence: no host memory\n");
      std::exit(1);
    }
  }
  double *data() const { return Memory.get(); }
  size_t bytes() const { return Count * sizeof(double); }
  void fill() {
    for (size_t I = 0; I < Count; ++I)
      data()[I] = double(I % 1021) / 1021;
  }
};

struct Moved {
  uint64_t ToDevice, ToHost;
};

inline Moved moved() {
  twofold_statistics Now = {};
  Now.struct_size = sizeof Now;
  twofold_get_statistics(&Now);
  return {Now.bytes_to_device, Now.bytes_to_host};
}

inline double mib(uint64_t Bytes) { return double(Bytes) / (1 << 20); }

/// Waits for loops that have written the data, as clFinish does, and looks at
/// one page of it.
inline void look(const double *At) { twofold_sync(At, PageBytes); }

/// Stencils of many steps whose data stays on the device.
void measureStencils(HandResident &Hand, const ResidenceOptions &Given);

#endif
