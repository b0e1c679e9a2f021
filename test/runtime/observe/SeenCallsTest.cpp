// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SeenCallsTest.cpp - what libc's functions give to the kernel -------===//
#undef _FORTIFY_SOURCE
#include "observe/SeenCallsBench.h"

#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <grp.h>
#include <mqueue.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/msg.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <threads.h>

using namespace twofold::test;

// What calls become under _FORTIFY_SOURCE, and what no header declares.
extern "C" {
ssize_t __read_chk(int, void *, size_t, size_t);
ssize_t __pread_chk(int, void *, size_t, off_t, size_t);
ssize_t __pread64_chk(int, void *, size_t, off64_t, size_t);
int __poll_chk(pollfd *, nfds_t, int, size_t);
int __ppoll_chk(pollfd *, nfds_t, const timespec *, const sigset_t *, size_t);
int __ttyname_r_chk(int, char *, size_t, size_t) noexcept;
ssize_t __recv_chk(int, void *, size_t, size_t, int);
ssize_t __recvfrom_chk(int, void *, size_t, size_t, int, sockaddr *,
                       socklen_t *);
mqd_t __mq_open_2(const char *, int) noexcept;
int __getgroups_chk(int, gid_t *, size_t);
int capget(void *, void *) noexcept;
int capset(void *, const void *) noexcept;
}

TEST_F(SeenCalls, FilesAreReadAndWritten) {
  CALL(read(-1, writes(100), 100));
  CALL(pread(-1, writes(100), 100, 0));
  CALL(pread64(-1, writes(100), 100, 0));
  CALL(__read_chk(-1, writes(100), 100, 100));
  CALL(__pread_chk(-1, writes(100), 100, 0, 100));
  CALL(__pread64_chk(-1, writes(100), 100, 0, 100));
  CALL(write(-1, reads(100), 100));
  CALL(pwrite(-1, reads(100), 100, 0));
  CALL(pwrite64(-1, reads(100), 100, 0));
  CALL(splice(-1, writesOne<off64_t>(), -1, writesOne<off64_t>(), 1, 0));
  CALL(copy_file_range(-1, writesOne<off64_t>(), -1, writesOne<off64_t>(), 1,
                       0));
  CALL(sendfile(-1, -1, writesOne<off_t>(), 1));
  CALL(sendfile64(-1, -1, writesOne<off64_t>(), 1));
  CALL(eventfd_read(-1, writesOne<eventfd_t>()));
  CALL(signalfd(-2, readsOne<sigset_t>(), 0));
  CALL(timerfd_gettime(-1, writesOne<itimerspec>()));
  CALL(timerfd_settime(-1, 0, readsOne<itimerspec>(), writesOne<itimerspec>()));
  CALL(getrandom(writes(100), 100, 0));
  CALL(getentropy(writes(100), 100));
  CALL(ttyname_r(-1, writes(100), 100));
  CALL(__ttyname_r_chk(-1, writes(100), 100, 100));
#if __GLIBC_PREREQ(2, 36)
  CALL(arc4random_buf(writes(100), 100));
#endif
  CALL(mlock(writes(100), 100));
  CALL(mlock2(writes(100), 100, 0xff));
}

/// Both ends are closed again.
TEST_F(SeenCalls, PipesAndPairsAreTwoNumbers) {
  const auto Close = [](const int *Pair) {
    close(Pair[0]);
    close(Pair[1]);
    return 0;
  };
  const auto In = [&](int (*Make)(int *)) {
    int *Pair = writes(2 * sizeof(int));
    return Make(Pair) == 0 ? Close(Pair) : -1;
  };
  CALL(In([](int *Pair) { return pipe(Pair); }));
  CALL(In([](int *Pair) { return pipe2(Pair, O_CLOEXEC); }));
  CALL(In([](int *Pair) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Pair);
  }));
}

