// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- WarmStart.cpp - what the kernel cache costs a program's start ------===//
//
// Twenty kernels whose binaries are in the cache: the time in which the driver
// loads the binaries alone, and that in which the cache finds, checks and loads
// them. In turns, so that both meet the same machine.
//
//===----------------------------------------------------------------------===//
#include "CacheEntry.h"
#include "KernelCache.h"
#include "opencl/ClDevices.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

using namespace twofold;

static constexpr unsigned Kernels = 20, Rounds = 15;

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
  std::vector<double> Driver, Cache, Files;
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    auto Start = std::chrono::steady_clock::now();
    {
      std::vector<std::unique_ptr<Program>> Loaded;
      for (unsigned I = 0; I != Kernels; ++I) {
        auto Each = On.load(source(I), Binaries[I]);
        if (!Each)
          return 1;
        Loaded.push_back(std::move(*Each));
      }
      Driver.push_back(milliseconds(Start));
    }

    Start = std::chrono::steady_clock::now();
    {
      KernelCache Warm({Folder});
      for (unsigned I = 0; I != Kernels; ++I) {
        bool Cached = false;
        if (!Warm.get(On, source(I), &Cached) || !Cached)
          return 1;
      }
      Cache.push_back(milliseconds(Start));
    }

    Start = std::chrono::steady_clock::now();
    CacheStore Store({Folder});
    for (unsigned I = 0; I != Kernels; ++I)
      if (!Store.get(cacheKey(On.facts(), source(I))))
        return 1;
    Files.push_back(milliseconds(Start));
  }
  std::printf("%s, %u kernels, medians of %u rounds\n"
              "  the driver loads their binaries  %8.2f ms\n"
              "  the cache finds and loads them   %8.2f ms   %+.2f\n"
              "  of which directory and files     %8.2f ms\n",
              On.facts().Name.c_str(), Kernels, Rounds, median(Driver),
              median(Cache), median(Cache) - median(Driver), median(Files));
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
