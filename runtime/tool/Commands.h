// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Commands.h - the commands of the program `twofold` -----------------===//
//
// Each gets the words after its name and returns the status of the process:
// 0: done; 1: done, and something is not as it should be; 2: called wrongly;
// 3: there was nothing to do it with.
#ifndef TWOFOLD_RUNTIME_TOOL_COMMANDS_H
#define TWOFOLD_RUNTIME_TOOL_COMMANDS_H

#include "device/Device.h"

#include <ctime>
#include <memory>
#include <string>
#include <vector>

namespace twofold::tool {

using Words = std::vector<std::string>;

int cacheCommand(Words Arguments);
int infoCommand(Words Arguments);
int doctorCommand(Words Arguments);
int warmCommand(const Words &Arguments);
int tuneCommand(const Words &Arguments);
int runCommand(const Words &Arguments);
int flagsCommand(Words Arguments);
int reportCommand(Words Arguments);
int dumpCommand(Words Arguments);

/// Becomes clang, unless it cannot.
int compilerCommand(bool CPlusPlus, const Words &Arguments);

/// The devices that programs get, by the same verdicts on drivers. Again:
/// drivers that were found to crash or hang get another chance.
std::vector<std::unique_ptr<Device>>
openDevicesAsPrograms(bool Again, std::string &WhyNone);

/// On stderr: the group sizes that were kept since Since.
void tellTuning(time_t Since);

/// Builds or explains (TWOFOLD_WARM) the kernels of a program.
int runPreparation(const std::string &Task, const std::string &Device,
                   const Words &Program, bool Json);

/// One line on stderr; returns 2.
int misused(const std::string &Why);

} // namespace twofold::tool

#endif
