// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that change what lies at an array's addresses while a device has it,
// those that the kernel refuses, and those that fill or empty its pages.
// RUN: sh %S/Inputs/foreign.sh %s %t
#define _GNU_SOURCE 1
#include "Inputs/device-memory.h"

#ifndef LOOPS
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/uio.h>

/* Of newer headers. */
enum { PopulateRead = 22, PopulateWrite, DontNeedLocked, GuardInstall = 102,
       GuardRemove, DontUnmap = 4 };
static const long size = Pages * PageBytes;
static char value;

/* An array that a device has written last. */
static char *array(void) {
  char *a = mmap(0, (size_t)size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  begin();
  memset(staged, ++value, (size_t)size);
  copy(size, staged, a);
  return a;
}

static long sum(const char *a) {
  long all = 0;
  for (long i = 0; i < size; ++i)
    all += a[i];
  return all;
}

/* What is there after the call, and after another loop and a look. */
static void show(const char *what, long result, char *a) {
  say(what, result);
  printf("%s: %ld", what, sum(a));
  memset(staged, 77, (size_t)size);
  copy(size, staged, a);
  printf(" %ld\n", sum(a));
}

static void protected(void) {
  char *a = array();
  show("pkey_mprotect",
       pkey_mprotect(a, (size_t)size, PROT_READ | PROT_WRITE, -1), a);
  a = array();
  show("SYS_pkey_mprotect",
       syscall(SYS_pkey_mprotect, a, size, PROT_READ | PROT_WRITE, -1L), a);
  a = array();
  say("pkey_mprotect", pkey_mprotect(a, (size_t)size, PROT_READ, -1));
  printf("%ld\n", sum(a));
}

static void replaced(int by_number) {
  int id = shmget(IPC_PRIVATE, (size_t)size, 0600 | IPC_CREAT);
  char *other = shmat(id, 0, 0);
  memset(other, 9, (size_t)size);
  char *a = array();
  void *got = by_number ? (void *)syscall(SYS_shmat, id, a, SHM_REMAP)
                        : shmat(id, a, SHM_REMAP);
  show("shmat", got == a ? 0 : -1, a);
  printf("%ld\n", sum(other));
  shmctl(id, IPC_RMID, 0);
}

/* Nothing happens, so nothing is lost. */
static void refused(void) {
  char *a = array();
  const int both = PROT_READ | PROT_WRITE;
  say_right("mmap", mmap(a, (size_t)size, both, MAP_PRIVATE | MAP_FIXED, 999,
                         0) == MAP_FAILED);
  show("mmap", 0, a);
  a = array();
  show("munmap", munmap(a + 1, (size_t)size - 1), a);
  a = array();
  show("madvise", madvise(a + 1, (size_t)size - 1, MADV_DONTNEED), a);
  a = array();
  show("madvise", madvise(a, (size_t)size, MADV_REMOVE), a);
  a = array();
  char *gone = mmap(0, PageBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(gone, PageBytes);
  say_right("mremap", mremap(gone, PageBytes, (size_t)size,
                             MREMAP_MAYMOVE | MREMAP_FIXED, a) == MAP_FAILED);
  show("mremap", 0, a);
  a = array();
  say_right("shmat", shmat(-1, a, SHM_REMAP) == (void *)-1);
  show("shmat", 0, a);
}

/* Kernels that do not have it do nothing. */
static void advised(const char *what, int advice, int empties) {
  char *a = array();
  const int done = madvise(a, (size_t)size, advice);
  if (done == 0 && advice == GuardInstall)
    madvise(a, (size_t)size, GuardRemove);
  if (done < 0 && errno != EINVAL)
    say(what, done);
  printf("%s: %d\n", what, sum(a) == (done == 0 && empties ? 0 : size * value));
  copy(size, staged, a);
  show(what, 0, a);
}

static void advised_process(void) {
  char *a = array();
  int self = (int)syscall(SYS_pidfd_open, getpid(), 0L);
  begin();
  struct iovec two[2] = {{a, (size_t)size / 2}, {a + size / 2, PageBytes}};
  struct iovec *list = THIS(two);
  go();
  printf("process_madvise: %d\n",
         process_madvise(self, list, 2, MADV_COLD, 0) >= 0 || errno != EFAULT);
  go();
  printf("SYS_process_madvise: %d\n",
         syscall(SYS_process_madvise, self, list, 2L, MADV_COLD, 0L) >= 0 ||
             errno != EFAULT);
  a = array();
  two[0].iov_len = (size_t)size;
  const int done = process_madvise(self, two, 1, MADV_DONTNEED, 0) >= 0;
  printf("process_madvise: %d\n", sum(a) == (done ? 0 : size * value));
  close(self);
}

int main(void) {
  protected();
  replaced(0);
  replaced(1);
  refused();
  advised("MADV_POPULATE_READ", PopulateRead, 0);
  advised("MADV_POPULATE_WRITE", PopulateWrite, 0);
  advised("MADV_DONTNEED_LOCKED", DontNeedLocked, 1);
  advised("MADV_GUARD_INSTALL", GuardInstall, 1);
  advised_process();
  char *a = array();
  char *moved = mremap(a, (size_t)size, (size_t)size,
                       MREMAP_MAYMOVE | DontUnmap, 0);
  say_right("mremap", moved != MAP_FAILED);
  show("moved", 0, moved);
  show("left", 0, a);
}
#endif
