// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What constructors, `try`, `?:` without a middle and functions out of sight do to the
// objects and elements by which iterations may meet.
// RUN: %clangxx %plugin -Rpass-analysis=twofold -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s

struct Range {
  int first, last;
  Range(int first, int last) : first(first), last(last) {}
  Range(int first) : Range(first, first + 1) {}
};
void delegated(int n, int *__restrict x, int *__restrict y) {
#pragma twofold parallel for // expected-remark@+1 {{proven}}
  for (int i = 0; i < n; ++i) {
    Range r(2 * i);
    x[r.first] = 1;
    y[r.last] = 1;
  }
}
struct Numbered {
  int first;
  Range others;
};
void parts(int n, int *__restrict x) {
#pragma twofold parallel for // expected-remark@+1 {{proven}}
  for (int i = 0; i < n; ++i) {
    Numbered all = {3 * i, {3 * i + 1, 3 * i + 2}};
    Range others = all.others;
    x[all.first] = 1;
    x[others.first] = 1;
    x[others.last] = 1;
  }
}
struct Number {
  int value;
  bool operator<(const Number &o) const { return value < o.value; }
  Number &operator++() { return ++value, *this; }
};
struct Turned { // whose != says more than its name
  int value;
  bool operator!=(const Turned &o) const { return value > o.value; }
  Turned &operator--() { return --value, *this; }
};
void compared(int n, int *x) {
#pragma twofold parallel for // expected-remark@+1 {{proven}}
  for (int i = 0; i < n; ++i)
    for (Number k{4 * i}; k < Number{4 * i + 4}; ++k)
      x[k.value] = 1;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    for (Turned k{4 * i + 3}; k != Turned{4 * i - 1}; --k)
      x[k.value] = 1; // expected-remark {{nothing was proven either way}}
#pragma twofold parallel for // expected-remark@+1 {{proven}}
  for (int i = 0; i < n; ++i) {
    int at = 4 * i, left = 4;
    while (left) {
      x[at++] = 1;
      --left;
    }
  }
}
void tried(int n, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    x[i] = 1; // expected-warning {{'x' is written here and written 1 iteration of 'i' away}}
    ;
    try {
      x[i + 1] = 2; // expected-note {{written here}}
    } catch (...) {
    }
  }
}
void either(int n, int *x, int k) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int a = i, b = 2 * i;
    (a ?: b) = k; // expected-remark {{goes through a pointer that is not known}}
    x[a] = 1;     // expected-warning {{'x' is written here and written 1 iteration of 'i' away}}
    x[b] = 1;
  }
}
int look(const int &) __attribute__((const));
void looked(int n, int *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int k = look(x[0]);
    __atomic_fetch_add(&x[0], k, __ATOMIC_RELAXED); // expected-remark {{uses volatile or atomic objects}}
  }
}

// What is written over all of a part is known of the part no longer.
union Word {
  long long whole;
  int halves[2];
};
void covered(int n, int *__restrict out, const long long *__restrict v) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    Word w;
    w.halves[1] = 3;
    w.whole = v[i];
    out[w.halves[1] * 1000 + i] = i; // expected-remark {{'out' is written here and written elsewhere; nothing was proven}}
  }
}
