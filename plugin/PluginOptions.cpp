// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PluginOptions.h"
#include "llvm/ADT/StringRef.h"

namespace twofold {

bool PluginOptions::parse(const std::vector<std::string> &Arguments,
                          std::string &Error) {
  for (llvm::StringRef A : Arguments) {
    if (A == "no-opencl") {
      OpenCL = false;
    } else if (A == "no-opencl-gpu") {
      OpenCLGpu = false;
    } else if (A == "bounds") {
      Bounds = true;
    } else if (A == "openmp") {
      OpenMP = true;
    } else if (A == "schedule=auto" || A == "schedule=none" ||
               A == "schedule=interchange" || A == "schedule=jam" ||
               A == "schedule=tile") {
      const bool All = A.ends_with("auto");
      Interchange = All || A.ends_with("interchange");
      Jam = All || A.ends_with("jam");
      Tile = All || A.ends_with("tile");
      Items = All || A.ends_with("tile");
      TileAlways = Items && !All;
    } else if (A.consume_front("dump=") && !A.empty()) {
      DumpDirectory = A.str();
    } else {
      Error =
          "unknown argument '-fplugin-arg-twofold-" + A.str() +
          "'; use no-opencl, no-opencl-gpu, bounds, openmp, schedule=auto, "
          "schedule=none, schedule=interchange, schedule=jam, schedule=tile "
          "or dump=DIR";
      return false;
    }
  }
  return true;
}

} // namespace twofold
