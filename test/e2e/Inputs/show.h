/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- show.h - print results so that every bit can be compared ----------===*/
#ifndef TEST_E2E_SHOW_H
#define TEST_E2E_SHOW_H

#include <stdio.h>

/* In C, rows of a two-dimensional array can be shown as one. */
#ifdef __cplusplus
#define SHOW_ELEMENTS(array) auto &&elements_ = array
#else
#define SHOW_ELEMENTS(array) const __typeof__(*(array)) *elements_ = &(array)[0]
#endif

/* One line: the name, then every element as a number. */
#define SHOW_INTEGERS(name, array, count)                                      \
  do {                                                                         \
    long show_;                                                                \
    SHOW_ELEMENTS(array);                                                      \
    printf("%s:", name);                                                       \
    for (show_ = 0; show_ < (long)(count); ++show_)                            \
      printf(" %ld", (long)elements_[show_]);                                  \
    printf("\n");                                                              \
  } while (0)

#define SHOW_FLOATS(name, array, count)                                        \
  do {                                                                         \
    long show_;                                                                \
    SHOW_ELEMENTS(array);                                                      \
    printf("%s:", name);                                                       \
    for (show_ = 0; show_ < (long)(count); ++show_)                            \
      printf(" %a", (double)elements_[show_]);                                 \
    printf("\n");                                                              \
  } while (0)

#define SHOW_INTEGER(value) printf("%s = %ld\n", #value, (long)(value))
#define SHOW_FLOAT(value) printf("%s = %a\n", #value, (double)(value))

#endif
