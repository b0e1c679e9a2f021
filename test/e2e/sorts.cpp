// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts have the results of std::stable_sort on one thread, on several, by kernels,
// and in programs without the runtime: at the edges of tiles and blocks, with equal
// keys, infinities, zeros of both signs and NaNs, upwards and downwards.
// RUN: %e2e %s %t --many-kernels --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy %include -std=c++17 -Wno-deprecated-declarations
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <twofold/sort.hpp>
#include <vector>
#ifdef WITH_PLUGIN
#include <twofold/sort.h>
#endif

using namespace twofold;

static uint64_t draw(size_t i) {
  uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  return x ^ x >> 29;
}

template <class T> static T element(size_t i) {
  const uint64_t x = draw(i);
  if constexpr (std::is_floating_point_v<T>) {
    switch (x % 64) {
    case 0:
      return T(0);
    case 1:
      return -T(0);
    case 2:
      return std::numeric_limits<T>::infinity();
    case 3:
      return -std::numeric_limits<T>::infinity();
    case 4:
      return std::numeric_limits<T>::denorm_min();
    case 5:
      return std::numeric_limits<T>::lowest();
    }
    return T(int64_t(x >> 20) % 100001 - 50000) / 64;
  } else {
    return x % 16 == 0 ? T(x >> 60) : T(x);
  }
}

static const char *right(bool is) { return is ? "right" : "WRONG"; }

