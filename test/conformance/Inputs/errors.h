/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that leave their arrays. With the plugin, the loop after VIOLATES runs
 * and a handler prints what it is told; without it, the loop is left out and
 * the same line is printed: what the program expects. */
#ifndef TWOFOLD_TEST_ERRORS_H
#define TWOFOLD_TEST_ERRORS_H

#include <stdio.h>

static int show_bounds(const char *array, long long index, long long count,
                       int line) {
  printf("%s[%lld] of %lld, line %d\n", array, index, count, line);
  return 0;
}

#ifdef WITH_PLUGIN
#include <twofold/twofold.h>

static int errors_seen;
static void show_error(const struct twofold_error *error, void *user) {
  ++errors_seen;
  show_bounds(error->array, error->index, (long long)error->count,
              (int)error->line);
  (void)user;
}
static int handled(void) {
  twofold_set_error_handler(show_error, 0);
  errors_seen = 0;
  return 1;
}
#define VIOLATES(array, index, count, line) if (handled())
/* Says so if the loop before found nothing. */
#define VIOLATED()                                                             \
  do {                                                                         \
    if (errors_seen != 1)                                                      \
      printf("%d errors\n", errors_seen);                                      \
  } while (0)
#else
#define VIOLATES(array, index, count, line)                                    \
  if (show_bounds(#array, index, count, line))
#define VIOLATED() (void)0
#endif

#endif
