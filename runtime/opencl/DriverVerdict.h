// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DriverVerdict.h - what probes of drivers have found ----------------===//
//
// A verdict is kept in the cache, under everything that is known before drivers
// are opened (driverSurroundings). What they read of the environment and which
// libraries they load is known only afterwards, and is part of the verdict,
// which holds as long as none of that changes.
#ifndef TWOFOLD_RUNTIME_OPENCL_DRIVERVERDICT_H
#define TWOFOLD_RUNTIME_OPENCL_DRIVERVERDICT_H

#include "opencl/DriverFiles.h"
#include "opencl/DriverProbe.h"

#include <map>
#include <optional>
#include <set>

namespace twofold {

struct DriverVerdict {
  /// Why OpenCL's loader, with all drivers, must not be opened; empty: it may.
  std::string LoaderFault;
  /// Why single drivers must not be opened, by DriverFile::Source.
  std::map<std::string, std::string> Faults;
  /// Probes in a row that have failed.
  unsigned Deaths = 0;
  /// Processes in a row that died while they opened what probes could open.
  unsigned Crashes = 0;
  /// Whether a GPU was found when all drivers were opened, here or on trial;
  /// nothing where that was not done.
  std::optional<bool> HasGpu;
  std::set<std::string> Variables, Files;

  bool works() const { return LoaderFault.empty(); }
  /// Adds what a probe has found.
  void add(const ProbeAnswer &Of);

  /// As text, with the present values of Variables and identities of Files.
  std::string encode(const VariableLookup &Get) const;
  /// Text, which encode has given while HasGpu was not known, with it put in.
  std::string withGpu(std::string Text) const;
  /// Nothing if Text is no verdict, or one that does not hold any more.
  static std::optional<DriverVerdict> decode(const std::string &Text,
                                             const VariableLookup &Get);
};

} // namespace twofold

#endif
