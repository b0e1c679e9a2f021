/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/sections.h - what slice statements become ------------------===*\
|*
|* The plugin shows this text to every unit, behind twofold/abi.h, and writes
|* what `#pragma twofold slice` governs in terms of it. Users include neither.
|*
|* A slice has `rank` dimensions of `lengths` elements, outermost first. A
|* bracket is one base[start : length : stride] in it. Lengths, starts and
|* strides count elements; sizes, and strides of operands, are in bytes.
|*
|* Plain C89, and C++98 but for TWOFOLD_CXX11.
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_SECTIONS_H
#define TWOFOLD_SECTIONS_H

typedef __INT64_TYPE__ twofold_extent;
typedef __UINT64_TYPE__ twofold_size;

#ifdef __cplusplus
extern "C" {
#endif

/* Where a slice stands. `operands`: for each operand a line
 * "line:column:text", ended by a line feed. */
struct twofold_slice {
  const char *operands;
  const char *file;
  const char *function;
  __UINT32_TYPE__ line;
  __UINT32_TYPE__ column;
};

/* A row of six for each bracket: the operand, the dimension, length, start,
 * stride, and the size of what base[i] is. */
#define TWOFOLD_BRACKET_WIDTH 6

/* Bytes that a bracket may reach: the sum over all dimensions is a number. */
#define TWOFOLD_SECTION_REACH ((twofold_extent)1 << 58)

/* Looks again at brackets with unlike, negative or very large lengths: calls
 * the error handler (twofold.h) and returns 0 where they are wrong. */
__attribute__((__cold__)) int
twofold_section_error(const struct twofold_slice *slice,
                      const twofold_extent *brackets, int count,
                      const twofold_extent *lengths, int rank);

#define TWOFOLD_ADDRESSES_STRIDED 0 /* first + sum of index * stride */
#define TWOFOLD_ADDRESSES_RANGE 1   /* somewhere in [first, first + size) */
#define TWOFOLD_ADDRESSES_BLOCK 2   /* where a pointer to first can reach */
#define TWOFOLD_ADDRESSES_UNKNOWN 3 /* anywhere */

/* A row for each operand, the one that is written first: how its addresses are
 * given, the size of an element, and a stride for each dimension. */

#define TWOFOLD_PLAN_PARALLEL 0  /* no element is read after it was written */
#define TWOFOLD_PLAN_FORWARD 1   /* nor in the order of the indices */
#define TWOFOLD_PLAN_BACKWARD 2  /* nor in the reverse order */
#define TWOFOLD_PLAN_TEMPORARY 3 /* the right side has to be kept first */
/* And elements are written twice, which only order makes certain. */
#define TWOFOLD_PLAN_TEMPORARY_FORWARD 4

/* Exact for strided operands. Pure, but for the memory that blocks of
 * TWOFOLD_ADDRESSES_BLOCK lie in. */
int twofold_section_order(const volatile void *const *first,
                          const twofold_extent *operands, int count,
                          const twofold_extent *lengths, int rank);

/* Ends the program with a line. */
__attribute__((__cold__, __noreturn__)) void
twofold_section_no_memory(twofold_size elements, twofold_size size);

#ifdef __cplusplus
}
#endif

/* Without an optimiser there is nothing that inlining leaves out. */
#ifdef __OPTIMIZE__
#define TWOFOLD_SECTION_INLINE                                                 \
  static __inline__ __attribute__((__always_inline__, __unused__))
#else
#define TWOFOLD_SECTION_INLINE static __inline__ __attribute__((__unused__))
#endif

/* What follows is all there is to do for most statements, in registers: the
 * plugin writes a call for each row, whose numbers and those of lengths and
 * rows are constants. Tables in memory, `spare`, are for the seldom rest. Not
 * 0, "odd", may be wrong; 0 is certain. */

/* Of a bracket that should be `length` long. */
TWOFOLD_SECTION_INLINE int twofold_section_odd(const twofold_extent *row,
                                               twofold_extent length) {
  /* Half of the bytes for the start, half for what is behind it. */
  const twofold_size reach = (twofold_size)TWOFOLD_SECTION_REACH / 2;
  twofold_size most = reach;
  twofold_extent behind, start = row[3];
  int odd = (row[2] != length) | (length < 0);
  odd |= __builtin_mul_overflow(length, row[4], &behind);
  if (__builtin_constant_p(row[5]) && row[5] > 0) {
    most = reach / (twofold_size)row[5];
  } else {
    odd |= __builtin_mul_overflow(behind, row[5], &behind);
    odd |= __builtin_mul_overflow(start, row[5], &start);
  }
  odd |= (twofold_size)behind + most > 2 * most;
  return odd | ((twofold_size)start + most > 2 * most);
}

/* Also of more elements than can be counted. */
TWOFOLD_SECTION_INLINE int
twofold_section_elements(const twofold_extent *lengths, int rank,
                         twofold_extent *total) {
  int odd = 0, axis;
  *total = rank > 0 ? lengths[0] : 1;
  if (rank > 1)
    odd |= __builtin_mul_overflow(*total, lengths[1], total);
  if (rank > 2)
    odd |= __builtin_mul_overflow(*total, lengths[2], total);
  for (axis = 3; axis < rank; ++axis)
    odd |= __builtin_mul_overflow(*total, lengths[axis], total);
  return odd;
}

