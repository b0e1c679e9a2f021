// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- DirectCalls.cpp - system calls by number, and requests by number ---===//
//
// What a request's argument means depends on the request; so does its size,
// which some requests tell in their number. Where it may be a pointer, as much
// is made accessible as any request takes. Memory that it only points to is not
// known.
#undef _FORTIFY_SOURCE
#include "observe/Observation.h"
#include "observe/libc/SeenCall.h"

#include <cstdarg>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace twofold;

NEXT(ioctl);
NEXT(fcntl);
NEXT(fcntl64);
NEXT(prctl);
NEXT(ptrace);
NEXT(syscall);

namespace {

template <typename T> T *pointer(long Word) {
  return reinterpret_cast<T *>(uintptr_t(Word));
}

/// The words that threads wait for, and how long they wait. Who wakes threads
/// of this process alone only names an address.
void touchWords(long A, long B, long D, long E) {
  using Number = uint32_t;
  const int Command = int(B) & FUTEX_CMD_MASK;
  const bool Wakes = Command == FUTEX_WAKE || Command == FUTEX_WAKE_BITSET;
  if (!Wakes || !(B & FUTEX_PRIVATE_FLAG))
    user::writesOne(pointer<Number>(A));
  switch (Command) {
  case FUTEX_WAIT_REQUEUE_PI:
    user::writesOne(pointer<Number>(E));
    [[fallthrough]];
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
  case FUTEX_LOCK_PI:
  case 13: // FUTEX_LOCK_PI2, of Linux 5.14
    user::readsOne(pointer<timespec>(D));
    break;
  case FUTEX_REQUEUE:
  case FUTEX_CMP_REQUEUE:
  case FUTEX_CMP_REQUEUE_PI:
  case FUTEX_WAKE_OP:
    user::writesOne(pointer<Number>(E));
    break;
  default:
    break;
  }
}

/// Those arguments that lead to memory by way of a list. False: none do.
bool touchLists(long Number, long A, long B, long C, long D, long E) {
  switch (Number) {
  case SYS_readv:
  case SYS_preadv:
  case SYS_preadv2:
  case SYS_vmsplice:
    user::pieces(pointer<iovec>(B), uint64_t(C), true);
    return true;
  case SYS_writev:
  case SYS_pwritev:
  case SYS_pwritev2:
    user::pieces(pointer<iovec>(B), uint64_t(C), false);
    return true;
  case SYS_process_vm_readv:
  case SYS_process_vm_writev: {
    const bool From = Number == SYS_process_vm_readv;
    user::pieces(pointer<iovec>(B), uint64_t(C), From);
    if (A == getpid())
      user::pieces(pointer<iovec>(D), uint64_t(E), !From);
    else
      user::readsAll(pointer<iovec>(D), E);
    return true;
  }
  case SYS_recvmsg:
  case SYS_sendmsg:
    user::message(pointer<msghdr>(B), Number == SYS_recvmsg);
    return true;
  case SYS_recvmmsg:
  case SYS_sendmmsg:
    user::messages(pointer<mmsghdr>(B), unsigned(C), Number == SYS_recvmmsg);
    if (Number == SYS_recvmmsg)
      user::writesOne(pointer<timespec>(E));
    return true;
  case SYS_process_madvise:
    user::pieces(pointer<iovec>(B), uint64_t(C), true);
    return true;
  case SYS_futex:
    touchWords(A, B, D, E);
    return true;
  case SYS_execve:
    user::text(pointer<char>(A));
    user::arguments(pointer<char *>(B));
    user::arguments(pointer<char *>(C));
    return true;
  case SYS_execveat:
    user::text(pointer<char>(B));
    user::arguments(pointer<char *>(C));
    user::arguments(pointer<char *>(D));
    return true;
  default:
    return false;
  }
}

void touchAll(long Number, const long (&Given)[6]) {
  if (touchLists(Number, Given[0], Given[1], Given[2], Given[3], Given[4]))
    return;
  // Of most calls the size of what an argument points to comes next.
  constexpr long Most = long(1) << 40;
  for (unsigned I = 0; I < 6; ++I) {
    const long Bytes = I < 5 ? Given[I + 1] : 0;
    user::anything(uint64_t(Given[I]),
                   Bytes > 0 && Bytes < Most ? uint64_t(Bytes) : 0);
  }
}

} // namespace

