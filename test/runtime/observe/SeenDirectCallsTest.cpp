// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SeenDirectCallsTest.cpp - what calls by number give to the kernel --===//
#undef _FORTIFY_SOURCE
#include "observe/SeenCallsBench.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

using namespace twofold::test;

namespace {

/// What is made accessible where nobody knows how much it is.
constexpr uint64_t Anything = 16 << 10;

/// Runs What on a stack that ends there.
void onStack(char *End, void *(*What)(void *)) {
  constexpr size_t Size = 256 << 10;
  pthread_attr_t How;
  ASSERT_EQ(pthread_attr_init(&How), 0);
  ASSERT_EQ(pthread_attr_setstack(&How, End - Size, Size), 0);
  pthread_t Made;
  ASSERT_EQ(pthread_create(&Made, &How, What, nullptr), 0);
  pthread_join(Made, nullptr);
  pthread_attr_destroy(&How);
}

void *at(auto Pointer) { return static_cast<void *>(Pointer); }

} // namespace

TEST_F(SeenCalls, CallsByNumberHaveLists) {
  iovec List[2], There = {};
  const auto Pieces = [&](Pointer One, Pointer Other) {
    List[0] = {One, 24};
    List[1] = {Other, 48};
    return List;
  };
  const auto In = [&] { return Pieces(writes(24), writes(48)); };
  const auto Out = [&] { return Pieces(reads(24), reads(48)); };
  CALL(syscall(SYS_readv, -1, In(), 2));
  CALL(syscall(SYS_preadv, -1, In(), 2, 0, 0));
  CALL(syscall(SYS_preadv2, -1, In(), 2, 0, 0, 0));
  CALL(syscall(SYS_vmsplice, -1, In(), 2, 0));
  CALL(syscall(SYS_process_madvise, -1, In(), 2, 0, 0));
  CALL(syscall(SYS_writev, -1, Out(), 2));
  CALL(syscall(SYS_pwritev, -1, Out(), 2, 0, 0));
  CALL(syscall(SYS_pwritev2, -1, Out(), 2, 0, 0, 0));
  CALL(syscall(SYS_process_vm_readv, -1, In(), 2, &There, 1, 0));
  CALL(syscall(SYS_process_vm_writev, -1, Out(), 2, &There, 1, 0));
  CALL(syscall(SYS_process_vm_readv, -1, List, 0, at(readsOne<iovec>()), 1, 0));
  CALL(
      syscall(SYS_process_vm_writev, -1, List, 0, at(readsOne<iovec>()), 1, 0));
  CALL(syscall(SYS_process_vm_readv, getpid(), List, 0, Out(), 2, 0));
  CALL(syscall(SYS_process_vm_writev, getpid(), List, 0, In(), 2, 0));
  mmsghdr One = {};
  const auto Message = [&](Pointer Bytes, Pointer Name, Pointer Control) {
    List[0] = {Bytes, 40};
    One.msg_hdr = {Name, 16, List, 1, Control, 24, 0};
    return &One;
  };
  CALL(
      syscall(SYS_recvmsg, -1, Message(writes(40), writes(16), writes(24)), 0));
  CALL(syscall(SYS_recvmmsg, -1, Message(writes(40), writes(16), writes(24)), 1,
               0, at(writesOne<timespec>())));
  CALL(syscall(SYS_sendmsg, -1, Message(reads(40), reads(16), reads(24)), 0));
  CALL(syscall(SYS_sendmmsg, -1, Message(reads(40), reads(16), reads(24)), 1,
               0));
}

/// Of times that are none, and of words that have another number.
TEST_F(SeenCalls, CallsByNumberWaitForWords) {
  const auto Word = [&] { return at(writes(4)); };
  const auto Time = [&] { return at(readsOne<timespec>()); };
  for (long Command : {FUTEX_WAIT, FUTEX_WAIT_BITSET, FUTEX_LOCK_PI, 13})
    for (long Private : {0, FUTEX_PRIVATE_FLAG})
      CALL(syscall(SYS_futex, Word(), Command | Private, 0, Time(), 0, 1));
  CALL(syscall(SYS_futex, Word(), FUTEX_WAIT_REQUEUE_PI, 0, Time(), Word(), 1));
  for (long Command :
       {FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_CMP_REQUEUE_PI, FUTEX_WAKE_OP})
    CALL(syscall(SYS_futex, Word(), Command, 0, 0, Word(), 1));
  for (long Command : {FUTEX_WAKE, FUTEX_WAKE_BITSET}) {
    CALL(syscall(SYS_futex, Word(), Command, 0, 0, 0, 1));
    // Who wakes threads of this process names an address.
    uint32_t Here = 0;
    CALL(syscall(SYS_futex, &Here, Command | FUTEX_PRIVATE_FLAG, 0,
                 at(bytes(4, How::Not)), 0, 1));
  }
}

TEST_F(SeenCalls, CallsByNumberStartPrograms) {
  Fill = 0; // they have no name
  char *Arguments[2] = {}, *Variables[2] = {};
  const auto Given = [&] {
    Arguments[0] = text();
    return Arguments;
  };
  const auto Set = [&] {
    Variables[0] = text();
    return Variables;
  };
  CALL(syscall(SYS_execve, at(text()), Given(), Set()));
  CALL(syscall(SYS_execveat, -1, at(text()), Given(), Set(), 0));
}

/// Of other calls the size of what an argument points to may come next.
TEST_F(SeenCalls, CallsByNumberMayTakeAnything) {
  CALL(syscall(SYS_getrandom, at(writes(20000)), 20000, 0));
  CALL(syscall(SYS_getrandom, at(writes(Anything)), 100, 0));
  CALL(syscall(SYS_uname, at(writes(Anything))));
  CALL(syscall(SYS_pselect6, -1, at(writes(Anything)), at(writes(Anything)),
               at(writes(Anything)), at(writes(Anything)),
               at(writes(Anything))));
}

TEST_F(SeenCalls, RequestsMayTakeAnything) {
  CALL(ioctl(-1, _IOC(_IOC_READ, 'z', 1, 100), at(writes(100))));
  CALL(ioctl(-1, _IOC(_IOC_NONE, 'z', 1, 0), at(writes(Anything))));
  CALL(fcntl(-1, F_GETLK, at(writes(Anything))));
  CALL(fcntl64(-1, F_GETLK, at(writes(Anything))));
  CALL(prctl(-1, at(writes(Anything)), at(writes(Anything)),
             at(writes(Anything)), at(writes(Anything))));
  CALL(ptrace(PTRACE_GETSIGINFO, -1, nullptr, at(writes(Anything))));
}

/// As a driver's thread does, whose stack may end where an array begins.
TEST_F(SeenCalls, NothingAboveAStackIsAnArguments) {
  const auto Ask = [](void *) -> void * {
    char Here[64] = "/";
    ioctl(-1, _IOC(_IOC_NONE, 'z', 1, 0), Here);
    ioctl(-1, 0x30000001, Here); // NVIDIA's, whose number tells no size
    syscall(SYS_uname, nullptr, Here, 1 << 20);
    EXPECT_EQ(access(Here, F_OK), 0);
    return nullptr;
  };
  const auto Above = [&] {
    bytes(0, How::Not); // the stack lies behind it
    return bytes(0, How::Not).To;
  };
  CALL(onStack(Above(), Ask));
}
