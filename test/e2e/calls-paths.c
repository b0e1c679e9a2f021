// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Paths, attributes and what is asked about files, in memory that a device has.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#define _LARGEFILE64_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
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
#include <utime.h>
#include <utmp.h>
#include <utmpx.h>

/* Under _FORTIFY_SOURCE, before stat() was a function, and in no header. */
int __open_2(const char *, int);
int __open64_2(const char *, int);
int __openat_2(int, const char *, int);
int __openat64_2(int, const char *, int);
ssize_t __readlink_chk(const char *, char *, size_t, size_t);
ssize_t __readlinkat_chk(int, const char *, char *, size_t, size_t);
char *__getcwd_chk(char *, size_t, size_t);
char *__getwd_chk(char *, size_t);
int __xstat(int, const char *, struct stat *);
int __xstat64(int, const char *, struct stat64 *);
int __lxstat(int, const char *, struct stat *);
int __lxstat64(int, const char *, struct stat64 *);
int __fxstat(int, int, struct stat *);
int __fxstat64(int, int, struct stat64 *);
int __fxstatat(int, int, const char *, struct stat *, int);
int __fxstatat64(int, int, const char *, struct stat64 *, int);
int __xmknod(int, const char *, mode_t, dev_t *);
int __xmknodat(int, int, const char *, mode_t, dev_t *);
int pivot_root(const char *, const char *);
int init_module(void *, unsigned long, const char *);
int delete_module(const char *, unsigned);

static char folder[] = "/tmp/twofold-paths-XXXXXX";
static int here; /* the folder */

