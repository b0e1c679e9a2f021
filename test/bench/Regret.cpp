// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Regret.cpp - what the choice costs beside the best choice ----------===//
//
//   regret [--seconds N] [--least LOG2] [--most LOG2] [KERNEL...]
//
// Eight loops over sizes of 2^4 to 2^26 elements. Three processes, which have
// the same data, take turns: one runs natively, one on the OpenCL device (a
// GPU, else the CPU's), one where the runtime chooses. The regret of a size is
// what the third takes beyond the faster of the two others. After the table:
// the median and the 95th percentile.
//
// Threads sleep between turns, so that no process takes the cores of another.
// Within the seconds (60 unless said otherwise) as many sizes are measured as
// there is time for, those of all kernels alike.
//
//===----------------------------------------------------------------------===//
#include "Loops.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string>
#include <sys/wait.h>
#include <twofold/twofold.h>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::time_point Since) {
  return std::chrono::duration<double>(Clock::now() - Since).count();
}

/// Arrays of one size, for any of the kernels.
struct Data {
  long Count;
  int Order; ///< of a square matrix of as many elements
  std::vector<double> A, B, C;
  std::vector<float> F, G, H;

  /// Four for each body of the loop that is quadratic and never gets large.
  size_t floats() const { return size_t(Count) * (Count <= 1 << 18 ? 4 : 2); }

  explicit Data(unsigned Log2)
      : Count(1L << Log2), Order(int(std::sqrt(double(Count)))), A(Count, 1.5),
        B(Count, 2.5), C(Count, 0.5), F(floats(), 1.5f), G(floats(), 2.5f),
        H(floats(), 0.5f) {}
};

struct Kernel {
  const char *Name;
  void (*Run)(Data &);
};

const Kernel Kernels[] = {
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
       D.C[0] = twofold_loops.dot(D.A.data(), D.B.data(), D.Count) / 1e9;
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

/// A process that runs what it is told to.
class Worker {
  int ToIt = -1, FromIt = -1;
  pid_t Process = -1;

  struct Order {
    unsigned Kernel, Log2;
    double Seconds; ///< to run at least
    unsigned Calls; ///< at least
  };

  [[noreturn]] static void serve(int In, int Out) {
    std::unique_ptr<Data> D;
    Order O;
    while (read(In, &O, sizeof O) == sizeof O &&
           O.Kernel < std::size(Kernels)) {
      if (!D || D->Count != 1L << O.Log2)
        D = std::make_unique<Data>(O.Log2);
      // Once for pages and for the team, in no figure.
      Kernels[O.Kernel].Run(*D);
      Clock::time_point Start = Clock::now();
      unsigned Done = 0;
      do
        for (unsigned I = 0; I < O.Calls; ++I, ++Done)
          Kernels[O.Kernel].Run(*D);
      while (seconds(Start) < O.Seconds);
      twofold_sync_all();
      double Each = seconds(Start) / Done;
      if (write(Out, &Each, sizeof Each) != sizeof Each)
        break;
    }
    std::exit(0);
  }

public:
  /// Device: TWOFOLD_DEVICE; null: the runtime's choice.
  void start(const char *Device) {
    int Down[2], Up[2];
    if (pipe(Down) || pipe(Up))
      std::exit(2);
    Process = fork();
    if (Process == 0) {
      close(Down[1]);
      close(Up[0]);
      if (Device)
        setenv("TWOFOLD_DEVICE", Device, 1);
      else
        unsetenv("TWOFOLD_DEVICE");
      setenv("KMP_BLOCKTIME", "3", 1);
      serve(Down[0], Up[1]);
    }
    close(Down[0]);
    close(Up[1]);
    ToIt = Down[1];
    FromIt = Up[0];
  }

  /// Seconds of a call; below 0 when the process is gone.
  double run(unsigned Which, unsigned Log2, double Seconds, unsigned Calls) {
    usleep(5000); // the others' threads go to sleep
    Order O = {Which, Log2, Seconds, Calls};
    double Each = -1;
    if (write(ToIt, &O, sizeof O) != sizeof O ||
        read(FromIt, &Each, sizeof Each) != sizeof Each)
      return -1;
    return Each;
  }

  void stop() {
    // The processes forked later have its pipe open, too: it sees no end.
    Order End = {unsigned(std::size(Kernels)), 0, 0, 0};
    if (write(ToIt, &End, sizeof End) != sizeof End)
      kill(Process, SIGKILL);
    close(ToIt);
    close(FromIt);
    waitpid(Process, nullptr, 0);
  }
};

double median(std::vector<double> Values) {
  std::sort(Values.begin(), Values.end());
  return Values[Values.size() / 2];
}

} // namespace

