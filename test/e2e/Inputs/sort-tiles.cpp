// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts of fewer elements than what algorithms have kernels sort, for an
// interpreter of these: some blocks, of which the last is not whole. Programs
// without the runtime sort in order.
#include <cstdio>
#include <twofold/sort.hpp>

static const std::ptrdiff_t count = 2600;
static double numbers[count];
static int keys[count];
static uint32_t places[count];

int main() {
  using namespace twofold::detail;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<double>(i * 7919 % 1999) - 999.5;
    keys[i] = static_cast<int>(i * 7919 % 401) - 200;
    places[i] = static_cast<uint32_t>(i);
  }
  if (!sort_kernels<double, false, void>::sort(count, numbers, nullptr))
    mergeSort(numbers, count, std::less<>());
  if (!sort_kernels<int, true, uint32_t>::sort(count, keys, places)) {
    const auto from = sortedPlaces(keys, count, std::greater<>());
    moveBoth(from, keys, places);
  }
  double all = 0;
  bool sorted = true;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    all += numbers[i] * static_cast<double>(i) + keys[i] * (i % 11) +
           places[i] * (i % 13);
    if (i)
      sorted &= numbers[i - 1] <= numbers[i] && keys[i - 1] >= keys[i];
  }
  std::printf("%d %.17g\n", sorted, all);
}