// By their names in the library: as they are declared they have no fixed
// arguments.
long seenSystemCall(long Number, long A, long B, long C, long D, long E,
                    long F) __asm__("syscall");

OURS __attribute__((used)) long seenSystemCall(long Number, long A, long B,
                                               long C, long D, long E, long F) {
  switch (Number) {
  // Those that change mappings are seen as the functions of these names are.
  case SYS_munmap:
    return munmap(pointer<void>(A), size_t(B));
  case SYS_mprotect:
    return mprotect(pointer<void>(A), size_t(B), int(C));
  case SYS_madvise:
    return madvise(pointer<void>(A), size_t(B), int(C));
#ifdef SYS_mmap
  case SYS_mmap:
    return long(mmap(pointer<void>(A), size_t(B), int(C), int(D), int(E), F));
#endif
  case SYS_mremap:
    return long(mremap(pointer<void>(A), size_t(B), size_t(C), int(D),
                       pointer<void>(E)));
#ifdef SYS_pkey_mprotect
  case SYS_pkey_mprotect:
    return pkey_mprotect(pointer<void>(A), size_t(B), int(C), int(D));
#endif
#ifdef SYS_shmat
  case SYS_shmat:
    return long(shmat(int(A), pointer<void>(B), int(C)));
#endif
  // Those that name no memory.
  case SYS_getpid:
  case SYS_gettid:
  case SYS_tgkill:
  case SYS_membarrier:
  case SYS_exit_group:
    break;
  default:
    if (activeGuard()) [[unlikely]]
      touchAll(Number, {A, B, C, D, E, F});
  }
  return Nextsyscall.get()(Number, A, B, C, D, E, F);
}

long seenTrace(__ptrace_request Request, long Of, long At,
               long With) __asm__("ptrace");

OURS __attribute__((used)) long seenTrace(__ptrace_request Request, long Of,
                                          long At, long With) {
  user::anything(uint64_t(With));
  return Nextptrace.get()(Request, Of, At, With);
}

/// Takes the one argument behind Last.
#define WITH_ARGUMENT(Last)                                                    \
  va_list More;                                                                \
  va_start(More, Last);                                                        \
  void *Argument = va_arg(More, void *);                                       \
  va_end(More)

extern "C" {

OURS int ioctl(int File, unsigned long Request, ...) noexcept {
  WITH_ARGUMENT(Request);
  // What lies behind the argument is none of the call's business: it may be an
  // array, and the caller a thread of a driver that is to bring it home.
  if (const unsigned long Bytes = _IOC_SIZE(Request))
    user::writes(Argument, user::most(observation::addressOf(Argument), Bytes));
  else
    user::anything(observation::addressOf(Argument));
  return Nextioctl.get()(File, Request, Argument);
}

OURS int fcntl(int File, int Request, ...) {
  WITH_ARGUMENT(Request);
  user::anything(observation::addressOf(Argument));
  return Nextfcntl.get()(File, Request, Argument);
}

OURS int fcntl64(int File, int Request, ...) {
  WITH_ARGUMENT(Request);
  user::anything(observation::addressOf(Argument));
  return Nextfcntl64.get()(File, Request, Argument);
}

OURS int prctl(int Option, ...) noexcept {
  va_list More;
  va_start(More, Option);
  unsigned long Given[4];
  for (unsigned long &Each : Given)
    user::anything(Each = va_arg(More, unsigned long));
  va_end(More);
  return Nextprctl.get()(Option, Given[0], Given[1], Given[2], Given[3]);
}

} // extern "C"
