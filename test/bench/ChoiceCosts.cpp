// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ChoiceCosts.cpp - what a call costs beside its loop ----------------===//
//
// Calls of a loop that does nothing, on a machine with a GPU that is never
// used: what is left is what the runtime does before and after. The least of
// many rounds.
//
//===----------------------------------------------------------------------===//
#include "Runtime.h"
#include "SiteBuilder.h"
#include "fake/FakeDevice.h"
#include "fake/FakeSupply.h"
#include "guard/HostGuard.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace twofold;
using namespace twofold::test;

namespace {

/// Three arrays of 4096 bytes an iteration. A GPU that has them is predicted to
/// be faster by a microsecond with 5,012 iterations; to bring them takes some
/// thousand times as long.
struct Loop {
  SiteBuilder B;
  std::vector<char> Arrays[3];

  explicit Loop(uint64_t Trips) {
    constexpr int64_t Each = 4096;
    int I = B.dim(0, 1, Trips);
    for (std::vector<char> &Memory : Arrays) {
      Memory.resize(Each * 5012);
      B.access(B.base(Memory.data(), "a"), Each,
               TWOFOLD_ACCESS_READ | TWOFOLD_ACCESS_ALWAYS |
                   (&Memory == Arrays ? TWOFOLD_ACCESS_WRITE : 0),
               {{Each, I}});
    }
    B.kernel("nothing", 1);
    B.site().ops = 9;
    B.site().native = [](void **, uint64_t, uint64_t) {};
    B.launch().num_threads = 1;
  }
};

double nanosecondsOfACall(DeviceRequest::Kind Device, Coherence Copies,
                          uint64_t Trips) {
  double Least = 1e300;
  for (unsigned Round = 0; Round < 25; ++Round) {
    FakeWorld World;
    RuntimeParts Parts;
    Parts.Set.Device.What = Device;
    Parts.Set.InlineOps = 1;
    Parts.Set.Copies = Copies;
    Parts.OpenDevices = [&](std::string &) {
      std::vector<std::unique_ptr<twofold::Device>> Out;
      Out.push_back(std::make_unique<FakeDevice>(World, DeviceKind::Gpu));
      return Out;
    };
    Parts.MakeSupply = [](const Settings &) {
      return std::make_unique<BuildingSupply>();
    };
    Parts.TraceTo = [](std::string_view) {};
    if (Copies == Coherence::Lazy)
      Parts.MakeGuard = [](GuardResolver &Resolver) {
        return std::make_unique<HostGuard>(Resolver);
      };
    Parts.InlineLimit = nullptr;
    // No call takes any time, which is no sample.
    Parts.Now = [] { return 0.0; };
    Runtime R(std::move(Parts));
    (void)R.devices();
    Loop Its(Trips);
    const twofold_site &Site = Its.B.site();
    const twofold_launch &Launch = Its.B.launch();
    for (unsigned Call = 0; Call < 50; ++Call)
      R.run(Site, Launch, Trips);
    constexpr unsigned Calls = 1000;
    auto Start = std::chrono::steady_clock::now();
    for (unsigned Call = 0; Call < Calls; ++Call)
      R.run(Site, Launch, Trips);
    std::chrono::duration<double, std::nano> Took =
        std::chrono::steady_clock::now() - Start;
    Least = std::min(Least, Took.count() / Calls);
  }
  return Least;
}

} // namespace

int main() {
  using Kind = DeviceRequest::Kind;
  double Told = nanosecondsOfACall(Kind::Native, Coherence::Eager, 8);
  double Settled = nanosecondsOfACall(Kind::Any, Coherence::Eager, 8);
  double Copied = nanosecondsOfACall(Kind::Any, Coherence::Eager, 5012);
  double Stays = nanosecondsOfACall(Kind::Any, Coherence::Lazy, 5012);
  std::printf("a call in nanoseconds, and what the choice adds\n"
              "  TWOFOLD_DEVICE=native            %7.1f\n"
              "  native for certain               %7.1f  %+7.1f\n"
              "  a GPU would win but for copies   %7.1f  %+7.1f\n"
              "  its three arrays are elsewhere   %7.1f  %+7.1f\n",
              Told, Settled, Settled - Told, Copied, Copied - Told, Stays,
              Stays - Told);
}
