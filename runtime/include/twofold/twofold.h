/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/twofold.h - what a program may ask the runtime ------------===*\
|*
|* Annotated loops need nothing from here. These functions tell what the runtime
|* is and what it has done, for reports and tests, and where data is. All are
|* thread-safe and can be called at any time, but not in signal handlers. Only
|* those that return an error can fail.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_TWOFOLD_H
#define TWOFOLD_TWOFOLD_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The runtime's version, as "1.2.3". Static memory. */
const char *twofold_version(void);

/** How many OpenCL devices there are. The first call opens them, which may take
 * a second; 0 where there is no OpenCL and with TWOFOLD_OFFLOAD=disabled. */
int twofold_device_count(void);

/** The name of device 0 .. twofold_device_count() - 1, as its driver gives it;
 * null for any other number. Static memory. */
const char *twofold_device_name(int device);

/** Where annotated loops may run from now on; see twofold_set_offload. */
enum twofold_offload {
  TWOFOLD_OFFLOAD_OFF = 0,  /**< on the CPU's threads alone */
  TWOFOLD_OFFLOAD_AUTO = 1, /**< where that is best; so it is at first */
  TWOFOLD_OFFLOAD_CPU = 2,  /**< on an OpenCL CPU device, however small they
                                 are, as with TWOFOLD_DEVICE=cpu */
  TWOFOLD_OFFLOAD_GPU = 3   /**< on an OpenCL GPU, as with TWOFOLD_DEVICE=gpu */
};

/** Says where calls of annotated loops that begin from now on may run, in the
 * whole process: calls of all threads that begin after this one has returned
 * heed it, those that have begun go on. `offload` is one of twofold_offload.
 * Returns what held before, to be set again by who wants it for a while; -1 for
 * other numbers, and nothing has been done.
 *
 * OFF is obeyed always, also with TWOFOLD_OFFLOAD=mandatory; data that is on a
 * device comes home as it is touched, at once by twofold_sync_all. As long as
 * nothing else was ever asked for, no driver is opened. CPU and GPU win over a
 * clause device(cpu) or device(gpu); TWOFOLD_DEVICE, TWOFOLD_OFFLOAD=disabled
 * and device(native) win over them. Where such a device is not there, a line on
 * stderr says so once, and threads run the loops. */
int twofold_set_offload(int offload);

/** Sums over all annotated loops since the program started. */
struct twofold_statistics {
  uint32_t struct_size;    /**< set by the caller: sizeof of this struct */
  uint32_t reserved;       /**< 0 */
  uint64_t calls_native;   /**< calls that ran on the CPU's cores. Calls too
                              small to be worth sharing out are counted only
                              when TWOFOLD_INFO is at least 1, or a device or
                              mandatory offloading was asked for. */
  uint64_t calls_threaded; /**< those of calls_native on several threads */
  uint64_t calls_device;   /**< calls that ran on an OpenCL device */
  uint64_t calls_fallback; /**< those of calls_native that a device failed at */
  uint64_t bytes_to_device; /**< copied to devices */
  uint64_t bytes_to_host;   /**< copied back */
  uint64_t kernels_built;   /**< built from source by a driver */
  uint64_t kernels_cached;  /**< loaded from the kernel cache */
  uint64_t kernels_failed;  /**< not built, as the driver refused them */
};

/** Fills the first statistics->struct_size bytes of *statistics; fields that
 * this runtime does not know are set to 0. Nothing if it is null. */
void twofold_get_statistics(struct twofold_statistics *statistics);

/** Names the annotated loops whose place, "file:line", ends with `place`, in
 * what TWOFOLD_INFO, TWOFOLD_TRACE and twofold_explain tell of them; null as
 * the label: they have their functions' names again. Both texts are copied;
 * null as the place names none. */
void twofold_label(const char *place, const char *label);

/** What the cost model has chosen, and why (docs/use/choice.md). For each
 * annotated loop whose place, "file:line", ends with `site` (null: each that
 * has run), a line with what its calls have done, and below it, indented, a
 * line for each of the last choices that needed thought: both predictions,
 * bytes by place, what was measured, and what would have changed the choice.
 * Writes at most `size` bytes to `text`, a 0 at the end included; nothing if
 * size is 0 or text is null. Returns the length of the whole text without that
 * 0. */
size_t twofold_explain(const char *site, char *text, size_t size);
/** The same choices of all loops as JSON: an array of objects, oldest first;
 * times in nanoseconds. */
size_t twofold_receipts_json(char *text, size_t size);

