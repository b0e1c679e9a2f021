/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*===- Vectors.c - single loops of the shapes that TSVC asks about --------===*\
|*
|* Loops whose iterations are independent, or that add, count or search: each
|* shape once, under a name that says what is in the way of a vectoriser.
\*===----------------------------------------------------------------------===*/
#include "Nest.h"

#define VECTOR(ID, FLAGS, ARRAYS, CALL)                                        \
  NEST(ID, "vector", FLAGS, "130", "32000", "4000000", ARRAYS, CALL)
/* o from a, b and c. */
#define OF_THREE(ID)                                                           \
  VECTOR(ID, ORDERED | REPEATS, THREE_INPUTS, ID(n, A0, A1, A2, A3))
#define THREE_INPUTS                                                           \
  (zeros(w, n), reals(w, n, -1, 1), reals(w, n, -1, 1), reals(w, n, 0.5, 1))
/* x changes, from b and c. */
#define UPDATE(ID, ROOM)                                                       \
  VECTOR(ID, ORDERED,                                                          \
         (reals(w, (ROOM), -1, 1), changed(w), reals(w, n, -1, 1),             \
          reals(w, n, 0.5, 1)),                                                \
         ID(n, A0, A1, A2))
/* One number from a and b. */
#define TO_ONE(ID)                                                             \
  VECTOR(ID, REORDERED | REPEATS,                                              \
         (zeros(w, 2), reals(w, n, -1, 1), reals(w, n, -1, 1)),                \
         ID(n, A0, A1, A2))
#define THREE int n, real *o, const real *a, const real *b, const real *c
#define TWO int n, real *x, const real *b, const real *c
#define ONE int n, real *out, const real *a, const real *b

KERNEL every_other(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; i += 2)
    o[i] = a[i] * b[i] + c[i];
}
OF_THREE(every_other)

KERNEL backwards(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = n - 1; i >= 0; --i)
    o[i] = a[i] + b[i] / c[i];
}
OF_THREE(backwards)

KERNEL reversed_input(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o[i] = a[n - 1 - i] * b[i] + c[i];
}
OF_THREE(reversed_input)

KERNEL even_and_odd(TWO) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n / 2; ++i)
    x[2 * i] = x[2 * i + 1] * c[i] + b[2 * i] * c[2 * i];
}
UPDATE(even_and_odd, n)

KERNEL later_half(TWO) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n / 2; ++i)
    x[i + n / 2] = x[i] + b[i] * c[i];
}
UPDATE(later_half, n)

KERNEL two_branches(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    if (b[i] > 0)
      o[i] = a[i] + b[i] * c[i];
    else
      o[i] = a[i] - c[i] * c[i];
  }
}
OF_THREE(two_branches)

KERNEL masked_update(TWO) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (b[i] > 0)
      x[i] += b[i] * c[i];
}
UPDATE(masked_update, n)

KERNEL masked_division(TWO) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (b[i] * b[i] > c[i] * (real)0.5)
      x[i] = c[i] / b[i];
}
UPDATE(masked_division, n)

KERNEL nested_conditions(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real v = a[i];
    if (v < 0) {
      if (b[i] > v)
        v += b[i] * c[i];
    } else if (b[i] > v)
      v = c[i] * c[i];
    o[i] = v;
  }
}
OF_THREE(nested_conditions)

KERNEL temporaries(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real s = b[i] + c[i], t = s * s, u = t * a[i];
    o[i] = s * t + u;
  }
}
OF_THREE(temporaries)

KERNEL swapped(int n, real *x, real *y) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real t = x[i];
    x[i] = y[i];
    y[i] = t;
  }
}
VECTOR(swapped, ORDERED,
       (reals(w, n, -1, 1), changed(w), reals(w, n, -1, 1), changed(w)),
       swapped(n, A0, A1))

KERNEL five_at_once(TWO) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n - 4; i += 5) {
    x[i] += c[0] * b[i];
    x[i + 1] += c[0] * b[i + 1];
    x[i + 2] += c[0] * b[i + 2];
    x[i + 3] += c[0] * b[i + 3];
    x[i + 4] += c[0] * b[i + 4];
  }
}
UPDATE(five_at_once, n)

KERNEL gathered(int n, real *o, const real *a, const int *index) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o[i] = a[index[i]] * 2;
}
VECTOR(gathered, ORDERED | REPEATS,
       (zeros(w, n), reals(w, n, -1, 1), integers(w, n, 0, n)),
       gathered(n, A0, A1, A2))

