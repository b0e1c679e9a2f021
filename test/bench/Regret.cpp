// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Regret.cpp - what the choice costs beside the best choice ----------===//
//
//   regret [--seconds N] [--least LOG2] [--most LOG2] [LOOP...]
//
// Eight loops over sizes of 2^4 to 2^26 elements. Five processes with the same
// data take turns: two run natively, two on the OpenCL device (REGRET_DEVICE,
// as TWOFOLD_DEVICE; a GPU unless it is set), one where the runtime chooses. A
// time is the least mean of several turns, a side's the lesser of its two
// processes. Of each size: the regret of the choice, which is what was chosen
// in the times of the sides; the regret of the process that chooses; and by how
// much the two processes of the better side differ (RegretFigures.h). Then what
// looks worst is measured again, all five of it, while there is time. After the
// table: median, 95th percentile and maximum of all three, the sizes on a wrong
// side, and the worst ones with the last choice's grounds.
//
// It is of steady programs: before a size is timed, the process that chooses
// runs the loop at least 30 times as long as a native call takes, and 0.3 s.
// Results are looked at (twofold_sync_all) at the end of each turn. It ends
// after --seconds (200) and at most one further size.
//
//===----------------------------------------------------------------------===//
#include "RegretFigures.h"
#include "RegretWorker.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

enum Who { Native, OpenCl, Auto, Again, ThereAgain, Everyone };

constexpr double Turn = 3e6;      ///< nanoseconds, at least
constexpr double Warming = 0.3e9; ///< of the choice, at least
constexpr double Longest = 150e6; ///< of a native call
constexpr unsigned Turns = 7;
/// Beyond it a size is measured again.
constexpr double Suspicious = 0.02;

struct Cell {
  unsigned Loop, Log2;
  double Best[Everyone];
  double OnDevice = 0;
  std::string Why;
  bool Ended = false;

  RegretFigures figures() const {
    return {{Best[Native], Best[Again]},
            {Best[OpenCl], Best[ThereAgain]},
            Best[Auto],
            OnDevice};
  }
  bool suspicious() const {
    const RegretFigures F = figures();
    return std::max({F.ofChoice(), F.ofProcess(), F.noise()}) > Suspicious;
  }
};

class Bench {
  RegretWorker Workers[Everyone];
  double Start = nanoseconds(), Limit;
  std::string Told; ///< the last receipt before the size that is measured

public:
  explicit Bench(double Seconds, const char *Device) : Limit(1e9 * Seconds) {
    Workers[Native].start("native");
    Workers[OpenCl].start(Device);
    Workers[Auto].start(nullptr);
    Workers[Again].start("native");
    Workers[ThereAgain].start(Device);
  }
  ~Bench() {
    for (RegretWorker &W : Workers)
      W.stop();
  }

  bool over() const { return nanoseconds() - Start > Limit; }

  double native(unsigned Loop, unsigned Log2) {
    return Workers[Native].run({Loop, Log2, 1, 0}).Each;
  }

  /// The part of the calls that run there in a process that has to.
  double onDevice(unsigned Loop) {
    return Workers[OpenCl].run({Loop, 8, 1, 0}).OnDevice;
  }

  /// OpenCL is set up and kernels are built while native variants serve.
  void prepare(unsigned Loop, unsigned Log2, double Nanoseconds) {
    (void)Workers[Auto].run({Loop, Log2, 1, Nanoseconds});
  }

  /// What the choice needs to learn the size.
  void warm(Cell &C, double EachNatively) {
    for (double &Time : C.Best)
      Time = 1e300;
    Told = Workers[Auto].run({C.Loop, C.Log2, 1, 0}).Why;
    auto First = Workers[OpenCl].run({C.Loop, C.Log2, 1, 0});
    // A device that is that slow needs no more than one call.
    if (!First.ended() && First.Each > 50e6 && First.Each > 5 * EachNatively)
      C.Best[OpenCl] = First.Each;
    (void)Workers[Auto].run(
        {C.Loop, C.Log2, 16, std::clamp(30 * EachNatively, Warming, 4e9)});
  }

  /// Calls of a turn, by what one takes. On a device they last longer: what the
  /// host looks at in the end comes home then, and is to weigh as little as in
  /// a program that goes on; and as much for the choice as for the device.
  static unsigned callsOf(double Each, bool OnDevice) {
    double Calls = (OnDevice ? 10 : 1) * Turn / std::max(Each, 1.0);
    return unsigned(std::clamp(Calls, OnDevice ? 32.0 : 1.0, 1e6));
  }

