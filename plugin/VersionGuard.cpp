// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- VersionGuard.cpp - refuses a clang of another major version ------===//
//
// Runs when the plugin is loaded, before clang touches anything in it: a clang
// of another version would crash on its first look at our registry entries.
// Patch releases of the same major are accepted, for distributions update them.

#include "clang/Basic/Version.inc"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

namespace {

/// "clang version 19.1.7 (...)" or "Debian clang version 22.1.8" → its major;
/// 0 when there is none.
int majorOf(const std::string &Version) {
  size_t At = Version.find("version ");
  return At == std::string::npos
             ? 0
             : std::atoi(Version.c_str() + At + std::strlen("version "));
}

__attribute__((constructor(101))) void checkHostCompiler() {
  using FullVersion = std::string (*)();
  auto Ask = reinterpret_cast<FullVersion>(
      dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev"));
  int Major = Ask ? majorOf(Ask()) : 0;
  if (Major == CLANG_VERSION_MAJOR)
    return;
  std::string Found =
      Major ? "clang " + std::to_string(Major) : "a compiler that is not clang";
  std::fprintf(stderr,
               "twofold: this plugin is for clang %d and was loaded by %s; "
               "use clang-%d or the plugin built for your clang\n",
               CLANG_VERSION_MAJOR, Found.c_str(), CLANG_VERSION_MAJOR);
  std::fflush(stderr);
  std::_Exit(1);
}

} // namespace
