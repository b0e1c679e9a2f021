// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- InfoCommand.cpp - twofold info -------------------------------------===//
#include "tool/Commands.h"

#include "report/Trace.h"
#include "tool/JsonLines.h"

#include <cstdio>
#include <thread>

using namespace twofold;
using namespace twofold::tool;

static int tellAsJson(const std::vector<std::unique_ptr<Device>> &Devices,
                      const std::string &WhyNone) {
  JsonLines Lines;
  for (const auto &Each : Devices) {
    const DeviceFacts &Facts = Each->facts();
    Lines.add({{"device", Facts.Name},
               {"number", uint64_t(&Each - Devices.data())},
               {"gpu", Facts.Kind == DeviceKind::Gpu},
               {"platform", Facts.Platform},
               {"version", Facts.DeviceVersion},
               {"driver", Facts.DriverVersion},
               {"driver_build", Facts.DriverBuild},
               {"compute_units", uint64_t(Facts.ComputeUnits)},
               {"memory", uint64_t(Facts.GlobalMemory)},
               {"largest_buffer", uint64_t(Facts.MaxAllocation)},
               {"local_memory", uint64_t(Facts.LocalMemory)},
               {"fp64", bool(Facts.Fp64)},
               {"fp16", bool(Facts.Fp16)},
               {"atomics64", bool(Facts.Int64Atomics)}});
  }
  if (!WhyNone.empty())
    Lines.add({{"not_used", WhyNone}});
  Lines.print();
  return Devices.empty() ? 3 : 0;
}

int twofold::tool::infoCommand(Words Arguments) {
  const bool Json = takeJson(Arguments);
  const bool Again = !Arguments.empty() && Arguments[0] == "--again";
  if (Arguments.size() > size_t(Again))
    return misused("info does not know '" + Arguments.back() + "'");
  std::string WhyNone;
  auto Devices = openDevicesAsPrograms(Again, WhyNone);
  if (Json)
    return tellAsJson(Devices, WhyNone);
  std::printf("the CPU: threads on %s\n",
              formatCount(std::thread::hardware_concurrency(), "core").c_str());
  for (const auto &Each : Devices) {
    const DeviceFacts &Facts = Each->facts();
    bool Gpu = Facts.Kind == DeviceKind::Gpu;
    std::printf("%s: %s\n", Facts.Name.c_str(),
                Gpu ? "chosen where it is predicted to be faster"
                    : "a CPU: used only when asked for (TWOFOLD_DEVICE=cpu, "
                      "device(cpu))");
    std::printf("  number %td; %s, %s, driver %s\n", &Each - Devices.data(),
                Facts.Platform.c_str(), Facts.DeviceVersion.c_str(),
                Facts.DriverVersion.c_str());
    if (!Facts.DriverBuild.empty())
      std::printf("  driver build %s\n", Facts.DriverBuild.c_str());
    std::printf("  %s, %s memory, %s largest buffer, %s local "
                "memory\n",
                formatCount(Facts.ComputeUnits, "compute unit").c_str(),
                formatBytes(double(Facts.GlobalMemory)).c_str(),
                formatBytes(double(Facts.MaxAllocation)).c_str(),
                formatBytes(double(Facts.LocalMemory)).c_str());
    std::printf("  double precision: %s; half precision: %s; 64-bit atomics: "
                "%s\n",
                Facts.Fp64 ? "yes" : "no", Facts.Fp16 ? "yes" : "no",
                Facts.Int64Atomics ? "yes" : "no");
  }
  if (!WhyNone.empty())
    std::printf("%s: %s\n",
                Devices.empty() ? "no OpenCL device was found" : "not used",
                WhyNone.c_str());
  return Devices.empty() ? 3 : 0;
}