TEST_F(SeenCalls, PiecesAreReadAndWritten) {
  iovec List[2];
  const auto Pieces = [&](Pointer One, Pointer Other) {
    List[0] = {One, 24};
    List[1] = {Other, 48};
    return List;
  };
  const auto In = [&] { return Pieces(writes(24), writes(48)); };
  const auto Out = [&] { return Pieces(reads(24), reads(48)); };
  CALL(readv(-1, In(), 2));
  CALL(preadv(-1, In(), 2, 0));
  CALL(preadv64(-1, In(), 2, 0));
  CALL(preadv2(-1, In(), 2, 0, 0));
  CALL(preadv64v2(-1, In(), 2, 0, 0));
  CALL(vmsplice(-1, In(), 2, 0));
  CALL(writev(-1, Out(), 2));
  CALL(pwritev(-1, Out(), 2, 0));
  CALL(pwritev64(-1, Out(), 2, 0));
  CALL(pwritev2(-1, Out(), 2, 0, 0));
  CALL(pwritev64v2(-1, Out(), 2, 0, 0));
  // Of this process both lists are the program's; of another one, only one.
  iovec There = {};
  CALL(process_vm_readv(-1, In(), 2, &There, 1, 0));
  CALL(process_vm_writev(-1, Out(), 2, &There, 1, 0));
  CALL(process_vm_readv(-1, List, 0, readsOne<iovec>(), 1, 0));
  CALL(process_vm_writev(-1, List, 0, readsOne<iovec>(), 1, 0));
#if __GLIBC_PREREQ(2, 36)
  CALL(process_madvise(-1, In(), 2, 0, 0));
#endif
  CALL(process_vm_readv(getpid(), List, 0, Out(), 2, 0));
  CALL(process_vm_writev(getpid(), List, 0, In(), 2, 0));
}

TEST_F(SeenCalls, FilesAreWaitedFor) {
  CALL(poll(writes(2 * sizeof(pollfd)), 2, 0));
  CALL(__poll_chk(writes(2 * sizeof(pollfd)), 2, 0, 2 * sizeof(pollfd)));
  CALL(epoll_ctl(-1, EPOLL_CTL_ADD, -1, readsOne<epoll_event>()));
  CALL(epoll_wait(-1, writes(3 * sizeof(epoll_event)), 3, 0));
  // For minus one nanosecond, which is no time.
  CALL(ppoll(writes(2 * sizeof(pollfd)), 2, writesOne<timespec>(),
             readsOne<sigset_t>()));
  CALL(__ppoll_chk(writes(2 * sizeof(pollfd)), 2, writesOne<timespec>(),
                   readsOne<sigset_t>(), 2 * sizeof(pollfd)));
  CALL(epoll_pwait(-1, writes(3 * sizeof(epoll_event)), 3, 0,
                   readsOne<sigset_t>()));
#if __GLIBC_PREREQ(2, 35)
  CALL(epoll_pwait2(-1, writes(3 * sizeof(epoll_event)), 3,
                    readsOne<timespec>(), readsOne<sigset_t>()));
#endif
  Fill = 0; // of no files, and for no time
  CALL(pselect(64, writes(8), writes(8), writes(8), writesOne<timespec>(),
               readsOne<sigset_t>()));
  CALL(select(64, writes(8), writes(8), writes(8), writesOne<timeval>()));
  CALL(select(65, writes(16), writes(16), writes(16), writesOne<timeval>()));
}

