/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/kernel.h - kernels that the program brings along ----------===*\
|*
|* A kernel written in OpenCL C, run where it pays as a loop is: data stays on
|* the device between it and loops, kernels are kept in the cache, group sizes
|* are tuned, and a native function, if there is one, runs where no device does.
|* C89 and later, and C++, for which kernel.hpp has a shorter way. Needs the
|* runtime, but not the plugin. No exception leaves a call.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_KERNEL_H
#define TWOFOLD_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A kernel, once for the whole program: never freed, all functions here can be
 * called by any thread. */
struct twofold_kernel_text;

/** Runs work-groups [first, end) of a call, or work-items where no group size
 * was given, numbered with dimension 0 fastest. args[i] is the data of a range,
 * or points at a value; null for local memory. Called by several threads at
 * once, each with numbers of its own. It must do what the kernel does: it may
 * be run again from the same data where a device is lost. May not throw. */
typedef void (*twofold_kernel_native)(void *const *args, uint64_t first,
                                      uint64_t end);

/** Finds `kernel void name(...)` in the OpenCL C 1.2 text `source`. Texts are
 * copied; the same name, source and function give the same kernel. `native` may
 * be null: then calls need a device. `file` and `line` are the place that
 * messages tell, see TWOFOLD_KERNEL_FROM; both may be null and 0. Builds
 * nothing. Null, with the reason at twofold_kernel_error, if the text has no
 * such kernel or a parameter is none that can be passed: a pointer to global,
 * constant or local memory, or a value. */
struct twofold_kernel_text *twofold_kernel_from(const char *name,
                                                const char *source,
                                                twofold_kernel_native native,
                                                const char *file,
                                                uint32_t line);
#define TWOFOLD_KERNEL_FROM(name, source, native)                              \
  twofold_kernel_from(name, source, native, __FILE__, __LINE__)

/** What a call gives one parameter, in their order. */
enum twofold_kernel_argument_kind {
  TWOFOLD_KERNEL_IN = 1,    /**< a range that the kernel only reads */
  TWOFOLD_KERNEL_OUT = 2,   /**< a range of which it writes each byte, and which
                                 it does not read: nothing is sent */
  TWOFOLD_KERNEL_INOUT = 3, /**< a range that it reads or writes in parts */
  TWOFOLD_KERNEL_VALUE = 4, /**< `bytes` bytes at `pointer`, passed by value */
  TWOFOLD_KERNEL_LOCAL = 5  /**< so many bytes of local memory */
};

/** Ranges are the program's data of any alignment that its elements have, not
 * owned by the runtime; 0 bytes are allowed. Nothing outside of them may be
 * touched. Ranges of one call may overlap, as far as the kernel allows. */
struct twofold_kernel_argument {
  uint32_t kind;     /**< TWOFOLD_KERNEL_... */
  uint32_t reserved; /**< 0 */
  const void *pointer;
  uint64_t bytes;
};

/** Initialisers of twofold_kernel_argument; a value is one that has an address.
 */
#define TWOFOLD_PASS_IN(pointer, bytes) {TWOFOLD_KERNEL_IN, 0, pointer, bytes}
#define TWOFOLD_PASS_OUT(pointer, bytes) {TWOFOLD_KERNEL_OUT, 0, pointer, bytes}
#define TWOFOLD_PASS_INOUT(pointer, bytes)                                     \
  {TWOFOLD_KERNEL_INOUT, 0, pointer, bytes}
#define TWOFOLD_PASS_VALUE(value)                                              \
  {TWOFOLD_KERNEL_VALUE, 0, &(value), sizeof(value)}
#define TWOFOLD_PASS_LOCAL(bytes) {TWOFOLD_KERNEL_LOCAL, 0, NULL, bytes}

/** What twofold_kernel_run returns; others than these may be added. */
enum twofold_kernel_result {
  TWOFOLD_KERNEL_OK = 0,
  /** arguments that do not fit the parameters, or sizes that no launch can
     have: nothing has been done */
  TWOFOLD_KERNEL_BAD_ARGUMENT = 1,
  /** there is no native function, and no device has run the kernel: none is
     there, it does not compile (with the driver's log), or it has failed. Data
     is as it was */
  TWOFOLD_KERNEL_NOT_RUN = 2
};

/** Runs the kernel over `rank` (1 to 3) dimensions of global[0], global[1], ...
 * work-items; nothing if one of them is 0. `local` are the sizes of groups,
 * which divide the global ones; null: the runtime or the driver chooses. What
 * the kernel writes is there for every later access of the program, as after a
 * loop. Returns a twofold_kernel_result. */
int twofold_kernel_run(struct twofold_kernel_text *kernel, uint32_t rank,
                       const uint64_t *global, const uint64_t *local,
                       const struct twofold_kernel_argument *args,
                       uint32_t count);

/** Why the thread's last call of twofold_kernel_from or twofold_kernel_run
 * failed: "file:line: kernel 'name': ...", with the driver's log on further
 * lines, whose places are "name:line:column" in the text. Empty if it did not.
 * Lives until the thread's next such call. */
const char *twofold_kernel_error(void);

#ifdef __cplusplus
}
#endif
#endif
