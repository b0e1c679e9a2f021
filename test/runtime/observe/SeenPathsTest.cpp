// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- SeenPathsTest.cpp - paths, attributes and arguments of libc's calls ===//
#undef _FORTIFY_SOURCE
#include "observe/SeenCallsBench.h"
#include "observe/libc/UndeclaredPathCalls.h"

#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/swap.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>

using namespace twofold::test;

/// No file has this name: it is empty, or longer than names may be.
TEST_F(SeenCalls, PathsAreRead) {
  CALL(access(text(), R_OK));
  CALL(eaccess(text(), R_OK));
  CALL(euidaccess(text(), R_OK));
  CALL(faccessat(-1, text(), R_OK, 0));
  CALL(chmod(text(), 0600));
  CALL(lchmod(text(), 0600));
  CALL(fchmodat(-1, text(), 0600, 0));
  CALL(chown(text(), 1, 1));
  CALL(lchown(text(), 1, 1));
  CALL(fchownat(-1, text(), 1, 1, 0));
  CALL(creat(text(), 0600));
  CALL(creat64(text(), 0600));
  CALL(open(text(), O_RDONLY));
  CALL(open64(text(), O_RDONLY));
  CALL(openat(-1, text(), O_RDONLY));
  CALL(openat64(-1, text(), O_RDONLY));
  CALL(__open_2(text(), O_RDONLY));
  CALL(__open64_2(text(), O_RDONLY));
  CALL(__openat_2(-1, text(), O_RDONLY));
  CALL(__openat64_2(-1, text(), O_RDONLY));
  CALL(fopen(text(), "r"));
  CALL(fopen64(text(), "r"));
  CALL(mkdir(text(), 0700));
  CALL(mkdirat(-1, text(), 0700));
  CALL(mkfifo(text(), 0600));
  CALL(mkfifoat(-1, text(), 0600));
  CALL(mknod(text(), 0600, 0));
  CALL(mknodat(-1, text(), 0600, 0));
  CALL(pathconf(text(), _PC_NAME_MAX));
  CALL(truncate(text(), 0));
  CALL(truncate64(text(), 0));
  CALL(umount(text()));
  CALL(umount2(text(), 0));
  CALL(swapon(text(), 0));
  CALL(swapoff(text()));
  CALL(delete_module(text(), 0));
  CALL(acct(text()));
  CALL(chdir(text()));
  CALL(chroot(text()));
  CALL(opendir(text()));
  CALL(remove(text()));
  CALL(rmdir(text()));
  CALL(unlink(text()));
  CALL(unlinkat(-1, text(), 0));
  CALL(inotify_add_watch(-1, text(), IN_ACCESS));
  CALL(link(text(), text()));
  CALL(linkat(-1, text(), -1, text(), 0));
  CALL(rename(text(), text()));
  CALL(renameat(-1, text(), -1, text()));
  CALL(renameat2(-1, text(), -1, text(), 0));
  CALL(symlink(text(), text()));
  CALL(symlinkat(text(), -1, text()));
  CALL(pivot_root(text(), text()));
  dirent **List = nullptr;
  CALL(scandir(text(), &List, nullptr, nullptr));
}

