// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PluginOptions.h - what -fplugin-arg-twofold-... asked for --------===//
#ifndef TWOFOLD_PLUGIN_PLUGINOPTIONS_H
#define TWOFOLD_PLUGIN_PLUGINOPTIONS_H

#include <string>
#include <vector>

namespace twofold {

struct PluginOptions {
  bool OpenCL = true;        ///< -no-opencl embeds no kernels
  bool OpenCLGpu = true;     ///< -no-opencl-gpu: CPU devices only
  bool Bounds = false;       ///< -bounds checks the subscripts of all loops
  bool OpenMP = false;       ///< -openmp takes OpenMP's loops
  bool OpenMPAlone = false;  ///< ...and clang was not asked for OpenMP
  bool Interchange = true;   ///< -schedule=interchange, auto: this strategy
  bool Jam = true;           ///< -schedule=jam, auto
  bool Tile = true;          ///< -schedule=tile, auto
  bool Items = true;         ///< -schedule=tile, auto: in kernels
  bool TileAlways = false;   ///< -schedule=tile: kernels too, on any device
  bool Records = false;      ///< clang writes a record, which has our texts
  std::string DumpDirectory; ///< -dump=DIR; empty: write no files

  /// Reads the arguments in order. False, with Error set, on the first one that
  /// is not known.
  bool parse(const std::vector<std::string> &Arguments, std::string &Error);
};

} // namespace twofold

#endif
