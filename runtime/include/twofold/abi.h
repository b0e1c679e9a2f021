/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/abi.h - the contract between compiled loops and the runtime -===*\
|*
|* The one home of the ABI, with accesses.h. The plugin embeds both texts and
|* shows them to every translation unit it compiles, so the loops it rewrites are
|* type-checked against them; the runtime includes this one. Nothing here is
|* written by hand in user code: users include twofold.h.
|*
|* All static tables (`struct twofold_site` and what it points to) live for the
|* whole program, are never written by the runtime and never freed. Everything
|* that a call passes lives until twofold_run returns. Sizes, offsets and
|* ranges are in bytes, ranges are half-open, unless a field says otherwise.
|*
|* Plain C89 (no //, no stdint.h): it is parsed under every -std that clang takes.
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_ABI_H
#define TWOFOLD_ABI_H

#include "twofold/accesses.h"

/* Raised when any struct below changes shape or meaning. A runtime refuses
 * programs of another version with one line (see twofold_run). */
#define TWOFOLD_ABI_VERSION 12

#ifdef __cplusplus
extern "C" {
#endif

#define TWOFOLD_RESULT_REDUCTION 0u
#define TWOFOLD_RESULT_LAST 1u

/* A variable that the loop produces: args[arg] points at `size` bytes.
 * A reduction combines into what is there; a last value is stored by the
 * sequentially last iteration. */
struct twofold_result {
  __UINT32_TYPE__ arg;
  __UINT32_TYPE__ size;
  __UINT32_TYPE__ kind;
  __UINT32_TYPE__ numbers; /* bytes of each floating-point number in it, or 0 */
  const char *name;
};

#define TWOFOLD_OP_ADD 0u
#define TWOFOLD_OP_MUL 1u
#define TWOFOLD_OP_AND 2u
#define TWOFOLD_OP_OR 3u
#define TWOFOLD_OP_XOR 4u
#define TWOFOLD_OP_LOGICAL_AND 5u
#define TWOFOLD_OP_LOGICAL_OR 6u
#define TWOFOLD_OP_MIN 7u
#define TWOFOLD_OP_MAX 8u
#define TWOFOLD_OP_FMIN 9u /* as fmin: a number wins over a NaN */
#define TWOFOLD_OP_FMAX 10u
#define TWOFOLD_TYPE_SIGNED 0u
#define TWOFOLD_TYPE_UNSIGNED 1u
#define TWOFOLD_TYPE_FLOAT 2u
#define TWOFOLD_TYPE_BOOL 3u

#define TWOFOLD_INPUT_COPY 0u    /* args[arg] points at a copy of the value */
#define TWOFOLD_INPUT_OBJECT 1u  /* args[arg] points at the object itself */
#define TWOFOLD_INPUT_POINTED 2u /* *(void **)args[arg] points at it */
#define TWOFOLD_INPUT_GLOBAL 3u  /* address points at it */

/* Bytes that the native variant may read and that no base lists. */
struct twofold_input {
  const void *address;
  __UINT32_TYPE__ arg;
  __UINT32_TYPE__ bytes;
  __UINT32_TYPE__ kind;
};

#define TWOFOLD_NO_BASE 0xffffffffu

#define TWOFOLD_ELEMENT_COPY 1u   /* the base's only use, by its args entry: copies do */
#define TWOFOLD_ELEMENT_TESTED 2u /* conflicts has all updates, marked */
#define TWOFOLD_ELEMENT_ENTRY 16 /* from this bit: an args entry, set by copies */

/* An array whose elements several iterations may update, all by `op` alone. */
struct twofold_element {
  __UINT32_TYPE__ base; /* or TWOFOLD_NO_BASE */
  __UINT32_TYPE__ size; /* of one element */
  __UINT32_TYPE__ type; /* TWOFOLD_TYPE_*; of `size` bytes */
  __UINT32_TYPE__ op;   /* TWOFOLD_OP_* */
  __UINT32_TYPE__ flags;
};

/* What clSetKernelArg is given, in order. `index` means, by kind: */
#define TWOFOLD_ARG_BUFFER 0u  /* base: two arguments, the buffer and, a long,
                                  the base's byte offset in it, perhaps negative */
#define TWOFOLD_ARG_SCALAR 1u  /* entry of args: `size` bytes from there */
#define TWOFOLD_ARG_LOWER 2u   /* dimension: its lower, a long */
#define TWOFOLD_ARG_STEP 3u    /* dimension: its step, a long */
#define TWOFOLD_ARG_TRIPS 4u   /* dimension, of phases any axis: its trips, `size` bytes */
#define TWOFOLD_ARG_FIRST 5u   /* NDRange dimension, ulong: added, since launches may
                                  be split, to get_global_id or linear kernels' start */
#define TWOFOLD_ARG_PARTIAL 6u /* result (reduction): a buffer, for each work-group
                                  one element of `size` bytes, all of them written */
#define TWOFOLD_ARG_LOCAL 7u   /* result (reduction): local memory, one element
                                  of `size` bytes for each item of a group */
#define TWOFOLD_ARG_LAST 8u    /* result (last value): a buffer of one element */
#define TWOFOLD_ARG_ITEM_STEP 9u  /* linear kernels, ulong: item t starts at
                                     iteration t * item_step, */
#define TWOFOLD_ARG_STRIDE 10u    /* ulong: goes on by this stride, */
#define TWOFOLD_ARG_ITEM_TRIPS 11u /* ulong: as many times, below all trip counts */
#define TWOFOLD_ARG_LIMIT 40u /* subscript: its limit, a ulong */
/* A buffer of TWOFOLD_ERROR_WORDS ulongs, 0 at first. The item that finds an index
 * out of bounds and sets word 0 (as a uint) from 0 to 1 stores the subscript in word
 * 1, the index in word 2; it uses element 0 instead. */
#define TWOFOLD_ARG_ERROR 41u
#define TWOFOLD_ERROR_WORDS 3u
/* In word 1, of a site that DECLINES: an iteration came to what only the native
 * variant can do (exit, print, throw). The launch is to have had no effect. */
#define TWOFOLD_ERROR_DECLINED 0xffffffffu
/* element: local memory for copies of the array's first elements, a multiple of
 * 8 bytes; how many of them, a ulong, a work-group updates in a copy, which is
 * combined into the array at the end, but for what no item updated; how many
 * copies it has, a ulong and a power of two: element e of copy c lies at
 * e * copies + c. All other elements are updated where they are. */
#define TWOFOLD_ARG_COPY 42u
#define TWOFOLD_ARG_COPIED 43u
#define TWOFOLD_ARG_COPIES 49u
#define TWOFOLD_ARG_WIDTH 44u /* ulong, 1 or `index`: see struct twofold_kernel */
#define TWOFOLD_ARG_APART 45u /* ulong: 1 where no written base overlaps another */
/* axis: a ulong, 0, or 1 or `size` where groups of TWOFOLD_ROW_ITEMS items have as many
 * iterations each and share out its rounds; if no written base overlaps; -DTWOFOLD_ROWS */
#define TWOFOLD_ARG_ROWS 46u
#define TWOFOLD_ROW_ITEMS 256u
#define TWOFOLD_ROWS_ANY 0x10000u /* in `size`: powers of two of items and iterations */
#define TWOFOLD_ROWS_ACROSS 0x20000u /* in `size`: so many, where one item each is too few, */
#define TWOFOLD_ROWS_FEW 8u /* or so many where groups are few; ANY: one item of each adds up */
#define TWOFOLD_ROW_LEAST_ITEMS 32u
#define TWOFOLD_ROW_MOST_ITEMS 1024u
#define TWOFOLD_ARG_SHARED 50u /* behind ROWS of ANY number: a buffer of `index` sums, */
#define TWOFOLD_ARG_SHARES 51u /* 8 bytes each, that so many (ulong; 1: none) groups of */
#define TWOFOLD_ARG_JOINED 52u /* an iteration store; not 0: it takes those of as many */
#define TWOFOLD_ARG_TILE 47u /* ulong, 1 where each group computes a tile of `index` columns,
                                iterations of range[0], by rows of range[1], and its items, in
                                a line along dimension 0, several points each; else 0. Where ROWS
                                may be, with TWOFOLD_TILE_BYTES of local memory. Large sizes first. */
#define TWOFOLD_TILE_SIZE(rows, points) ((points) << 16 | (rows)) /* `size` */
#define TWOFOLD_TILE_ITEMS(index, size) ((index) * ((size) & 0xffffu) / ((size) >> 16))
#define TWOFOLD_TILE_BYTES 32768u
/* BLOCKS, on CPUs with so many BYTES of local memory, -DTWOFOLD_BLOCKS and no ROWS: groups have one
 * item, with COLUMNS and as many rows as the largest TILE says, a multiple of STEP up to ROWS. */
#define TWOFOLD_BLOCK_COLUMNS 64u
#define TWOFOLD_BLOCK_ROWS 192u
#define TWOFOLD_BLOCK_STEP 6u
#define TWOFOLD_BLOCK_BYTES 204800u
#define TWOFOLD_ARG_ROOM 48u /* entry of values: so many bytes of local memory */
#define TWOFOLD_ARG_END 24u /* searches, ulong: iterations end before this one */

struct twofold_kernel_arg {
  __UINT32_TYPE__ kind;
  __UINT32_TYPE__ index;
  __UINT32_TYPE__ size;
};

#define TWOFOLD_KERNEL_FP64 1u      /* needs cl_khr_fp64 */
#define TWOFOLD_KERNEL_FP16 2u      /* needs cl_khr_fp16 */
#define TWOFOLD_KERNEL_LINEAR 4u    /* 1-D over item_step/stride/item_trips */
#define TWOFOLD_KERNEL_FAST_MATH 8u /* -cl-fast-relaxed-math is allowed */
#define TWOFOLD_KERNEL_CPU_ONLY 16u /* never on a GPU (no-opencl-gpu) */
#define TWOFOLD_KERNEL_INT64_ATOMICS 32u /* needs cl_khr_int64_base_atomics */
#define TWOFOLD_KERNEL_ROWS 64u /* takes ROWS or TILE, in a form with barriers, which spoil a CPU's code */
#define TWOFOLD_KERNEL_TILES 128u /* tiles and rows of any number, on any device */
#define TWOFOLD_KERNEL_GIVEN 256u /* values[0] to [2] are its items, [3] to [5] a group's, or 0: any */
#define TWOFOLD_KERNEL_GROUPED 512u /* results may depend on which items are a group */
#define TWOFOLD_KERNEL_ALONE 1024u /* the site's native variant is not to be called */
#define TWOFOLD_KERNEL_WAITING 4096u /* groups that wait for memory: best are 64 registers an item */
#define TWOFOLD_KERNEL_MATRICES 8192u /* -DTWOFOLD_MATRICES: by instructions that add up in order */
#define TWOFOLD_KERNEL_BLOCKS 16384u /* on CPUs an item can compute a tile by itself */
#define TWOFOLD_KERNEL_TURNED 2048u /* a phase: an item for each round of range[0], an inner axis */

/* The OpenCL variant. `source` is OpenCL C 1.2 with one function `__kernel void
 * name(parameters) {`, in which the runtime may put assignments to parameters
 * before all else, and with -DTWOFOLD_ROWS its `phases`, which do the same one after
 * the other where no written base overlaps another. Unless LINEAR, work-item (g0,
 * g1, g2) runs iteration g[r] of dimension range[r] for each r < rank, if there is
 * one; given a WIDTH above 1, as many of range[size], from iteration g[size] * WIDTH on.
 * Group sizes are free. Where range[r] is not below the site's rank it is the number
 * of an inner axis, whose iterations the items along r share out: any number is
 * right, but only one is where a written base overlaps another. */
struct twofold_kernel {
  const char *name, *source; /* null: that of the kernel whose phase it is */
  const struct twofold_kernel_arg *args;
  __UINT32_TYPE__ arg_count, flags, rank, range[3], phase_count;
  const struct twofold_kernel *phases;
};

#define TWOFOLD_SITE_DYNAMIC 1u /* schedule(dynamic) */
#define TWOFOLD_SITE_NATIVE 2u  /* device(native) */
#define TWOFOLD_SITE_CPU 4u     /* device(cpu): an OpenCL CPU device */
#define TWOFOLD_SITE_GPU 8u     /* device(gpu): an OpenCL GPU device */
#define TWOFOLD_SITE_IN_ORDER 16u /* one thread, iterations in their order */
#define TWOFOLD_SITE_ROUNDS 32u /* some reduction's bits depend on its order */
#define TWOFOLD_SITE_DETERMINISTIC 64u /* bits are those of any thread count */
/* Looks for the lowest iteration at which the loop is left: result 0, a reduction
 * by minimum, is its 64-bit index. The native variant returns at the first that it
 * meets, without side effects. Iterations above one that was found need not run. */
#define TWOFOLD_SITE_SEARCH 128u
#define TWOFOLD_SITE_BOUNDS 256u /* checked unless TWOFOLD_BOUNDS=0 */
#define TWOFOLD_SITE_ORDERED 1024u /* results combine in the order of iterations:
                                      a thread gets one range, whatever schedule */
#define TWOFOLD_SITE_REPEATABLE 2048u /* with the same bytes in `inputs` and
                                        bases the native variant does the same */
#define TWOFOLD_SITE_OPAQUE 512u /* it makes accesses that no table lists */
#define TWOFOLD_SITE_ANY_ORDER 8192u /* other orders have other right results */
#define TWOFOLD_SITE_RISING 16384u /* a thread takes iterations as they rise */
#define TWOFOLD_SITE_DECLINES 4096u /* so on seldom paths, with what no kernel can */
#define TWOFOLD_SITE_FEWEST_SHIFT 16 /* from here: rows that a range should have */

/* The native variant: iterations [lo, hi) of the nest linearised with the last
 * dimension fastest, never empty. args[0] points at the dims. For a reduction
 * it combines into *args[arg] (the runtime gives each thread its own args with
 * private slots); for a last value it stores into *args[arg] if it ran the last
 * iteration of all. Safe to run on several threads with disjoint ranges, as
 * long as a site with elements gives each thread copies of its own. */
typedef void (*twofold_native)(void **args, __UINT64_TYPE__ lo, __UINT64_TYPE__ hi);
/* Sets all reduction slots of args to the identity. */
typedef void (*twofold_identity)(void **args);
/* Combines every reduction slot of `from` into the same slot of `into`. */
typedef void (*twofold_combine)(void **into, void **from);

/* One annotated loop. */
struct twofold_site {
  __UINT32_TYPE__ abi_version; /* TWOFOLD_ABI_VERSION */
  __UINT32_TYPE__ struct_size; /* sizeof(struct twofold_site) */
  const char *file;
  const char *function;
  __UINT32_TYPE__ line, column, flags;
  __UINT32_TYPE__ rank; /* parallel dimensions, at least 1 */
  __UINT32_TYPE__ ops;  /* of one iteration, inner axes left out */
  __UINT32_TYPE__ arg_count; /* entries of args, the dims included */
  __UINT32_TYPE__ axis_count, base_count, access_count, check_count;
  __UINT32_TYPE__ result_count, value_count, element_count;
  twofold_native native;
  twofold_native shared;     /* updates elements atomically; null when none */
  twofold_identity identity; /* null when no reduction */
  twofold_combine combine;   /* null when no reduction */
  const struct twofold_term *terms;
  const struct twofold_axis *axes; /* the inner ones: axis rank is axes[0] */
  const struct twofold_base *bases;
  const struct twofold_access *accesses;
  const struct twofold_check *checks;
  const struct twofold_result *results;
  const struct twofold_element *elements;
  const struct twofold_kernel *kernel; /* null: not eligible, see reason */
  const char *reason; /* why there is no kernel; null when there is one */
  const struct twofold_subscript *subscripts;
  __UINT32_TYPE__ subscript_count;
  __UINT32_TYPE__ bounds_arg; /* entry of args; 0 when there are none */
  const struct twofold_input *inputs;
  __UINT32_TYPE__ input_count;
  /* The call site runs the native variant itself, on its thread, where the work
   * is less than this many operations. 0 at first; the runtime raises it. Null:
   * all calls come to the runtime. */
  volatile __UINT64_TYPE__ *inline_limit;
  const struct twofold_conflicts *conflicts; /* null: there are none */
  const struct twofold_rows *rows;
  __UINT32_TYPE__ row_count;
};

/* One call of a site. */
struct twofold_launch {
  const struct twofold_dim *dims; /* rank of them, also args[0] */
  void **args;
  const __INT64_TYPE__ *values; /* value_count integers that forms refer to */
  __INT64_TYPE__ num_threads;   /* 0 or below: as OMP_NUM_THREADS says */
  __INT64_TYPE__ chunk;         /* schedule's chunk; 0 or below: default */
  __INT32_TYPE__ condition;     /* if(): 0 runs serially on this thread */
  __INT32_TYPE__ apart; /* 1: the call site has seen that no conflict comes
                           about; 0: the runtime has to look; below: its own.
                           It sets TWOFOLD_SEEN_APART where it has looked: calls
                           with the same dims, values and bases need not come */
};
#define TWOFOLD_SEEN_APART 2

/* Runs every iteration of the loop once, on the device that the runtime
 * chooses, and returns when its results are in host memory. Reentrant and
 * thread-safe. A C++ exception that an iteration throws is rethrown here once
 * all threads have stopped (the first one wins). Whatever goes wrong with a
 * device, the native variant gives the result; only an access that is found out
 * of bounds ends the loop, by the program's error handler (twofold.h). Exits with
 * status 70, and a line, when the site's abi_version is not the runtime's. */
void twofold_run(const struct twofold_site *site, const struct twofold_launch *launch);

/* Whether the program can read these bytes. Asked where the call reads for a
 * kernel what iterations may, but need not, read. Thread-safe. */
__INT32_TYPE__ twofold_readable(const void *pointer, __UINT64_TYPE__ bytes);

/* A part of a function in which the calling thread runs loops and, between them,
 * nothing that looks at memory: with TWOFOLD_COHERENCE=function results need not
 * come home after each. For the thread that entered it; any number may be open. */
struct twofold_scope {
  void *state; /* the runtime's, by that thread; null: nothing is left on a device */
};
void twofold_enter(struct twofold_scope *scope);
/* The thread's twofold_run that follows may leave results there; loops in it not. */
void twofold_keep(struct twofold_scope *scope);
/* The host is about to read these bytes, and nothing else. */
void twofold_read(struct twofold_scope *scope, const void *pointer,
                  __UINT64_TYPE__ bytes);
/* All results are home afterwards, and the host may change what loops read. */
void twofold_home(struct twofold_scope *scope);
/* As twofold_home, however the scope is left; a second time it does nothing. */
void twofold_leave(struct twofold_scope *scope);

/* Units define it whose loops touch places of arrays that only the running
 * program knows: the runtime then notes small blocks of the allocator, too. */
extern __attribute__((__weak__, __visibility__("default"))) char
    twofold_needs_extents;

/* Called by a native variant whose subscript is not below its limit. 0: nothing
 * is checked, the access may go on. 1: the variant must return without the
 * access; twofold_run calls the error handler once all threads have stopped. */
__attribute__((__cold__)) __INT32_TYPE__
twofold_out_of_bounds(const struct twofold_bounds *bounds,
                      __UINT32_TYPE__ subscript, __INT64_TYPE__ index);

/* Stores the limits, 2^64 - 1 where nothing is checked, of a checked loop that
 * iterations may leave: it runs in order where it stands, and its site does not. */
void twofold_limits(const struct twofold_site *site,
                    const struct twofold_launch *launch,
                    __UINT64_TYPE__ *limits);

/* Called by such a loop with an index that is not below its limit. Returns as
 * twofold_out_of_bounds, but after the error handler. */
__attribute__((__cold__)) __INT32_TYPE__
twofold_violated(const struct twofold_site *site, __UINT32_TYPE__ subscript,
                 __INT64_TYPE__ index, __UINT64_TYPE__ limit);

/* OpenMP's directive at this place of the program runs, though there is a loop of
 * Twofold's in its place, because of `reason`; null: iterations have nothing to do. */
__attribute__((__nothrow__)) void
twofold_left(const char *file, __UINT32_TYPE__ line, const char *function,
             const char *directive, const char *reason);

/* One of OpenMP's parallel regions whose loops have been taken, and which is there
 * as it was written, too. Not constant: its state is the runtime's. */
struct twofold_parallel {
  const char *file;
  const char *function;
  __UINT32_TYPE__ line;
  void *state; /* null at first */
};

/* One run of it, on the caller's stack. All of it is the runtime's. */
struct twofold_passage {
  void *state; /* null: nobody wants to know of its end */
  double begin;
  __UINT32_TYPE__ teams, launches;
  __INT32_TYPE__ whole;
};

/* Whether OpenMP's region is to run as it was written; 0: its loops run one by one.
 * Which of them is the sooner one is measured. Thread-safe. */
__attribute__((__nothrow__)) __INT32_TYPE__
twofold_begin(struct twofold_parallel *parallel, struct twofold_passage *passage);
/* After either. Who does not come here has measured nothing. */
__attribute__((__nothrow__)) void
twofold_end(const struct twofold_passage *passage);

#define TWOFOLD_PRODUCT_DOUBLE 1u /* elements are doubles, otherwise floats */
#define TWOFOLD_PRODUCT_FUSED 2u  /* a product is not rounded before it is added */
#define TWOFOLD_PRODUCT_STARTS 4u /* sums begin as `start`, otherwise as they are */
#define TWOFOLD_PRODUCT_SCALED 8u /* lines are multiplied by `scale` first */

/* For each row and column of a nest a sum over rounds, from the first to the last:
 *   sums[row, column] += lines[row, round] * panel[round, column]
 * There is one row, column and round at least. The columns of `sums` are neighbours,
 * its rows do not overlap, and nothing that is read overlaps it. */
struct twofold_product {
  void *sums; /* here and below: the place of the first of each */
  const void *lines, *panel;
  __INT64_TYPE__ sum_row; /* bytes from one row to the next; likewise below */
  __INT64_TYPE__ line_row, line_round;
  __INT64_TYPE__ panel_round, panel_column;
  __INT64_TYPE__ rows, columns, rounds;
  double start, scale;
  __UINT32_TYPE__ flags; /* TWOFOLD_PRODUCT_... */
};

/* On the calling thread. Bits are those of the nest as it is written. Thread-safe. */
__attribute__((__nothrow__)) void
twofold_multiply(const struct twofold_product *product);
/* Each row begins and ends so many columns, -1, 0 or 1, behind the one before it; of
 * the first row there are `columns`. Any row may have none: 0 or fewer. */
__attribute__((__nothrow__)) void
twofold_multiply_slanted(const struct twofold_product *product,
                         __INT64_TYPE__ begin, __INT64_TYPE__ end);

/* The mark before the text `file:line: ...` in the constant data of units, one for
 * each of OpenMP's directives that stays as it is, in these two pieces. */
#define TWOFOLD_STAY_MARK_BEGIN "\001twofold "
#define TWOFOLD_STAY_MARK_END "stays\001"

#ifdef __cplusplus
}
#endif
#endif
