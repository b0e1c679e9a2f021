// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts of fewer elements than what algorithms have kernels sort, for an
// interpreter of these: two blocks, of which the last is not whole, and one.
// Programs without the runtime sort in order.
#include <cstdio>
#include <twofold/sort.hpp>

static const std::ptrdiff_t count = 1600, few = 700;
static float numbers[few];
static int keys[count];
static uint64_t places[count];

int main() {
  using namespace twofold::detail;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    if (i < few)
      numbers[i] = static_cast<float>(i * 7919 % 1999) - 999.5f;
    keys[i] = static_cast<int>(i * 7919 % 401) - 200;
    places[i] = static_cast<uint64_t>(i);
  }
  if (!sort_kernels<float, false, void>::sort(few, numbers, nullptr))
    mergeSort(numbers, few, std::less<>());
  if (!sort_kernels<int, true, uint64_t>::sort(count, keys, places)) {
    const auto from = sortedPlaces(keys, count, std::greater<>());
    moveBoth(from, keys, places);
  }
  double all = 0;
  bool sorted = true;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    all += static_cast<double>(keys[i]) * (i % 11) +
           static_cast<double>(places[i]) * (i % 13);
    if (i < few)
      all += numbers[i] * static_cast<double>(i);
    if (i)
      sorted &=
          keys[i - 1] >= keys[i] && (i >= few || numbers[i - 1] <= numbers[i]);
  }
  std::printf("%d %.17g\n", sorted, all);
}
