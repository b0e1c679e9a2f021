// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of an iteration that end: arrays of them, short and long, on the
// heap, in rounds of loops, by name; and references to the smaller of two
// values.
module;
#define PARALLEL _Pragma("twofold parallel for")
export module rare;

namespace std {
template <class T> const T &min(const T &A, const T &B) {
  return B < A ? B : A;
}
template <class T> const T &max(const T &A, const T &B) {
  return A < B ? B : A;
}
} // namespace std

struct Own {
  int *p;
  int i = 0;
  ~Own() { p[i] = p[i] + 1; }
};
struct Next {
  int *p;
  int i = 0;
  ~Next() { p[i] = p[i + 1] + 1; }
};
template <class T, int N> struct Many {
  T all[N];
};
struct Base {
  int *p;
  int i;
  Base(int *p, int i) : p(p), i(i) {}
  virtual ~Base() { p[i] = 1; }
};
struct Other : Base {
  using Base::Base;
  ~Other() { p[i] += p[i + 1]; }
};

export void arrays(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) { Own two[2] = {{p, i}, {p, i}}; }
  PARALLEL for (int i = 0; i < n; ++i) { Next two[2] = {{p, i}, {p, i}}; }
  PARALLEL for (int i = 0; i < n; ++i) {
    Many<Own, 3> some{{{p, i}, {p, i}, {p, i}}};
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Own most[16] = {};
    for (int k = 0; k < 16; ++k)
      most[k].p = p + i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Own more[17] = {};
    for (int k = 0; k < 17; ++k)
      more[k].p = p + i;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Own rows[2][2] = {{{p, i}, {p, i}}, {{p, i}, {p, i}}};
  }
  PARALLEL for (int i = 0; i < n; ++i) for (int k = 0; k < 3; ++k) {
    Own one{p, i};
  }
  PARALLEL for (int i = 0; i < n; ++i) for (int k = 0; k < 3; ++k) {
    Next one{p, i + k};
  }
}

export void heap(int n, int *p, Own *o, Next *x) {
  PARALLEL for (int i = 0; i < n; ++i) delete new Own{p, i};
  PARALLEL for (int i = 0; i < n; ++i) delete new Next{p, i};
  PARALLEL for (int i = 0; i < n; ++i) delete[] new Own[2]{{p, i}, {p, i}};
  PARALLEL for (int i = 0; i < n; ++i) {
    Next *many = new Next[2]{{p, i}, {p, i}};
    delete[] many;
  }
  PARALLEL for (int i = 0; i < n; ++i) o[i].~Own();
  PARALLEL for (int i = 0; i < n; ++i) x[i].~Next();
  PARALLEL for (int i = 0; i < n; ++i) {
    Base *b = new Other(p, i);
    delete b;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Base b(p, i);
    b.p[0] = i;
  }
}

export void chosen(int n, int *p, const int *q, int *out) {
  int low = n / 2;
  PARALLEL for (int i = 0; i < n; ++i) p[std::min(i, n)] = i;
  PARALLEL for (int i = 0; i < n; ++i) p[std::max(i, 0)] =
      p[std::max(i, 0)] + 1;
  PARALLEL for (int i = 0; i < n; ++i) out[i] = p[std::min(i + 1, low)];
  PARALLEL for (int i = 0; i < n; ++i) {
    const int &least = std::min(q[i], low);
    out[i] = least;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    int a = i, b = q[i];
    const int &most = std::max(a, b);
    a += 1;
    out[i] = most;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    const int &least = std::min(p[i], p[i + 1]);
    const_cast<int &>(least) = 3;
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    const_cast<int &>(std::max(i < 3 ? low : n, q[i])) = 2;
    out[i] = std::min(q[i], out[i]);
  }
}

struct Grid {
  double *data;
  int width;
  double &operator()(int r, int c) const { return data[r * width + c]; }
  double &at(const int &r, const int &c) const { return data[r * width + c]; }
  double &at(int r) const { return data[r]; }
  double &more(int r, int c = 2) const { return (c + r)[data]; }
};

export void bounds(int n, Grid g, Grid *h, const double *x,
                   double (&fixed)[64]) {
  PARALLEL for (int i = 0; i < n; ++i) {
    const int k = i / 2;
    int j = i % 4;
    g.at(k, j) = x[k];
    g.at(i) = g(i, j) + 2;
    h[0].at(j, k) = g.more(i) + g.more(j, k) + (i + 1)[x] + *(x + j) + *(2 + x);
    fixed[j] += x[i];
    fixed[i & 63] = (&fixed[1])[j];
    j += 1;
    g.at(j, 3) += 1;
  }
}
