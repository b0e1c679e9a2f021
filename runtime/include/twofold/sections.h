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

#define TWOFOLD_SECTION_INLINE                                                 \
  static __inline__ __attribute__((__always_inline__, __unused__))

/* Whether a bracket reaches further than it may, or its bytes are no number. */
TWOFOLD_SECTION_INLINE int twofold_section_far(const twofold_extent *row) {
  twofold_extent byte;
  int odd = __builtin_mul_overflow(row[2], row[4], &byte);
  odd |= __builtin_add_overflow(byte, row[3], &byte);
  odd |= __builtin_mul_overflow(byte, row[5], &byte);
  odd |= (byte > TWOFOLD_SECTION_REACH) | (byte < -TWOFOLD_SECTION_REACH);
  odd |= __builtin_mul_overflow(row[4], row[5], &byte);
  return odd | __builtin_mul_overflow(row[3], row[5], &byte);
}

/* Not 0 where a bracket of a dimension is not as long as `lengths` says, or
 * something is out of reach. *total: the number of elements. */
TWOFOLD_SECTION_INLINE int
twofold_section_differs(const twofold_extent *brackets, int count,
                        const twofold_extent *lengths, int rank,
                        twofold_extent *total) {
  int odd = 0, at;
  *total = 1;
  for (at = 0; at < rank; ++at)
    odd |= __builtin_mul_overflow(*total, lengths[at], total);
  for (at = 0; at < count; ++at) {
    const twofold_extent *row = brackets + at * TWOFOLD_BRACKET_WIDTH;
    odd |= (row[2] != lengths[row[1]]) | (row[2] < 0);
    odd |= twofold_section_far(row);
  }
  return odd;
}

/* Whether the slice is to run: all brackets of a dimension are as long as
 * `lengths` says, and no length is 0. */
TWOFOLD_SECTION_INLINE int
twofold_section_shapes(const struct twofold_slice *slice,
                       const twofold_extent *brackets, int count,
                       const twofold_extent *lengths, int rank) {
  twofold_extent total;
  int odd = twofold_section_differs(brackets, count, lengths, rank, &total);
  if (__builtin_expect(odd, 0) &&
      !twofold_section_error(slice, brackets, count, lengths, rank))
    return 0;
  return total != 0;
}

/* A TWOFOLD_PLAN_... for a slice with elements. */
TWOFOLD_SECTION_INLINE int
twofold_section_plan(const volatile void *const *first,
                     const twofold_extent *operands, int count,
                     const twofold_extent *lengths, int rank) {
  int odd = 0, at, axis;
  __UINT64_TYPE__ written = 0, end = 0;
  for (at = 0; at < count; ++at) {
    const twofold_extent *row = operands + at * (rank + 2);
    __UINT64_TYPE__ low = (__UINT64_TYPE__)first[at];
    __UINT64_TYPE__ high = low + (__UINT64_TYPE__)row[1];
    int same = row[1] == operands[1] && first[at] == first[0];
    twofold_extent inner = row[1];
    odd |= row[0] != TWOFOLD_ADDRESSES_STRIDED;
    for (axis = rank - 1; axis >= 0; --axis) {
      twofold_extent stride = row[axis + 2];
      twofold_extent reach = (lengths[axis] - 1) * stride;
      twofold_extent step = stride < 0 ? -stride : stride;
      if (reach < 0)
        low += (__UINT64_TYPE__)reach;
      else
        high += (__UINT64_TYPE__)reach;
      same &= stride == operands[axis + 2];
      /* What is written twice needs an order. */
      if (at == 0 && lengths[axis] > 1)
        odd |= step < inner;
      inner += (lengths[axis] - 1) * step;
    }
    if (at == 0) {
      written = low;
      end = high;
    } else {
      odd |= !(same | (high <= written) | (end <= low));
    }
  }
  return __builtin_expect(odd, 0)
             ? twofold_section_order(first, operands, count, lengths, rank)
             : TWOFOLD_PLAN_PARALLEL;
}

/* Whether statements on slices may share a loop: their shapes agree, there are
 * elements, and what one of them writes is touched by the same iteration alone.
 * The rows of operands: the `written` ones first, which are strided, and
 * strided ones and ranges. `statements`: how many, for reports. */
