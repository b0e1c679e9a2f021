// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PathCalls.cpp - the functions that take a path or an attribute -----===//
#undef _FORTIFY_SOURCE
#include "observe/libc/SeenCall.h"

#include <cstdarg>
#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <mntent.h>
#include <nl_types.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/quota.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/swap.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>
#include <utmp.h>
#include <utmpx.h>

using namespace twofold;

// What calls become under _FORTIFY_SOURCE, what stat() was in programs that
// were linked long ago, and what no header declares.
extern "C" {
int __open_2(const char *, int);
int __open64_2(const char *, int);
int __openat_2(int, const char *, int);
int __openat64_2(int, const char *, int);
ssize_t __readlink_chk(const char *, char *, size_t, size_t);
ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
char *__getcwd_chk(char *, size_t, size_t);
char *__getwd_chk(char *, size_t);
int __xstat(int, const char *, struct stat *) noexcept;
int __xstat64(int, const char *, struct stat64 *) noexcept;
int __lxstat(int, const char *, struct stat *) noexcept;
int __lxstat64(int, const char *, struct stat64 *) noexcept;
int __fxstat(int, int, struct stat *) noexcept;
int __fxstat64(int, int, struct stat64 *) noexcept;
int __fxstatat(int, int, const char *, struct stat *, int) noexcept;
int __fxstatat64(int, int, const char *, struct stat64 *, int) noexcept;
int __xmknod(int, const char *, mode_t, dev_t *) noexcept;
int __xmknodat(int, int, const char *, mode_t, dev_t *) noexcept;
int pivot_root(const char *, const char *) noexcept;
int init_module(void *, unsigned long, const char *) noexcept;
int delete_module(const char *, unsigned) noexcept;
}

// Of a file's handle; MAX_HANDLE_SZ and what is before it.
static constexpr unsigned HandleBytes = 128 + 8;
// The kernel reads a page of a mount's options.
static constexpr unsigned MountBytes = 4096;

SEEN(2, access, text(A1));
SEEN(1, acct, text(A1));
SEEN(1, chdir, text(A1));
SEEN(2, catopen, text(A1));
SEEN(2, chmod, text(A1));
SEEN(3, chown, text(A1));
SEEN(1, chroot, text(A1));
SEEN(2, creat, text(A1));
SEEN(2, creat64, text(A1));
SEEN(2, delete_module, text(A1));
SEEN(2, eaccess, text(A1));
SEEN(2, euidaccess, text(A1));
SEEN(4, faccessat, text(A2));
SEEN(5, fanotify_mark, text(A5));
SEEN(4, fchmodat, text(A2));
SEEN(5, fchownat, text(A2));
SEEN(2, fopen, text(A1));
SEEN(2, fopen64, text(A1));
SEEN(3, init_module, reads(A1, A2), argument(A3));
SEEN(3, inotify_add_watch, text(A2));
SEEN(2, lchmod, text(A1));
SEEN(3, lchown, text(A1));
SEEN(2, link, text(A1), text(A2));
SEEN(5, linkat, text(A2), text(A4));
SEEN(2, memfd_create, text(A1));
SEEN(2, mkdir, text(A1));
SEEN(3, mkdirat, text(A2));
SEEN(2, mkfifo, text(A1));
SEEN(3, mkfifoat, text(A2));
SEEN(3, mknod, text(A1));
SEEN(4, mknodat, text(A2));
SEEN(4, __xmknod, text(A2));
SEEN(5, __xmknodat, text(A3));
SEEN(5, mount, text(A1), text(A2), text(A3), reads(A5, MountBytes));
SEEN(2, __open_2, text(A1));
SEEN(2, __open64_2, text(A1));
SEEN(3, __openat_2, text(A2));
SEEN(3, __openat64_2, text(A2));
SEEN(1, opendir, text(A1));
SEEN(2, pathconf, text(A1));
SEEN(2, pivot_root, text(A1), text(A2));
SEEN(4, quotactl, text(A2), anything(uint64_t(uintptr_t(A4))));
SEEN(1, remove, text(A1));
SEEN(2, rename, text(A1), text(A2));
SEEN(4, renameat, text(A2), text(A4));
SEEN(5, renameat2, text(A2), text(A4));
SEEN(1, revoke, text(A1));
SEEN(1, rmdir, text(A1));
SEEN(4, scandir, text(A1));
SEEN(4, scandir64, text(A1));
SEEN(5, scandirat, text(A2));
SEEN(5, scandirat64, text(A2));
SEEN(2, setmntent, text(A1));
SEEN(1, swapoff, text(A1));
SEEN(2, swapon, text(A1));
SEEN(2, symlink, text(A1), text(A2));
SEEN(3, symlinkat, text(A1), text(A3));
SEEN(2, tempnam, text(A1));
SEEN(2, truncate, text(A1));
SEEN(2, truncate64, text(A1));
SEEN(1, umount, text(A1));
SEEN(2, umount2, text(A1));
SEEN(1, unlink, text(A1));
SEEN(3, unlinkat, text(A2));

