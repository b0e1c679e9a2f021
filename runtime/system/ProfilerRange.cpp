// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "system/ProfilerRange.h"

#include <dlfcn.h>

using namespace twofold;

namespace {
/// The two interfaces, as their headers declare them. Null: not loaded.
struct Profilers {
  struct ItId {
    unsigned long long Numbers[3];
  };
  int (*Push)(const char *) = nullptr;
  int (*Pop)() = nullptr;
  void *(*Handle)(const char *) = nullptr;
  void (*Begin)(const void *Domain, ItId Task, ItId Parent,
                void *Name) = nullptr;
  void (*End)(const void *Domain) = nullptr;
  void *Domain = nullptr;

  Profilers();
  bool any() const { return Push || Domain; }
};
} // namespace

template <typename Function>
static bool find(Function &Into, const char *Name) {
  Into = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, Name));
  return Into != nullptr;
}

Profilers::Profilers() {
  if (!find(Push, "nvtxRangePushA") || !find(Pop, "nvtxRangePop"))
    Push = nullptr;
  void *(*Create)(const char *) = nullptr;
  if (find(Create, "__itt_domain_create") &&
      find(Handle, "__itt_string_handle_create") &&
      find(Begin, "__itt_task_begin") && find(End, "__itt_task_end"))
    Domain = Create("twofold");
}

/// Never destroyed: loops may run while the process ends.
static const Profilers &profilers() {
  static const Profilers &One = *new Profilers;
  return One;
}

bool ProfilerRange::wanted() { return profilers().any(); }

void ProfilerRange::begin(const std::string &Name) {
  const Profilers &To = profilers();
  Open = true;
  if (To.Push)
    To.Push(Name.c_str());
  if (To.Domain)
    To.Begin(To.Domain, {}, {}, To.Handle(Name.c_str()));
}

ProfilerRange::~ProfilerRange() {
  if (!Open)
    return;
  const Profilers &To = profilers();
  if (To.Domain)
    To.End(To.Domain);
  if (To.Push)
    To.Pop();
}