  void measure(Cell &C) {
    bool Slow = C.Best[OpenCl] < 1e300 && C.Best[OpenCl] > 50e6 &&
                C.Best[OpenCl] > 5 * std::min(C.Best[Native], 1e300);
    double EachNative = 1e300, EachDevice = 1e300;
    for (unsigned Try = 0; Try < 2; ++Try) {
      RegretWorker::Answer A = Workers[Native].run({C.Loop, C.Log2, 1, Turn}),
                           B;
      B.Each = 1e300;
      if (!Slow)
        B = Workers[OpenCl].run({C.Loop, C.Log2, 1, Turn});
      C.Ended |= A.ended() || B.ended();
      if (C.Ended)
        return;
      EachNative = std::min(EachNative, A.Each);
      EachDevice = std::min(EachDevice, B.Each);
    }
    // Where the choice ran until now.
    bool Chose =
        !Slow && Workers[Auto].run({C.Loop, C.Log2, 1, 0}).OnDevice > 0.5;
    double Began = nanoseconds(), OnDevice = 0;
    unsigned Done = 0;
    for (; Done < Turns; ++Done) {
      // Long calls need fewer turns.
      if (Done >= 3 && nanoseconds() - Began > 0.8e9)
        break;
      for (unsigned I = 0; I < Everyone; ++I) {
        unsigned Who = (I + Done) % Everyone;
        if ((Who == OpenCl || Who == ThereAgain) && Slow)
          continue;
        const bool There =
            Who == OpenCl || Who == ThereAgain || (Who == Auto && Chose);
        RegretWorker::Answer A = Workers[Who].run(
            {C.Loop, C.Log2, callsOf(There ? EachDevice : EachNative, There),
             0});
        if (Who == Auto)
          Chose = !Slow && A.OnDevice > 0.5;
        C.Ended |= A.ended();
        if (A.ended())
          return;
        C.Best[Who] = std::min(C.Best[Who], A.Each);
        if (Who == Auto) {
          OnDevice += A.OnDevice;
          C.Why = A.Why == Told ? "" : A.Why;
        }
      }
    }
    C.OnDevice = OnDevice / Done;
  }
};

void print(const Cell &C) {
  const RegretFigures F = C.figures();
  std::printf("%-14s %4u %12.2f %12.2f %12.2f %8.0f %% %+8.1f %% %+8.1f %% "
              "%+8.1f %%\n",
              regretLoop(C.Loop), C.Log2, F.native() / 1e3, F.device() / 1e3,
              F.Chosen / 1e3, 100 * C.OnDevice, 100 * F.ofChoice(),
              100 * F.ofProcess(), 100 * F.noise());
  std::fflush(stdout);
}

/// "median +x %, 95th percentile +y %, most +z %".
std::string spread(const std::vector<double> &Values) {
  char Text[100] = "nothing";
  if (!Values.empty())
    std::snprintf(Text, sizeof Text,
                  "median %+.1f %%, 95th percentile %+.1f %%, most %+.1f %%",
                  100 * percentile(Values, 0.5), 100 * percentile(Values, 0.95),
                  100 * percentile(Values, 1));
  return Text;
}

/// The field's text in an object of receipts.
std::string field(const std::string &Json, const std::string &Name) {
  size_t At = Json.find("\"" + Name + "\": ");
  if (At == std::string::npos)
    return "?";
  At += Name.size() + 4;
  if (Json[At] == '"')
    return Json.substr(At + 1, Json.find('"', At + 1) - At - 1);
  return Json.substr(At, Json.find_first_of(",}", At) - At);
}