SEEN(2, stat, text(A1), writesOne(A2));
SEEN(2, stat64, text(A1), writesOne(A2));
SEEN(2, lstat, text(A1), writesOne(A2));
SEEN(2, lstat64, text(A1), writesOne(A2));
SEEN(2, fstat, writesOne(A2));
SEEN(2, fstat64, writesOne(A2));
SEEN(4, fstatat, text(A2), writesOne(A3));
SEEN(4, fstatat64, text(A2), writesOne(A3));
SEEN(5, statx, text(A2), writesOne(A5));
SEEN(3, __xstat, text(A2), writesOne(A3));
SEEN(3, __xstat64, text(A2), writesOne(A3));
SEEN(3, __lxstat, text(A2), writesOne(A3));
SEEN(3, __lxstat64, text(A2), writesOne(A3));
SEEN(3, __fxstat, writesOne(A3));
SEEN(3, __fxstat64, writesOne(A3));
SEEN(5, __fxstatat, text(A3), writesOne(A4));
SEEN(5, __fxstatat64, text(A3), writesOne(A4));
SEEN(2, statfs, text(A1), writesOne(A2));
SEEN(2, statfs64, text(A1), writesOne(A2));
SEEN(2, fstatfs, writesOne(A2));
SEEN(2, fstatfs64, writesOne(A2));
SEEN(2, statvfs, text(A1));
SEEN(2, statvfs64, text(A1));

SEEN(3, readlink, text(A1), writes(A2, A3));
SEEN(4, readlinkat, text(A2), writes(A3, A4));
SEEN(4, __readlink_chk, text(A1), writes(A2, A3));
SEEN(5, __readlinkat_chk, text(A2), writes(A3, A4));
SEEN(2, getcwd, writes(A1, A2));
SEEN(3, __getcwd_chk, writes(A1, A2));
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
SEEN(1, getwd, writes(A1, 4096));
#pragma clang diagnostic pop
SEEN(2, __getwd_chk, writes(A1, A2));
SEEN(3, getdents64, writes(A2, A3));
SEEN(4, getdirentries, writes(A2, A3));
SEEN(4, getdirentries64, writes(A2, A3));
SEEN(5, name_to_handle_at, text(A2), writes(A3, HandleBytes), writesOne(A4));
SEEN(3, open_by_handle_at, reads(A2, HandleBytes));

SEEN(2, utime, text(A1), readsOne(A2));
SEEN(2, utimes, text(A1), readsAll(A2, 2));
SEEN(2, lutimes, text(A1), readsAll(A2, 2));
SEEN(2, futimes, readsAll(A2, 2));
SEEN(3, futimesat, text(A2), readsAll(A3, 2));
SEEN(2, futimens, readsAll(A2, 2));
SEEN(4, utimensat, text(A2), readsAll(A3, 2));

SEEN(4, getxattr, text(A1), text(A2), writes(A3, A4));
SEEN(4, lgetxattr, text(A1), text(A2), writes(A3, A4));
SEEN(4, fgetxattr, text(A2), writes(A3, A4));
SEEN(5, setxattr, text(A1), text(A2), reads(A3, A4));
SEEN(5, lsetxattr, text(A1), text(A2), reads(A3, A4));
SEEN(5, fsetxattr, text(A2), reads(A3, A4));
SEEN(3, listxattr, text(A1), writes(A2, A3));
SEEN(3, llistxattr, text(A1), writes(A2, A3));
SEEN(3, flistxattr, writes(A2, A3));
SEEN(2, removexattr, text(A1), text(A2));
SEEN(2, lremovexattr, text(A1), text(A2));
SEEN(2, fremovexattr, text(A2));

SEEN(1, pututline, readsOne(A1));
SEEN(1, pututxline, readsOne(A1));
SEEN(2, updwtmp, text(A1), readsOne(A2));
SEEN(2, updwtmpx, text(A1), readsOne(A2));

#if __GLIBC_PREREQ(2, 36)
SEEN(2, fsopen, text(A1));
SEEN(5, fsconfig, text(A3), text(static_cast<const char *>(A4)), reads(A4, A5));
SEEN(3, fspick, text(A2));
SEEN(3, open_tree, text(A2));
SEEN(5, move_mount, text(A2), text(A4));
SEEN(5, mount_setattr, text(A2), reads(A4, A5));
#endif

NEXT(open);
NEXT(open64);
NEXT(openat);
NEXT(openat64);

/// The mode, which is there only where a file may be made; libc ignores what it
/// does not need, too.
#define OPEN(Name, Parameters, ...)                                            \
  OURS int Name Parameters {                                                   \
    va_list More;                                                              \
    va_start(More, Flags);                                                     \
    const mode_t Mode = va_arg(More, mode_t);                                  \
    va_end(More);                                                              \
    user::text(Path);                                                          \
    return Next##Name.get()(__VA_ARGS__, Mode);                                \
  }

extern "C" {
OPEN(open, (const char *Path, int Flags, ...), Path, Flags)
OPEN(open64, (const char *Path, int Flags, ...), Path, Flags)
OPEN(openat, (int At, const char *Path, int Flags, ...), At, Path, Flags)
OPEN(openat64, (int At, const char *Path, int Flags, ...), At, Path, Flags)
}
