// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RuntimeBench.h - a runtime with one fake device --------------------===//
#ifndef TWOFOLD_TEST_RUNTIME_RUNTIMEBENCH_H
#define TWOFOLD_TEST_RUNTIME_RUNTIMEBENCH_H

#include "ExampleLoop.h"
#include "Runtime.h"
#include "fake/FakeDevice.h"
#include "fake/FakeSupply.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

namespace twofold::test {

/// Reports go to Told.
class Bench {
public:
  FakeWorld World;
  FakeDevice *Opened = nullptr;
  unsigned Opens = 0;
  /// By which calls are measured, in nanoseconds: they take no time, which is
  /// no sample, unless something moves it.
  std::atomic<double> Time{0};
  double TimeOfALook = 0;          ///< looking at the clock moves it by so much
  std::atomic<int64_t> Seconds{0}; ///< by which launches become old
  std::mutex ToldLock;
  std::string Told;
  std::unique_ptr<Runtime> R;

  explicit Bench(Settings Set, DeviceKind Kind = DeviceKind::Gpu,
                 bool HasDevice = true, Regions::GuardMaker MakeGuard = {}) {
    World.Kernels["example"] = ExampleLoop::kernel;
    RuntimeParts Parts;
    Parts.Set = Set;
    Parts.OpenDevices = [this, Kind, HasDevice](std::string &WhyNone) {
      ++Opens;
      std::vector<std::unique_ptr<Device>> Out;
      if (HasDevice) {
        auto Made = std::make_unique<FakeDevice>(World, Kind);
        Opened = Made.get();
        Out.push_back(std::move(Made));
      } else
        WhyNone = "nothing here";
      return Out;
    };
    Parts.MakeSupply = [](const Settings &) {
      return std::make_unique<BuildingSupply>();
    };
    Parts.TraceTo = [this](std::string_view Text) {
      std::lock_guard<std::mutex> Guard(ToldLock);
      Told += Text;
    };
    Parts.MakeGuard = std::move(MakeGuard);
    Parts.InlineLimit = nullptr;
    Parts.Now = [this] { return Time.fetch_add(TimeOfALook); };
    R = std::make_unique<Runtime>(std::move(Parts));
    R->regions().setClock([this] {
      return LaunchLog::Clock::time_point(std::chrono::seconds(Seconds.load()));
    });
  }

  void run(ExampleLoop &Loop) {
    R->run(Loop.B.site(), Loop.B.launch(), Loop.B.trips());
  }
  const Statistics &counts() const { return R->statistics(); }
};

inline Settings asked(DeviceRequest::Kind What) {
  Settings Set;
  Set.Device.What = What;
  Set.InlineOps = 1;
  Set.Build = BuildPolicy::Wait;
  Set.Copies = Coherence::Eager; // LazyBench.h: the other ways
  return Set;
}

inline Settings gpu() { return asked(DeviceRequest::Kind::Gpu); }

} // namespace twofold::test

#endif
