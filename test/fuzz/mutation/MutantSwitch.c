/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * Linked into what MutantsPass.cpp has changed. The environment's MUTANT is the
 * change that is on, as sixteen digits; MUTANTS_ENTERED is a file that gets the
 * hashes of the functions that run, eight bytes each. Processes that are killed
 * tell of theirs, too. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

uint64_t mutant_chosen __attribute__((visibility("hidden")));

__attribute__((constructor(101))) static void choose(void) {
  const char *text = getenv("MUTANT");
  if (text)
    mutant_chosen = strtoull(text, NULL, 16);
}

__attribute__((visibility("hidden"))) void mutant_entered(uint64_t function) {
  const char *path = getenv("MUTANTS_ENTERED");
  if (!path)
    return;
  int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    return;
  if (write(file, &function, sizeof function) < 0) {
  }
  close(file);
}
