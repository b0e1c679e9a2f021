// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SystemCalls.h - memory calls that nobody observes -----------------===//
//
// The C functions of these names are observed (observe/), and so is syscall():
// a guard that called them would be told of its own work. All functions here
// are async-signal-safe.
//
// Programs have variables and functions of their own that are called time,
// stat, access, unlink, kill, pause or clone, and the dynamic linker would take
// those for libc's. So nothing in the library calls libc's by these names.
#ifndef TWOFOLD_RUNTIME_SYSTEM_SYSTEMCALLS_H
#define TWOFOLD_RUNTIME_SYSTEM_SYSTEMCALLS_H

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_UNPOISON_MEMORY_REGION
#define ASAN_UNPOISON_MEMORY_REGION(Memory, Size) ((void)(Memory), (void)(Size))
#endif

extern "C" int __clone(int (*Begin)(void *), void *Stack, int Flags,
                       void *Argument, ...) noexcept;

namespace twofold::syscalls {

/// The size of a page of memory.
inline uint64_t pageBytes() {
  static const uint64_t Bytes = uint64_t(sysconf(_SC_PAGESIZE));
  return Bytes;
}

/// Does what syscall() does, without being observed.
inline long callWith(long Number, long A, long B, long C, long D, long E,
                     long F) {
#if defined(__x86_64__)
  long Result = Number;
  register long R10 asm("r10") = D;
  register long R8 asm("r8") = E;
  register long R9 asm("r9") = F;
  asm volatile("syscall"
               : "+a"(Result)
               : "D"(A), "S"(B), "d"(C), "r"(R10), "r"(R8), "r"(R9)
               : "rcx", "r11", "memory");
#elif defined(__aarch64__)
  register long X8 asm("x8") = Number;
  register long X0 asm("x0") = A;
  register long X1 asm("x1") = B;
  register long X2 asm("x2") = C;
  register long X3 asm("x3") = D;
  register long X4 asm("x4") = E;
  register long X5 asm("x5") = F;
  asm volatile("svc 0"
               : "+r"(X0)
               : "r"(X8), "r"(X1), "r"(X2), "r"(X3), "r"(X4), "r"(X5)
               : "memory");
  long Result = X0;
#else
  return ::syscall(Number, A, B, C, D, E, F);
#endif
#if defined(__x86_64__) || defined(__aarch64__)
  if (Result < 0 && Result >= -4095) {
    errno = int(-Result);
    return -1;
  }
  return Result;
#endif
}

/// A number or a pointer, as the kernel takes it.
template <typename T> long word(T Argument) { return (long)Argument; }

template <typename... Arguments> long call(long Number, Arguments... Given) {
  const long All[6] = {word(Given)...};
  return callWith(Number, All[0], All[1], All[2], All[3], All[4], All[5]);
}

/// The kernel's own action for a signal. Where libc's locks may be held, and
/// its function of this kind be observed.
inline void setDefaultAction(int Signal) {
  struct {
    void *Handler = nullptr;
    unsigned long Flags = 0;
    void *Restorer = nullptr;
    uint64_t Mask = 0;
  } Default;
  call(SYS_rt_sigaction, Signal, &Default, nullptr, sizeof Default.Mask);
}

/// Seconds since 1970.
inline long seconds() {
  timespec Now = {0, 0};
  call(SYS_clock_gettime, CLOCK_REALTIME, &Now);
  return Now.tv_sec;
}

/// Does what clone() does.
inline pid_t startProcess(int (*Begin)(void *), void *Stack, int Flags,
                          void *Argument) {
  return __clone(Begin, Stack, Flags, Argument);
}

/// Ends the process, and does nothing else.
[[noreturn]] inline void endProcess(int Status) {
  while (true)
    call(SYS_exit_group, Status);
}

/// New zeroed memory, readable and writable; null when there is none. Memory
/// that is not Reserved counts only once it is touched.
inline void *map(size_t Size, bool Reserved = true) {
  long Memory =
      call(SYS_mmap, nullptr, Size, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | (Reserved ? 0 : MAP_NORESERVE), -1, 0);
  if (Memory == -1)
    return nullptr;
  // The stack of a thread that has ended may have been there. A sanitizer,
  // which does not see this call, would still take its bytes for poisoned.
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void *>(Memory), Size);
  return reinterpret_cast<void *>(Memory);
}

/// Address space that cannot be accessed and counts as no memory. At: where, in
/// place of what is there; null: anywhere.
inline void *reserve(void *At, size_t Size) {
  long Memory =
      call(SYS_mmap, At, Size, PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (At ? MAP_FIXED : 0),
           -1, 0);
  return Memory == -1 ? nullptr : reinterpret_cast<void *>(Memory);
}

inline void unmap(void *Memory, size_t Size) { call(SYS_munmap, Memory, Size); }

inline bool protect(void *Memory, size_t Size, int Protection) {
  return call(SYS_mprotect, Memory, Size, Protection) == 0;
}

inline bool advise(void *Memory, size_t Size, int Advice) {
  return call(SYS_madvise, Memory, Size, Advice) == 0;
}

/// Moves the pages at From to To, in place of those there. From stays mapped,
/// without pages, so that no other mapping can come to lie there.
inline bool move(void *From, void *To, size_t Size) {
  constexpr int DontUnmap = 4; // of Linux 5.7; not in every header
  return call(SYS_mremap, From, Size, Size,
              MREMAP_MAYMOVE | MREMAP_FIXED | DontUnmap, To) != -1;
}

} // namespace twofold::syscalls

#endif
