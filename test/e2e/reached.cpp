// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects with memory of their own, and pointers in memory: iterations may come
// to one place by two of them. Each loop is called where they do and where they
// do not.
// RUN: %e2e %s %t --native
// RUN: %e2e %s %t --native -O3 -march=native
#include <cstdio>
#include <memory>
#include <vector>

struct Body {
  std::vector<double> v;
  double m;
};
struct Raw {
  double *v;
  double m;
};
struct Node {
  Node *next;
  double x;
};
struct Deep {
  std::unique_ptr<Body> b;
};

static const int N = 2000;

static std::vector<Body> bodies() {
  std::vector<Body> p(N);
  for (int i = 0; i < N; ++i)
    p[i] = {{i * 0.5, 1., 2.}, double(i)};
  return p;
}

static void show(const char *name, const std::vector<Body> &p) {
  double hash = 0;
  for (const Body &b : p)
    hash = hash * 0.999 + b.v[0] + 3 * b.v[2] + b.m;
  std::printf("%s %a\n", name, hash);
}

static void owned(std::vector<Body> &p, const Body &c) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i].v[0] += c.v[0];
}

static void numbers(std::vector<Body> &p, const Body &c) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i].m += c.m * p[i].v[1];
}

static void element(std::vector<Body> &p, int k) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i].v[0] += p[k].v[0];
}

static void raw(Raw *p, const Raw *c) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 3; ++j)
      p[i].v[j] += c->v[j];
}

static void before(Raw *p) {
#pragma twofold parallel for
  for (int i = 1; i < N; ++i)
    p[i].v[0] += p[i - 1].v[0];
}

static void deep(std::vector<Deep> &p, const Body &c) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i].b->m += c.m;
}

static void linked(Node *p, double k) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i].next->x = p[i].x * 0.5 + k;
}

static void nested(std::vector<std::vector<double>> &m,
                   const std::vector<double> &c, int w) {
#pragma twofold parallel for
  for (int r = 0; r < int(m.size()); ++r)
    for (int i = 0; i < w; ++i)
      m[r][i] += c[i] + r;
}

static void pointers(std::vector<Body *> &p, const Body *c) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i]->m += c->m;
}

static void shared(std::vector<std::shared_ptr<Body>> &p) {
#pragma twofold parallel for
  for (int i = 0; i < N; ++i)
    p[i]->m = p[i]->m * 0.5 + i;
}

int main() {
  auto p = bodies();
  const Body other = {{1., 2., 3.}, 4};
  owned(p, other), show("owned", p);
  owned(p, p[6]), show("owned, one of them", p);
  numbers(p, other), show("numbers", p);
  numbers(p, p[6]), show("numbers, one of them", p);
  element(p, 1000), show("element", p);

  std::vector<double> s(4 * N);
  std::vector<Raw> r(N);
  auto showRaw = [&](const char *name) {
    double hash = 0;
    for (double d : s)
      hash = hash * 0.999 + d;
    std::printf("%s %a\n", name, hash);
  };
  for (int i = 0; i < 4 * N; ++i)
    s[i] = i * 0.25;
  for (int i = 0; i < N; ++i)
    r[i] = {&s[3 * i], 1};
  Raw apart = {&s[3 * N], 1}, inside = {&s[30], 1};
  raw(r.data(), &apart), showRaw("raw");
  raw(r.data(), &inside), showRaw("raw, the same memory");
  raw(r.data(), &r[9]), showRaw("raw, one of them");
  before(r.data()), showRaw("before");

  std::vector<Deep> d(N);
  auto showDeep = [&](const char *name) {
    double hash = 0;
    for (const Deep &x : d)
      hash = hash * 0.999 + x.b->m;
    std::printf("%s %a\n", name, hash);
  };
  for (int i = 0; i < N; ++i)
    d[i].b.reset(new Body(p[i]));
  deep(d, other), showDeep("deep");
  deep(d, *d[5].b), showDeep("deep, one of them");

  for (int k = 0; k < 3; ++k) {
    std::vector<Node> n(N);
    for (int i = 0; i < N; ++i)
      n[i] = {&n[k == 0 ? i : k == 1 ? (i + 1) % N : N - 1 - i], double(i)};
    linked(n.data(), k);
    double hash = 0;
    for (const Node &x : n)
      hash = hash * 0.999 + x.x;
    std::printf("linked %d %a\n", k, hash);
  }

  std::vector<std::vector<double>> m(3, std::vector<double>(2000, 1.0));
  const std::vector<double> row(2000, 3.0);
  const std::vector<double> *const with[] = {&row, &m[1], &m[2]};
  for (const std::vector<double> *c : with) {
    nested(m, *c, 2000);
    double hash = 0;
    for (const auto &x : m)
      for (double y : x)
        hash = hash * 0.999 + y;
    std::printf("nested %a\n", hash);
  }

  std::vector<Body *> b(N);
  for (int i = 0; i < N; ++i)
    b[i] = &p[i];
  pointers(b, &other), show("pointers", p);
  pointers(b, &p[77]), show("pointers, one of them", p);
  std::vector<std::shared_ptr<Body>> h(N);
  for (int i = 0; i < N; ++i)
    h[i] = i % 5 == 4 ? h[i - 1] : std::make_shared<Body>(p[i]);
  shared(h);
  double hash = 0;
  for (const auto &x : h)
    hash = hash * 0.999 + x->m;
  std::printf("shared %a\n", hash);
}
