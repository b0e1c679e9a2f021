// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SeenRareCallsTest.cpp - libc's functions that few programs call ----===//
//
// Users' accounting, mounts, names of the network, streams with buffers of the
// program's, requests that go on behind the program.
#undef _FORTIFY_SOURCE
#include "TemporaryFolder.h"
#include "observe/SeenCallsBench.h"
#include "observe/libc/UndeclaredPathCalls.h"

#include <aio.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pty.h>
#include <resolv.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/quota.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <utmp.h>
#include <utmpx.h>

using namespace twofold::test;

extern "C" {
size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
int bindresvport(int, sockaddr_in *) noexcept;
int pidfd_send_signal(int, int, siginfo_t *, unsigned) noexcept;
}

TEST_F(SeenCalls, RarePathsAreRead) {
  dev_t Device = 0;
  CALL(__xmknod(0, text(), 0600, &Device));
  CALL(__xmknodat(0, -1, text(), 0600, &Device));
  CALL(fanotify_mark(-1, 0, 0, -1, text()));
  CALL(quotactl(0, text(), 0, writes(16 << 10)));
  CALL(__getwd_chk(writes(5000), 5000));
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  CALL(getwd(writes(4096)));
#pragma clang diagnostic pop
  off_t At = 0;
  off64_t At64 = 0;
  CALL(getdirentries(-1, writes(100), 100, &At));
  CALL(getdirentries64(-1, writes(100), 100, &At64));
  CALL(updwtmp(text(), readsOne<utmp>()));
  CALL(updwtmpx(text(), readsOne<utmpx>()));
  utmpname("/none/utmp");
  CALL(pututline(readsOne<utmp>()));
  CALL(pututxline(readsOne<utmpx>()));
  CALL(popen(text(), "no mode"));
  CALL(mincore(reinterpret_cast<void *>(1), 8192, writes(2)));
  CALL(mincore(reinterpret_cast<void *>(1), 8193, writes(3)));
#if __GLIBC_PREREQ(2, 36)
  CALL(fsopen(text(), 0));
  CALL(fsconfig(-1, 99, text(), text(), 0));
  CALL(fspick(-1, text(), 0));
  CALL(open_tree(-1, text(), 0));
  CALL(move_mount(-1, text(), -1, text(), 0));
  CALL(mount_setattr(-1, text(), 0, reads(32), 32));
#endif
  char *Arguments[2] = {}, *Variables[2] = {};
  const auto Given = [&](char **List) {
    List[0] = text();
    return List;
  };
  CALL(execveat(-1, text(), Given(Arguments), Given(Variables), 0));
}

TEST_F(SeenCalls, RareNumbersAreReadAndWritten) {
  CALL(mq_notify(-1, readsOne<sigevent>()));
  CALL(timespec_getres(writesOne<timespec>(), 99));
#if __GLIBC_PREREQ(2, 36)
  CALL(pidfd_send_signal(-1, 0, readsOne<siginfo_t>(), 0));
#endif
  CALL(wait(writesOne<int>()));
  CALL(bindresvport(-1, writesOne<sockaddr_in>()));
  int Both[2];
  CALL(openpty(&Both[0], &Both[1], nullptr, readsOne<termios>(),
               readsOne<winsize>()) == 0 &&
       close(Both[0]) == 0 && close(Both[1]) == 0);
}

/// No name is so long, and no answer so short: nobody is asked.
TEST_F(SeenCalls, NamesOfTheNetworkAreAskedFor) {
  const std::string Name(2000, 'x');
  struct __res_state State = {};
  res_ninit(&State);
  State.options &= ~RES_DEFNAMES & ~RES_DNSRCH;
  CALL(res_query(Name.c_str(), 1, 1, writes(100), 100));
  CALL(res_nquery(&State, Name.c_str(), 1, 1, writes(100), 100));
  CALL(res_nsearch(&State, (Name + ".").c_str(), 1, 1, writes(100), 100));
  CALL(res_search((Name + ".").c_str(), 1, 1, writes(100), 100));
  CALL(res_querydomain(Name.c_str(), Name.c_str(), 1, 1, writes(100), 100));
  CALL(res_nquerydomain(&State, Name.c_str(), Name.c_str(), 1, 1, writes(100),
                        100));
  CALL(res_send(reads(100), 100, writes(8), 8));
  CALL(res_nsend(&State, reads(100), 100, writes(8), 8));
  res_nclose(&State);
}

