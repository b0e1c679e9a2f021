/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- twofold/random.h - random numbers by their place -------------------===*\
|*
|* Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011): number `index` of stream
|* `stream` of a seed is a function of these three alone. So iterations of an
|* annotated loop draw theirs in any order, natively and on devices, and
programs
|* get the same numbers on any of them. Needs neither plugin nor runtime.
|*
|* Each stream has 2^66 numbers of 32 bits, of which `index` reaches the first
|* 2^64; no two of a seed's 2^64 streams share a block. Not for secrets. Thread-
|* safe: there is no state. C99 and later, and C++17.
|*
\*===----------------------------------------------------------------------===*/
#ifndef TWOFOLD_RANDOM_H
#define TWOFOLD_RANDOM_H

#include <stdint.h>

/** Four random numbers of 32 bits. */
struct twofold_random_block {
  uint32_t x, y, z, w;
};

/** The function itself: ten rounds of a counter of 128 bits, c0 the lowest,
 * with a key of 64. */
static inline struct twofold_random_block
twofold_philox(uint32_t c0, uint32_t c1, uint32_t c2, uint32_t c3, uint32_t k0,
               uint32_t k1) {
  struct twofold_random_block out;
  int round;
  for (round = 0; round < 10; ++round) {
    const uint64_t a = (uint64_t)c0 * 0xD2511F53u;
    const uint64_t b = (uint64_t)c2 * 0xCD9E8D57u;
    c0 = (uint32_t)(b >> 32) ^ c1 ^ k0;
    c1 = (uint32_t)b;
    c2 = (uint32_t)(a >> 32) ^ c3 ^ k1;
    c3 = (uint32_t)a;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  out.x = c0;
  out.y = c1;
  out.z = c2;
  out.w = c3;
  return out;
}

/** Block `block` of a stream: numbers 4 block to 4 block + 3. */
static inline struct twofold_random_block
twofold_random4(uint64_t seed, uint64_t stream, uint64_t block) {
  return twofold_philox((uint32_t)block, (uint32_t)(block >> 32),
                        (uint32_t)stream, (uint32_t)(stream >> 32),
                        (uint32_t)seed, (uint32_t)(seed >> 32));
}

/** Number `index` of a stream. Who needs four at once has them cheaper by
 * twofold_random4. */
static inline uint32_t twofold_random_bits(uint64_t seed, uint64_t stream,
                                           uint64_t index) {
  const struct twofold_random_block four =
      twofold_random4(seed, stream, index / 4);
  const uint32_t which = (uint32_t)index & 3u;
  return which == 0   ? four.x
         : which == 1 ? four.y
         : which == 2 ? four.z
                      : four.w;
}

/** One of the 2^24 floats k / 2^24 in [0, 1), by the upper bits of number
 * `index`. */
static inline float twofold_random_float(uint64_t seed, uint64_t stream,
                                         uint64_t index) {
  return (float)(twofold_random_bits(seed, stream, index) >> 8) * 0x1p-24f;
}

/** One of the 2^53 doubles k / 2^53 in [0, 1), by the numbers 2 index and
 * 2 index + 1, the latter above: index is below 2^63. */
static inline double twofold_random_double(uint64_t seed, uint64_t stream,
                                           uint64_t index) {
  const struct twofold_random_block four =
      twofold_random4(seed, stream, index / 2);
  const uint32_t low = index & 1u ? four.z : four.x;
  const uint32_t high = index & 1u ? four.w : four.y;
  return (double)(((uint64_t)high << 32 | low) >> 11) * 0x1p-53;
}

#endif
