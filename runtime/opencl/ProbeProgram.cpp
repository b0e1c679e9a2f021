// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- ProbeProgram.cpp - opens drivers where that hurts nobody -----------===//
//
// A program of its own, carried by the runtime as bytes (DriverProbe.h). It
// does what the runtime is about to do: it opens the loader, or the driver that
// its argument names, asks all devices for their facts, and sends a few bytes
// to one of each platform and back. Descriptor 3 gets a line of each of
//
//   begun           before anything is opened
//   variable NAME   an environment variable that somebody has asked for
//   file PATH       a library that was loaded
//   gpu             a GPU that the runtime could use
//   done            nothing has crashed
//
// It ends with ProbeClosedFiles where a driver has closed what it did not open:
// in the program those would be the program's. And with ProbeSetAlarm where a
// driver has left a timer behind whose signal would end the program.
#include "opencl/ClFacts.h"
#include "opencl/ClLoader.h"
#include "opencl/DriverProbe.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <link.h>
#include <sys/time.h>
#include <unistd.h>

using namespace twofold;

extern char **environ;

static void tell(const char *What, const char *Of) {
  char Line[4200];
  size_t First = std::strlen(What), Second = std::strlen(Of);
  if (First + Second + 1 > sizeof Line || std::strchr(Of, '\n'))
    return;
  std::memcpy(Line, What, First);
  std::memcpy(Line + First, Of, Second);
  Line[First + Second] = '\n';
  (void)!write(3, Line, First + Second + 1);
}

/// Once for each name, more or less. Any thread, and before main().
static void noteVariable(const char *Name) {
  static std::array<std::atomic<uint64_t>, 1024> Known;
  uint64_t Hash = 14695981039346656037u;
  for (const char *C = Name; *C; ++C)
    Hash = (Hash ^ uint64_t((unsigned char)*C)) * 1099511628211u;
  Hash |= 1;
  for (size_t I = 0; I < Known.size(); ++I) {
    uint64_t There = 0;
    auto &Place = Known[(Hash + I) % Known.size()];
    if (Place.compare_exchange_strong(There, Hash))
      return tell("variable ", Name);
    if (There == Hash)
      return;
  }
}

/// Stands before the C library's for whatever is loaded.
extern "C" __attribute__((visibility("default"))) char *
getenv(const char *Name) noexcept {
  noteVariable(Name);
  size_t Length = std::strlen(Name);
  for (char **Each = environ; Each && *Each; ++Each)
    if (!std::strncmp(*Each, Name, Length) && (*Each)[Length] == '=')
      return *Each + Length + 1;
  return nullptr;
}

extern "C" __attribute__((visibility("default"))) char *
secure_getenv(const char *Name) noexcept {
  return getenv(Name);
}

/// What it answers is of no interest, as long as it does.
static void exercise(const ClApi &Api, cl_device_id Device) {
  cl_int Code = CL_SUCCESS;
  cl_context Context =
      Api.clCreateContext(nullptr, 1, &Device, nullptr, nullptr, &Code);
  if (Code != CL_SUCCESS)
    return;
  cl_command_queue Queue = Api.clCreateCommandQueue(Context, Device, 0, &Code);
  if (Code == CL_SUCCESS) {
    char Bytes[64] = {};
    cl_mem Memory = Api.clCreateBuffer(Context, CL_MEM_READ_WRITE, sizeof Bytes,
                                       nullptr, &Code);
    if (Code == CL_SUCCESS) {
      (void)Api.clEnqueueWriteBuffer(Queue, Memory, CL_TRUE, 0, sizeof Bytes,
                                     Bytes, 0, nullptr, nullptr);
      (void)Api.clEnqueueReadBuffer(Queue, Memory, CL_TRUE, 0, sizeof Bytes,
                                    Bytes, 0, nullptr, nullptr);
      (void)Api.clFinish(Queue);
      (void)Api.clReleaseMemObject(Memory);
    }
    (void)Api.clReleaseCommandQueue(Queue);
  }
  (void)Api.clReleaseContext(Context);
}

static void look(const ClApi &Api, cl_platform_id Platform) {
  auto Name = platformName(Api, Platform);
  auto Devices = devicesOf(Api, Platform);
  if (!Name || !Devices)
    return;
  bool First = true;
  for (cl_device_id Device : *Devices) {
    auto Facts = readFacts(Api, Platform, *Name, Device);
    if (!Facts)
      continue;
    if (std::exchange(First, false))
      exercise(Api, Device);
    if (Facts->Kind == DeviceKind::Gpu)
      tell("gpu", "");
  }
}

static void openAll(const char *Library) {
  if (!Library) {
    auto Api = loadCl();
    if (!Api)
      return;
    auto Platforms = platformsOf((*Api)->clGetPlatformIDs);
    for (size_t I = 0; Platforms && I < Platforms->size(); ++I)
      look(**Api, (*Platforms)[I]);
    return;
  }
  auto Platforms = loadDriver(Library);
  for (size_t I = 0; Platforms && I < Platforms->size(); ++I)
    look(*(*Platforms)[I].Api, (*Platforms)[I].Platform);
}

/// Whether a timer runs whose signal ends the process.
static bool alarmIsSet() {
  static constexpr std::pair<__itimer_which_t, int> Timers[] = {
      {ITIMER_REAL, SIGALRM},
      {ITIMER_VIRTUAL, SIGVTALRM},
      {ITIMER_PROF, SIGPROF}};
  for (const auto &[Timer, Signal] : Timers) {
    itimerval Left = {};
    struct sigaction Handler = {};
    if (getitimer(Timer, &Left) == 0 && timerisset(&Left.it_value) &&
        sigaction(Signal, nullptr, &Handler) == 0 &&
        Handler.sa_handler == SIG_DFL)
      return true;
  }
  return false;
}

int main(int Count, char **Values) {
  tell("begun", "");
  openAll(Count > 1 ? Values[1] : nullptr);
  for (int Ours : {0, 1, 2, 3})
    if (fcntl(Ours, F_GETFD) < 0)
      _exit(ProbeClosedFiles);
  if (alarmIsSet())
    _exit(ProbeSetAlarm);
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *) {
        if (Info->dlpi_name && Info->dlpi_name[0] == '/')
          tell("file ", Info->dlpi_name);
        return 0;
      },
      nullptr);
  tell("done", "");
  // Drivers' exit handlers are for another day.
  _exit(0);
}
