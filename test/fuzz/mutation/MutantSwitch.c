/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Linked into what MutantsPass.cpp has changed. The environment's MUTANT is the
 * change that is on, as sixteen digits; MUTANTS_ENTERED is a file that gets the
 * hashes of the functions that run, and of the changes that would have
 * mattered, eight bytes each. Processes that are killed tell of theirs, too. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

uint64_t mutant_chosen __attribute__((visibility("hidden")));
static const char *file;
static uint8_t chosen;

/* Of the kernel itself: the runtime observes the library's functions, and may
 * hold a lock of its own here. */
static long ask(long number, long first, long second, long third, long fourth) {
  register long last __asm__("r10") = fourth;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(first), "S"(second), "d"(third), "r"(last)
                   : "rcx", "r11", "memory");
  return result;
}

/* Where the loader asks for memory, the library has no environment yet. */
static __attribute__((constructor(101))) void choose(void) {
  static char text[1 << 18];
  if (chosen)
    return;
  long from = ask(SYS_openat, AT_FDCWD, (long)"/proc/self/environ",
                  O_RDONLY | O_CLOEXEC, 0);
  long used = 0, got = 0;
  while (from >= 0 && (got = ask(SYS_read, from, (long)text + used,
                                 (long)sizeof text - 1 - used, 0)) > 0)
    used += got;
  ask(SYS_close, from, 0, 0, 0);
  for (const char *at = text; at < text + used; at += strlen(at) + 1) {
    if (strncmp(at, "MUTANT=", 7) == 0)
      mutant_chosen = strtoull(at + 7, NULL, 16);
    if (strncmp(at, "MUTANTS_ENTERED=", 16) == 0)
      file = at + 16;
  }
  chosen = 1;
}

/* Whether it is told, or need not be. */
__attribute__((visibility("hidden"))) uint8_t mutant_entered(uint64_t what) {
  choose();
  if (!file)
    return 1;
  long to = ask(SYS_openat, AT_FDCWD, (long)file,
                O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (to < 0)
    return 1;
  ask(SYS_write, to, (long)&what, sizeof what, 0);
  ask(SYS_close, to, 0, 0, 0);
  return 1;
}
