// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// supervised FIGURES files NUMBER once|rest|kill ERROR FOLDER PROGRAM
// [ARGUMENT]... supervised FIGURES signal NUMBER LIBRARY PROGRAM [ARGUMENT]...
//
// Runs the program, and stops some of its system calls before they begin (a
// filter of seccomp asks this process about them).
//   files   the NUMBER-th call on a file in FOLDER, of all of the program's
//           processes, fails with ERROR, with `rest` all after it, too; or the
//           process that makes it is killed instead
//   signal  before the NUMBER-th call that LIBRARY makes by itself, the program
//           gets SIGUSR1, which is blocked, and which a thread of it waits for,
//           and a moment to act
// FIGURES gets the number of such calls; nothing if filters cannot ask here.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { Path = 1, File = 2, PathAt = Path | File, Plain = 0 };
static const struct {
  int number, has;
} calls[] = {
#ifdef SYS_open
    {SYS_open, Path},        {SYS_mkdir, Path},      {SYS_stat, Path},
    {SYS_lstat, Path},       {SYS_unlink, Path},     {SYS_rename, Path},
    {SYS_access, Path},      {SYS_rmdir, Path},      {SYS_dup2, File},
#endif
    {SYS_openat, PathAt},    {SYS_mkdirat, PathAt},  {SYS_newfstatat, PathAt},
    {SYS_unlinkat, PathAt},  {SYS_renameat, PathAt}, {SYS_renameat2, PathAt},
    {SYS_faccessat, PathAt}, {SYS_statx, PathAt},    {SYS_utimensat, PathAt},
    {SYS_read, File},        {SYS_write, File},      {SYS_pread64, File},
    {SYS_pwrite64, File},    {SYS_readv, File},      {SYS_writev, File},
    {SYS_fstat, File},       {SYS_close, File},      {SYS_lseek, File},
    {SYS_getdents64, File},  {SYS_ftruncate, File},  {SYS_fsync, File},
    {SYS_fdatasync, File},   {SYS_fchmod, File},     {SYS_fcntl, File},
    {SYS_dup, File},         {SYS_dup3, File},       {SYS_fallocate, File},
};
/* What the runtime asks of the kernel while pages and arrays are in its hands.
 */
static const int ownCalls[] = {
    SYS_mmap,         SYS_munmap,         SYS_mprotect,
    SYS_madvise,      SYS_mremap,         SYS_process_vm_readv,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_futex,
    SYS_read,         SYS_write,          SYS_openat,
    SYS_clone,        SYS_tgkill,         SYS_close,
    SYS_pipe2,
};
enum { CALLS = sizeof calls / sizeof *calls };

