// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- RegistrationFile.cpp - what libomp finds of processes that are gone ===//
#include "system/RegistrationFile.h"
#include "system/SystemCalls.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <initializer_list>
#include <sys/uio.h>

using namespace twofold;

/// libomp's word in this process's memory, if it can be read.
static bool hasWord(uint64_t Address, uint64_t Value) {
  uint64_t Found = 0;
  iovec Here = {&Found, sizeof Found};
  iovec There = {reinterpret_cast<void *>(uintptr_t(Address)), sizeof Found};
  return syscalls::call(SYS_process_vm_readv, getpid(), &Here, 1, &There, 1,
                        0) == long(sizeof Found) &&
         Found == Value;
}

/// The file says where libomp keeps a word, which word, and its own name:
/// "0x7f0123456789-cafe1234-libomp.so.5".
static bool isOurs(int File) {
  char Text[128] = {};
  if (syscalls::call(SYS_read, File, Text, sizeof Text - 1) <= 0)
    return false;
  char *End;
  const uint64_t Address = std::strtoull(Text, &End, 16);
  return *End == '-' && hasWord(Address, std::strtoull(End + 1, nullptr, 16));
}

void twofold::removeStaleRegistration() {
  const int Before = errno;
  for (const char *Folder : {"/dev/shm", "/tmp"}) {
    char Name[80];
    std::snprintf(Name, sizeof Name, "%s/__KMP_REGISTERED_LIB_%d_%d", Folder,
                  int(getpid()), int(getuid()));
    const int File =
        int(syscalls::call(SYS_openat, AT_FDCWD, Name,
                           O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0));
    if (File < 0)
      continue;
    if (!isOurs(File))
      syscalls::call(SYS_unlinkat, AT_FDCWD, Name, 0);
    syscalls::call(SYS_close, File);
  }
  errno = Before;
}
