// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- CallerVariables.h - what callers of set-uid programs do not choose -===//
//
// libomp takes its variables from whoever starts the program, also where the
// program has more rights than that one: some name a library that it loads
// (OMP_TOOL_LIBRARIES, INTEL_LIBITTNOTIFY64) or a file that it writes
// (OMP_TOOL_VERBOSE_INIT).
#ifndef TWOFOLD_RUNTIME_SYSTEM_CALLERVARIABLES_H
#define TWOFOLD_RUNTIME_SYSTEM_CALLERVARIABLES_H

namespace twofold {

/// Takes libomp's variables from a list of "NAME=VALUE" that ends with null.
void removeOpenMPVariables(char **From);

/// Takes them from the environment of a program with other rights than its
/// caller's. To be called before libomp is first used.
void removeCallerVariables();

} // namespace twofold

#endif