static int install(int files) {
  struct sock_filter filter[2 * CALLS + 2];
  int length = 0;
  filter[length++] = (struct sock_filter)BPF_STMT(
      BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  int count = files ? CALLS : (int)(sizeof ownCalls / sizeof *ownCalls);
  for (int i = 0; i < count; ++i) {
    unsigned number = (unsigned)(files ? calls[i].number : ownCalls[i]);
    filter[length++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
    filter[length++] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF);
  }
  filter[length++] =
      (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {(unsigned short)length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    return -1;
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                      SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

static void link_of(char *to, size_t size, int process, const char *what,
                    int file) {
  char name[64];
  if (file < 0)
    snprintf(name, sizeof name, "/proc/%d/%s", process, what);
  else
    snprintf(name, sizeof name, "/proc/%d/%s/%d", process, what, file);
  ssize_t length = readlink(name, to, size - 1);
  to[length < 0 ? 0 : length] = 0;
}

static void text_of(char *to, size_t size, int process, unsigned long long at) {
  /* Page by page: what follows the text may not be there. */
  size_t got = 0;
  while (got < size - 1) {
    size_t part = 4096 - (at + got) % 4096;
    part = part < size - 1 - got ? part : size - 1 - got;
    struct iovec here = {to + got, part}, there = {(void *)(at + got), part};
    ssize_t read = process_vm_readv(process, &here, 1, &there, 1, 0);
    if (read <= 0 || memchr(to + got, 0, (size_t)read)) {
      got += read > 0 ? (size_t)read : 0;
      break;
    }
    got += (size_t)read;
  }
  to[got] = 0;
}

/* Whether the call is on a file in the folder. */
static int touches(const struct seccomp_notif *asked, const char *folder) {
  char file[4096] = "", path[2048] = "";
  for (int i = 0; i < CALLS; ++i) {
    if (calls[i].number != asked->data.nr)
      continue;
    int has = calls[i].has, process = (int)asked->pid;
    if (has & File && (int)asked->data.args[0] >= 0)
      link_of(file, sizeof file, process, "fd", (int)asked->data.args[0]);
    if (has & Path && asked->data.args[has & File ? 1 : 0])
      text_of(path, sizeof path, process, asked->data.args[has & File ? 1 : 0]);
  }
  size_t length = strlen(folder);
  const char *name = *path == '/' ? path : file;
  return !strncmp(name, folder, length) &&
         (name[length] == '/' || !name[length]);
}

static unsigned long long from, to; /* where the library's code lies */
static int from_library(const struct seccomp_notif *asked, const char *name,
                        pid_t process) {
  unsigned long long at = asked->data.instruction_pointer;
  char task[64];
  snprintf(task, sizeof task, "/proc/%d/task/%u", process, asked->pid);
  if (access(task, F_OK))
    return 0; /* of a process that the program has started */
  if (!to) {
    char maps[64], line[4096], rights[8];
    snprintf(maps, sizeof maps, "/proc/%u/maps", asked->pid);
    FILE *file = fopen(maps, "r");
    unsigned long long first, last;
    while (file && fgets(line, sizeof line, file))
      if (strstr(line, name) &&
          sscanf(line, "%llx-%llx %7s", &first, &last, rights) == 3 &&
          strchr(rights, 'x'))
        from = first, to = last;
    if (file)
      fclose(file);
  }
  return from <= at && at < to;
}

static int usage(void) {
  fprintf(stderr, "supervised: see its first lines\n");
  return 2;
}

int main(int count, char **words) {
  if (count < 6)
    return usage();
  int files = !strcmp(words[2], "files");
  if (files && count < 8)
    return usage();
  long number = atol(words[3]), found = 0;
  int kills = files && !strcmp(words[4], "kill");
  int rest = files && !strcmp(words[4], "rest");
  int error = files ? atoi(words[5]) : 0;
  const char *where = words[files ? 6 : 4];
  char **program = words + (files ? 7 : 5);

  /* What the filter asks with is passed on before a call could wait for us. */
  atomic_int *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pid_t child = fork();
  if (child == 0) {
    if (!files)
      sigprocmask(SIG_BLOCK, &set, NULL);
    atomic_store(shared, install(files) + 2);
    while (atomic_load(shared) > 0) {
    }
    execv(program[0], program);
    _exit(127);
  }
  int listener;
  while ((listener = atomic_load(shared)) == 0)
    usleep(100);
  listener -= 2;
  int owner = (int)syscall(SYS_pidfd_open, child, 0);
  if (listener >= 0)
    listener = (int)syscall(SYS_pidfd_getfd, owner, listener, 0);
  atomic_store(shared, -1);

  struct seccomp_notif asked;
  struct pollfd ready = {listener, POLLIN, 0};
  while (listener >= 0 && poll(&ready, 1, -1) >= 0 &&
         !(ready.revents & POLLHUP)) {
    memset(&asked, 0, sizeof asked);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked))
      continue;
    struct seccomp_notif_resp answer = {asked.id, 0, 0,
                                        SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    int ours =
        files ? touches(&asked, where) : from_library(&asked, where, child);
    found += ours;
    int now = ours && (rest ? found >= number : found == number);
    if (now && !files) {
      kill(child, SIGUSR1);
      usleep(4000);
    } else if (now && kills) {
      kill((int)asked.pid, SIGKILL);
    } else if (now) {
      answer.error = -error;
      answer.flags = 0;
    }
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  }
  int status = 0;
  waitpid(child, &status, 0);
  FILE *figures = listener >= 0 ? fopen(words[1], "w") : NULL;
  if (figures) {
    fprintf(figures, "calls %ld\n", found);
    fclose(figures);
  }
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