/* Whether the slice is to run: all brackets of a dimension are as long as
 * `lengths` says, and no length is 0. `odd`: some bracket is. */
TWOFOLD_SECTION_INLINE int
twofold_section_shapes(const struct twofold_slice *slice,
                       const twofold_extent *brackets, int count,
                       const twofold_extent *lengths, int rank,
                       twofold_extent *spare, int odd) {
  twofold_extent total;
  odd |= twofold_section_elements(lengths, rank, &total);
  if (__builtin_expect(odd, 0)) {
    struct twofold_slice site = *slice;
    __builtin_memcpy(spare, lengths, sizeof *spare * (twofold_size)rank);
    __builtin_memcpy(spare + rank, brackets,
                     sizeof *spare * TWOFOLD_BRACKET_WIDTH *
                         (twofold_size)count);
    if (!twofold_section_error(&site, spare + rank, count, spare, rank))
      return 0;
  }
  return total != 0;
}

/* The addresses of an operand in a slice with elements: [low, high), if they
 * are known. */
struct twofold_section_hull {
  const volatile void *first;
  const twofold_extent *row;
  __UINT64_TYPE__ low, high;
  int known;
};

TWOFOLD_SECTION_INLINE void
twofold_section_extend(struct twofold_section_hull *hull, twofold_extent length,
                       twofold_extent stride) {
  __UINT64_TYPE__ reach =
      ((__UINT64_TYPE__)length - 1) * (__UINT64_TYPE__)stride;
  hull->low += stride < 0 ? reach : 0;
  hull->high += stride < 0 ? 0 : reach;
}

TWOFOLD_SECTION_INLINE struct twofold_section_hull
twofold_section_hull_of(const volatile void *first, const twofold_extent *row,
                        const twofold_extent *lengths, int rank) {
  struct twofold_section_hull hull;
  int axis;
  hull.first = first;
  hull.row = row;
  hull.low = (__UINT64_TYPE__)first;
  hull.high = hull.low + (__UINT64_TYPE__)row[1];
  hull.known = row[0] <= TWOFOLD_ADDRESSES_RANGE;
  if (rank > 0)
    twofold_section_extend(&hull, lengths[0], row[2]);
  if (rank > 1)
    twofold_section_extend(&hull, lengths[1], row[3]);
  if (rank > 2)
    twofold_section_extend(&hull, lengths[2], row[4]);
  for (axis = 3; axis < rank; ++axis)
    twofold_section_extend(&hull, lengths[axis], row[axis + 2]);
  return hull;
}

/* Whether to look at the indices of an operand: so few take less time than to
 * find out where its memory ends. */
TWOFOLD_SECTION_INLINE int
twofold_section_seeks(struct twofold_section_hull *hull,
                      twofold_extent length) {
  if (hull->row[0] != TWOFOLD_ADDRESSES_BLOCK || length > 256)
    return 0;
  hull->low = ~(__UINT64_TYPE__)0;
  hull->high = 0;
  hull->known = 1;
  return 1;
}

TWOFOLD_SECTION_INLINE void
twofold_section_seek(struct twofold_section_hull *hull, twofold_extent index,
                     __UINT64_TYPE__ size) {
  __UINT64_TYPE__ at =
      (__UINT64_TYPE__)hull->first + (__UINT64_TYPE__)index * size;
  hull->low = at < hull->low ? at : hull->low;
  hull->high = at + size > hull->high ? at + size : hull->high;
}

/* Of what is written, and touched at other elements elsewhere. */
TWOFOLD_SECTION_INLINE int
twofold_section_meets(const struct twofold_section_hull *written,
                      const struct twofold_section_hull *other, int rank) {
  const twofold_extent *one = written->row, *two = other->row;
  int same = (written->first == other->first) & (one[0] == two[0]) &
             (one[1] == two[1]);
  int axis;
  if (rank > 0)
    same &= one[2] == two[2];
  if (rank > 1)
    same &= one[3] == two[3];
  if (rank > 2)
    same &= one[4] == two[4];
  for (axis = 3; axis < rank; ++axis)
    same &= one[axis + 2] == two[axis + 2];
  return !other->known | !(same | (other->high <= written->low) |
                           (written->high <= other->low));
}

/* Of what is written twice, which needs an order. */
TWOFOLD_SECTION_INLINE int twofold_section_twice(const twofold_extent *row,
                                                 const twofold_extent *lengths,
                                                 int rank) {
  twofold_size inner = (twofold_size)row[1];
  int odd = row[0] != TWOFOLD_ADDRESSES_STRIDED, axis;
  for (axis = rank - 1; axis >= 0; --axis) {
    twofold_size stride = (twofold_size)row[axis + 2];
    twofold_size step = row[axis + 2] < 0 ? 0 - stride : stride;
    odd |= (lengths[axis] > 1) & (step < inner);
    inner += ((twofold_size)lengths[axis] - 1) * step;
  }
  return odd;
}

