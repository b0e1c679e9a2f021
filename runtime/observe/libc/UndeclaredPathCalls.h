// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- UndeclaredPathCalls.h - functions with paths, of no other header ---===//
//
// What calls become under _FORTIFY_SOURCE, what stat() was in programs that
// were linked long ago, and what no header declares.
#ifndef TWOFOLD_RUNTIME_OBSERVE_LIBC_UNDECLAREDPATHCALLS_H
#define TWOFOLD_RUNTIME_OBSERVE_LIBC_UNDECLAREDPATHCALLS_H

#include <sys/stat.h>
#include <sys/types.h>

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

#endif