TEST_F(SeenCalls, FilesAreAskedAbout) {
  CALL(stat(text(), writesOne<struct stat>()));
  CALL(lstat(text(), writesOne<struct stat>()));
  CALL(fstat(-1, writesOne<struct stat>()));
  CALL(fstatat(-1, text(), writesOne<struct stat>(), 0));
  CALL(stat64(text(), writesOne<struct stat64>()));
  CALL(lstat64(text(), writesOne<struct stat64>()));
  CALL(fstat64(-1, writesOne<struct stat64>()));
  CALL(fstatat64(-1, text(), writesOne<struct stat64>(), 0));
  CALL(statx(-1, text(), 0, 0, writesOne<struct statx>()));
  CALL(statfs(text(), writesOne<struct statfs>()));
  CALL(fstatfs(-1, writesOne<struct statfs>()));
  CALL(statfs64(text(), writesOne<struct statfs64>()));
  CALL(fstatfs64(-1, writesOne<struct statfs64>()));
  // What stat() was in programs that were linked long ago.
  CALL(__xstat(1, text(), writesOne<struct stat>()));
  CALL(__lxstat(1, text(), writesOne<struct stat>()));
  CALL(__fxstat(1, -1, writesOne<struct stat>()));
  CALL(__fxstatat(1, -1, text(), writesOne<struct stat>(), 0));
  CALL(__xstat64(1, text(), writesOne<struct stat64>()));
  CALL(__lxstat64(1, text(), writesOne<struct stat64>()));
  CALL(__fxstat64(1, -1, writesOne<struct stat64>()));
  CALL(__fxstatat64(1, -1, text(), writesOne<struct stat64>(), 0));
  struct statvfs Out;
  CALL(statvfs(text(), &Out));
  CALL(readlink(text(), writes(100), 100));
  CALL(readlinkat(-1, text(), writes(100), 100));
  CALL(__readlink_chk(text(), writes(100), 100, 100));
  CALL(__readlinkat_chk(-1, text(), writes(100), 100, 100));
  CALL(getcwd(writes(100), 100));
  CALL(__getcwd_chk(writes(100), 100, 100));
  CALL(getdents64(-1, writes(100), 100));
  CALL(name_to_handle_at(-1, text(), writes(136), writesOne<int>(), 0));
  CALL(open_by_handle_at(-1, reads(136), 0));
}

TEST_F(SeenCalls, FilesGetTimes) {
  CALL(utime(text(), readsOne<utimbuf>()));
  CALL(utimes(text(), reads(2 * sizeof(timeval))));
  CALL(lutimes(text(), reads(2 * sizeof(timeval))));
  CALL(futimes(-1, reads(2 * sizeof(timeval))));
  CALL(futimens(-1, reads(2 * sizeof(timespec))));
  CALL(futimesat(-1, text(), reads(2 * sizeof(timeval))));
  CALL(utimensat(-1, text(), reads(2 * sizeof(timespec)), 0));
}

TEST_F(SeenCalls, FilesHaveAttributes) {
  CALL(getxattr(text(), text(), writes(100), 100));
  CALL(lgetxattr(text(), text(), writes(100), 100));
  CALL(fgetxattr(-1, text(), writes(100), 100));
  CALL(setxattr(text(), text(), reads(100), 100, 0));
  CALL(lsetxattr(text(), text(), reads(100), 100, 0));
  CALL(fsetxattr(-1, text(), reads(100), 100, 0));
  CALL(listxattr(text(), writes(100), 100));
  CALL(llistxattr(text(), writes(100), 100));
  CALL(flistxattr(-1, writes(100), 100));
  CALL(removexattr(text(), text()));
  CALL(lremovexattr(text(), text()));
  CALL(fremovexattr(-1, text()));
  CALL(init_module(reads(100), 100, text()));
  CALL(mount(text(), text(), text(), 0, reads(4096)));
}

/// Programs that are not there: their names are empty.
TEST_F(SeenCalls, ProgramsHaveArguments) {
  Fill = 0;
  char *Arguments[3], *Variables[2];
  const auto Given = [&] {
    Arguments[0] = text();
    Arguments[1] = text();
    Arguments[2] = nullptr;
    return Arguments;
  };
  const auto Set = [&] {
    Variables[0] = text();
    Variables[1] = nullptr;
    return Variables;
  };
  pid_t Child;
  CALL(execv(text(), Given()));
  CALL(execvp(text(), Given()));
  CALL(execve(text(), Given(), Set()));
  CALL(execvpe(text(), Given(), Set()));
  CALL(fexecve(-1, Given(), Set()));
  CALL(posix_spawn(&Child, text(), nullptr, nullptr, Given(), Set()));
  CALL(posix_spawnp(&Child, text(), nullptr, nullptr, Given(), Set()));
  const auto Each = [&] { return static_cast<const char *>(text()); };
  char *const None[] = {nullptr};
  CALL(execl(text(), Each(), Each(), nullptr));
  CALL(execlp(text(), Each(), Each(), nullptr));
  CALL(execle(text(), Each(), Each(), nullptr, None));
  CALL(system(text()));
}
