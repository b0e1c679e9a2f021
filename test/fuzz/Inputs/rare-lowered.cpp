// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that hold pointers, which a kernel takes apart, and what is done with
// them. Nothing runs them: record.txt has what is made of them.
#define PARALLEL _Pragma("twofold parallel for")

namespace std {
template <class T, unsigned long N> struct array {
  T at[N];
  constexpr T &operator[](unsigned long i) { return at[i]; }
  constexpr const T &operator[](unsigned long i) const { return at[i]; }
};
} // namespace std
struct span {
  const float *at;
  int size;
  float edge[3];
  int grid[2][2];
  float operator[](int i) const { return at[i] + edge[i % 3]; }
};
struct tail {
  int last;
};
struct rows : span, tail {
  float by;
  tail in;
};
template <class D> struct crtp {
  float sum(int i) const { return static_cast<const D *>(this)->get(i); }
};
struct got : crtp<got> {
  const float *at;
  explicit got(const float *at) : at(at) {}
  float get(int i) const { return at[i] * 2; }
};
struct holder {
  span one, other;
  const int &number;
  float *out;
};
struct plain {
  int a;
  float b[4];
  tail c;
};

void lowered(int n, float *y, const float *x, const span &s, const rows &r,
             holder &h) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    span own = s;
    own.size = i;
    own.edge[1] = x[i];
    span copy = own;
    copy = s;
    copy.grid[1][0] = own.grid[0][1];
    own = copy;
    y[i] = own[i] + copy.size + own.grid[1][i & 1];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    rows own = r;
    own.last = i;
    own.in = tail();
    tail &part = own;
    part.last += 3;
    rows other(own);
    static_cast<span &>(other) = s;
    y[i] = own.at[i] + other.last + own.by + other.in.last;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    got g(x + i);
    y[i] = g.sum(3) + got(x).sum(i);
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    h.out[i] = h.one[i] + h.other.edge[i % 3] + h.number;
    const span &which = i & 1 ? h.one : h.other;
    y[i] = which.at[i] + which.size;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    plain p = {};
    p.b[i & 3] = x[i];
    plain q = plain();
    q = p;
    q.c = {i};
    y[i] = q.b[2] + q.c.last + p.a;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    span own = {};
    own.at = x;
    y[i] = own.at[i] + own.edge[0];
  }
  PARALLEL
  for (int i = 0; i < n; ++i)
    h.one.size += i;
  PARALLEL
  for (int i = 0; i < n; ++i) {
    span both[2] = {s, r};
    const float *ends[2] = {x, x + n};
    y[i] = both[1].at[i] + ends[i & 1][0] + ends[1][i];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    const float *from = x;
    if (i & 1)
      from = s.at;
    else if (n > 3)
      from += 2;
    float *to = i > 5 ? y : h.out;
    to[i] = *from++ + 3;
  }
}
struct pointers {
  float **rows;
  const float *(*tables)[2];
  void (*call)(int);
  span *next;
};
void deep(int n, float *y, pointers &p, span *spans, const rows *r) {
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = p.rows[i][0];
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = p.tables[0][1][i] + p.next->at[i];
  PARALLEL
  for (int i = 0; i < n; ++i)
    p.call(i);
  PARALLEL
  for (int i = 0; i < n; ++i)
    y[i] = spans[i].at[0] + spans[2].at[i] + r->at[i] + r->in.last;
  PARALLEL
  for (int i = 0; i < n; ++i) {
    const int &size = spans[3].size;
    const int *last = &r->last;
    y[i] = size + *last;
  }
}
struct store {
  float *at;
  int n;
  void set(int i, float v) { at[i] = v; }
  float &operator[](int i) { return at[i]; }
  float &ref(int i) {
    float *to = at;
    float &one = to[i];
    return one;
  }
};
struct outer {
  store in;
  store *far;
  virtual void touch(int i) { in.set(i, 1); }
};
struct final_one final : outer {
  void touch(int i) override { in[i] = 2; }
};
static void assign(float *to, int i) { (&to[i])[0] = 4; }
static void assignTo(store &s, int i) { s[i] = 5; }
static void assignBehind(store *s, int i) {
  store &t = *s;
  t.ref(i) = 6;
}
void stores(int n, outer &o, final_one f, store &s) {
  PARALLEL
  for (int i = 0; i < n; ++i) {
    o.in.set(i, 3);
    assign(o.in.at + n, i);
    assignTo(o.in, i + 2 * n);
    assignBehind(o.far, i);
  }
#pragma twofold parallel for device(native)
  for (int i = 0; i < n; ++i) {
    o.touch(i);
    f.touch(i);
    (&f)->touch(i + n);
    s.ref(i) = s[i + n];
  }
#pragma twofold parallel for bounds
  for (int i = 0; i < n; ++i)
    s[i] = s.at[i + 1] + i[s.at];
}

