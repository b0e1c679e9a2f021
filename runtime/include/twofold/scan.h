/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/scan.h - prefix sums in C ---------------------------------===*\
|*
|* What scan.hpp does for numbers, with the same results to the bit: on a device
|* or on threads, wherever the data is. C89 and later, and C++. Needs the
|* runtime, but not the plugin. Thread-safe; no exception leaves a call.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_SCAN_H
#define TWOFOLD_SCAN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The type of all elements. */
enum twofold_element_type {
  TWOFOLD_INT32 = 1,
  TWOFOLD_UINT32 = 2,
  TWOFOLD_INT64 = 3,
  TWOFOLD_UINT64 = 4,
  TWOFOLD_FLOAT = 5,
  TWOFOLD_DOUBLE = 6
};

/** What combines two elements; the last three are for integers. */
enum twofold_combination {
  TWOFOLD_BY_SUM = 1, /**< of signed integers: it must not overflow */
  TWOFOLD_BY_PRODUCT = 2,
  TWOFOLD_BY_MINIMUM = 3, /**< the first of equal ones; no element is a NaN */
  TWOFOLD_BY_MAXIMUM = 4,
  TWOFOLD_BY_AND = 5,
  TWOFOLD_BY_OR = 6,
  TWOFOLD_BY_XOR = 7
};

/** Element i of `to` becomes the combination of *init, from[0], ..., from[i];
 * of the elements alone if init is null. Both arrays have `count` elements and
 * may be the same, but not overlap otherwise. Floating-point numbers are
 * combined in an order that depends on count alone. Returns 0, or 1, having
 * done nothing, where an argument is none of these: an unknown type or
 * combination, one that is not for the type, null with elements, more than
 * PTRDIFF_MAX bytes. */
int twofold_inclusive_scan(enum twofold_element_type type,
                           enum twofold_combination by, const void *from,
                           void *to, size_t count, const void *init);
/** The same of *init, from[0], ..., from[i - 1]; init may not be null. */
int twofold_exclusive_scan(enum twofold_element_type type,
                           enum twofold_combination by, const void *from,
                           void *to, size_t count, const void *init);

#ifdef __cplusplus
}
#endif
#endif
