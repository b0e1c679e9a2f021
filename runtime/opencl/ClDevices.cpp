// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ClDevices.cpp - the OpenCL devices of this machine ----------------===//
#include "ClDevices.h"

#include "../SignalHold.h"
#include "ClDevice.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace twofold {

bool findExecutable(const char *Path, const char *Name) {
  if (!Path)
    return false;
  std::string_view Rest = Path;
  while (true) {
    size_t Colon = std::min(Rest.find(':'), Rest.size());
    if (Colon) {
      std::string File = std::string(Rest.substr(0, Colon)) + "/" + Name;
      struct stat Info;
      if (stat(File.c_str(), &Info) == 0 && S_ISREG(Info.st_mode) &&
          access(File.c_str(), X_OK) == 0)
        return true;
    }
    if (Colon == Rest.size())
      return false;
    Rest.remove_prefix(Colon + 1);
  }
}

static void addReason(std::string &Reasons, const std::string &Reason) {
  if (!Reasons.empty())
    Reasons += "; ";
  Reasons += Reason;
}

static Result<std::string> platformName(const ClApi &Api,
                                        cl_platform_id Platform) {
  size_t Size = 0;
  cl_int Code =
      Api.clGetPlatformInfo(Platform, CL_PLATFORM_NAME, 0, nullptr, &Size);
  std::string Name(Size, '\0');
  if (Code == CL_SUCCESS && Size)
    Code = Api.clGetPlatformInfo(Platform, CL_PLATFORM_NAME, Size, Name.data(),
                                 nullptr);
  if (Code != CL_SUCCESS)
    return clError("clGetPlatformInfo", Code);
  Name.resize(std::min(Name.find('\0'), Name.size()));
  return Name;
}

/// Appends the platform's usable devices; the rest go to `Reasons`.
static void openPlatform(const std::shared_ptr<const ClApi> &Api,
                         cl_platform_id Platform,
                         const TransferOptions &Transfers,
                         const std::shared_ptr<CopyCrew> &Crew,
                         std::vector<std::unique_ptr<Device>> &Devices,
                         std::string &Reasons) {
  Result<std::string> Name = platformName(*Api, Platform);
  if (!Name)
    return addReason(Reasons, Name.error().Message);
  // PoCL links each kernel with the system's linker, and aborts the process
  // when there is none.
  if (*Name == "Portable Computing Language" &&
      !findExecutable(std::getenv("PATH"), "ld"))
    return addReason(Reasons,
                     *Name + ": needs the linker ld, which is not on PATH");

  const cl_device_type Types =
      CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
  cl_uint Count = 0;
  cl_int Code = Api->clGetDeviceIDs(Platform, Types, 0, nullptr, &Count);
  std::vector<cl_device_id> Handles(Count);
  if (Code == CL_SUCCESS && Count)
    Code = Api->clGetDeviceIDs(Platform, Types, Count, Handles.data(), &Count);
  if (Code != CL_SUCCESS)
    return addReason(Reasons,
                     *Name + ": " + clError("clGetDeviceIDs", Code).Message);
  Handles.resize(std::min<size_t>(Handles.size(), Count));
  if (Handles.empty())
    return addReason(Reasons, *Name + ": no devices");

  for (cl_device_id Handle : Handles) {
    auto Opened = ClDevice::create(Api, *Name, Handle, Transfers, Crew);
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
  cl_uint Count = 0;
  cl_int Code = (*Api)->clGetPlatformIDs(0, nullptr, &Count);
  std::vector<cl_platform_id> Platforms(Count);
  if (Code == CL_SUCCESS && Count)
    Code = (*Api)->clGetPlatformIDs(Count, Platforms.data(), &Count);
  if (Code != CL_SUCCESS && clErrorCode(Code) != ErrorCode::Unavailable) {
    WhyNone = clError("clGetPlatformIDs", Code).Message;
    return Devices;
  }
  Platforms.resize(
      Code == CL_SUCCESS ? std::min<size_t>(Platforms.size(), Count) : 0);
  if (Platforms.empty())
    WhyNone = "no OpenCL platform is installed";
  auto Crew = std::make_shared<CopyCrew>();
  for (cl_platform_id Platform : Platforms)
    openPlatform(*Api, Platform, Transfers, Crew, Devices, WhyNone);
  return Devices;
}

std::vector<std::unique_ptr<Device>> openDevices(std::string &WhyNone) {
  return openDevices("libOpenCL.so.1", WhyNone);
}

} // namespace twofold
