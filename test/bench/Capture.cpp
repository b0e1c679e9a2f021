// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Capture.cpp - twofold_run between the program and the library ------===//
#include "Capture.h"

#include <dlfcn.h>

static const LaunchObserver *Observer = nullptr;

static decltype(&twofold_run) library() {
  return reinterpret_cast<decltype(&twofold_run)>(
      dlsym(RTLD_NEXT, "twofold_run"));
}

extern "C" void twofold_run(const twofold_site *Site,
                            const twofold_launch *Launch) {
  static const auto Next = library();
  if (Observer) [[unlikely]]
    (*Observer)(*Site, *Launch);
  else
    Next(Site, Launch);
}

void capture(const std::function<void()> &Work, const LaunchObserver &Observe) {
  Observer = &Observe;
  Work();
  Observer = nullptr;
}
