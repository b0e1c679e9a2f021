// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What destructors of an iteration's objects read and write is compared as
// anything else is.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify %s

#define PARALLEL _Pragma("twofold parallel for")

struct Next {
  int *p;
  int i;
  ~Next() { p[i] = p[i + 1] + 1; } // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
};
struct Own {
  int *p;
  int i;
  ~Own() { p[i] = p[i] + 1; }
};

void ended(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Next next{p, i};
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Own own{p, i};
  }
}

struct Put {
  int *p;
  int i;
  Put(int *p, int i) : p(p), i(i) {}
  ~Put() { p[i] = p[i + 1] + 1; } // expected-warning 3{{'p' is written here and read 1 iteration of 'i' away}} expected-note 3{{'p' is read here}}
};
struct Virtual {
  int *p;
  int i;
  Virtual(int *p, int i) : p(p), i(i) {}
  virtual ~Virtual() { p[i] = p[i + 1] + 1; } // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
};
struct Holder {
  int before;
  Put put;
};
struct Derived : Holder {
  int after;
};
void otherEnds(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i)
    Put(p, i);
  PARALLEL for (int i = 0; i < n; ++i) {
    Virtual here(p, i);
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Holder here{i, {p, i}};
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Derived here{{i, {p, i}}, i};
  }
  PARALLEL for (int i = 0; i < n; ++i)
    (void)Own{p, i};
}

// However a block is left, and wherever an object is declared.
struct Guard {
  int *p;
  int i;
  ~Guard() { p[i] = p[i + 1] + 1; } // expected-warning 8{{'p' is written here and read 1 iteration of 'i' away}} expected-note 8{{'p' is read here}}
  explicit operator bool() const { return i > 5; }
};
void by(Guard) {}
static int early(int *p, int i, int k) {
  Guard here{p, i};
  if (k > 3)
    return 1;
  here.i = k;
  return 2;
}
void left(int n, int *p, int *o, int *own) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Guard here{p, i};
    if (i >= 5)
      continue;
    o[i] = 1;
  }
  PARALLEL for (int i = 0; i < n; ++i)
    if (Guard here{p, i})
      o[i] = 1;
  PARALLEL for (int i = 0; i < n; ++i)
    by(Guard{p, i});
  PARALLEL for (int i = 0; i < n; ++i) {
    const Guard &here = Guard{p, i};
    o[i] = here.i;
  }
  PARALLEL for (int i = 0; i < n; ++i)
    for (Guard here{p, i}; o[i] > 0;)
      o[i] -= 1;
  PARALLEL for (int i = 0; i < n; ++i)
    o[i] = early(p, i, 4 + (i & 1));
  PARALLEL for (int i = 0; i < n; ++i)
    switch (Guard here{p, i}; i & 3) {
    case 0:
      o[i] = 1;
      break;
    default:
      o[i] = 2;
    }
  PARALLEL for (int i = 0; i < n; ++i)
    while (Guard here{p, i})
      if (o[i]++ > 2)
        break;
  PARALLEL for (int i = 0; i < n; ++i) {
    Own here{own, i};
    if (o[i] > 3)
      continue;
    Own other{o, i};
  }
}

// A guard that nobody has dismissed.
struct Undo {
  int *p;
  int i;
  bool armed = true;
  ~Undo() {
    if (armed)
      p[i] = p[i + 1]; // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
  }
};
void dismissed(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Undo undo{p, i};
    if (i >= 5)
      continue;
    undo.armed = false;
  }
}

// A temporary object ends with the whole expression that makes it, ahead of the
// next variable.
struct Box {
  int k;
};
struct Set {
  Box *b;
  int v;
  Set(Box *b, int v) : b(b), v(v) {}
  ~Set() { b->k = v; }
  bool ok() const { return true; }
};
void behind(int n, int *o) {
  PARALLEL for (int i = 0; i < n; ++i) {
    Box b{i + 1};
    int x = Set(&b, i).ok(), y = o[b.k]; // expected-note {{'o' is read here}}
    o[i + 1] = x + y; // expected-warning {{'o' is written here and read 1 iteration of 'i' away}}
  }
  PARALLEL for (int i = 0; i < n; ++i) {
    Box b{i + 1};
    const bool &x = Set(&b, i).ok();
    o[i + 1] = o[b.k] + x; // expected-warning {{'o' is written here and read 1 iteration of 'i' away}} expected-note {{'o' is read here}}
  }
}

// Of a union only its own destructor runs.
union Ended {
  int *p;
  Next next;
  Ended(int *p) : p(p) {}
  ~Ended() { p[1] = p[0] + 1; } // expected-warning {{'p' is written here and read 1 iteration of 'i' away}} expected-note {{'p' is read here}}
};
void united(int n, int *p) {
  PARALLEL for (int i = 0; i < n; ++i)
    Ended end(p + i);
}
