// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ResidenceStencils.cpp - steps on data that stays where it is -------===//
#include "Residence.h"

#include <cstring>

namespace {

struct Stencil {
  const char *Name;
  unsigned Rank;
  long Side;
  decltype(residence_loops::jacobi2d) Twofold, Serial;
};

class StencilRun {
  HandResident &Hand;
  const Stencil What;
  const int Steps;
  const size_t Count;
  Doubles A{Count}, B{Count}, Out{Count};
  cl_kernel Kernel;
  cl_mem First, Second;

  static size_t power(size_t Side, unsigned Rank) {
    return Rank == 2 ? Side * Side : Side * Side * Side;
  }

  void handSteps() {
    std::vector<size_t> Items(What.Rank, size_t(What.Side - 2));
    for (int Sweep = 0; Sweep < 2 * Steps; ++Sweep) {
      Hand.set(Kernel, 0, Sweep % 2 ? Second : First);
      Hand.set(Kernel, 1, Sweep % 2 ? First : Second);
      Hand.set(Kernel, 2, cl_long(What.Side));
      Hand.launch(Kernel, Items);
    }
  }
  void handWhole(const Doubles &From) {
    Hand.write(First, From.data(), From.bytes());
    Hand.write(Second, From.data(), From.bytes());
    handSteps();
    Hand.read(Out.data(), First, Out.bytes());
  }
  void twofoldSteps() { What.Twofold(What.Side, Steps, A.data(), B.data()); }

public:
  StencilRun(HandResident &Hand, const Stencil &What, int Steps)
      : Hand(Hand), What(What), Steps(Steps),
        Count(power(size_t(What.Side), What.Rank)),
        Kernel(Hand.kernel(What.Name)), First(Hand.buffer(A.bytes())),
        Second(Hand.buffer(A.bytes())) {}
  ~StencilRun() {
    Hand.release(First);
    Hand.release(Second);
  }

  /// Bytes on the host and on the device.
  static size_t room(const Stencil &What) {
    return 5 * power(size_t(What.Side), What.Rank) * sizeof(double);
  }

  bool same(const Doubles &X, const Doubles &Y) {
    return !std::memcmp(X.data(), Y.data(), X.bytes());
  }

  /// Whether the three programs agree in every bit; what each has moved.
  void check(bool WithSerial, double &Ours, double &Theirs) {
    Doubles Input(Count);
    for (Doubles *D : {&A, &B, &Input})
      D->fill();
    size_t HandBefore = Hand.ToDevice + Hand.ToHost;
    handWhole(Input);
    Theirs = mib(Hand.ToDevice + Hand.ToHost - HandBefore);
    Moved Before = moved();
    twofoldSteps();
    bool Same = same(A, Out); // the host looks at all of A
    Moved After = moved();
    Ours = mib(After.ToDevice - Before.ToDevice + After.ToHost - Before.ToHost);
    if (Same && WithSerial) {
      A.fill(), B.fill();
      What.Serial(What.Side, Steps, A.data(), B.data());
      Same = same(A, Out);
    }
    if (!Same) {
      std::fprintf(stderr, "residence: %s %ld: the results differ\n", What.Name,
                   What.Side);
      std::exit(1);
    }
  }

  void measure(int Count) {
    double Ours, Theirs;
    check(A.bytes() <= (size_t(2) << 20), Ours, Theirs);
    Doubles Input(this->Count);
    Input.fill();
    Rounds R;
    R.add([&] { return clocked([&] { handWhole(Input); }); });
    R.add([&] {
      A.fill(), B.fill();
      return clocked([&] {
        twofoldSteps();
        twofold_sync(A.data(), A.bytes());
      });
    });
    // What the contenders before have left on the device.
    R.add([&] {
      return clocked([&] {
        handSteps();
        Hand.read(Out.data(), First, PageBytes);
      });
    });
    R.add([&] {
      return clocked([&] {
        twofoldSteps();
        // The boundary is never written, so nobody would wait for it.
        look(A.data() + A.bytes() / sizeof(double) / 2);
      });
    });
    R.run(Count);
    Spread Step = R.ratio(3, 2), Whole = R.ratio(1, 0);
    std::printf("%-8s %5ld %6d %10.2f %10.2f  x%.2f [%.2f-%.2f]  %9.2f %9.2f  "
                "x%.2f [%.2f-%.2f]  %9.1f %9.1f\n",
                What.Name, What.Side, Steps, 1e6 * R.time(2).Median / Steps,
                1e6 * R.time(3).Median / Steps, Step.Median, Step.Min, Step.Max,
                1e3 * R.time(0).Median, 1e3 * R.time(1).Median, Whole.Median,
                Whole.Min, Whole.Max, Theirs, Ours);
    std::fflush(stdout);
  }
};

} // namespace

void measureStencils(HandResident &Hand, const ResidenceOptions &Given) {
  std::printf("\nstencils: us of a step by hand, Twofold, ratio [min-max]; ms "
              "of the whole program by hand, Twofold, ratio; MiB moved by "
              "hand, Twofold\n");
  for (unsigned Rank : {2u, 3u})
    // 2800 and 200 are PolyBench's largest.
    for (long Side : Rank == 2 ? std::vector<long>{256, 1024, 2800, 4096, 8192}
                               : std::vector<long>{64, 200, 256, 512}) {
      const residence_loops &T = residence_twofold, &S = residence_serial;
      Stencil What = {Rank == 2 ? "jacobi2d" : "heat3d", Rank, Side,
                      Rank == 2 ? T.jacobi2d : T.heat3d,
                      Rank == 2 ? S.jacobi2d : S.heat3d};
      size_t Room = StencilRun::room(What);
      bool Large = Room > (size_t(16) << 20);
      if ((Given.Small && Large) || Room > Hand.Memory / 2 ||
          (!Hand.Gpu && Room > (size_t(64) << 20)))
        continue;
      int Steps = Given.Steps ? Given.Steps
                  : Hand.Gpu  ? 1000
                  : Large     ? 20
                              : 100;
      StencilRun(Hand, What, Steps)
          .measure(Room > (size_t(1) << 30) ? 3
                   : Given.Small            ? 3
                                            : 7);
    }
}