TEST_F(SeenCalls, SocketsSendAndReceive) {
  CALL(recv(-1, writes(100), 100, 0));
  CALL(__recv_chk(-1, writes(100), 100, 100, 0));
  CALL(send(-1, reads(100), 100, 0));
  CALL(sendto(-1, reads(100), 100, 0, reads(16), 16));
  CALL(bind(-1, reads(16), 16));
  CALL(connect(-1, reads(16), 16));
  CALL(setsockopt(-1, 0, 0, reads(16), 16));
  CALL(sethostname(reads(100), 100)); // which is too long
  CALL(setdomainname(reads(100), 100));
  socklen_t Room = 32;
  CALL(__recvfrom_chk(-1, writes(100), 100, 100, 0, writes(32), &Room));
  CALL(recvfrom(-1, writes(100), 100, 0, writes(32), &Room));
  CALL(accept(-1, writes(32), &Room));
  CALL(accept4(-1, writes(32), &Room, 0));
  CALL(getpeername(-1, writes(32), &Room));
  CALL(getsockname(-1, writes(32), &Room));
  CALL(getsockopt(-1, 0, 0, writes(32), &Room));
  mmsghdr One = {};
  iovec Piece;
  const auto Message = [&](Pointer Bytes, Pointer Name, Pointer Control) {
    Piece = {Bytes, 40};
    One.msg_hdr = {Name, 16, &Piece, 1, Control, 24, 0};
    return &One;
  };
  const auto In = [&] { return Message(writes(40), writes(16), writes(24)); };
  const auto Out = [&] { return Message(reads(40), reads(16), reads(24)); };
  CALL(recvmsg(-1, &In()->msg_hdr, 0));
  CALL(recvmmsg(-1, In(), 1, 0, writesOne<timespec>()));
  CALL(sendmsg(-1, &Out()->msg_hdr, 0));
  CALL(sendmmsg(-1, Out(), 1, 0));
}

TEST_F(SeenCalls, QueuesHaveMessages) {
  // Before a message's bytes there is its type.
  CALL(msgsnd(-1, reads(100 + sizeof(long)), 100, IPC_NOWAIT));
  CALL(msgrcv(-1, writes(100 + sizeof(long)), 100, 0, IPC_NOWAIT));
  CALL(msgctl(-1, IPC_STAT, writesOne<msqid_ds>()));
  CALL(shmctl(-1, IPC_STAT, writesOne<shmid_ds>()));
  CALL(semop(-1, reads(2 * sizeof(sembuf)), 2));
  CALL(semtimedop(-1, reads(2 * sizeof(sembuf)), 2, readsOne<timespec>()));
  const auto Anything = [&] { return static_cast<void *>(writes(16 << 10)); };
  CALL(semctl(-1, 0, IPC_STAT, Anything()));
  CALL(mq_send(-1, reads(100), 100, 0));
  CALL(mq_timedsend(-1, reads(100), 100, 0, readsOne<timespec>()));
  CALL(mq_receive(-1, writes(100), 100, writesOne<unsigned>()));
  CALL(mq_timedreceive(-1, writes(100), 100, writesOne<unsigned>(),
                       readsOne<timespec>()));
  CALL(mq_getattr(-1, writesOne<mq_attr>()));
  CALL(mq_setattr(-1, readsOne<mq_attr>(), writesOne<mq_attr>()));
  CALL(mq_unlink(text()));
  CALL(__mq_open_2(text(), O_RDONLY));
  CALL(mq_open(text(), O_RDONLY));
  const auto Attributes = [&] {
    return static_cast<mq_attr *>(readsOne<mq_attr>());
  };
  CALL(mq_open(text(), O_CREAT, 0600, Attributes()));
  CALL(ftok(text(), 1));
}

