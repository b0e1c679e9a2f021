// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- HiddenProcess.h - a program that runs without being noticed --------===//
//
// What may crash or hang is tried in another process, without the program's
// notice: it gets no SIGCHLD, its wait() finds no child, none of its atfork
// handlers runs, and its memory is not copied, however large it is. So the
// child is made as vfork() makes one, by a process in between whose end nobody
// is told, and the program to run is given as bytes, so that no file has to be
// found.
#ifndef TWOFOLD_RUNTIME_SYSTEM_HIDDENPROCESS_H
#define TWOFOLD_RUNTIME_SYSTEM_HIDDENPROCESS_H

#include <chrono>
#include <span>
#include <string>
#include <vector>

namespace twofold {

/// What became of the process.
struct HiddenOutcome {
  bool Began = false; ///< it was started; false where the system forbids it
  bool InTime = false;
  int Status = 0; ///< of waitpid, where it ended in time
  std::string Output;
};

/// Runs an ELF executable with these arguments (the first is its name) and this
/// process's environment. It has no standard streams; what it writes to
/// descriptor 3 is the output. When Limit is over, it and its process group are
/// killed. Meanwhile the calling thread waits and takes no signals; other
/// threads go on. Thread-safe.
HiddenOutcome runHidden(std::span<const char> Program,
                        const std::vector<std::string> &Arguments,
                        std::chrono::milliseconds Limit);

} // namespace twofold

#endif