static void permutation(struct work *w) {
  int *at = integers(w, w->n, 0, 1);
  for (long i = 0; i < w->n; ++i)
    at[i] = (int)((i * 7919) % w->n);
}
KERNEL scattered(int n, real *o, const real *a, const int *index) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o[index[i]] = a[i] + 1;
}
VECTOR(scattered, ORDERED | REPEATS,
       (zeros(w, n), reals(w, n, -1, 1), permutation(w)),
       scattered(n, A0, A1, A2))

KERNEL roots(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o[i] = REAL(sqrt)(a[i] * a[i] + b[i] * b[i]) / c[i];
}
OF_THREE(roots)

KERNEL waves(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o[i] = REAL(sin)(a[i]) + REAL(cos)(b[i]) * c[i];
}
VECTOR(waves, ORDERED | REPEATS | FUNCTIONS, THREE_INPUTS,
       waves(n, A0, A1, A2, A3))

KERNEL of_the_index(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    o[i] = a[i] + (real)(i * 3 % 7) * b[i] * c[i];
}
OF_THREE(of_the_index)

KERNEL clamped(THREE) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real v = a[i] * c[i];
    o[i] = v < -(real)0.5 ? -(real)0.5 : v > b[i] ? b[i] : v;
  }
}
OF_THREE(clamped)

KERNEL two_results(int n, real *x, real *y, const real *a) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    x[i] = a[i] * a[i];
    y[i] = x[i] + a[i];
  }
}
VECTOR(two_results, ORDERED | REPEATS,
       (zeros(w, n), zeros(w, n), reals(w, n, -1, 1)),
       two_results(n, A0, A1, A2))

KERNEL pairs(int n, real *o, const real *z) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    o[2 * i] = z[2 * i] * z[2 * i] - z[2 * i + 1] * z[2 * i + 1];
    o[2 * i + 1] = 2 * z[2 * i] * z[2 * i + 1];
  }
}
VECTOR(pairs, ORDERED | REPEATS, (zeros(w, 2 * n), reals(w, 2 * n, -1, 1)),
       pairs(n, A0, A1))

KERNEL four_taps(TWO) {
#pragma omp parallel for
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    real s = 0;
    for (int k = 0; k < 4; ++k)
      s += x[n + i + k] * c[k];
    x[i] = s + b[i];
  }
}
UPDATE(four_taps, 2 * n + 4)

KERNEL sum(ONE) {
  real s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    s += a[i];
  out[0] = s;
}
TO_ONE(sum)

KERNEL dot_and_square(ONE) {
  real s = 0, t = 0;
#pragma omp parallel for reduction(+ : s, t)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i) {
    s += a[i] * b[i];
    t += a[i] * a[i];
  }
  out[0] = s;
  out[1] = t;
}
TO_ONE(dot_and_square)

KERNEL product_of_all(ONE) {
  real p = 1;
#pragma omp parallel for reduction(* : p)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    p *= 1 + a[i] * (real)1e-6;
  out[0] = p;
}
TO_ONE(product_of_all)

KERNEL sum_of_some(ONE) {
  real s = 0;
#pragma omp parallel for reduction(+ : s)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > 0)
      s += a[i] * b[i];
  out[0] = s;
}
TO_ONE(sum_of_some)

KERNEL greatest(ONE) {
  real m = a[0];
#pragma omp parallel for reduction(max : m)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > m)
      m = a[i];
  out[0] = m;
}
TO_ONE(greatest)

KERNEL greatest_amount(ONE) {
  real m = 0;
#pragma omp parallel for reduction(max : m)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    m = REAL(fabs)(a[i]) > m ? REAL(fabs)(a[i]) : m;
  out[0] = m;
}
TO_ONE(greatest_amount)

KERNEL count(ONE) {
  int c = 0;
#pragma omp parallel for reduction(+ : c)
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    c += a[i] > b[i];
  out[0] = (real)c;
}
TO_ONE(count)

/* The first greatest, and where: OpenMP has no reduction for it, so that its
   own way is a pair in each thread. */
KERNEL place_of_greatest(ONE) {
  real most = a[0];
  int at = 0;
#ifdef _OPENMP
#pragma omp parallel
  {
    real own = a[0];
    int where = 0;
#pragma omp for nowait
    for (int i = 0; i < n; ++i)
      if (a[i] > own) {
        own = a[i];
        where = i;
      }
#pragma omp critical
    if (own > most || (own == most && where < at)) {
      most = own;
      at = where;
    }
  }
#else
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
#endif
  out[0] = most;
  out[1] = (real)at;
}
TO_ONE(place_of_greatest)
