// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Types that OpenCL C lacks.
// RUN: %clang %plugin -fsyntax-only -Wno-address-of-packed-member -Xclang -verify %s
#include <stdatomic.h>

union word { int i; float f; };
struct bits { unsigned low : 4, high : 4; };
struct node { struct node *next; float value; };
struct __attribute__((packed)) packed { char c; int i; };
struct __attribute__((packed)) apart { char c[2]; float f[9]; };
struct __attribute__((packed)) around { char c; struct { float f[9]; } in; };
struct line { char c; __attribute__((aligned(64))) float f; };
typedef float quad __attribute__((ext_vector_type(5)));

void scalars(int n, long double *l, __int128 *w, int _Complex *z, quad *q,
             __bf16 *h) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    l[i] = 0; // expected-warning {{not offloaded: 'l' has type 'long double'; use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    w[i] = 0; // expected-warning {{not offloaded: 'w' has type '__int128'; use 64 bits}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    z[i] = 0; // expected-warning {{not offloaded: 'z' has type '_Complex int'; use complex numbers with float or double parts}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    q[i] = 0; // expected-warning {{not offloaded: 'q' has a vector type that OpenCL C lacks; use 2, 3, 4, 8 or 16 elements of an ordinary type, aligned to their size}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    h[i] = (__bf16)0.0f; // expected-warning {{not offloaded: 'h' has type '__bf16', which OpenCL C lacks; use an ordinary integer, float, double or plain struct}}
}

void records(int n, union word *u, struct bits *b, struct node *list,
             struct packed *p, struct line *a, struct apart *q,
             struct around *r) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    u[i].f = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    b[i].low = 0; // expected-warning {{not offloaded: 'low' is a bit-field; use a whole integer}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    list[i].value = 0; // expected-warning {{not offloaded: member 'next' is a pointer, and a kernel has no such records; keep the pointer outside of them, in a variable or an array of its own}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    p[i].c = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    int *at = &p[i].i; // expected-warning {{not offloaded: 'i' has a layout that a struct in OpenCL C cannot have; drop packed and aligned}}
    *at = 0;
  }
  // No device updates a number atomically that begins anywhere.
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    p[i % 7].i += i; // expected-warning {{not offloaded: 'i' has a layout that a struct in OpenCL C cannot have; drop packed and aligned}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i].f = 0; // expected-warning {{not offloaded: 'a' has a layout}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    q->f[i] = 0; // expected-warning {{not offloaded: 'q' has a layout}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    r->in.f[i] = 0; // expected-warning {{not offloaded: 'r' has a layout}}
}

void qualified(int n, int *x, volatile int *v, _Atomic int *a, int *plain) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = v[i]; // expected-warning {{not offloaded: 'v' is volatile; copy it to an ordinary variable first}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = 0; // expected-warning {{not offloaded: 'a' is atomic; use a reduction}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    __atomic_fetch_add(&plain[0], 1, __ATOMIC_RELAXED); // expected-warning {{not offloaded: '__atomic_fetch_add' is atomic; use a reduction}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    __sync_fetch_and_add(&plain[0], 1); // expected-warning {{is atomic; use a reduction}}
}

typedef long double precise;
typedef _Complex long double planar;
struct weighted { float v; precise w; };
static precise doubled(precise of) { return of + of; }

// The type is the program's, and the name that of what has it.
void named(int n, float *x, precise *l, precise by, planar *c,
           __float128 *f, struct weighted *s) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    l[i] = 0; // expected-warning {{not offloaded: 'l' has type 'precise' (aka 'long double'); use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * by; // expected-warning {{not offloaded: 'by' has type 'precise' (aka 'long double'); use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * 2.0L; // expected-warning {{not offloaded: '2.0L' has type 'long double'; use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] += (precise)x[i]; // expected-warning {{not offloaded: '(precise)x[i]' has type 'precise' (aka 'long double'); use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c[i] *= 2; // expected-warning {{not offloaded: 'c' has type 'planar' (aka '_Complex long double'); use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    f[i] *= 2; // expected-warning {{not offloaded: 'f' has type '__float128', which OpenCL C lacks}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= s[i].w; // expected-warning {{not offloaded: 'w' has type 'precise' (aka 'long double'); use double}}
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = doubled(x[i]); // expected-warning {{not offloaded: 'doubled' has type 'precise' (aka 'long double'); use double}}
}