/* A TWOFOLD_PLAN_... for a slice with elements. `odd`: something is written
 * twice, or may meet what is written. */
TWOFOLD_SECTION_INLINE int twofold_section_plan(
    const volatile void *const *first, const twofold_extent *operands,
    int count, const twofold_extent *lengths, int rank,
    const volatile void **spare_first, twofold_extent *spare, int odd) {
  if (!__builtin_expect(odd, 0))
    return TWOFOLD_PLAN_PARALLEL;
  __builtin_memcpy(spare_first, first, sizeof *first * (twofold_size)count);
  __builtin_memcpy(spare, lengths, sizeof *spare * (twofold_size)rank);
  __builtin_memcpy(spare + rank, operands,
                   sizeof *spare * (twofold_size)count *
                       ((twofold_size)rank + 2));
  return twofold_section_order(spare_first, spare + rank, count, spare, rank);
}

/* Whether statements on slices may share a loop: their shapes agree, there are
 * elements, and what one of them writes is touched by the same iteration alone.
 * `odd`: some bracket is; `meets`: something is written twice, or elsewhere. */
TWOFOLD_SECTION_INLINE int twofold_section_fuses(const twofold_extent *lengths,
                                                 int rank, int odd, int meets) {
  twofold_extent elements;
  odd |= twofold_section_elements(lengths, rank, &elements);
  /* Of what is out of reach, the second is nothing. */
  return !odd && elements != 0 && !meets;
}

/* Memory for a right side, from the program's own allocator. */
TWOFOLD_SECTION_INLINE void *twofold_section_memory(twofold_size elements,
                                                    twofold_size size) {
  twofold_size bytes;
  void *memory = 0;
  if (!__builtin_mul_overflow(elements, size, &bytes))
    memory = __builtin_malloc(bytes ? bytes : 1);
  if (!memory)
    twofold_section_no_memory(elements, size);
  return memory;
}
/* A cleanup function. */
TWOFOLD_SECTION_INLINE void twofold_section_release(void **memory) {
  __builtin_free(*memory);
}

/* The length of a section that gives none, of an array of so many bytes. */
TWOFOLD_SECTION_INLINE twofold_extent
twofold_section_whole(__UINT64_TYPE__ array, __UINT64_TYPE__ element,
                      twofold_extent start, twofold_extent stride) {
  twofold_extent count = (twofold_extent)(array / (element ? element : 1));
  if (stride == 0 || start > count || start < (stride < 0 ? -1 : 0))
    return -1;
  if (stride > 0)
    return (count - start) / stride + ((count - start) % stride > 0);
  return start < 0 ? 0 : start == count ? -1 : 1 - start / stride;
}

/* The start of a section that gives neither start nor length. */
TWOFOLD_SECTION_INLINE twofold_extent twofold_section_first(
    __UINT64_TYPE__ array, __UINT64_TYPE__ element, twofold_extent stride) {
  return stride < 0 ? (twofold_extent)(array / (element ? element : 1)) - 1 : 0;
}

#ifdef TWOFOLD_CXX11
extern "C++" {
/* What a base is kept in: a pointer, or a reference to anything else. */
template <class T> struct twofold_section_base {
  typedef T &type;
};
template <class T> struct twofold_section_base<T *> {
  typedef T *type;
};
template <class T> struct twofold_section_base<T *const> {
  typedef T *type;
};

/* How many elements an array, or a class with size(), has. */
template <class T> struct twofold_section_count {
  static twofold_size of(const T &base) { return base.size(); }
};
template <class T, __SIZE_TYPE__ N> struct twofold_section_count<T[N]> {
  static twofold_size of(const T (&)[N]) { return N; }
};
/* The plugin reports a use of these. */
template <class T> struct twofold_section_count<T *> {
  static twofold_size of(const T *) { return 0; }
};
template <class T> struct twofold_section_count<T *const> {
  static twofold_size of(const T *) { return 0; }
};

/* Elements of a class are one block if it has data(). */
template <class T> struct twofold_section_kind {
  template <class C> static char data(__typeof__(((C *)0)->data()) *);
  template <class C> static long data(...);
  enum { value = sizeof(data<T>(0)) == 1 ? 0 : 3 };
};
template <class T> struct twofold_section_kind<T *> {
  enum { value = 0 };
};
template <class T> struct twofold_section_kind<T *const> {
  enum { value = 0 };
};
template <class T, __SIZE_TYPE__ N> struct twofold_section_kind<T[N]> {
  enum { value = 0 };
};

/* The same of what a pointer leads to. No template takes types whose lengths
   are variables: arrays of C, which are one block. Only declared. */
template <class T>
char (&twofold_section_kinds(T *))[twofold_section_kind<T>::value + 1];
char (&twofold_section_kinds(...))[1];

/* Null for what only looks like an element. */
template <class T>
inline const volatile void *twofold_section_address(T &element) {
  return __builtin_addressof(element);
}
template <class T>
inline const volatile void *twofold_section_address(const T &&) {
  return 0;
}
}
#endif

#endif
