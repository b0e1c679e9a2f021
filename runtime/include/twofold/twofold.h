/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/twofold.h - what a program may ask the runtime
--------------===*\
|*
|* Annotated loops need nothing from here. These functions tell what the runtime
|* is and what it has done, for reports and tests. All are thread-safe and can
|* be called at any time; none fails.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_TWOFOLD_H
#define TWOFOLD_TWOFOLD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's version, as "1.2.3". Static memory. */
const char *twofold_version(void);

/* How many OpenCL devices there are. The first call opens them, which may take
 * a second; 0 where there is no OpenCL and with TWOFOLD_OFFLOAD=disabled. */
int twofold_device_count(void);

/* The name of device 0 .. twofold_device_count() - 1, as its driver gives it;
 * null for any other number. Static memory. */
const char *twofold_device_name(int device);

/* Sums over all annotated loops since the program started. */
struct twofold_statistics {
  uint32_t struct_size;    /* set by the caller: sizeof of this struct */
  uint32_t reserved;       /* 0 */
  uint64_t calls_native;   /* calls that ran on the CPU's cores. Calls too
                              small to be worth sharing out are counted only
                              when TWOFOLD_INFO is at least 1, or a device or
                              mandatory offloading was asked for. */
  uint64_t calls_threaded; /* those of calls_native that used several threads */
  uint64_t calls_device;   /* calls that ran on an OpenCL device */
  uint64_t calls_fallback; /* those of calls_native that a device failed at */
  uint64_t bytes_to_device; /* copied to devices */
  uint64_t bytes_to_host;   /* copied back */
  uint64_t kernels_built;   /* built from source by a driver */
  uint64_t kernels_cached;  /* loaded from the kernel cache */
  uint64_t kernels_failed;  /* that no program could be made from */
};

/* Fills the first statistics->struct_size bytes of *statistics; fields that
 * this runtime does not know are set to 0. */
void twofold_get_statistics(struct twofold_statistics *statistics);

#define TWOFOLD_ERROR_BOUNDS 1u /* an index is not in its array */

#define TWOFOLD_FOUND_BEFORE 1u /* nothing has run, nothing was written */
#define TWOFOLD_FOUND_INSIDE                                                   \
  2u /* natively: iterations have run, on every                                \
        thread some, and their writes stay */
#define TWOFOLD_FOUND_ON_DEVICE                                                \
  3u /* by the kernel: nothing was written to the                              \
        program's memory */

/* An access of an annotated loop that is out of bounds. It was not made. Lives
 * until the handler returns; the texts are static. */
struct twofold_error {
  uint32_t struct_size; /* sizeof of this struct in the runtime */
  uint32_t kind;        /* TWOFOLD_ERROR_... */
  uint32_t found;       /* TWOFOLD_FOUND_... */
  uint32_t line;        /* of the access where it is known, else of the loop */
  uint32_t column;      /* 0: not known */
  uint32_t reserved;    /* 0 */
  const char *file;
  const char *function; /* that the loop stands in */
  const char *array;    /* as the program names it */
  int64_t index;        /* that is out of bounds */
  int64_t first, end;   /* found before: elements [first, end) are touched by
                           the loop; otherwise the one at index */
  uint64_t count;       /* elements that there are */
  const char *text;     /* "file:line: ...", without a line feed */
};

/* Called once for a call of a loop, on the thread that called it, when all
 * threads and devices have stopped; by several threads at once when several
 * loops fail at once. May throw a C++ exception, which leaves the annotated
 * loop (where that is compiled with exceptions). When it returns, the rest of
 * the loop is skipped: arrays hold what `found` says, reduction variables what
 * they held before, last values and induction variables are unspecified. */
typedef void (*twofold_error_handler)(const struct twofold_error *error,
                                      void *user);

/* Sets the handler of the whole process, with the pointer it is given; null:
 * the default, which prints error->text on stderr and calls abort(). */
void twofold_set_error_handler(twofold_error_handler handler, void *user);
/* The handler now, null for the default, and its pointer in *user. */
twofold_error_handler twofold_get_error_handler(void **user);

#ifdef __cplusplus
}
#endif
#endif
