// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegretWorker.cpp - a process that runs the loops it is told to -----===//
#include "RegretWorker.h"
#include "Loops.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <malloc.h>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <twofold/twofold.h>
#include <unistd.h>

namespace {

/// Where arrays lie relative to each other matters to short loops: the same in
/// all processes.
template <typename T> class Array {
  std::unique_ptr<char, decltype(&std::free)> Memory{nullptr, &std::free};
  T *First = nullptr;

public:
  Array(size_t Count, T Value, size_t Number) {
    constexpr size_t Page = 4096, Apart = 5 * 64;
    size_t Offset = Number * Apart;
    size_t Bytes = (Offset + Count * sizeof(T) + Page - 1) / Page * Page;
    Memory.reset(static_cast<char *>(std::aligned_alloc(Page, Bytes)));
    if (!Memory)
      std::exit(2);
    First = reinterpret_cast<T *>(Memory.get() + Offset);
    std::fill_n(First, Count, Value);
  }
  T *data() { return First; }
};

/// Arrays of one size, for any of the loops.
struct Data {
  long Count;
  int Order; ///< of a square matrix of as many elements
  Array<double> A, B, C;
  Array<float> F, G, H;

  /// Four for each body of the loop that is quadratic and never gets large.
  size_t floats() const { return size_t(Count) * (Count <= 1 << 18 ? 4 : 2); }

  explicit Data(unsigned Log2)
      : Count(1L << Log2), Order(int(std::sqrt(double(Count)))),
        A(Count, 1.5, 0), B(Count, 2.5, 1), C(Count, 0.5, 2),
        F(floats(), 1.5f, 3), G(floats(), 2.5f, 4), H(floats(), 0.5f, 5) {}
};

struct Loop {
  const char *Name;
  void (*Run)(Data &);
};

const Loop Loops[] = {
    {"add",
     [](Data &D) {
       twofold_loops.add(D.A.data(), D.B.data(), D.C.data(), D.Count);
     }},
    {"triad",
     [](Data &D) {
       twofold_loops.triad(D.A.data(), D.B.data(), D.C.data(), 3, D.Count);
     }},
    {"dot",
     [](Data &D) {
       *D.C.data() = twofold_loops.dot(D.A.data(), D.B.data(), D.Count) / 1e9;
     }},
    {"jacobi",
     [](Data &D) { twofold_loops.jacobi(D.A.data(), D.B.data(), D.Order); }},
    {"gemm",
     [](Data &D) {
       twofold_loops.gemm_ijk(D.F.data(), D.G.data(), D.H.data(), D.Order);
     }},
    {"nbody",
     [](Data &D) {
       twofold_loops.nbody(reinterpret_cast<body *>(D.F.data()),
                           reinterpret_cast<body *>(D.G.data()), int(D.Count));
     }},
    {"black_scholes",
     [](Data &D) {
       twofold_loops.black_scholes(D.F.data(), D.F.data() + D.Count, D.G.data(),
                                   D.H.data(), D.G.data() + D.Count, 0.02f,
                                   0.3f, int(D.Count));
     }},
    {"mandelbrot",
     [](Data &D) {
       twofold_loops.mandelbrot(reinterpret_cast<int *>(D.F.data()), D.Order,
                                200);
     }},
};

uint64_t callsOnDevice() {
  twofold_statistics Now = {};
  Now.struct_size = sizeof Now;
  twofold_get_statistics(&Now);
  return Now.calls_device;
}

/// The last receipt.
void explain(char (&Into)[800]) {
  std::string Text(twofold_receipts_json(nullptr, 0) + 4096, '\0');
  Text.resize(std::min(twofold_receipts_json(Text.data(), Text.size()),
                       Text.size() - 1));
  size_t Last = Text.rfind('{');
  if (Last != std::string::npos)
    Text.substr(Last).copy(Into, sizeof Into - 1);
}

} // namespace

unsigned regretLoops() { return unsigned(std::size(Loops)); }
const char *regretLoop(unsigned Number) { return Loops[Number].Name; }

double nanoseconds() {
  return std::chrono::duration<double, std::nano>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void RegretWorker::serve(int In, int Out) {
  // Where blocks lie depends on what was freed before, unless it is told: large
  // ones have pages of their own.
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
  std::unique_ptr<Data> D;
  Order O;
  while (read(In, &O, sizeof O) == sizeof O && O.Loop < std::size(Loops)) {
    if (!D || D->Count != 1L << O.Log2) {
      D.reset();
      D = std::make_unique<Data>(O.Log2);
    }
    const Loop &L = Loops[O.Loop];
    // Once for pages and for the team, in no figure.
    L.Run(*D);
    uint64_t Before = callsOnDevice();
    double Start = nanoseconds();
    unsigned Done = 0;
    do
      for (unsigned I = 0; I < O.Calls; ++I, ++Done)
        L.Run(*D);
    while (nanoseconds() - Start < O.Nanoseconds);
    twofold_sync_all();
    Answer A;
    A.Each = (nanoseconds() - Start) / Done;
    A.OnDevice = double(callsOnDevice() - Before) / Done;
    explain(A.Why);
    if (write(Out, &A, sizeof A) != sizeof A)
      break;
  }
  std::exit(0);
}

void RegretWorker::start(const char *Device) {
  int Down[2], Up[2];
  if (pipe(Down) || pipe(Up))
    std::exit(2);
  Process = fork();
  if (Process == 0) {
    close(Down[1]);
    close(Up[0]);
    if (Device)
      setenv("TWOFOLD_DEVICE", Device, 1);
    else {
      unsetenv("TWOFOLD_DEVICE");
      // The last receipts, at its end.
      if (const char *To = getenv("REGRET_RECEIPTS"))
        setenv("TWOFOLD_RECEIPTS", To, 1);
    }
    // Threads that spin between turns take the cores of another process.
    setenv("KMP_BLOCKTIME", "3", 1);
    // Measured once by each process, it would not be the same in all.
    setenv("TWOFOLD_INLINE_OPS", "16384", 0);
    serve(Down[0], Up[1]);
  }
  close(Down[0]);
  close(Up[1]);
  ToIt = Down[1];
  FromIt = Up[0];
}

RegretWorker::Answer RegretWorker::run(const Order &What) {
  usleep(5000); // the others' threads go to sleep
  Answer Out;
  if (write(ToIt, &What, sizeof What) != sizeof What ||
      read(FromIt, &Out, sizeof Out) != sizeof Out)
    return {};
  return Out;
}

void RegretWorker::stop() {
  // The processes forked later have its pipe open, too: it sees no end.
  Order End = {unsigned(std::size(Loops)), 0, 0, 0};
  if (write(ToIt, &End, sizeof End) != sizeof End)
    kill(Process, SIGKILL);
  close(ToIt);
  close(FromIt);
  waitpid(Process, nullptr, 0);
}
