/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/accesses.h - what the iterations of a loop touch --------------===*\
|*
|* The part of the ABI (abi.h, which includes it) that says by numbers of the
|* call which bytes a loop touches, and which iterations may meet. Users include
|* neither.
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_ACCESSES_H
#define TWOFOLD_ACCESSES_H

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
#define TWOFOLD_NUMBER_QUOTIENT 3  /* divided by `upper`, rounded down; by one
                                      below 0 rounded to 0, but by -2^63 as by
                                      2^63 */
#define TWOFOLD_NUMBER_REMAINDER 4 /* what remains of that, of one above 0 never
                                      negative */
#define TWOFOLD_NUMBER_REACHED 5   /* 1 where it is `upper` or more, else 0 */
#define TWOFOLD_NUMBER_FLOATING 6  /* binary floating point: its bits, or, of
                                      negative numbers, minus all but the sign;
                                      of 4 bytes as of 8; -2^63 of none. `ops`
                                      0: of the bits `lower` of a number of
                                      `upper` bytes */
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
/* Of floating-point numbers, as C compares them: 0 where one is none. */
#define TWOFOLD_NUMBER_AT_LEAST 29 /* 1 where it is `upper` or more, else 0 */
#define TWOFOLD_NUMBER_ABOVE 30    /* 1 where it is more than `upper`, else 0 */
#define TWOFOLD_NUMBER_EQUALS 31   /* 1 where it is `upper`, else 0 */

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

#define TWOFOLD_ACCESS_NUMBERS 16 /* from this bit: bytes of each floating-point
                                    number that all it writes consists of; or 0 */

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

/* An access as it stands in the body: bytes [offset, offset + size) from its
 * base where all of its facts hold (`form` lies in [min, max]), for all rounds of
 * the inner axes in `axes` (bit n: axis rank + n) and of those that it names. A
 * fact whose min is INT64_MAX and whose max is INT64_MIN tells in `form` what
 * number it stores. Others whose min is above their max say where what follows
 * is right: where `form` lies in [max, min]. That is the next fact, which holds
 * for all anybody knows where it is not, and behind the last one the offset of an
 * update. So does a fact whose form is too large to be computed. */
struct twofold_reference {
  __UINT32_TYPE__ base; /* or TWOFOLD_NO_BASE: address 0 */
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
 * distance, or in one block, or else it has no kernel in this call. Before
 * anything asks for a footprint, the runtime looks at *(void ***)args[table],
 * from the subscript that args[first] points at to that of args[last] (64-bit
 * integers; first above last: none is used), and stores where row 0 is, or
 * would be, in *(void **)args[pointer], and the distance of rows, in elements
 * of `bytes`, in the 64-bit integers at args[distance] and values[value] (0
 * and -1: there are none). Entries with one `pointer` follow each other, and
 * are of one table. Native variants know nothing of it. TWOFOLD_ROWS_IN_BLOCK:
 * all these pointers lead into one block of memory, or to its end, and where
 * that begins is stored at args[pointer] and as a number at args[distance]. If
 * `first` is 0, all pointers in the table's own block are meant. */
struct twofold_rows {
  __UINT32_TYPE__ table, first, last, pointer, distance;
  __INT32_TYPE__ value;
  __UINT32_TYPE__ bytes;
  __UINT32_TYPE__ flags;
  const char *name; /* as the user wrote the table */
};
#define TWOFOLD_ROWS_IN_BLOCK 1u

#ifdef __cplusplus
}
#endif
#endif
