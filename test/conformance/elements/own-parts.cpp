// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of containers and of what members point at that one iteration alone
// updates, and others that overlap after all.
// RUN: %conform %s %t --unsimulated -std=c++20
#include <cstddef>
#include <cstdio>
#include <span>
#include <vector>

namespace {

struct Cell {
  int first, count;
};
struct Four {
  double v, x, y, z;
};
struct Work {
  double *f;
  int *count;
  int n, room;
};
using Numbers = std::vector<double>;

void show(const char *what, const Numbers &f) {
  double sum = 0;
  for (std::size_t i = 0; i < f.size(); ++i)
    sum += f[i] * double(i % 1013 + 1);
  std::printf("%s %.17g\n", what, sum);
}

void boxes(Work *w) {
#pragma twofold parallel for
  for (int b = 0; b < w->n; ++b)
    for (int o = w->room * b; o < w->room * b + w->count[b]; ++o)
      for (int j = 0; j < 9; ++j)
        w->f[o] += j + b;
}

void cells(Numbers &f, const std::vector<Cell> &all) {
#pragma twofold parallel for
  for (const Cell &c : all)
    for (int i = c.first; i < c.first + c.count; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += j;
}

void rows(Numbers &f, const std::vector<int> &row) {
#pragma twofold parallel for schedule(dynamic, 3)
  for (std::size_t k = 0; k < row.size() - 1; ++k)
    for (int i = row[k]; i < row[k + 1]; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] -= j * 2;
}

void views(std::span<double> f, std::span<const Cell> all) {
#pragma twofold parallel for
  for (std::size_t k = all.size(); k > 0; --k) {
    auto [first, count] = all[k - 1];
    for (int i = first; i < first + count; ++i)
      for (int j = 0; j < 9; ++j)
        f[i] += j + int(k);
  }
}

void pairs(std::vector<Four> &f, const std::vector<Cell> &all) {
#pragma twofold parallel for
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Cell c = all[k];
    for (int i = c.first; i < c.first + c.count; ++i)
      for (int j = i + 1; j < c.first + c.count; ++j) {
        f[i].v += j - i;
        f[j].v -= i % 3;
        f[j].x += 1;
      }
  }
}

class Grid {
  Numbers Values;
  std::vector<int> Row;

public:
  Grid(std::size_t n, const std::vector<int> &row) : Values(n), Row(row) {}
  void add(int parts) {
    const int n = int(Values.size()), q = n / parts;
#pragma twofold parallel for
    for (int t = 0; t < parts; ++t)
      for (int i = t * q; i < (t == parts - 1 ? n : t * q + q); ++i)
        for (int j = 0; j < 9; ++j)
          Values[i] += j;
  }
  void addRows() {
#pragma twofold parallel for
    for (std::size_t k = 0; k < Row.size() - 1; ++k)
      for (int i = Row[k]; i < Row[k + 1]; ++i)
        for (int j = 0; j < 9; ++j)
          Values[i] += j + int(k);
  }
  const Numbers &values() const { return Values; }
};

} // namespace

int main() {
  const int n = 300;
  Numbers f(64 * n + 64);
  std::vector<Four> four(64 * n);
  std::vector<Cell> apart(n), beside(n), any(n);
  std::vector<int> row(n + 1), count(n);
  for (int i = 0; i < n; ++i) {
    count[i] = 20 + i % 40;
    apart[i] = {64 * i, count[i]};
    beside[i] = {20 * i, 30};
    any[i] = {64 * (i * 77 % n), count[i]};
    row[i + 1] = row[i] + count[i];
  }
  Work work = {f.data(), count.data(), n, 64};
  for (int round = 0; round < 2; ++round) {
    boxes(&work);
    show("boxes", f);
    for (const auto *all : {&apart, &beside, &any}) {
      cells(f, *all);
      show("cells", f);
      views(f, *all);
      show("views", f);
      pairs(four, *all);
    }
    rows(f, row);
    show("rows", f);
    row[n / 2] -= 5;
    rows(f, row);
    show("other rows", f);
    work.room = 50;
    boxes(&work);
    show("closer boxes", f);
  }
  double sum = 0;
  for (const Four &e : four)
    sum += e.v + e.x * 3;
  std::printf("pairs %.17g\n", sum);
  Grid grid(5000, {0, 7, 90, 91, 91, 4000, 5000});
  grid.add(13);
  grid.addRows();
  show("members", grid.values());
}