void copies(int n, float *y, float (&t)[4], plain p, const plain c) {
  float big[8];
  int k = 3;
#pragma twofold parallel for firstprivate(t, k, p, c)
  for (int i = 0; i < n; ++i) {
    t[i & 3] += k++;
    p.b[1] = c.b[0] + (float)sizeof(c);
    y[i] = t[0] + p.b[i & 3] + c.a;
  }
#pragma twofold parallel for firstprivate(t, k, p)
  for (int i = 0; i < n; ++i)
    y[i] = (t)[k] + p.b[i & 3] + ((const plain &)p).a + ((void)k, 3);
#pragma twofold parallel for firstprivate(k) lastprivate(k)
  for (int i = 0; i < n; ++i)
    y[i] = k = i;
#pragma twofold parallel for firstprivate(big)
  for (int i = 0; i < n; ++i) {
    const float *from = big;
    y[i] = from[i & 7] + *(big + 1);
  }
}

// Members of a variable outside that iterations set.
struct deepest {
  int c, d;
};
struct parts {
  char head;
  int a;
  deepest in;
  float b[2];
  unsigned bits : 3, more : 5;
  double end;
};
struct based : tail {
  int own;
};
union either {
  int a;
  float b;
};
float members(int n, float *y, const float *x) {
  parts p = {}, q = {}, r = {}, s = {}, t = {};
  based b = {};
  either u = {};
  outer o;
  PARALLEL
  for (int i = 0; i < n; ++i) {
    p.a = i;
    p.in.d = (int)x[i];
    y[i] = p.a * p.in.d;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    q.in.c = i;
    q.in.d = i + 1;
    q.end = x[i];
    y[i] = q.in.c + q.in.d + q.end;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    r.b[0] = x[i];
    r.b[1] = x[i + 1];
    y[i] = r.b[0] + r.b[1];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    s.bits = i;
    y[i] = s.bits + 1;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    b.last = i;
    b.own = i + 1;
    y[i] = b.last + b.own;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    u.b = x[i];
    y[i] = u.b;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    t.in = {i, i};
    t.head = 3;
    y[i] = t.in.c + t.in.d + t.head;
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    o.in.n = i;
    y[i] = o.in.n;
  }
  return p.a + p.in.d + q.in.c + q.end + r.b[1] + s.bits + b.last + u.b +
         t.in.d + t.head + o.in.n;
}

float library(int n, float *y, const float *x) {
  std::array<float, 4> a = {}, b = {}, c = {};
  const std::array<float, 4> d = {1, 2};
  PARALLEL
  for (int i = 0; i < n; ++i) {
    a[1] = x[i];
    b[i & 3] = x[i];
    y[i] = a[1] + d[2];
  }
  PARALLEL
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      c[k] = x[i + k];
    y[i] = c[0] + c[3] + d[i & 3];
  }
  return a[1] + c[2] + b[0];
}