int main(int Argc, char **Argv) {
  double Seconds = 60;
  unsigned Least = 4, Most = 26;
  std::vector<std::string> Names;
  for (int I = 1; I < Argc; ++I) {
    std::string Text = Argv[I];
    if (Text == "--seconds" && I + 1 < Argc)
      Seconds = std::atof(Argv[++I]);
    else if (Text == "--least" && I + 1 < Argc)
      Least = unsigned(std::atoi(Argv[++I]));
    else if (Text == "--most" && I + 1 < Argc)
      Most = unsigned(std::atoi(Argv[++I]));
    else
      Names.push_back(Text);
  }
  // Each process has 48 bytes for an element.
  while (Most > Least &&
         200.0 * double(1L << Most) >
             double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE)))
    --Most;
  const char *Device = std::getenv("REGRET_DEVICE");
  if (!Device)
    Device = "gpu";
  // Forked before this process has a thread.
  Worker Native, OpenCl, Auto;
  Native.start("native");
  OpenCl.start(Device);
  Auto.start(nullptr);

  std::printf("%-14s %4s %12s %12s %12s   %s\n", "loop", "2^n", "native us",
              "OpenCL us", "chosen us", "regret");
  const double Longest = 0.15; ///< native seconds of one call
  const double Point = 0.004;
  Clock::time_point Start = Clock::now();
  std::vector<double> Regrets;
  unsigned Skipped = 0;
  bool Failed = false;
  // Sizes in an order that covers all of them coarsely first.
  std::vector<unsigned> Sizes;
  for (unsigned Stride : {4u, 2u, 1u})
    for (unsigned Log2 = Least; Log2 <= Most; ++Log2)
      if ((Log2 - Least) % Stride == 0 &&
          std::find(Sizes.begin(), Sizes.end(), Log2) == Sizes.end())
        Sizes.push_back(Log2);
  std::vector<double> TooLong(std::size(Kernels), 1e300);
  for (unsigned Log2 : Sizes)
    for (unsigned K = 0; K < std::size(Kernels); ++K) {
      if (!Names.empty() &&
          std::none_of(Names.begin(), Names.end(), [&](const std::string &N) {
            return N == Kernels[K].Name;
          }))
        continue;
      if (seconds(Start) > Seconds || double(Log2) >= TooLong[K]) {
        ++Skipped;
        continue;
      }
      double First = Native.run(K, Log2, 0, 1);
      if (First > Longest) {
        TooLong[K] = std::min(TooLong[K], double(Log2));
        ++Skipped;
        continue;
      }
      // What the choice needs to learn the size: its first calls are no secret.
      (void)OpenCl.run(K, Log2, Point, 3);
      (void)Auto.run(K, Log2, 0.12, 16);
      std::vector<double> Times[3];
      for (int Round = 0; Round < 3; ++Round) {
        Worker *Turn[] = {&Native, &OpenCl, &Auto};
        for (int I = 0; I < 3; ++I) {
          int Who = (I + Round) % 3;
          Times[Who].push_back(Turn[Who]->run(K, Log2, Point, 1));
        }
      }
      double N = median(Times[0]), O = median(Times[1]), A = median(Times[2]);
      if (N < 0 || O < 0 || A < 0) {
        std::printf("%s: a process ended\n", Kernels[K].Name);
        Failed = true;
        break;
      }
      double Regret = A / std::min(N, O) - 1;
      Regrets.push_back(Regret);
      std::printf("%-14s %4u %12.2f %12.2f %12.2f   %+.1f %%\n",
                  Kernels[K].Name, Log2, 1e6 * N, 1e6 * O, 1e6 * A,
                  100 * Regret);
      std::fflush(stdout);
    }
  Native.stop();
  OpenCl.stop();
  Auto.stop();
  if (Regrets.empty())
    return 1;
  std::sort(Regrets.begin(), Regrets.end());
  std::printf("%zu sizes: median regret %+.1f %%, 95th percentile %+.1f %%, "
              "most %+.1f %%; %u not measured\n",
              Regrets.size(), 100 * Regrets[Regrets.size() / 2],
              100 * Regrets[Regrets.size() * 95 / 100], 100 * Regrets.back(),
              Skipped);
  return Failed;
}