void summarize(std::vector<Cell> Cells, unsigned Skipped) {
  std::vector<double> OfChoice, OfProcess, Noise;
  std::string Wrong;
  unsigned WrongSides = 0;
  for (const Cell &C : Cells) {
    const RegretFigures F = C.figures();
    OfChoice.push_back(F.ofChoice());
    OfProcess.push_back(F.ofProcess());
    Noise.push_back(F.noise());
    if (!F.onWrongSide())
      continue;
    ++WrongSides;
    char Text[100];
    std::snprintf(Text, sizeof Text, " %s 2^%u (%+.0f %%)", regretLoop(C.Loop),
                  C.Log2, 100 * F.ofChoice());
    Wrong += Text;
  }
  std::sort(Cells.begin(), Cells.end(), [](const Cell &A, const Cell &B) {
    return A.figures().ofProcess() > B.figures().ofProcess();
  });
  std::printf("\nworst processes:\n");
  for (size_t I = 0; I < std::min<size_t>(Cells.size(), 24); ++I) {
    const Cell &C = Cells[I];
    const RegretFigures F = C.figures();
    auto Of = [&](const char *Name) { return field(C.Why, Name); };
    std::printf("%-14s 2^%-2u %+.1f %% (its choice %+.1f %%, the better side's "
                "other process %+.1f %%)",
                regretLoop(C.Loop), C.Log2, 100 * F.ofProcess(),
                100 * F.ofChoice(), 100 * F.noise());
    if (C.Why.empty()) {
      std::printf(": nothing to choose\n");
      continue;
    }
    std::printf(": last on %s, "
                "because %s; predicted natively %s ns (%s), on the device %s "
                "ns (%s) and %s ns of copies\n",
                Of("ran").c_str(), Of("why").c_str(), Of("native_ns").c_str(),
                Of("native_from").c_str(), Of("device_ns").c_str(),
                Of("device_from").c_str(), Of("device_copies_ns").c_str());
  }
  std::printf("\n%zu sizes\nregret of the choice:      %s\n"
              "of the process:            %s\n"
              "between the better side's: %s\n",
              Cells.size(), spread(OfChoice).c_str(), spread(OfProcess).c_str(),
              spread(Noise).c_str());
  std::printf("%u on a wrong side (by more than %.0f %%)%s%s\n", WrongSides,
              100 * RegretFigures::Wrong, WrongSides ? ":" : "", Wrong.c_str());
  std::printf("%u sizes not measured: native calls beyond %.0f ms, or no "
              "time\n",
              Skipped, Longest / 1e6);
}

} // namespace

int main(int Argc, char **Argv) {
  double Seconds = 200;
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
         250.0 * double(1L << Most) >
             double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE)))
    --Most;
  std::vector<unsigned> Loops;
  for (unsigned L = 0; L < regretLoops(); ++L)
    if (Names.empty() ||
        std::find(Names.begin(), Names.end(), regretLoop(L)) != Names.end())
      Loops.push_back(L);
  const char *Device = std::getenv("REGRET_DEVICE");
  Bench All(Seconds, Device ? Device : "gpu");

  // Without one all five would run natively, and their noise would be regret.
  if (Loops.empty() || All.onDevice(Loops.front()) < 1) {
    std::printf("no such loop, or no device that REGRET_DEVICE names\n");
    return 1;
  }

  // Sizes in an order that covers all of them coarsely first.
  std::vector<unsigned> Sizes;
  for (unsigned Stride : {4u, 2u, 1u})
    for (unsigned Log2 = Least; Log2 <= Most; ++Log2)
      if ((Log2 - Least) % Stride == 0 &&
          std::find(Sizes.begin(), Sizes.end(), Log2) == Sizes.end())
        Sizes.push_back(Log2);
  for (unsigned L : Loops) {
    unsigned Log2 = Least;
    while (Log2 + 2 <= std::min(Most, 22u) && All.native(L, Log2) < 2e6)
      Log2 += 2;
    All.prepare(L, Log2, L == Loops.front() ? 2e9 : 0.4e9);
  }

  std::printf("%-14s %4s %12s %12s %12s %10s %10s %10s %10s\n", "loop", "2^n",
              "native us", "OpenCL us", "chosen us", "on device", "choice",
              "process", "others");
  std::vector<Cell> Cells;
  std::vector<unsigned> TooLong(regretLoops(), ~0u);
  unsigned Skipped = 0;
  for (unsigned Log2 : Sizes)
    for (unsigned L : Loops) {
      if (All.over() || Log2 >= TooLong[L]) {
        ++Skipped;
        continue;
      }
      double Each = All.native(L, Log2);
      if (Each > Longest) {
        TooLong[L] = std::min(TooLong[L], Log2);
        ++Skipped;
        continue;
      }
      Cell C{L, Log2, {}, 0, "", Each < 0};
      All.warm(C, Each);
      All.measure(C);
      if (C.Ended) {
        std::printf("%s, 2^%u: a process ended\n", regretLoop(L), Log2);
        return 1;
      }
      print(C);
      Cells.push_back(C);
    }
  if (Cells.empty())
    return 1;
  // Small sizes first, in their order: a size is set up once.
  std::sort(Cells.begin(), Cells.end(), [](const Cell &A, const Cell &B) {
    return A.Log2 != B.Log2 ? A.Log2 < B.Log2 : A.Loop < B.Loop;
  });
  std::printf("measured again:\n");
  for (unsigned Pass = 0; Pass < 2; ++Pass)
    for (Cell &C : Cells)
      if (!All.over() && !C.Ended && C.suspicious()) {
        All.measure(C);
        if (!C.Ended)
          print(C);
      }
  summarize(std::move(Cells), Skipped);
  return 0;
}