/** One statement of array slices (docs/use/slices.md), or an expression with
 * reductions of slices, as `#pragma twofold slice` before it: for use in other
 * macros. Needs the plugin.
 *
 * With TWOFOLD_WITHOUT_PLUGIN it is a call that no compiler makes code for:
 * for tools that read programs without the plugin, and know no slices. */
#ifdef __GNUC__ /* C89 has no macros with an ellipsis */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wvariadic-macros"
#endif
#ifndef TWOFOLD_WITHOUT_PLUGIN
#define TWOFOLD_SLICE(...) _Pragma("twofold slice") __VA_ARGS__
#else
#define TWOFOLD_SLICE(...) twofold_slice_without_plugin()
int twofold_slice_without_plugin(void)
    __attribute__((__error__("a slice needs the plugin: compile without "
                             "-DTWOFOLD_WITHOUT_PLUGIN")));
#endif
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/** An index is not in its array. */
#define TWOFOLD_ERROR_BOUNDS 1u
/** Lengths of a slice do not fit together, or are negative or beyond all
 * addresses. `array` is the section, `index` its length, `count` the slice's.
 * Nothing is assigned, and a reduction is that of no elements. */
#define TWOFOLD_ERROR_SHAPE 2u

/** Nothing has run, nothing was written. */
#define TWOFOLD_FOUND_BEFORE 1u
/** Natively: iterations have run, on every thread some, and their writes stay.
 */
#define TWOFOLD_FOUND_INSIDE 2u
/** By the kernel: nothing was written to the program's memory. */
#define TWOFOLD_FOUND_ON_DEVICE 3u

/** An access of an annotated loop that is out of bounds. It was not made. Lives
 * until the handler returns; the texts are static. */
struct twofold_error {
  uint32_t struct_size; /**< sizeof of this struct in the runtime */
  uint32_t kind;        /**< TWOFOLD_ERROR_... */
  uint32_t found;       /**< TWOFOLD_FOUND_... */
  uint32_t line;     /**< of the access where it is known, else of the loop */
  uint32_t column;   /**< 0: not known */
  uint32_t reserved; /**< 0 */
  const char *file;
  const char *function; /**< the one that the loop stands in */
  const char *array;    /**< as the program names it */
  int64_t index;        /**< the one that is out of bounds */
  int64_t first, end;   /**< found before: elements [first, end) are touched by
                           the loop; otherwise the one at index */
  uint64_t count;       /**< how many elements there are */
  const char *text;     /**< "file:line: ...", without a line feed */
};

/** Called once for a call of a loop, on the thread that called it, when all
 * threads and devices have stopped; by several threads at once when several
 * loops fail at once. May throw a C++ exception, which leaves the annotated
 * loop (where that is compiled with exceptions). When it returns, the rest of
 * the loop is skipped: arrays hold what `found` says, reduction variables what
 * they held before, last values and induction variables are unspecified. */
typedef void (*twofold_error_handler)(const struct twofold_error *error,
                                      void *user);

/** Sets the handler of the whole process, with the pointer it is given; null:
 * the default, which prints error->text on stderr and calls abort(). */
void twofold_set_error_handler(twofold_error_handler handler, void *user);
/** The present handler, null for the default, and its pointer in *user. */
twofold_error_handler twofold_get_error_handler(void **user);

/*===--- Memory ----------------------------------------------------------===*\
|*
|* With TWOFOLD_COHERENCE=lazy the data of loops stays on devices until the host
|* touches it. That needs no help: every access finds current data. What follows
|* moves data at another time, or keeps it from moving; docs/use/memory.md is
|* the guide. Where nothing stays on devices (eager; no device; before the first
|* loop; in a forked child, whose loops run natively) each call is right, and
|* has nothing to do.
|*
|* A range is the bytes [pointer, pointer + bytes) of the program's data: half
|* open, of any alignment, not owned by the runtime. 0 bytes are allowed, with
|* any pointer. What stays on a device, and so what moves, is whole pages. Calls
|* may wait for loops of other threads that use the same memory; loops that have
|* begun before may still move the data afterwards. No exception leaves a call.
|*
\*===---------------------------------------------------------------------===*/

