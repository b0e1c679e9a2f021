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

#ifdef __cplusplus
}
#endif
#endif
