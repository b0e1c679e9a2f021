// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "opencl/ClDevices.h"

#include "opencl/ClDevice.h"
#include "opencl/ClFacts.h"
#include "system/Files.h"
#include "system/SignalHold.h"

#include <cstdlib>

namespace twofold {

void addReason(std::string &Reasons, const std::string &Reason) {
  if (!Reasons.empty())
    Reasons += "; ";
  Reasons += Reason;
}

/// Appends the platform's usable devices; the rest go to `Reasons`.
static void openPlatform(const std::shared_ptr<const ClApi> &Api,
                         cl_platform_id Platform,
                         const TransferOptions &Transfers,
                         const std::shared_ptr<CopyThreads> &Crew,
                         std::vector<std::unique_ptr<Device>> &Devices,
                         std::string &Reasons) {
  Result<std::string> Name = platformName(*Api, Platform);
  if (!Name)
    return addReason(Reasons, Name.error().Message);
  const bool Pocl = *Name == "Portable Computing Language";
  // PoCL links each kernel with the system's linker, and aborts the process
  // when there is none.
  if (Pocl && findExecutable(std::getenv("PATH"), "ld").empty())
    return addReason(Reasons,
                     *Name + ": needs the linker ld, which is not on PATH");

  Result<std::vector<cl_device_id>> Handles = devicesOf(*Api, Platform);
  if (!Handles)
    return addReason(Reasons, *Name + ": " + Handles.error().Message);
  if (Handles->empty())
    return addReason(Reasons, *Name + ": no devices" +
                                  (Pocl ? ", as where it can write no kernels: "
                                          "POCL_CACHE_DIR names a folder for "
                                          "them"
                                        : ""));

  for (cl_device_id Handle : *Handles) {
    auto Opened =
        ClDevice::create(Api, Platform, *Name, Handle, Transfers, Crew);
    if (Opened)
      Devices.push_back(std::move(*Opened));
    else
      addReason(Reasons, *Name + ": " + Opened.error().Message);
  }
}

std::vector<std::unique_ptr<Device>>
openDevices(const char *Library, std::string &WhyNone,
            const TransferOptions &Transfers) {
  WhyNone.clear();
  std::vector<std::unique_ptr<Device>> Devices;
  const QuietThreads Quiet;
  const DriverHandlers Expected;
  auto Api = loadCl(Library);
  if (!Api) {
    WhyNone = Api.error().Message;
    return Devices;
  }
  auto Platforms = platformsOf((*Api)->clGetPlatformIDs);
  if (!Platforms) {
    WhyNone = "the OpenCL loader: " + Platforms.error().Message;
    return Devices;
  }
  if (Platforms->empty())
    WhyNone = "no OpenCL platform is installed";
  auto Crew = std::make_shared<CopyThreads>();
  for (cl_platform_id Platform : *Platforms)
    openPlatform(*Api, Platform, Transfers, Crew, Devices, WhyNone);
  return Devices;
}

std::vector<std::unique_ptr<Device>> openDevices(std::string &WhyNone) {
  return openDevices("libOpenCL.so.1", WhyNone);
}

std::vector<std::unique_ptr<Device>>
openDrivers(const std::vector<std::string> &Libraries, std::string &WhyNone) {
  WhyNone.clear();
  std::vector<std::unique_ptr<Device>> Devices;
  const QuietThreads Quiet;
  const DriverHandlers Expected;
  auto Crew = std::make_shared<CopyThreads>();
  for (const std::string &Library : Libraries) {
    auto Platforms = loadDriver(Library.c_str());
    if (!Platforms) {
      addReason(WhyNone, Library + ": " + Platforms.error().Message);
      continue;
    }
    for (const DriverPlatform &Each : *Platforms)
      openPlatform(Each.Api, Each.Platform, {}, Crew, Devices, WhyNone);
  }
  return Devices;
}

} // namespace twofold