/** What the functions below return; others than these may be added. */
enum twofold_memory_error {
  TWOFOLD_MEMORY_OK = 0,
  /** null with bytes that are not 0, a range that reaches beyond the last
     address, or null for a struct: nothing has been done */
  TWOFOLD_MEMORY_BAD_ARGUMENT = 1,
  TWOFOLD_MEMORY_NO_DEVICE = 2,    /**< no such device, or it has failed */
  TWOFOLD_MEMORY_NO_ROOM = 3,      /**< none on the device, or in main memory */
  TWOFOLD_MEMORY_IS_PINNED = 4,    /**< a part of the range is pinned */
  TWOFOLD_MEMORY_NOT_PINNED = 5,   /**< no pin has exactly this range */
  TWOFOLD_MEMORY_DEVICE_FAILED = 6 /**< the data stays where it was */
};

/** Brings the range's data to main memory; devices keep their copies, until the
 * host writes. For what reads memory without touching it, such as another
 * device, and to choose the moment. Data that a failing device does not give
 * back ends the program, here as at an access. */
int twofold_sync(const void *pointer, size_t bytes);
/** The same for all data of loops. */
int twofold_sync_all(void);

/** Copies what is missing of the range to device 0 .. twofold_device_count() -
 * 1, so that a loop finds it there; main memory stays current. Opens the
 * devices. All of the range must be the program's data, which nobody writes
 * meanwhile. Does nothing, successfully, unless results stay on devices. An
 * error may be ignored: a loop gets its data in any case. */
int twofold_prefetch(const void *pointer, size_t bytes, int device);

/** Brings the range home and keeps it in main memory: loops that touch it run
 * natively (and end the program with TWOFOLD_OFFLOAD=mandatory) until the pin
 * is ended. Pins may overlap; each is ended by one call with its range. */
int twofold_pin_host(const void *pointer, size_t bytes);
/** Ends one pin of exactly this range. */
int twofold_unpin(const void *pointer, size_t bytes);

/** The contents are not needed until they are written again: whole pages of the
 * range are not copied back. Each byte then has one of the values that it has
 * had. */
int twofold_discard(void *pointer, size_t bytes);

/** Of how many devices twofold_residence tells. */
#define TWOFOLD_RESIDENCE_DEVICES 16

/** Where the bytes of a range are current: each on the host, on a device, or on
 * several of them. */
struct twofold_residence {
  uint32_t struct_size; /**< set by the caller: sizeof of this struct */
  uint32_t devices;     /**< how many devices have some of the bytes */
  uint64_t bytes;       /**< of the range */
  uint64_t on_host;     /**< bytes that are current in main memory */
  /** bytes that are current on a device, by its number */
  uint64_t on_device[TWOFOLD_RESIDENCE_DEVICES];
};

/** Fills the first out->struct_size bytes of *out; fields that this runtime
 * does not know are set to 0. Moves nothing. Other threads' loops may change
 * the answer at any time. */
int twofold_where(const void *pointer, size_t bytes,
                  struct twofold_residence *out);

/** Regions are ranges that devices have copies of; zeros in a forked child.
 * What moves over the bus is counted by twofold_get_statistics. */
struct twofold_region_statistics {
  uint32_t struct_size;  /**< set by the caller: sizeof of this struct */
  uint32_t reserved;     /**< 0 */
  uint64_t regions;      /**< at present */
  uint64_t device_bytes; /**< of device memory that regions have at present */
  uint64_t pinned_bytes; /**< of main memory that pins cover at present */
  uint64_t merges;       /**< regions that became part of a larger one */
  uint64_t merged_bytes; /**< copied on devices by merges */
  uint64_t evictions;    /**< regions that gave way to others on a device */
  uint64_t host_faults;  /**< accesses of the host that had to wait for data, or
                            that ended a device's copy of what they wrote */
};

/** Fills *statistics as twofold_where does. */
int twofold_get_region_statistics(struct twofold_region_statistics *statistics);

/** Memory for arrays, in pages of its own: aligned to a page, all zero, owned
 * by the caller until twofold_free. Null for 0 bytes, and with errno where
 * there is no memory; bytes may be any number. Takes whole pages. What fills
 * whole pages of it can stay on devices; an array elsewhere may share its first
 * and last page with other data. Blocks lie beside each other where that is
 * possible, so that tens of thousands of them can stay on a device.
 * It is ordinary memory, which may be swapped out, not registered with drivers.
 */
void *twofold_alloc(size_t bytes);
/** Gives back what twofold_alloc has given, or nothing if it is null, and ends
 * pins that lie in it; copies on devices are dropped, not copied back. No loop
 * may use it any more. Prints a line and calls abort() for other pointers. */
void twofold_free(void *pointer);

#ifdef __cplusplus
}
#endif
#endif
