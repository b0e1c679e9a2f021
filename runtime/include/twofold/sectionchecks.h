/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/sectionchecks.h - slices inside annotated loops ------------===*\
|*
|* What the plugin tests before a loop, so that slices in it can be plain loops.
|* It shows this text to every unit, behind twofold/sections.h; users do not
|* include it.
|*
|* Plain C89, and C++98.
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_SECTIONCHECKS_H
#define TWOFOLD_SECTIONCHECKS_H

/* Whether twofold_section_shapes would let the slice run, or would find that it
 * has no elements. */
TWOFOLD_SECTION_INLINE int
twofold_section_agrees(const twofold_extent *brackets, int count,
                       const twofold_extent *lengths, int rank) {
  twofold_extent total;
  int odd = twofold_section_elements(lengths, rank, &total), at;
  for (at = 0; at < count; ++at) {
    const twofold_extent *row = brackets + at * TWOFOLD_BRACKET_WIDTH;
    odd |= twofold_section_odd(row, lengths[row[1]]);
  }
  return !odd;
}

/* Whether slices in loops can be plain loops there. `first` has `count`
 * addresses, those of the `written` operands first, and `lengths` has `rank`
 * lengths for each of `corners` corners, the ends of the loops, between which
 * all of them are affine. Operands that keep their distance from what is
 * written are compared once; all others must stay apart from it. `fused`:
 * several statements follow each other on each element. */
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
      struct twofold_section_hull hulls[2];
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
      hulls[0] = twofold_section_hull_of(first[at], pair, longest, rank);
      hulls[1] =
          twofold_section_hull_of(first[by], pair + rank + 2, longest, rank);
      if ((twofold_section_twice(pair, longest, rank) |
           twofold_section_meets(hulls, hulls + 1, rank)) &&
          (fused || twofold_section_order(at_once, pair, 2, longest, rank) >
                        TWOFOLD_PLAN_FORWARD))
        return 0;
    }
  return 1;
}

#endif
