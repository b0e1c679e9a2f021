/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/sort.h - sorts in C ----------------------------------------===*\
|*
|* What sort.hpp does for numbers: on a device or on threads, wherever the data
|* is. C89 and later, and C++. Needs the runtime, but not the plugin.
|* Thread-safe; no exception leaves a call.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_SORT_H
#define TWOFOLD_SORT_H

#include "scan.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which element comes first. A NaN comes behind all numbers either way. */
enum twofold_sort_direction {
  TWOFOLD_SORT_UP = 1,  /**< the least */
  TWOFOLD_SORT_DOWN = 2 /**< the greatest */
};

/** Sorts `count` elements in place; equal ones (0 and -0) keep their order.
 * Returns 0. 1 where an argument is none of these, having done nothing: an
 * unknown type or direction, null with elements, more than PTRDIFF_MAX bytes.
 * 2 where there was no memory for as many elements again: those that are there
 * are in some order. */
int twofold_sort(enum twofold_element_type type,
                 enum twofold_sort_direction direction, void *elements,
                 size_t count);
/** The same, which brings `count` values of `value_bytes`, 4 or 8, into the
 * order of their keys. Values are moved as bytes, are aligned to as many, and
 * do not overlap the keys. */
int twofold_sort_by_key(enum twofold_element_type type,
                        enum twofold_sort_direction direction, void *keys,
                        void *values, size_t value_bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
