// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The C++ library, compiled without the plugin, works on what loops have
// written: it sorts, grows, prints, moves, throws.
// RUN: sh %S/Inputs/foreign.sh %s %t

#ifdef LOOPS
void scale(long n, int *a, int by) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    a[i] = a[i] * by + int(i);
}

void half(long n, const double *from, double *to) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    to[i] = from[i] / 2 + double(i);
}
#else

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <future>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

void scale(long n, int *a, int by);
void half(long n, const double *from, double *to);

static void scale(std::vector<int> &v, int by) {
  scale(long(v.size()), v.data(), by);
}

static long sum(const std::vector<int> &v) {
  return std::accumulate(v.begin(), v.end(), 0L,
                         [](long s, int x) { return s + x % 1000; });
}

static std::vector<int> pass(std::vector<int> v) {
  scale(v, 2);
  return v;
}

int main() {
  std::vector<int> v(40000);
  std::iota(v.begin(), v.end(), -100);
  scale(v, 3);
  std::sort(v.begin(), v.end(), [](int a, int b) { return a % 97 < b % 97; });
  std::stable_sort(v.begin(), v.end());
  std::cout << "sort: " << sum(v) << ' ' << std::is_sorted(v.begin(), v.end())
            << '\n';
  for (int round = 0; round < 6; ++round) {
    for (int i = 0; i < 10000; ++i)
      v.push_back(round * i);
    scale(v, 2);
  }
  std::cout << "growth: " << v.size() << ' ' << sum(v) << '\n';
  v.insert(v.begin() + 5, 3000, 7);
  scale(v, 3);
  v.erase(v.begin() + 10, v.begin() + 20000);
  v.shrink_to_fit();
  scale(v, 3);
  std::cout << "moves: " << v.size() << ' ' << sum(v) << '\n';
  std::vector<int> copy = v, moved = std::move(v);
  scale(copy, 5);
  std::cout << "copies: " << sum(pass(copy)) << ' ' << sum(moved) << '\n';
  v = std::move(copy);
  std::vector<std::vector<int>> rows;
  for (int r = 0; r < 20; ++r) {
    rows.push_back(std::vector<int>(5000, r));
    for (std::vector<int> &row : rows)
      scale(row, 2);
  }
  std::map<int, int> count;
  for (const std::vector<int> &row : rows)
    for (int x : row)
      ++count[x % 5];
  for (auto [key, n] : count)
    std::cout << "map: " << key << ' ' << n << '\n';
  std::ostringstream text;
  scale(v, 3);
  std::copy(v.begin(), v.begin() + 2000, std::ostream_iterator<int>(text, " "));
  std::istringstream back(text.str());
  std::vector<int> read((std::istream_iterator<int>(back)),
                        std::istream_iterator<int>());
  std::cout << "streams: " << read.size() << ' '
            << std::equal(read.begin(), read.end(), v.begin()) << '\n';
  std::string name = "/tmp/twofold-foreign-" + std::to_string(getpid());
  {
    std::ofstream out(name, std::ios::binary);
    scale(v, 2);
    out.write(reinterpret_cast<const char *>(v.data()),
              std::streamsize(v.size() * sizeof(int)));
  }
  std::vector<int> loaded(v.size(), 1);
  scale(loaded, 4);
  std::ifstream in(name, std::ios::binary);
  in.read(reinterpret_cast<char *>(loaded.data()),
          std::streamsize(loaded.size() * sizeof(int)));
  std::cout << "file: " << in.gcount() << ' ' << (loaded == v) << '\n';
  std::remove(name.c_str());
  auto later = std::async(std::launch::async, [&] { return sum(v); });
  scale(loaded, 3);
  std::cout << "async: " << later.get() << ' ' << sum(loaded) << '\n';
  try {
    scale(v, 3);
    if (v[100] != 0)
      throw std::runtime_error(std::to_string(v[100]));
  } catch (const std::exception &e) {
    std::cout << "thrown: " << e.what() << '\n';
  }
  auto owned = std::make_unique<double[]>(30000);
  std::vector<double> halves(30000, 3.5);
  half(30000, halves.data(), owned.get());
  half(30000, owned.get(), halves.data());
  std::nth_element(halves.begin(), halves.begin() + 500, halves.end());
  std::cout << "nth: " << halves[500] << ' '
            << *std::max_element(owned.get(), owned.get() + 30000) << '\n';
}
#endif
