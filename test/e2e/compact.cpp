// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chosen elements, partitions, unique elements and sums of runs are those of the
// standard library, on threads, of what a device has by kernels, and in programs
// without the runtime.
// RUN: %e2e %s %t --also TWOFOLD_ZERO_COPY=0,TWOFOLD_COHERENCE=lazy %include -std=c++17 -Wno-deprecated-declarations
#include <cstdint>
#include <cstdio>
#include <string>
#include <twofold/compact.hpp>
#include <vector>

using namespace twofold;

static uint64_t draw(size_t i) {
  uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
  x ^= x >> 32;
  return x * 0xd6e8feb86659fd93u >> 40;
}

/// A copy, which a device has where loops run on one.
template <class T> static std::vector<T> moved(const std::vector<T> &from) {
  std::vector<T> to(from.size());
  const long n = long(from.size());
  const T *p = from.data();
  T *q = to.data();
#pragma twofold parallel for independent
  for (long i = 0; i < n; ++i)
    q[i] = p[i];
  return to;
}

static const char *right(bool is) { return is ? "right" : "WRONG"; }

template <class T> static void choose(const char *name, size_t n, T limit) {
  std::vector<T> x(n), chosen(n + 1, T(-7)), expected(n + 1, T(-7));
  for (size_t i = 0; i < n; ++i)
    x[i] = T(draw(i) % 1000);
  const auto is = [limit](T v) { return v < limit; };
  const std::vector<T> there = moved(x);
  const auto end = copy_if(par, there.begin(), there.end(), chosen.begin(), is);
  const auto wanted = std::copy_if(x.begin(), x.end(), expected.begin(), is);
  bool same = end - chosen.begin() == wanted - expected.begin() && chosen == expected;
  std::vector<T> parts = moved(x), stable = x;
  const auto middle = partition(par, parts.begin(), parts.end(), is);
  const auto at = std::stable_partition(stable.begin(), stable.end(), is);
  same &= middle - parts.begin() == at - stable.begin() && parts == stable;
  std::printf("%s %zu below %ld: %ld %s\n", name, n, long(limit), long(end - chosen.begin()),
              right(same));
}

static void runs(size_t n, uint64_t longest) {
  std::vector<int> keys(n);
  std::vector<float> values(n), sums(n), expected;
  std::vector<int> heads(n), firsts;
  size_t i = 0;
  for (int key = 0; i < n; ++key)
    for (uint64_t k = 1 + draw(i) % longest; k && i < n; --k, ++i) {
      keys[i] = key % 5;
      values[i] = float(draw(i) % 97) / 7;
    }
  for (i = 0; i < n; ++i)
    if (i && keys[i] == keys[i - 1])
      expected.back() += values[i];
    else {
      firsts.push_back(keys[i]);
      expected.push_back(values[i]);
    }
  const std::vector<int> there = moved(keys);
  const auto [k, v] =
      reduce_by_key(par, there.begin(), there.end(), values.begin(), heads.begin(), sums.begin());
  bool same = k - heads.begin() == long(firsts.size()) && v - sums.begin() == long(firsts.size());
  heads.resize(firsts.size());
  sums.resize(firsts.size());
  same &= heads == firsts && sums == expected;
  std::vector<int> once = moved(keys);
  once.erase(unique(par, once.begin(), once.end()), once.end());
  same &= once == firsts;
  const auto near = [](int a, int b) { return a / 3 == b / 3; };
  std::vector<int> copied(n), nearly(n);
  copied.resize(unique_copy(par, keys.begin(), keys.end(), copied.begin(), near) - copied.begin());
  nearly.resize(std::unique_copy(keys.begin(), keys.end(), nearly.begin(), near) - nearly.begin());
  same &= copied == nearly;
  std::printf("runs of %zu: %zu %s\n", n, firsts.size(), right(same));
}

/// What cannot be copied as bytes, or lies elsewhere, is handled in order.
static void others() {
  std::vector<std::string> words(40000), some(40000);
  for (size_t i = 0; i < words.size(); ++i)
    words[i] = std::to_string(draw(i) % 10);
  const auto is = [](const std::string &word) { return word < "4"; };
  some.resize(copy_if(par, words.begin(), words.end(), some.begin(), is) - some.begin());
  const auto at = stable_partition(par, words.begin(), words.end(), is) - words.begin();
  const auto once = unique(par, words.begin(), words.end()) - words.begin();
  std::printf("others: %zu %ld %ld\n", some.size(), long(at), long(once));
}

int main() {
  for (size_t n : {0, 1, 2, 32767, 32768, 32769, 100001})
    choose<int>("int", n, 300);
  choose<double>("double", 65536, 999);
  choose<double>("double", 65536, 0);
  choose<double>("double", 65537, 1000);
  for (size_t n : {0, 1, 5, 32768, 70001})
    runs(n, 9);
  runs(50000, 40000);
  others();
}
