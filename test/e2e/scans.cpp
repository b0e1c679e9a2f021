// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans of numbers have the same bits on one thread, on several, by kernels, and
// in programs without the runtime; those of integers are the sums one by one.
// RUN: %e2e %s %t --many-kernels --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy %include -std=c++17
#include "Inputs/show.h"
#include <cstdint>
#include <cstring>
#include <numeric>
#include <twofold/scan.hpp>
#include <vector>
#ifdef WITH_PLUGIN
#include <twofold/scan.h>
#endif

using namespace twofold;

template <class T> static T element(size_t i) {
  uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  if constexpr (std::is_floating_point_v<T>)
    return T(int64_t(x % 20001) - 10000) / 4096 + T(1) / 3;
  else
    return T(x % 1009) - T(500); // no sum of them overflows
}

template <class T> static uint64_t bitsOf(const std::vector<T> &x) {
  uint64_t sum = 0;
  for (const T &each : x) {
    uint64_t bits = 0;
    std::memcpy(&bits, &each, sizeof each);
    sum = (sum ^ bits) * 0x100000001b3u + (sum >> 7);
  }
  return sum;
}

template <class T, class Op>
static void scan(const char *name, size_t n, Op op, int type, int by) {
  std::vector<T> x(n), y(n), z(n);
  for (size_t i = 0; i < n; ++i)
    x[i] = element<T>(i);
  inclusive_scan(par, x.begin(), x.end(), y.begin(), op);
  exclusive_scan(par, x.begin(), x.end(), z.begin(), T(3), op);
  std::printf("%s %ld: %lx %lx", name, long(n), long(bitsOf(y)), long(bitsOf(z)));
  if (!std::is_floating_point_v<T>) {
    std::vector<T> each(n);
    std::inclusive_scan(x.begin(), x.end(), each.begin(), op);
    std::printf(" %d", y == each);
    std::exclusive_scan(x.begin(), x.end(), each.begin(), T(3), op);
    std::printf(" %d", z == each);
  }
#ifdef WITH_PLUGIN
  std::vector<T> c(n);
  const T three = 3;
  int bad = twofold_inclusive_scan(twofold_element_type(type), twofold_combination(by),
                                   x.data(), c.data(), n, nullptr);
  bad |= c != y;
  bad |= twofold_exclusive_scan(twofold_element_type(type), twofold_combination(by), x.data(),
                                c.data(), n, &three);
  bad |= c != z;
  bad |= !twofold_exclusive_scan(twofold_element_type(type), twofold_combination(by), x.data(),
                                 c.data(), n, nullptr);
  std::printf(" %d\n", bad);
#else
  std::printf(" 0\n");
#endif
  // In place, after a loop, and from another place of the array.
  T *p = x.data();
  long last = long(n) - 1;
#pragma twofold parallel for
  for (long i = 0; i < last; ++i)
    p[i] = p[i] + T(1);
  inclusive_scan(par, p + 1, p + last, p + 1, op, T(2));
  std::printf("in place: %lx\n", long(bitsOf(x)));
}

// Blocks of several tiles, which arrays have that are too large for tests. Their
// totals are scanned by a launch of their own, or atOnce by each group.
static void blocks(ptrdiff_t n, ptrdiff_t tiles, bool atOnce) {
  using namespace twofold::detail;
  using of = tile_scan<float, std::plus<>>;
  using some = tile_kernels<float, std::plus<>, false>;
  tile_cut cut(n, TileElements<float>);
  cut.Length = tiles * TileElements<float>;
  cut.Blocks = (n - 1) / cut.Length + 1;
  std::vector<float> x(n), y(n), sums(cut.Blocks);
  for (ptrdiff_t i = 0; i < n; ++i)
    x[i] = element<float>(i);
  bool there = deviceCalls();
  if (there) {
    const some::summing totals(n, x.data(), sums.data(), cut);
    const some::scanning starts(cut.Blocks, sums.data(), sums.data(), nullptr, 2,
                                tile_cut(1, TileElements<float>), false);
    const tile_kernels<float, std::plus<>, true>::scanning all(
        n, x.data(), y.data(), sums.data(), 2, cut, atOnce);
    const twofold_kernel_call two[] = {totals.Call, all.Call},
                              three[] = {totals.Call, starts.Call, all.Call};
    there = !(atOnce ? deviceCalls()->run_all(two, 2)
                     : deviceCalls()->run_all(three, 3));
  }
  if (!there) {
    auto length = [&](ptrdiff_t b) {
      return b + 1 < cut.Blocks ? cut.Length : n - b * cut.Length;
    };
    for (ptrdiff_t b = 0; b < cut.Blocks; ++b)
      sums[b] = of::total(x.data() + b * cut.Length, length(b));
    of::scan<false>(sums.data(), sums.data(), cut.Blocks, 2);
    for (ptrdiff_t b = 0; b < cut.Blocks; ++b)
      of::scan<true>(x.data() + b * cut.Length, y.data() + b * cut.Length,
                     length(b), sums[b]);
  }
  std::printf("blocks: %lx\n", long(bitsOf(y)));
}

int main() {
  for (bool atOnce : {false, true}) {
    blocks(5 * 4096 + 17, 3, atOnce);
    blocks(7 * 4096 - 1, 2, atOnce);
    blocks(19 * 4096 - 5, 1, atOnce);
  }

  scan<float>("float sum", 100001, std::plus<>(), 5, 1);
  scan<float>("float sum", 2047, std::plus<>(), 5, 1);
  scan<double>("double maximum", 40960, maximum<>(), 6, 4);
  scan<uint32_t>("uint product", 33000, std::multiplies<>(), 2, 2);
  scan<int64_t>("long minimum", 35000, minimum<>(), 3, 3);
}