TEST_F(SeenCalls, ProcessesAreWaitedForAndAsked) {
  CALL(waitid(P_PID, 1, writesOne<siginfo_t>(), WEXITED | WNOHANG));
  CALL(wait3(writesOne<int>(), WNOHANG, writesOne<rusage>()));
  CALL(waitpid(1, writesOne<int>(), WNOHANG));
  CALL(wait4(1, writesOne<int>(), WNOHANG, writesOne<rusage>()));
  CALL(getrusage(__rusage_who(99), writesOne<rusage>()));
  CALL(getrlimit(__rlimit_resource(99), writesOne<rlimit>()));
  CALL(getrlimit64(__rlimit_resource(99), writesOne<rlimit64>()));
  CALL(setrlimit(__rlimit_resource(99), readsOne<rlimit>()));
  CALL(setrlimit64(__rlimit_resource(99), readsOne<rlimit64>()));
  CALL(prlimit(0, __rlimit_resource(99), readsOne<rlimit>(),
               writesOne<rlimit>()));
  CALL(prlimit64(0, __rlimit_resource(99), readsOne<rlimit64>(),
                 writesOne<rlimit64>()));
  CALL(sysinfo(writesOne<struct sysinfo>()));
  CALL(times(writesOne<tms>()));
  CALL(uname(writesOne<utsname>()));
  CALL(getgroups(3, writes(3 * sizeof(gid_t))));
  CALL(__getgroups_chk(3, writes(3 * sizeof(gid_t)), 3 * sizeof(gid_t)));
  CALL(getresuid(writesOne<uid_t>(), writesOne<uid_t>(), writesOne<uid_t>()));
  CALL(getresgid(writesOne<gid_t>(), writesOne<gid_t>(), writesOne<gid_t>()));
  CALL(capget(writes(8), writes(24)));
  CALL(capset(writes(8), reads(24)));
}

TEST_F(SeenCalls, ThreadsAreScheduledAndNamed) {
  CALL(getcpu(writesOne<unsigned>(), writesOne<unsigned>()));
  CALL(sched_getaffinity(-1, 128, writes(128)));
  CALL(sched_setaffinity(-1, 128, reads(128)));
  CALL(pthread_getaffinity_np(pthread_self(), 128, writes(128)));
  CALL(sched_getparam(-1, writesOne<sched_param>()));
  CALL(sched_setparam(-1, readsOne<sched_param>()));
  CALL(sched_rr_get_interval(-1, writesOne<timespec>()));
  CALL(sched_setscheduler(-1, SCHED_OTHER, readsOne<sched_param>()));
  CALL(pthread_setschedparam(pthread_self(), 99, readsOne<sched_param>()));
  CALL(pthread_setname_np(pthread_self(), text()));
  CALL(pthread_getname_np(pthread_self(), writes(100), 100));
}

TEST_F(SeenCalls, ClocksAreReadAndTimersSet) {
  CALL(clock_gettime(99, writesOne<timespec>()));
  CALL(clock_getres(99, writesOne<timespec>()));
  CALL(clock_adjtime(99, writesOne<timex>()));
  CALL(settimeofday(readsOne<timeval>(), readsOne<struct timezone>()));
  Fill = 0x7f; // more than a clock may be off
  CALL(adjtime(readsOne<timeval>(), writesOne<timeval>()));
  Fill = 0xff;
  CALL(clock_settime(99, readsOne<timespec>()));
  CALL(time(writesOne<time_t>()));
  CALL(gettimeofday(writesOne<timeval>(), writesOne<struct timezone>()));
  CALL(timespec_get(writesOne<timespec>(), TIME_UTC));
  // Minus one nanosecond is no time.
  CALL(nanosleep(readsOne<timespec>(), writesOne<timespec>()));
  CALL(thrd_sleep(readsOne<timespec>(), writesOne<timespec>()));
  CALL(clock_nanosleep(CLOCK_REALTIME, 0, readsOne<timespec>(),
                       writesOne<timespec>()));
  CALL(getitimer(ITIMER_REAL, writesOne<itimerval>()));
  CALL(setitimer(__itimer_which(99), readsOne<itimerval>(),
                 writesOne<itimerval>()));
  CALL(sigpending(writesOne<sigset_t>()));
  CALL(sigtimedwait(readsOne<sigset_t>(), writesOne<siginfo_t>(),
                    readsOne<timespec>()));
  CALL(sigaltstack(readsOne<stack_t>(), writesOne<stack_t>()));
}