TEST_F(SeenCalls, StreamsAreOpenedAgainAndRead) {
  FILE *Stream = fopen("/dev/null", "r");
  ASSERT_NE(Stream, nullptr);
  CALL(__fread_chk(writes(96), 96, 32, 3, Stream));
  CALL(__fread_unlocked_chk(writes(96), 96, 32, 3, Stream));
  fclose(Stream);
  const auto Again = [](auto Open, const char *Path) {
    Open(Path, "r", fopen("/dev/null", "r"));
  };
  CALL(Again([](auto... Of) { return freopen(Of...); }, text()));
  CALL(Again([](auto... Of) { return freopen64(Of...); }, text()));
}

/// Arguments behind those that a declaration names arrive as they were given.
TEST(SeenArguments, Arrive) {
  const twofold::TemporaryFolder Folder;
  const auto ModeOf = [](int File) {
    struct stat About = {};
    fstat(File, &About);
    close(File);
    return About.st_mode & 0777;
  };
  const mode_t Before = umask(0);
  constexpr int How = O_CREAT | O_RDWR;
  EXPECT_EQ(ModeOf(open((Folder / "a").c_str(), How, 0641)), 0641u);
  EXPECT_EQ(ModeOf(open64((Folder / "b").c_str(), How, 0642)), 0642u);
  EXPECT_EQ(ModeOf(openat(AT_FDCWD, (Folder / "c").c_str(), How, 0613)), 0613u);
  EXPECT_EQ(ModeOf(openat64(AT_FDCWD, (Folder / "d").c_str(), How, 0604)),
            0604u);
  umask(Before);
  for (int Least : {50, 77}) {
    const int File = fcntl(1, F_DUPFD, Least);
    EXPECT_GE(File, Least);
    EXPECT_LT(File, Least + 20);
    close(File);
  }
  int Ends[2], Waiting = -1;
  ASSERT_EQ(pipe(Ends), 0);
  ASSERT_EQ(write(Ends[1], "abc", 3), 3);
  EXPECT_EQ(ioctl(Ends[0], FIONREAD, &Waiting), 0);
  EXPECT_EQ(Waiting, 3);
  close(Ends[0]);
  close(Ends[1]);
  // The number of arguments, and then the last one.
  const auto StatusOf = [](auto Run) {
    const pid_t Child = fork();
    if (Child == 0) {
      Run();
      _exit(99);
    }
    int Status = 0;
    waitpid(Child, &Status, 0);
    return WEXITSTATUS(Status);
  };
  constexpr const char *Shell = "/bin/sh", *Last = "shift 7; exit $(($# + $1))",
                       *Set = "exit $(($# + $X))";
  char X[] = "X=20", *const Environment[] = {X, nullptr};
  EXPECT_EQ(StatusOf([&] {
              execl(Shell, "sh", "-c", Last, "0", "1", "2", "3", "4", "5", "6",
                    "7", "40", "9", nullptr);
            }),
            42);
  EXPECT_EQ(StatusOf([&] {
              execlp("sh", "sh", "-c", Last, "0", "1", "2", "3", "4", "5", "6",
                     "7", "50", nullptr);
            }),
            51);
  EXPECT_EQ(StatusOf([&] {
              execle(Shell, "sh", "-c", Set, "0", "1", "2", "3", "4", "5", "6",
                     "7", nullptr, Environment);
            }),
            27);
}
