// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WarmStart.cpp - what the kernel cache costs a program's start ------===//
//
// Twenty kernels whose binaries are in the cache: the time in which the driver
// loads the binaries alone, and that in which the cache finds, checks and loads
// them. In turns, so that both meet the same machine; and the cache's own part,
// with a device that loads in no time. Medians, and the least.
//
//===----------------------------------------------------------------------===//
#include "cache/KernelCache.h"
#include "opencl/ClDevices.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace twofold;

static constexpr unsigned Kernels = 20, Rounds = 30;

static double milliseconds(std::chrono::steady_clock::time_point Start) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - Start)
      .count();
}

static ProgramSource source(unsigned Number) {
  std::string Name = "k" + std::to_string(Number);
  return {Name,
          "kernel void " + Name +
              "(global float *x, float a) { size_t i = get_global_id(0); "
              "x[i] = a * x[i] + " +
              std::to_string(Number) + ".0f * sqrt(x[i]); }\n",
          "-cl-std=CL1.2"};
}

static double median(std::vector<double> Times) {
  std::sort(Times.begin(), Times.end());
  return Times[Times.size() / 2];
}

namespace {

struct NoProgram final : Program {
  std::vector<uint8_t> binary() const override { return {}; }
  size_t maxGroupSize() const override { return 1; }
};

/// Has another's facts, and loads anything at once.
class NoDevice final : public Device {
  const DeviceFacts Facts;

  static Error none() { return {ErrorCode::Unsupported, "", ""}; }

public:
  explicit NoDevice(DeviceFacts Facts) : Facts(std::move(Facts)) {}
  const DeviceFacts &facts() const override { return Facts; }
  Result<std::unique_ptr<Buffer>> allocate(size_t) override { return none(); }
  Result<std::unique_ptr<Buffer>> wrap(void *, size_t) override {
    return none();
  }
  Result<std::unique_ptr<Queue>> createQueue() override { return none(); }
  Result<std::unique_ptr<Program>> build(const ProgramSource &) override {
    return none();
  }
  Result<std::unique_ptr<Program>> load(const ProgramSource &,
                                        const std::vector<uint8_t> &) override {
    return std::unique_ptr<Program>(std::make_unique<NoProgram>());
  }
};

} // namespace

static int measure(Device &On, const std::string &Folder) {
  std::vector<std::vector<uint8_t>> Binaries;
  {
    KernelCache Cold({Folder});
    for (unsigned I = 0; I != Kernels; ++I) {
      auto Built = Cold.get(On, source(I), nullptr);
      if (!Built) {
        std::fprintf(stderr, "%s\n", Built.error().Message.c_str());
        return 1;
      }
      Binaries.push_back((*Built)->binary());
    }
  }
  std::vector<double> Driver, Cache, Own;
  auto Load = [&](std::vector<double> &Times) {
    auto Start = std::chrono::steady_clock::now();
    std::vector<std::unique_ptr<Program>> Loaded;
    for (unsigned I = 0; I != Kernels; ++I) {
      auto Each = On.load(source(I), Binaries[I]);
      if (!Each)
        return false;
      Loaded.push_back(std::move(*Each));
    }
    Times.push_back(milliseconds(Start));
    return true;
  };
  auto Find = [&](Device &For, std::vector<double> &Times) {
    auto Start = std::chrono::steady_clock::now();
    KernelCache Warm({Folder});
    for (unsigned I = 0; I != Kernels; ++I) {
      bool Cached = false;
      if (!Warm.get(For, source(I), &Cached) || !Cached)
        return false;
    }
    Times.push_back(milliseconds(Start));
    return true;
  };
  NoDevice None(On.facts());
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    // What one leaves behind burdens the next: not always the same.
    bool Good = true;
    for (unsigned Turn = 0; Turn != 2; ++Turn)
      Good &= (Round + Turn) % 2 ? Find(On, Cache) : Load(Driver);
    if (!Good || !Find(None, Own))
      return 1;
  }
  auto Tell = [](const char *What, const std::vector<double> &Times) {
    std::printf("  %s %8.2f ms, at least %8.2f\n", What, median(Times),
                *std::min_element(Times.begin(), Times.end()));
  };
  std::printf("%s, %u kernels, medians of %u rounds\n", On.facts().Name.c_str(),
              Kernels, Rounds);
  Tell("the driver loads their binaries", Driver);
  Tell("the cache finds and loads them ", Cache);
  Tell("the cache without the driver   ", Own);
  return 0;
}

int main() {
  std::string Folder =
      std::filesystem::temp_directory_path() / "twofold-XXXXXX";
  if (!mkdtemp(Folder.data()))
    return 1;
  std::string WhyNone;
  auto Devices = openDevices(WhyNone);
  if (Devices.empty())
    std::fprintf(stderr, "%s\n", WhyNone.c_str());
  int Status = Devices.empty() ? 3 : 0;
  for (size_t I = 0; I != Devices.size(); ++I)
    Status |= measure(*Devices[I], Folder + "/" + std::to_string(I));
  std::filesystem::remove_all(Folder);
  return Status;
}
