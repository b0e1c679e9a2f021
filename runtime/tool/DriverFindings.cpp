// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverFindings.cpp - OpenCL's loader, drivers and devices ----------===//
#include "device/DeviceTable.h"
#include "opencl/DriverFiles.h"
#include "report/Trace.h"
#include "tool/Commands.h"
#include "tool/Findings.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <link.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace twofold;
using namespace twofold::tool;
namespace fs = std::filesystem;

static const char *const NoDriver =
    "where loops are to run on a device, install your GPU vendor's OpenCL "
    "driver, or pocl-opencl-icd for the CPU";

static bool lookAtLoader(Findings &Into) {
  void *Loader = dlopen("libOpenCL.so.1", RTLD_LAZY | RTLD_LOCAL);
  if (!Loader) {
    Into.note("loader", std::string("OpenCL's is not there: ") + dlerror(),
              "where loops are to run on a device, install the package "
              "ocl-icd-libopencl1");
    return false;
  }
  const link_map *Map = nullptr;
  const bool Known = dlinfo(Loader, RTLD_DI_LINKMAP, &Map) == 0 && Map;
  Into.fine("loader", Known ? Map->l_name : "libOpenCL.so.1");
  return true;
}

/// Why the library cannot be loaded, found out by another process, which may
/// crash or hang; empty: it can.
static std::string whyNotLoaded(const std::string &Library) {
  int Pipe[2];
  if (pipe(Pipe) != 0)
    return "";
  const pid_t Child = fork();
  if (Child == 0) {
    alarm(10);
    if (!dlopen(Library.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
      const std::string Why = dlerror();
      (void)!write(Pipe[1], Why.data(), Why.size());
    }
    _exit(0);
  }
  close(Pipe[1]);
  std::string Why;
  char Piece[512];
  for (ssize_t Got;
       Child > 0 && (Got = read(Pipe[0], Piece, sizeof(Piece))) > 0;)
    Why.append(Piece, size_t(Got));
  close(Pipe[0]);
  int How = 0;
  if (Child > 0 && waitpid(Child, &How, 0) == Child && WIFSIGNALED(How))
    Why = WTERMSIG(How) == SIGALRM
              ? "loading it takes more than 10 s"
              : std::string("loading it ends in ") + strsignal(WTERMSIG(How));
  return Why;
}

/// Files that loaders pass over without a word.
static void lookAtSilentFiles(Findings &Into,
                              const std::vector<DriverFile> &Drivers) {
  std::error_code Error;
  const char *Folder = std::getenv("OCL_ICD_VENDORS");
  if (!Folder || !*Folder)
    Folder = std::getenv("OPENCL_VENDOR_PATH");
  if (!Folder || !*Folder)
    Folder = "/etc/OpenCL/vendors";
  if (!fs::is_directory(Folder, Error))
    return;
  for (const auto &Each : fs::directory_iterator(Folder, Error)) {
    bool Used = Each.path().extension() != ".icd";
    for (const DriverFile &Driver : Drivers)
      Used = Used || Driver.Source == Each.path();
    if (!Used)
      Into.wrong("drivers",
                 Each.path().string() +
                     (access(Each.path().c_str(), R_OK) == 0
                          ? " names no library"
                          : std::string(": ") + strerror(errno)),
                 "make the file readable, or install its driver again");
  }
}

static void lookAtDriverFiles(Findings &Into) {
  const auto Drivers = installedDrivers(
      [](const char *Name) -> const char * { return std::getenv(Name); });
  for (const DriverFile &Each : Drivers) {
    const std::string Why = whyNotLoaded(Each.Library);
    if (Why.empty())
      Into.fine("drivers", Each.Source + " names " + Each.Library);
    else
      Into.wrong("drivers", Each.Source + ": " + Why,
                 "install the driver that the file belongs to, or remove it");
  }
  lookAtSilentFiles(Into, Drivers);
  if (Drivers.empty())
    Into.note("drivers", "no OpenCL driver is installed; loops run on threads",
              NoDriver);
}

/// GPUs whose device files this user may not open.
static void lookAtDeviceFiles(Findings &Into) {
  std::error_code Error;
  std::vector<fs::path> Files = {"/dev/kfd", "/dev/nvidiactl",
                                 "/dev/nvidia-uvm"};
  for (const auto &Each : fs::directory_iterator("/dev/dri", Error))
    if (Each.path().filename().string().starts_with("renderD"))
      Files.push_back(Each.path());
  for (const fs::path &Each : Files)
    if (fs::exists(Each, Error) && access(Each.c_str(), R_OK | W_OK) != 0)
      Into.wrong("permissions", Each.string() + ": " + strerror(errno),
                 "add yourself to the group that the file belongs to (often "
                 "render or video) and log in again");
}

static void lookAtDevices(Findings &Into) {
  std::string WhyNone;
  DeviceTable Devices([&](std::string &Why) {
    auto Opened = openDevicesAsPrograms(false, WhyNone);
    Why = WhyNone;
    return Opened;
  });
  for (const auto &Each : Devices.all())
    Into.fine("devices", Each->facts().Name + " of " + Each->facts().Platform +
                             (Each->facts().Kind == DeviceKind::Gpu
                                  ? ""
                                  : "; a CPU, used only when asked for"));
  const DeviceRequest Asked =
      Settings::read([](const char *Name) { return std::getenv(Name); },
                     [](const std::string &) {})
          .Device;
  if (Asked.What != DeviceRequest::Kind::Any &&
      Asked.What != DeviceRequest::Kind::Native && !Asked.endsNatively() &&
      !Devices.find(Asked))
    Into.wrong("devices",
               "TWOFOLD_DEVICE asks for a device that is not there: " +
                   Devices.whyAbsent(Asked),
               "`twofold info` has the names and numbers of what is there");
  if (!WhyNone.empty())
    Into.wrong("devices", WhyNone,
               "once the driver is mended, `twofold info --again` tries it "
               "again");
}

void twofold::tool::lookAtDrivers(Findings &Into) {
  const bool Loader = lookAtLoader(Into);
  const size_t Before = Into.all().size();
  lookAtDriverFiles(Into);
  const bool Some = Into.all().size() > Before &&
                    Into.all()[Before].What != Finding::Kind::Note;
  lookAtDeviceFiles(Into);
  if (Loader && Some)
    lookAtDevices(Into);
}
