// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegistrationFile.h - what libomp finds of processes that are gone --===//
//
// libomp notes in a file of shared memory, which is named by the process's
// number, that it is at work. A process that is killed leaves its file behind:
// an empty one, when that happens between its creation and its first byte. Once
// the kernel gives the number away again, libomp maps the file in that process
// and dies of SIGBUS at its first byte, or takes itself for a second libomp.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_SYSTEM_REGISTRATIONFILE_H
#define TWOFOLD_RUNTIME_SYSTEM_REGISTRATIONFILE_H

namespace twofold {

/// Removes such a file that has this process's number, unless it names a libomp
/// of this process. Before libomp is used first, and in forked children.
void removeStaleRegistration();

} // namespace twofold

#endif