/* A path in the folder. */
static char *in(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return text(path);
}
static char *first, *second;
/* Two paths, on the device. */
static void paths(const char *one, const char *two) {
  begin();
  first = in(one);
  second = in(two);
  go();
}
static void names(const char *one, const char *two) {
  begin();
  first = text(one);
  second = text(two);
  go();
}
/* One call with a path in the folder, or a name. */
#define PATH(name, file, ...)                                                  \
  do {                                                                         \
    paths(file, "other");                                                      \
    say(#name, name(__VA_ARGS__));                                             \
  } while (0)
#define NAME(name, file, ...)                                                  \
  do {                                                                         \
    names(file, "other");                                                      \
    say(#name, name(__VA_ARGS__));                                             \
  } while (0)

static void opened(const char *name, int file) {
  say(name, file < 0 ? -1 : 0);
  if (file >= 0)
    close(file);
}
#define OPENED(name, ...)                                                      \
  do {                                                                         \
    paths("file", "other");                                                    \
    opened(#name, name(first, __VA_ARGS__));                                   \
    names("file", "other");                                                    \
  } while (0)
#define OPENED_AT(name, ...)                                                   \
  do {                                                                         \
    names("file", "other");                                                    \
    opened(#name, name(here, first, __VA_ARGS__));                             \
  } while (0)

static void making(void) {
  OPENED(open, O_CREAT | O_RDWR, 0600);
  OPENED(open64, O_RDONLY);
  OPENED(creat, 0600);
  OPENED(creat64, 0600);
  OPENED(__open_2, O_RDONLY);
  OPENED(__open64_2, O_RDONLY);
  OPENED_AT(openat, O_RDWR | O_CREAT, 0600);
  OPENED_AT(openat64, O_RDONLY);
  OPENED_AT(__openat_2, O_RDONLY);
  OPENED_AT(__openat64_2, O_RDONLY);
  for (int which = 0; which < 2; ++which) {
    paths("file", "other");
    FILE *stream = (which ? fopen64 : fopen)(first, "r+");
    say_right(which ? "fopen64" : "fopen", stream != 0);
    if (stream)
      fclose(stream);
  }
  PATH(access, "file", first, R_OK);
  PATH(eaccess, "file", first, R_OK);
  PATH(euidaccess, "file", first, W_OK);
  NAME(faccessat, "file", here, first, R_OK, 0);
  for (int which = 0; which < 2; ++which) {
    names(which ? "/proc/self/mounts" : "/none/such/mounts", "other");
    FILE *list = setmntent(first, "r");
    say_right("setmntent", which ? list != 0 : !list && errno == ENOENT);
    if (list)
      endmntent(list);
  }
  names("/none/such/catalogue", "other");
  say_right("catopen", catopen(first, 0) == (nl_catd)-1 && errno == ENOENT);
  paths("", "other");
  char *temporary = tempnam(first, "a");
  say_right("tempnam", temporary &&
                           !strncmp(temporary, folder, strlen(folder)));
  free(temporary);
  PATH(mkdir, "a", first, 0700);
  NAME(mkdirat, "b", here, first, 0700);
  PATH(mkfifo, "c", first, 0600);
  NAME(mkfifoat, "d", here, first, 0600);
  PATH(mknod, "e", first, S_IFREG | 0600, 0);
  NAME(mknodat, "f", here, first, S_IFREG | 0600, 0);
  dev_t none = 0;
  PATH(__xmknod, "g", 0, first, S_IFREG | 0600, &none);
  NAME(__xmknodat, "h", 0, here, first, S_IFREG | 0600, &none);
  PATH(link, "file", first, second);
  PATH(remove, "other", first);
  NAME(linkat, "file", here, first, here, second, 0);
  PATH(unlink, "other", first);
  PATH(symlink, "file", first, second);
  NAME(unlinkat, "other", here, first, 0);
  NAME(symlinkat, "other", "file", here, first);
  PATH(rename, "a", first, second); /* a folder over a link */
  NAME(renameat, "f", here, first, here, second);
  NAME(renameat2, "g", here, first, here, second, RENAME_NOREPLACE);
  PATH(rmdir, "a", first);
  PATH(truncate, "file", first, 5000);
  PATH(truncate64, "file", first, 6000);
  PATH(chmod, "file", first, 0644);
  NAME(fchmodat, "file", here, first, 0600, 0);
  PATH(lchmod, "file", first, 0600);
  PATH(chown, "file", first, getuid(), getgid());
  PATH(lchown, "file", first, getuid(), getgid());
  NAME(fchownat, "file", here, first, getuid(), getgid(), 0);
  PATH(revoke, "file", first);
  PATH(pathconf, "file", first, _PC_NAME_MAX);
}

static void folders(void) {
  char was[PageBytes];
  if (!getcwd(was, sizeof was))
    abort();
  PATH(chdir, "", first);
  begin();
  char *to = room(200);
  go();
  say_right("getcwd", getcwd(to, 200) && !strcmp(to, folder));
  go();
  say_right("__getcwd_chk",
            __getcwd_chk(to, 200, 200) && !strcmp(to, folder));
  begin();
  to = room(PageBytes);
  go();
  say_right("getwd", getwd(to) && !strcmp(to, folder));
  go();
  say_right("__getwd_chk", __getwd_chk(to, PageBytes) && !strcmp(to, folder));
  if (chdir(was))
    abort();
  paths("", "");
  DIR *list = opendir(first);
  say_right("opendir", list != 0);
  if (list)
    closedir(list);
  struct dirent **found;
  struct dirent64 **found64;
  paths("", "");
  say_right("scandir", scandir(first, &found, 0, 0) > 0);
  paths("", "");
  say_right("scandir64", scandir64(first, &found64, 0, 0) > 0);
  paths("", "");
  say_right("scandirat", scandirat(AT_FDCWD, first, &found, 0, 0) > 0);
  paths("", "");
  say_right("scandirat64", scandirat64(AT_FDCWD, first, &found64, 0, 0) > 0);
  begin();
  to = room(5000);
  go();
  int file = open(folder, O_RDONLY | O_DIRECTORY);
  say_right("getdents64", getdents64(file, to, 5000) > 0);
  off_t at = 0;
  off64_t at64 = 0;
  lseek(file, 0, SEEK_SET);
  go();
  say_right("getdirentries", getdirentries(file, to, 5000, &at) > 0);
  lseek(file, 0, SEEK_SET);
  go();
  say_right("getdirentries64", getdirentries64(file, to, 5000, &at64) > 0);
  close(file);
}

#define STATE(name, type, ok, ...)                                             \
  do {                                                                         \
    begin();                                                                   \
    char *path = in("file"), *in_folder = text("file");                        \
    (void)path;                                                                \
    (void)in_folder;                                                           \
    struct type *to = ONE(struct type);                                        \
    go();                                                                      \
    const int result = name(__VA_ARGS__);                                      \
    say(#name, result);                                                        \
    say_right(#name, ok);                                                      \
  } while (0)

static void states(void) {
  const int file = openat(here, "file", O_RDONLY);
  STATE(stat, stat, to->st_size == 6000, path, to);
  STATE(stat64, stat64, to->st_size == 6000, path, to);
  STATE(lstat, stat, to->st_size == 6000, path, to);
  STATE(lstat64, stat64, to->st_size == 6000, path, to);
  STATE(fstat, stat, to->st_size == 6000, file, to);
  STATE(fstat64, stat64, to->st_size == 6000, file, to);
  STATE(fstatat, stat, to->st_size == 6000, here, in_folder, to, 0);
  STATE(fstatat64, stat64, to->st_size == 6000, here, in_folder, to, 0);
  STATE(statx, statx, to->stx_size == 6000, here, in_folder, 0, STATX_SIZE, to);
  STATE(__xstat, stat, to->st_size == 6000, 1, path, to);
  STATE(__xstat64, stat64, to->st_size == 6000, 1, path, to);
  STATE(__lxstat, stat, to->st_size == 6000, 1, path, to);
  STATE(__lxstat64, stat64, to->st_size == 6000, 1, path, to);
  STATE(__fxstat, stat, to->st_size == 6000, 1, file, to);
  STATE(__fxstat64, stat64, to->st_size == 6000, 1, file, to);
  STATE(__fxstatat, stat, to->st_size == 6000, 1, here, in_folder, to, 0);
  STATE(__fxstatat64, stat64, to->st_size == 6000, 1, here, in_folder, to, 0);
  STATE(statfs, statfs, to->f_bsize > 0, path, to);
  STATE(statfs64, statfs64, to->f_bsize > 0, path, to);
  STATE(fstatfs, statfs, to->f_bsize > 0, file, to);
  STATE(fstatfs64, statfs64, to->f_bsize > 0, file, to);
  STATE(statvfs, statvfs, to->f_bsize > 0, path, to);
  STATE(statvfs64, statvfs64, to->f_bsize > 0, path, to);
  close(file);

  char target[PageBytes];
  snprintf(target, sizeof target, "%s/file", folder);
  if (symlinkat(target, here, "link"))
    abort();
#define LINK(name, ...)                                                        \
  do {                                                                         \
    begin();                                                                   \
    char *path = in("link"), *in_folder = text("link"), *to = room(100);       \
    (void)path;                                                                \
    (void)in_folder;                                                           \
    go();                                                                      \
    say(#name, name(__VA_ARGS__) == (ssize_t)strlen(target) ? 0 : -1);         \
    say_right(#name, !strcmp(to, target));                                     \
  } while (0)
  LINK(readlink, path, to, 100);
  LINK(readlinkat, here, in_folder, to, 100);
  LINK(__readlink_chk, path, to, 100, 100);
  LINK(__readlinkat_chk, here, in_folder, to, 100, 100);

  struct utimbuf then = {1000, 2000};
  struct timeval both[2] = {{3000, 0}, {4000, 0}};
  struct timespec exact[2] = {{5000, 0}, {6000, 0}};
#define TIMES(name, what, ...)                                                 \
  do {                                                                         \
    begin();                                                                   \
    char *path = in("file"), *in_folder = text("file");                        \
    void *times = THIS(what);                                                  \
    (void)path;                                                                \
    (void)in_folder;                                                           \
    go();                                                                      \
    say(#name, name(__VA_ARGS__));                                             \
    struct stat is;                                                            \
    fstatat(here, "file", &is, 0);                                             \
    printf("%ld\n", (long)is.st_mtime);                                        \
  } while (0)
  const int timed = openat(here, "file", O_RDWR);
  TIMES(utime, then, path, times);
  TIMES(utimes, both, path, times);
  TIMES(futimens, exact, timed, times);
  TIMES(lutimes, both, path, times);
  TIMES(utimensat, exact, here, in_folder, times, 0);
  TIMES(futimes, both, timed, times);
  TIMES(futimens, exact, timed, times);
  TIMES(futimesat, both, here, in_folder, times);
  close(timed);
}

#define ATTRIBUTE(name, ...)                                                   \
  do {                                                                         \
    begin();                                                                   \
    char *path = in("file"), *key = text("user.twofold"), *to = room(100),     \
         *value = item("value", 5);                                            \
    (void)path;                                                                \
    (void)key;                                                                 \
    (void)to;                                                                  \
    (void)value;                                                               \
    go();                                                                      \
    say(#name, name(__VA_ARGS__));                                             \
    printf("%.12s\n", to);                                                     \
  } while (0)

static void attributes(void) {
  const int file = openat(here, "file", O_RDWR);
  ATTRIBUTE(setxattr, path, key, value, 5, 0);
  ATTRIBUTE(lsetxattr, path, key, value, 4, 0);
  ATTRIBUTE(fsetxattr, file, key, value, 3, 0);
  ATTRIBUTE(getxattr, path, key, to, 100);
  ATTRIBUTE(lgetxattr, path, key, to, 100);
  ATTRIBUTE(fgetxattr, file, key, to, 100);
  ATTRIBUTE(listxattr, path, to, 100);
  ATTRIBUTE(llistxattr, path, to, 100);
  ATTRIBUTE(flistxattr, file, to, 100);
  ATTRIBUTE(removexattr, path, key);
  ATTRIBUTE(lremovexattr, path, key);
  ATTRIBUTE(fremovexattr, file, key);
  close(file);

  begin();
  char *name = in("file");
  struct {
    struct file_handle head;
    char bytes[128];
  } *handle = item(&(struct file_handle){128, 0}, sizeof(struct file_handle));
  next_page += 1;
  int *mount_id = ONE(int);
  go();
  say("name_to_handle_at",
      name_to_handle_at(AT_FDCWD, name, &handle->head, mount_id, 0));
  memcpy(staged + ((char *)handle - shown), handle, sizeof *handle);
  go();
  const int again = open_by_handle_at(here, &handle->head, O_RDONLY);
  opened("open_by_handle_at", again);

  const int events = inotify_init();
  paths("file", "");
  say("inotify_add_watch", inotify_add_watch(events, first, IN_OPEN));
  close(events);
  paths("file", "");
  const int all = fanotify_init(FAN_CLASS_NOTIF, O_RDONLY);
  say("fanotify_mark",
      fanotify_mark(all, FAN_MARK_ADD, FAN_OPEN, AT_FDCWD, first));
  close(all);
  paths("file", "");
  opened("memfd_create", memfd_create(first, 0));
}

/* Refused, but for the right reason. */
static void administration(void) {
  PATH(acct, "none", first);
  PATH(chroot, "none", first);
  PATH(swapon, "none", first, 0);
  PATH(swapoff, "none", first);
  PATH(umount, "none", first);
  PATH(umount2, "none", first, 0);
  PATH(pivot_root, "none", first, second);
  NAME(delete_module, "twofold_none", first, O_NONBLOCK);
  NAME(init_module, "no module", first, 10, second);
  NAME(quotactl, "none", QCMD(Q_GETINFO, USRQUOTA), first, 0, second);
  begin();
  char *source = text("none"), *at = in("none"), *kind = text("tmpfs"),
       *options = text("size=1");
  go();
  say("mount", mount(source, at, kind, 0, options));
#if __GLIBC_PREREQ(2, 36)
  NAME(fsopen, "none", first, 0);
  NAME(fsconfig, "key", -1, FSCONFIG_SET_STRING, first, second, 0);
  PATH(fspick, "none", AT_FDCWD, first, 0);
  PATH(open_tree, "none", AT_FDCWD, first, 0);
  PATH(move_mount, "none", AT_FDCWD, first, AT_FDCWD, second, 0);
  begin();
  at = in("none");
  struct mount_attr *how = ONE(struct mount_attr);
  go();
  say("mount_setattr", mount_setattr(AT_FDCWD, at, 0, how, sizeof *how));
#endif
  begin();
  at = in("users");
  struct utmp *user = ONE(struct utmp);
  go();
  close(openat(here, "users", O_CREAT | O_RDWR, 0600));
  updwtmp(at, user);
  go();
  updwtmpx(at, (struct utmpx *)user);
  struct stat is;
  fstatat(here, "users", &is, 0);
  say_right("updwtmp", is.st_size == 2 * (long)sizeof *user);
  utmpname(strdup(at));
  setutent();
  go();
  say_right("pututline", pututline(user) != 0);
  go();
  say_right("pututxline", pututxline((struct utmpx *)user) != 0);
  endutent();
}

int main(void) {
  setvbuf(stdout, 0, _IOLBF, 0);
  if (!mkdtemp(folder) || (here = open(folder, O_RDONLY | O_DIRECTORY)) < 0)
    return 1;
  making();
  folders();
  states();
  attributes();
  administration();
  char clean[100];
  snprintf(clean, sizeof clean, "rm -r %s", folder);
  return system(clean);
}
#endif
