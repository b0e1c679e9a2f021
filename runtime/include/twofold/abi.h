/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/abi.h - the contract between compiled loops and the runtime -===*\
|*
|* The one home of the ABI. The plugin embeds this text and shows it to every
|* translation unit it compiles, so the loops it rewrites are type-checked
|* against it; the runtime includes it. Nothing here is written by hand in user
|* code: users include twofold.h.
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

/* Raised when any struct below changes shape or meaning. A runtime refuses
 * programs of another version with one line (see twofold_run). */
#define TWOFOLD_ABI_VERSION 8

#ifdef __cplusplus
extern "C" {
#endif

/* One dimension of the parallel nest, outermost first. Iteration k of `trips`
 * has the induction variable lower + k * step (modulo 2^64; the variable's own
 * type fits the result). Pointer and iterator loops count elements from their
 * start: lower is 0. trips may be 0. */
struct twofold_dim {
  __INT64_TYPE__ lower;
  __INT64_TYPE__ step;
  __UINT64_TYPE__ trips;
};

/* The monomial constant * values[value[0]] * values[value[1]] * values[value[2]]
 * * induction(axis). A value of -1 counts as 1; an axis of -1 counts as 1.
 * Axes 0 .. rank-1 are the parallel dimensions, the following ones the site's
 * inner sequential loops in order of `axes`. */
struct twofold_term {
  __INT64_TYPE__ constant;
  __INT32_TYPE__ value[3];
  __INT32_TYPE__ axis;
};

/* The sum of terms [first, first + count) of the site's term table: an affine
 * form. Evaluated in 128 bits; an overflow makes the range unknown. No terms:
 * the form is 0. */
struct twofold_form {
  __UINT32_TYPE__ first;
  __UINT32_TYPE__ count;
};

#define TWOFOLD_AXIS_UNKNOWN 1u /* trip count unknown: bounds are not used */
#define TWOFOLD_AXIS_VIRTUAL 2u /* only an interval (x % n), does no work */
#define TWOFOLD_AXIS_LOADED 4u  /* of conflicts, no loop: a number; see below */

/* What a loaded axis stands for, by |step|. With `ops` above 0: of the number of
 * so many bytes that is `lower` bytes from the base `parent` (-1: from 0) in
 * memory, signed if step < 0. Else of the number `lower` itself. */
#define TWOFOLD_NUMBER_ITSELF 1
#define TWOFOLD_NUMBER_DIFFERS 2   /* 1 where it is not `upper`, else 0 */
#define TWOFOLD_NUMBER_QUOTIENT 3  /* divided by `upper`, rounded down */
#define TWOFOLD_NUMBER_REMAINDER 4 /* what remains of that, never negative */
#define TWOFOLD_NUMBER_REACHED 5   /* 1 where it is `upper` or more, else 0 */
#define TWOFOLD_NUMBER_FLOATING 6  /* binary floating point: its bits, or, of
                                      negative numbers, minus all but the sign;
                                      of 4 bytes as of 8. `ops` 0: of the bits
                                      `lower` of a number of `upper` bytes */
#define TWOFOLD_NUMBER_PRODUCT 7   /* times `upper`, which 0 does not ask for */
/* The following are of the last 64 bits of both, whatever the numbers are. */
#define TWOFOLD_NUMBER_XOR 8
#define TWOFOLD_NUMBER_OR 9
#define TWOFOLD_NUMBER_AND 10
#define TWOFOLD_NUMBER_WRAPPED 11     /* times `upper`, the last 64 bits */
#define TWOFOLD_NUMBER_SHIFTED 12     /* down by `upper` bits, as if unsigned */
#define TWOFOLD_NUMBER_SHIFTED_UP 13  /* by `upper` bits, the last 64 bits */
#define TWOFOLD_NUMBER_DIVIDED 14     /* by `upper`, as if both were unsigned */
#define TWOFOLD_NUMBER_REST 15        /* what remains of that */
#define TWOFOLD_NUMBER_LESSER 16  /* it, or `upper` where that is less */
#define TWOFOLD_NUMBER_GREATER 17 /* it, or `upper` where that is greater */
/* The following make floating-point numbers, as FLOATING gives them, of such. */
#define TWOFOLD_NUMBER_SUM 18
#define TWOFOLD_NUMBER_LESS 19  /* less `upper` */
#define TWOFOLD_NUMBER_TIMES 20
#define TWOFOLD_NUMBER_RATIO 21 /* divided by `upper` */
#define TWOFOLD_NUMBER_LEFT 22  /* what remains of that, as C's fmod */
#define TWOFOLD_NUMBER_POWER 23
#define TWOFOLD_NUMBER_ANGLE 24 /* C's atan2 */
#define TWOFOLD_NUMBER_FUNCTION 25 /* what the function `upper` makes of it */
#define TWOFOLD_NUMBER_OF_INTEGER 26
/* The integer that is left of a floating-point number without its fraction. */
#define TWOFOLD_NUMBER_TRUNCATED 27
/* A variable of a loop that is gone through where it is asked for, with all that
 * have the same `parent`: at first it is `lower`, after each round `upper`, as
 * long as the axis `parent` is not 0. Outside of the loop: what it is then. */
#define TWOFOLD_NUMBER_STATE 28

#define TWOFOLD_FUNCTION_SHORT 0 /* rounded to 4 bytes */
#define TWOFOLD_FUNCTION_FLOOR 1
#define TWOFOLD_FUNCTION_CEIL 2
#define TWOFOLD_FUNCTION_TRUNC 3
#define TWOFOLD_FUNCTION_ROUND 4
#define TWOFOLD_FUNCTION_RINT 5
#define TWOFOLD_FUNCTION_FABS 6
#define TWOFOLD_FUNCTION_SQRT 7
#define TWOFOLD_FUNCTION_EXP 8
#define TWOFOLD_FUNCTION_LOG 9
#define TWOFOLD_FUNCTION_LOG2 10
#define TWOFOLD_FUNCTION_LOG10 11
#define TWOFOLD_FUNCTION_SIN 12
#define TWOFOLD_FUNCTION_COS 13

/* An inner sequential loop: its induction variable lies in [lower, upper], both
 * ends included, |step| apart; forms may use earlier axes. `parent` is the axis
 * of the loop around it (-1: the parallel body). `ops`: estimated arithmetic
 * and memory operations of one iteration, inner loops left out. */
struct twofold_axis {
  struct twofold_form lower;
  struct twofold_form upper;
  __INT64_TYPE__ step;
  __INT32_TYPE__ parent;
  __UINT32_TYPE__ ops;
  __UINT32_TYPE__ flags;
};

/* `form` must lie in [min, max] for the ranges to be exact (a conversion or an
 * unsigned operation on the way would wrap otherwise); when it does not, what
 * TWOFOLD_ACCESS_WRAPS marks may be anywhere in its base's extent. */
struct twofold_check {
  struct twofold_form form;
  __INT64_TYPE__ min;
  __INT64_TYPE__ max;
};

#define TWOFOLD_BASE_POINTER 1u /* at *(void **)args[arg]; else at args[arg] */
#define TWOFOLD_BASE_EXTENT 2u  /* `extent` is known, in bytes from the base */

/* Memory that the loop reaches through one pointer or array. */
struct twofold_base {
  __UINT32_TYPE__ arg;
  __UINT32_TYPE__ flags;
  struct twofold_form extent; /* may use values only, no axes */
  const char *name;           /* as the user wrote it, for reports */
  __UINT32_TYPE__ element;    /* bytes of one, for reports; 0: no single type */
};

#define TWOFOLD_ACCESS_READ 1u
#define TWOFOLD_ACCESS_WRITE 2u
#define TWOFOLD_ACCESS_ALWAYS 4u  /* in every iteration of every axis around it;
                                     those its form does not name are not empty */
#define TWOFOLD_ACCESS_UNKNOWN 8u /* no form: anywhere in the base's extent */
#define TWOFOLD_ACCESS_WRAPS 256u /* its form holds only with the site's checks */

/* One access: bytes [offset, offset + size) from its base, for every iteration
 * of the axes its form names. */
struct twofold_access {
  __UINT32_TYPE__ base;
  __UINT32_TYPE__ size;
  __UINT32_TYPE__ flags;
  struct twofold_form offset;
  __UINT32_TYPE__ line;  /* in the site's file; 0: elsewhere */
  __UINT32_TYPE__ group; /* the variants check it inside: the group of its
                            subscripts; 0: they do not */
};

/* A subscript that the variants compare with a limit: it must select one of
 * the first extent / size elements of its array. Those of one access (the rows
 * and the columns of a[i][j]) are one group, and are not checked where all
 * accesses of the group are proven to stay in their bases. */
struct twofold_subscript {
  __UINT32_TYPE__ base;
  __UINT32_TYPE__ group; /* from 1 */
  struct twofold_form extent; /* bytes; may use values only, no axes */
  struct twofold_form size;
  __UINT32_TYPE__ line;
  __UINT32_TYPE__ column;
};

/* What args[bounds_arg] of a site with subscripts points at. The call site
 * passes a null `call` and limits that allow everything; the runtime puts its
 * own in place when it has to check. */
struct twofold_bounds {
  void *call;
  const __UINT64_TYPE__ *limits; /* one for each subscript */
};

#define TWOFOLD_RESULT_REDUCTION 0u
#define TWOFOLD_RESULT_LAST 1u

/* A variable that the loop produces: args[arg] points at `size` bytes.
 * A reduction combines into what is there; a last value is stored by the
 * sequentially last iteration. */
struct twofold_result {
  __UINT32_TYPE__ arg;
  __UINT32_TYPE__ size;
  __UINT32_TYPE__ kind;
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

/* An array whose elements several iterations may update, all of them by `op`
 * and in no other way. */
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
#define TWOFOLD_ARG_TRIPS 4u   /* dimension: its trip count, a ulong */
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
#define TWOFOLD_ARG_ERROR 41u /* a buffer of TWOFOLD_ERROR_WORDS ulongs, 0 at
                                 first. The item that finds an index out of
                                 bounds and sets word 0 (as a uint) from 0 to 1
                                 stores the subscript in word 1, the index in
                                 word 2; it uses element 0 instead. */
#define TWOFOLD_ERROR_WORDS 3u
/* In word 1, of a site that DECLINES: an iteration came to what only the native
 * variant can do (exit, print, throw). The launch is to have had no effect. */
#define TWOFOLD_ERROR_DECLINED 0xffffffffu
/* element: local memory for a copy of the array's first elements, a multiple of
 * 8 bytes; how many of them, a ulong, a work-group updates in its copy, which is
 * combined into the array at the end, but for what no item updated. All other
 * elements are updated where they are. */
#define TWOFOLD_ARG_COPY 42u
#define TWOFOLD_ARG_COPIED 43u
#define TWOFOLD_ARG_WIDTH 44u /* ulong, 1 or `index`: see struct twofold_kernel */
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

/* The OpenCL variant. `source` is OpenCL C 1.2 with one function `__kernel void
 * name(parameters) {`, in which the runtime may put assignments to parameters
 * before all else. Unless LINEAR, work-item (g0, g1, g2) runs iteration g[r] of
 * dimension range[r] for each r < rank, if there is one; given a WIDTH above 1,
 * as many of range[0], from iteration g0 * WIDTH on.
 * Group sizes are free. Where range[r] is not below the site's rank it is the
 * number of an inner axis, whose iterations the items along r share out: any
 * number is right, but only one is where a written base overlaps another. */
struct twofold_kernel {
  const char *name;
  const char *source;
  const struct twofold_kernel_arg *args;
  __UINT32_TYPE__ arg_count;
  __UINT32_TYPE__ flags;
  __UINT32_TYPE__ rank;
  __UINT32_TYPE__ range[3];
};

/* An access as it stands in the body: bytes [offset, offset + size) from its
 * base where all of its facts hold (`form` lies in [min, max]), for all rounds of
 * the inner axes in `axes` (bit n: axis rank + n) and of those that it names. A
 * fact whose min is above its max tells in `form` what number it stores; that of
 * an update, that its offset is right where `form` lies in [max, min]. */
struct twofold_reference {
  __UINT32_TYPE__ base; /* UINT32_MAX: address 0 */
  __UINT32_TYPE__ size;
  __UINT32_TYPE__ flags; /* TWOFOLD_ACCESS_READ, TWOFOLD_ACCESS_WRITE */
  __UINT32_TYPE__ line;  /* in the site's file; 0: elsewhere */
  struct twofold_form offset;
  __UINT32_TYPE__ first_fact, fact_count;
  __UINT64_TYPE__ axes;
};
#define TWOFOLD_REFERENCE_UPDATE 512u /* of an element, and of no pair */

/* Two references (one, perhaps) that two different iterations may bring to one
 * byte, one of them writing: only the values of a call tell. */
struct twofold_conflict {
  __UINT32_TYPE__ first;
  __UINT32_TYPE__ second;
};

/* What keeps iterations from being independent if it comes about. Its forms
 * number axes of its own behind the parallel ones; none of them is unknown, and
 * only what the last loaded_count pairs refer to needs axes that are loaded. */
struct twofold_conflicts {
  const struct twofold_axis *axes;
  const struct twofold_reference *references;
  const struct twofold_check *facts;
  const struct twofold_conflict *pairs;
  __UINT32_TYPE__ axis_count, reference_count, fact_count;
  __UINT32_TYPE__ pair_count; /* of all pairs */
  __UINT32_TYPE__ loaded_count;
  __UINT32_TYPE__ row_count; /* before those: pairs with a twofold_rows' `pointer` */
};

/* A table of pointers through which the loop reaches rows that lie at one
 * distance, or else it has no kernel in this call. Before anything asks for a
 * footprint, the runtime looks at *(void ***)args[table], from the subscript
 * that args[first] points at to that of args[last] (64-bit integers; first above
 * last: none is used), and stores where row 0 is, or would be, in
 * *(void **)args[pointer], and the distance of rows, in elements of `bytes`, in
 * the 64-bit integers at args[distance] and values[value] (0 and -1: there are
 * none). Entries with one `pointer` follow each other, and are of one table.
 * Native variants know nothing of it. */
struct twofold_rows {
  __UINT32_TYPE__ table, first, last, pointer, distance;
  __INT32_TYPE__ value;
  __UINT32_TYPE__ bytes;
  const char *name; /* as the user wrote the table */
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
#define TWOFOLD_SITE_DECLINES 4096u /* so on seldom paths, with what no kernel can */

/* The native variant: iterations [lo, hi) of the nest linearised with the last
 * dimension fastest, never empty. args[0] points at the dims. For a reduction
 * it combines into *args[arg] (the runtime gives each thread its own args with
 * private slots); for a last value it stores into *args[arg] if it ran the last
 * iteration of all. Safe to run on several threads with disjoint ranges, as
 * long as a site with elements gives each thread copies of its own. */
typedef void (*twofold_native)(void **args, __UINT64_TYPE__ lo,
                               __UINT64_TYPE__ hi);
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
                           The runtime sets it to TWOFOLD_SEEN_APART where it has
                           looked: calls with the same dims, values and bases
                           need not come for that */
};
#define TWOFOLD_SEEN_APART 2

/* Runs every iteration of the loop once, on the device that the runtime
 * chooses, and returns when its results are in host memory. Reentrant and
 * thread-safe. A C++ exception that an iteration throws is rethrown here once
 * all threads have stopped (the first one wins). Whatever goes wrong with a
 * device, the native variant gives the result; only an access that is found out
 * of bounds ends the loop, by the program's error handler (twofold.h). Exits with
 * status 70, and a line, when the site's abi_version is not the runtime's. */
void twofold_run(const struct twofold_site *site,
                 const struct twofold_launch *launch);

/* Whether the program can read these bytes. Asked where the call reads for a
 * kernel what iterations may, but need not, read. Thread-safe. */
__INT32_TYPE__ twofold_readable(const void *pointer, __UINT64_TYPE__ bytes);

/* A part of a function in which the calling thread runs loops and, between them,
 * nothing that looks at memory: with TWOFOLD_COHERENCE=function results need not
 * come home after each. For the thread that entered it; any number may be open. */
struct twofold_scope {
  void *state; /* the runtime's; null: nothing is kept */
};
void twofold_enter(struct twofold_scope *scope);
/* The thread's next twofold_run may leave results on the device; loops in it not. */
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

#ifdef __cplusplus
}
#endif
#endif