template <class T, class V, class Compare>
static void sortBoth(const char *name, size_t n, Compare less, int type, int direction) {
  std::vector<T> x(n), keys;
  std::vector<V> values(n);
  std::vector<size_t> places(n);
  for (size_t i = 0; i < n; ++i) {
    x[i] = element<T>(i);
    values[i] = V(i);
    places[i] = i;
  }
  keys = x;
  std::vector<T> expected = x;
  std::stable_sort(expected.begin(), expected.end(), less);
  std::stable_sort(places.begin(), places.end(),
                   [&](size_t a, size_t b) { return less(x[a], x[b]); });
  std::vector<T> sorted = x;
  sort(par, sorted.begin(), sorted.end(), less);
  bool same = n == 0 || !std::memcmp(sorted.data(), expected.data(), n * sizeof(T));
  sort_by_key(par, keys.begin(), keys.end(), values.begin(), less);
  bool along = n == 0 || !std::memcmp(keys.data(), expected.data(), n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    along &= values[i] == V(places[i]);
  bool c = true;
#ifdef WITH_PLUGIN
  sorted = x;
  c &= !twofold_sort(twofold_element_type(type), twofold_sort_direction(direction), sorted.data(), n);
  c &= n == 0 || !std::memcmp(sorted.data(), expected.data(), n * sizeof(T));
  for (size_t i = 0; i < n; ++i)
    values[i] = V(i);
  c &= !twofold_sort_by_key(twofold_element_type(type), twofold_sort_direction(direction), x.data(),
                            values.data(), sizeof(V), n);
  c &= x == expected;
  for (size_t i = 0; i < n; ++i)
    c &= values[i] == V(places[i]);
#endif
  std::printf("%s %zu: %s %s %s\n", name, n, right(same), right(along), right(c));
}

/// The words that kernels sort by compare as the numbers do, and none is behind what
/// fills the last tile.
template <class T> static void orders(const char *name) {
  detail::sort_order<T, false> up;
  detail::sort_order<T, true> down;
  bool is = true;
  for (size_t i = 0; i < 20000; ++i) {
    const T a = element<T>(i), b = element<T>(i + 7);
    is &= up(a, b) == (a < b) && down(a, b) == (b < a) && !up(a, a);
    is &= up.of(up.at(&a, 0)) <= up.of(up.last()) && down.of(down.at(&a, 0)) <= down.of(down.last());
  }
  is &= up.of(up.last()) == decltype(up.last())(-1) && down.of(down.last()) == decltype(up.last())(-1);
  std::printf("order of %s: %s\n", name, right(is));
}

/// On data that a loop has made, from another place than its start, and after a loop.
static void behindLoops() {
  const long n = 50000;
  std::vector<float> x(n);
  float *p = x.data();
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    p[i] = float((i * 7919) % 10007) / 8;
  std::vector<float> expected(x.begin() + 3, x.end() - 1);
  std::stable_sort(expected.begin(), expected.end());
  stable_sort(par, p + 3, p + n - 1);
  const float *sorted = expected.data();
  long wrong = p[n - 1] != float(((n - 1) * 7919) % 10007) / 8;
#pragma twofold parallel for
  for (long i = 0; i < n - 4; ++i)
    wrong += p[i + 3] != sorted[i];
  std::printf("behind loops: %ld\n", wrong);
}

static void nans() {
  for (size_t n : {1000, 40000}) {
    std::vector<float> up(n);
    std::vector<double> down(n);
    size_t numbers = 0;
    for (size_t i = 0; i < n; ++i) {
      up[i] = draw(i) % 5 ? float(i % 777) - 300 : std::copysign(std::nanf(""), i % 2 ? 1 : -1);
      down[i] = up[i];
      numbers += !std::isnan(up[i]);
    }
    sort(par, up.begin(), up.end());
    sort(par, down.begin(), down.end(), std::greater<>());
    bool is = true;
    for (size_t i = 0; i < n; ++i) {
      is &= std::isnan(up[i]) == (i >= numbers) && std::isnan(down[i]) == (i >= numbers);
      if (i && i < numbers)
        is &= up[i - 1] <= up[i] && down[i - 1] >= down[i];
    }
    std::printf("NaNs of %zu: %s\n", n, right(is));
  }
}

/// So many that a block has several tiles.
static void many() {
  const size_t n = 800003;
  std::vector<double> keys(n);
  std::vector<uint32_t> places(n);
  double sum = 0, sorted = 0;
  for (size_t i = 0; i < n; ++i) {
    keys[i] = double(draw(i) % 3001) - 1500;
    places[i] = uint32_t(i);
    sum += keys[i] * double(i % 7);
  }
  sort_by_key(par, keys.begin(), keys.end(), places.begin(), std::greater<>());
  bool is = true;
  for (size_t i = 0; i < n; ++i) {
    sorted += keys[i] * (places[i] % 7);
    if (i)
      is &= keys[i - 1] > keys[i] || (keys[i - 1] == keys[i] && places[i - 1] < places[i]);
  }
  std::printf("many: %s\n", right(is && sum == sorted));
}

/// Anything else is sorted by threads.
static void others() {
  struct person {
    std::string name;
    int age;
  };
  std::vector<person> people(40000);
  for (size_t i = 0; i < people.size(); ++i)
    people[i] = {std::to_string(draw(i) % 1000), int(i)};
  auto expected = people;
  const auto less = [](const person &a, const person &b) { return a.name < b.name; };
  std::stable_sort(expected.begin(), expected.end(), less);
  sort(par, people.begin(), people.end(), less);
  bool same = true;
  for (size_t i = 0; i < people.size(); ++i)
    same &= people[i].age == expected[i].age;
  std::vector<short> small(20001);
  for (size_t i = 0; i < small.size(); ++i)
    small[i] = short(draw(i));
  sort(par, small.begin(), small.end(), [](short a, short b) { return a % 100 < b % 100; });
  same &= std::is_sorted(small.begin(), small.end(),
                         [](short a, short b) { return a % 100 < b % 100; });
  std::vector<int> keys(9000);
  std::vector<std::string> names(9000);
  for (size_t i = 0; i < keys.size(); ++i) {
    keys[i] = int(draw(i) % 5000);
    names[i] = std::to_string(keys[i]);
  }
  sort_by_key(par, keys.begin(), keys.end(), names.begin(), std::greater<>());
  for (size_t i = 0; i < keys.size(); ++i)
    same &= names[i] == std::to_string(keys[i]) && (!i || keys[i - 1] >= keys[i]);
  std::printf("others: %s\n", right(same));
}

static void refused() {
#ifdef WITH_PLUGIN
  int x[2] = {2, 1};
  bool is = twofold_sort(twofold_element_type(7), TWOFOLD_SORT_UP, x, 2) == 1;
  is &= twofold_sort(TWOFOLD_INT32, twofold_sort_direction(3), x, 2) == 1;
  is &= twofold_sort(TWOFOLD_INT32, TWOFOLD_SORT_UP, nullptr, 2) == 1;
  is &= twofold_sort(TWOFOLD_INT32, TWOFOLD_SORT_UP, x, SIZE_MAX / 4) == 1;
  is &= twofold_sort_by_key(TWOFOLD_INT32, TWOFOLD_SORT_UP, x, nullptr, 4, 2) == 1;
  is &= twofold_sort_by_key(TWOFOLD_INT32, TWOFOLD_SORT_UP, x, x, 3, 2) == 1;
  is &= x[0] == 2 && twofold_sort(TWOFOLD_INT32, TWOFOLD_SORT_UP, nullptr, 0) == 0;
#else
  bool is = true;
#endif
  std::printf("refused: %s\n", right(is));
}

int main() {
  for (size_t n : {0, 1, 2, 2048, 32767, 32768, 36865})
    sortBoth<int32_t, float>("int", n, std::less<>(), 1, 1);
  sortBoth<uint32_t, double>("uint down", 40001, std::greater<uint32_t>(), 2, 2);
  sortBoth<double, float>("double down", 35000, std::greater<>(), 6, 2);
  orders<int32_t>("int");
  orders<uint32_t>("uint");
  orders<int64_t>("long");
  orders<uint64_t>("ulong");
  orders<float>("float");
  orders<double>("double");
  behindLoops();
  nans();
  many();
  others();
  refused();
}
