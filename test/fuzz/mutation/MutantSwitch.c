/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Linked into what MutantsPass.cpp has changed. The environment's MUTANT is the
 * change that is on, as sixteen digits; MUTANTS_ENTERED is a file that gets the
 * hashes of the functions that run, and of the changes that would have
 * mattered, eight bytes each. Processes that are killed tell of theirs, too. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>

uint64_t mutant_chosen __attribute__((visibility("hidden")));
static const char *file;
static uint8_t chosen;

__attribute__((constructor(101))) static void choose(void) {
  const char *text = getenv("MUTANT");
  if (text)
    mutant_chosen = strtoull(text, NULL, 16);
  file = getenv("MUTANTS_ENTERED");
  chosen = 1;
}

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

/* Whether it is told: it is not while no change can be on, as where the loader
 * asks for memory. */
__attribute__((visibility("hidden"))) uint8_t mutant_entered(uint64_t what) {
  if (!file)
    return chosen;
  long to = ask(SYS_openat, AT_FDCWD, (long)file,
                O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (to < 0)
    return 1;
  ask(SYS_write, to, (long)&what, sizeof what, 0);
  ask(SYS_close, to, 0, 0, 0);
  return 1;
}
