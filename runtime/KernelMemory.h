// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- KernelMemory.h - memory calls that nobody observes -----------------===//
//
// The C functions of these names are observed (observe/): a guard that called
// them would be told of its own work. Async-signal-safe.
//
//===----------------------------------------------------------------------===//
#ifndef TWOFOLD_RUNTIME_KERNELMEMORY_H
#define TWOFOLD_RUNTIME_KERNELMEMORY_H

#include <cstddef>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace twofold::kernel {

/// New zeroed memory, readable and writable; null when there is none. What is
/// not reserved counts only once it is touched.
inline void *map(size_t Size, bool Reserved = true) {
  long Memory = syscall(
      SYS_mmap, nullptr, Size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | (Reserved ? 0 : MAP_NORESERVE), -1, 0);
  return Memory == -1 ? nullptr : reinterpret_cast<void *>(Memory);
}

/// Address space that cannot be accessed and counts as no memory; at At, where
/// given, in the place of what is there.
inline void *reserve(void *At, size_t Size) {
  long Memory = syscall(SYS_mmap, At, Size, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                            (At ? MAP_FIXED : 0),
                        -1, 0);
  return Memory == -1 ? nullptr : reinterpret_cast<void *>(Memory);
}

inline void unmap(void *Memory, size_t Size) {
  syscall(SYS_munmap, Memory, Size);
}

inline bool protect(void *Memory, size_t Size, int Protection) {
  return syscall(SYS_mprotect, Memory, Size, Protection) == 0;
}

inline bool advise(void *Memory, size_t Size, int Advice) {
  return syscall(SYS_madvise, Memory, Size, Advice) == 0;
}

/// The pages at From go to To, in place of those there. From stays mapped, with
/// no pages: nobody else's mapping can come to lie there.
inline bool move(void *From, void *To, size_t Size) {
  constexpr int DontUnmap = 4; // of Linux 5.7; not in every header
  return syscall(SYS_mremap, From, Size, Size,
                 MREMAP_MAYMOVE | MREMAP_FIXED | DontUnmap, To) != -1;
}

} // namespace twofold::kernel

#endif
