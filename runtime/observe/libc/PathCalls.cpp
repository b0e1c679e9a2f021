// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- PathCalls.cpp - the functions that take a path or an attribute -----===//
#undef _FORTIFY_SOURCE
#include "observe/libc/SeenCall.h"
#include "observe/libc/UndeclaredPathCalls.h"

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

// Of a file's handle; MAX_HANDLE_SZ and what is before it.
static constexpr unsigned HandleBytes = 128 + 8;
// The kernel reads a page of a mount's options.
static constexpr unsigned MountBytes = 4096;

SEEN_EACH(2, text(A1), access, catopen, chmod, creat, creat64, delete_module,
          eaccess, euidaccess, fopen, fopen64, lchmod, memfd_create, mkdir,
          mkfifo, __open_2, __open64_2, pathconf, setmntent, swapon, tempnam,
          truncate, truncate64, umount2);
SEEN_EACH(1, text(A1), acct, chdir, chroot, opendir, remove, revoke, rmdir,
          swapoff, umount, unlink);
SEEN_EACH(3, text(A1), chown, lchown, mknod);
SEEN_EACH(4, text(A2), faccessat, fchmodat, mknodat, __xmknod);
SEEN(5, fanotify_mark, text(A5));
SEEN_EACH(5, text(A2), fchownat, scandirat, scandirat64);
SEEN(3, init_module, reads(A1, A2), argument(A3));
SEEN_EACH(3, text(A2), inotify_add_watch, mkdirat, mkfifoat, __openat_2,
          __openat64_2, unlinkat);
SEEN_EACH(2, (text(A1), text(A2)), link, pivot_root, rename, symlink);
SEEN_EACH(5, (text(A2), text(A4)), linkat, renameat2);
SEEN(5, __xmknodat, text(A3));
SEEN(5, mount, text(A1), text(A2), text(A3), reads(A5, MountBytes));
SEEN(4, quotactl, text(A2), anything(uint64_t(uintptr_t(A4))));
SEEN(4, renameat, text(A2), text(A4));
SEEN_EACH(4, text(A1), scandir, scandir64);
SEEN(3, symlinkat, text(A1), text(A3));

SEEN_EACH(2, (text(A1), writesOne(A2)), stat, stat64, lstat, lstat64, statfs,
          statfs64);
SEEN_EACH(2, writesOne(A2), fstat, fstat64, fstatfs, fstatfs64);
SEEN_EACH(4, (text(A2), writesOne(A3)), fstatat, fstatat64);
SEEN(5, statx, text(A2), writesOne(A5));
SEEN_EACH(3, (text(A2), writesOne(A3)), __xstat, __xstat64, __lxstat,
          __lxstat64);
SEEN_EACH(3, writesOne(A3), __fxstat, __fxstat64);
SEEN_EACH(5, (text(A3), writesOne(A4)), __fxstatat, __fxstatat64);
SEEN_EACH(2, text(A1), statvfs, statvfs64);

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
SEEN_EACH(4, writes(A2, A3), getdirentries, getdirentries64);
SEEN(5, name_to_handle_at, text(A2), writes(A3, HandleBytes), writesOne(A4));
SEEN(3, open_by_handle_at, reads(A2, HandleBytes));

SEEN(2, utime, text(A1), readsOne(A2));
SEEN_EACH(2, (text(A1), readsAll(A2, 2)), utimes, lutimes);
SEEN_EACH(2, readsAll(A2, 2), futimes, futimens);
SEEN(3, futimesat, text(A2), readsAll(A3, 2));
SEEN(4, utimensat, text(A2), readsAll(A3, 2));

SEEN_EACH(4, (text(A1), text(A2), writes(A3, A4)), getxattr, lgetxattr);
SEEN(4, fgetxattr, text(A2), writes(A3, A4));
SEEN_EACH(5, (text(A1), text(A2), reads(A3, A4)), setxattr, lsetxattr);
SEEN(5, fsetxattr, text(A2), reads(A3, A4));
SEEN_EACH(3, (text(A1), writes(A2, A3)), listxattr, llistxattr);
SEEN(3, flistxattr, writes(A2, A3));
SEEN_EACH(2, (text(A1), text(A2)), removexattr, lremovexattr);
SEEN(2, fremovexattr, text(A2));

SEEN_EACH(1, readsOne(A1), pututline, pututxline);
SEEN_EACH(2, (text(A1), readsOne(A2)), updwtmp, updwtmpx);

#if __GLIBC_PREREQ(2, 36)
SEEN(2, fsopen, text(A1));
SEEN(5, fsconfig, text(A3), text(static_cast<const char *>(A4)), reads(A4, A5));
SEEN_EACH(3, text(A2), fspick, open_tree);
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
