// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverVerdict.h - what probes of drivers have found ----------------===//
//
// Kept in the cache, under everything that was known before drivers were opened
// (driverSurroundings). What they have read of the environment and which
// libraries were loaded is known only afterwards: it is part of the verdict,
// which holds as long as all of that is what it was.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_OPENCL_DRIVERVERDICT_H
#define TWOFOLD_RUNTIME_OPENCL_DRIVERVERDICT_H

#include "opencl/DriverFiles.h"
#include "opencl/DriverProbe.h"

#include <map>
#include <optional>
#include <set>

namespace twofold {

struct DriverVerdict {
  /// Why OpenCL's loader, with all drivers, is not to be opened; empty: it is.
  std::string LoaderFault;
  /// Why single drivers are not to be opened, by source.
  std::map<std::string, std::string> Faults;
  /// Probes in a row that ended so.
  unsigned Deaths = 0;
  /// Processes in a row that died while they opened what probes could open.
  unsigned Crashes = 0;
  /// How many GPUs there were when all drivers were opened; -1: they were not.
  int Gpus = -1;
  std::set<std::string> Variables, Files;

  bool works() const { return LoaderFault.empty(); }
  /// What a probe has seen becomes part of it.
  void add(const ProbeAnswer &Of);

  /// With the present values of Variables, and the present Files.
  std::string encode(const VariableLookup &Get) const;
  /// What encode has given while Gpus was not known, with Gpus.
  std::string withGpus(std::string Text) const;
  /// Nothing if it is no verdict, or holds no more.
  static std::optional<DriverVerdict> decode(const std::string &Text,
                                             const VariableLookup &Get);
};

} // namespace twofold

#endif
