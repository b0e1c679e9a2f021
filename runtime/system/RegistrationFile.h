// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegistrationFile.h - the file in which libomp registers itself -----===//
//
// libomp notes in a file of shared memory, which is named by the process's
// number, that it is at work. A process that is killed leaves its file behind,
// and an empty one if it is killed before it has written the first byte. When a
// later process gets the same number, libomp maps the file there and dies of
// SIGBUS at its first byte, or takes itself for a second libomp.
#ifndef TWOFOLD_RUNTIME_SYSTEM_REGISTRATIONFILE_H
#define TWOFOLD_RUNTIME_SYSTEM_REGISTRATIONFILE_H

namespace twofold {

/// Removes such a file that has this process's number, unless it names a libomp
/// of this process. To be called before libomp is first used, and in forked
/// children.
void removeStaleRegistration();

} // namespace twofold

#endif