TWOFOLD_SECTION_INLINE int
twofold_section_fuses(const twofold_extent *brackets, int count,
                      const volatile void *const *first,
                      const twofold_extent *operands, int written, int total,
                      const twofold_extent *lengths, int rank, int statements) {
  twofold_extent elements = 1;
  int odd = 0, at, by, axis;
  (void)statements;
  for (at = 0; at < rank; ++at)
    odd |= __builtin_mul_overflow(elements, lengths[at], &elements);
  for (at = 0; at < count; ++at) {
    const twofold_extent *row = brackets + at * TWOFOLD_BRACKET_WIDTH;
    odd |= (row[2] != lengths[row[1]]) | (row[2] <= 0);
    odd |= twofold_section_far(row);
  }
  if (odd)
    return 0;
  for (at = 0; at < written; ++at) {
    const twofold_extent *row = operands + at * (rank + 2);
    __UINT64_TYPE__ low = (__UINT64_TYPE__)first[at];
    __UINT64_TYPE__ high = low + (__UINT64_TYPE__)row[1];
    twofold_extent inner = row[1];
    odd |= row[0] != TWOFOLD_ADDRESSES_STRIDED;
    for (axis = rank - 1; axis >= 0; --axis) {
      twofold_extent stride = row[axis + 2];
      twofold_extent step = stride < 0 ? -stride : stride;
      twofold_extent reach = (lengths[axis] - 1) * stride;
      if (reach < 0)
        low += (__UINT64_TYPE__)reach;
      else
        high += (__UINT64_TYPE__)reach;
      odd |= (lengths[axis] > 1) & (step < inner);
      inner += (lengths[axis] - 1) * step;
    }
    for (by = 0; by < total; ++by) {
      const twofold_extent *other = operands + by * (rank + 2);
      __UINT64_TYPE__ begin = (__UINT64_TYPE__)first[by];
      __UINT64_TYPE__ end = begin + (__UINT64_TYPE__)other[1];
      int same = (other[0] == TWOFOLD_ADDRESSES_STRIDED) &
                 (other[1] == row[1]) & (first[by] == first[at]);
      odd |= other[0] > TWOFOLD_ADDRESSES_RANGE;
      for (axis = 0; axis < rank; ++axis) {
        twofold_extent reach = (lengths[axis] - 1) * other[axis + 2];
        if (reach < 0)
          begin += (__UINT64_TYPE__)reach;
        else
          end += (__UINT64_TYPE__)reach;
        same &= other[axis + 2] == row[axis + 2];
      }
      odd |= !(same | (end <= low) | (high <= begin));
    }
  }
  return !odd;
}

/* Whether twofold_section_shapes would let the slice run, or it has no
 * elements. */
TWOFOLD_SECTION_INLINE int
twofold_section_agrees(const twofold_extent *brackets, int count,
                       const twofold_extent *lengths, int rank) {
  twofold_extent total;
  return !twofold_section_differs(brackets, count, lengths, rank, &total);
}

/* Whether slices in loops can be plain loops there, given what they are at the
 * ends of these: `count` addresses, of `written` operands first, and `rank`
 * lengths for each of so many `corners`, between which they are affine. What
 * keeps its distance from what is written is looked at once; all else must stay
 * apart from it. Elements follow in order, or, `fused`, several statements on
 * each. */
static __inline__ __attribute__((__unused__)) int
twofold_section_steady(const volatile void *const *first, int corners,
                       const twofold_extent *operands, int written, int count,
                       const twofold_extent *lengths, int rank, int fused) {
  twofold_extent longest[8], pair[2 * (8 + 2)];
  const volatile void *at_once[2];
  int at, by, axis, corner;
  if (rank > 8)
    return 0;
  for (axis = 0; axis < rank; ++axis) {
    longest[axis] = 0;
    for (corner = 0; corner < corners; ++corner)
      if (lengths[corner * rank + axis] > longest[axis])
        longest[axis] = lengths[corner * rank + axis];
    if (longest[axis] == 0)
      return 1;
  }
  for (at = 0; at < written; ++at)
    for (by = 0; by < count; ++by) {
      const twofold_extent *rows[2];
      __UINT64_TYPE__ low[2], high[2], distance = 0;
      int steady = 1, which;
      rows[0] = operands + at * (rank + 2);
      rows[1] = operands + by * (rank + 2);
      if (rows[1][0] > TWOFOLD_ADDRESSES_RANGE)
        return 0;
      for (which = 0; which < 2; ++which) {
        low[which] = ~(__UINT64_TYPE__)0;
        high[which] = 0;
      }
      for (corner = 0; corner < corners; ++corner) {
        const volatile void *const *here = first + corner * count;
        __UINT64_TYPE__ ends[2];
        ends[0] = (__UINT64_TYPE__)here[at];
        ends[1] = (__UINT64_TYPE__)here[by];
        if (corner == 0)
          distance = ends[1] - ends[0];
        steady &= ends[1] - ends[0] == distance;
        for (which = 0; which < 2; ++which) {
          low[which] = ends[which] < low[which] ? ends[which] : low[which];
          high[which] = ends[which] > high[which] ? ends[which] : high[which];
        }
      }
      for (which = 0; which < 2; ++which) {
        high[which] += (__UINT64_TYPE__)rows[which][1];
        for (axis = 0; axis < rank; ++axis) {
          twofold_extent reach = (longest[axis] - 1) * rows[which][axis + 2];
          if (reach < 0)
            low[which] += (__UINT64_TYPE__)reach;
          else
            high[which] += (__UINT64_TYPE__)reach;
          pair[which * (rank + 2) + axis + 2] = rows[which][axis + 2];
        }
        pair[which * (rank + 2)] = rows[which][0];
        pair[which * (rank + 2) + 1] = rows[which][1];
      }
      if (high[0] <= low[1] || high[1] <= low[0])
        continue;
      at_once[0] = first[at];
      at_once[1] = first[by];
      if (!steady)
        return 0;
      if (fused ? !twofold_section_fuses(0, 0, at_once, pair, 1, 2, longest,
                                         rank, 0)
                : twofold_section_plan(at_once, pair, 2, longest, rank) >
                      TWOFOLD_PLAN_FORWARD)
        return 0;
    }
  return 1;
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
