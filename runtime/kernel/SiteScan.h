// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SiteScan.h - the sites that a program is made of -------------------===//
//
// Sites are told of by their first call, and programs keep no list of them: a
// list would keep functions in the program that nothing calls. Who needs all of
// them looks through the program's constant data, which costs milliseconds.
#ifndef TWOFOLD_RUNTIME_KERNEL_SITESCAN_H
#define TWOFOLD_RUNTIME_KERNEL_SITESCAN_H

#include "twofold/abi.h"

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace twofold {

/// Readable memory [Begin, End) of one program file.
struct LoadedPart {
  uint64_t Begin, End;
  bool Code; ///< may be executed
};

/// The sites in the parts of one program file, in order of their addresses. A
/// site has this ABI's version and size, and every pointer that is followed
/// here leads to where such a thing may be in the same parts.
std::vector<const twofold_site *> findSites(std::span<const LoadedPart> Parts);

/// The sites of the program and of all libraries that are loaded. Thread-safe;
/// they are looked for again when an object has been loaded or unloaded.
std::vector<const twofold_site *> loadedSites();

/// Adds what the parts of one program file hold of OpenMP's directives that
/// stay, a line for each.
void findStays(std::span<const LoadedPart> Parts, std::set<std::string> &To);
/// Those of the program and of all libraries that are loaded.
std::set<std::string> loadedStays();
/// Has the process, and no forked child, write these to stderr when it ends.
void tellStaysAtExit();

} // namespace twofold

#endif
