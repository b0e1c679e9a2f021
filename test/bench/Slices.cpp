// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Slices.cpp - slices beside loops, std::valarray and Eigen ----------===//
//
//   slices [--rounds N] [--least] [NAME...]
//
// Each statement as a loop with the annotation, as a slice expression, with
// std::valarray and, where it was found, with Eigen 3. std::valarray and Eigen
// use one thread: OMP_NUM_THREADS=1 compares code, not threads. Results are
// compared too; status 1 when they differ. --least: ratios of the least times,
// which other programs on the machine disturb less.
//
//===----------------------------------------------------------------------===//
#include "Rounds.h"

#include <twofold/twofold.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <valarray>
#include <vector>

#ifdef BENCH_EIGEN
#include <Eigen/Core>
using Column = Eigen::Map<Eigen::ArrayXf>;
using Matrix = Eigen::Map<
    Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
#endif

namespace {

using Work = std::function<void()>;

/// One statement in all ways; Result is what each leaves. Empty: none.
struct Statement {
  std::string Name, Size;
  std::vector<float> *Result;
  Work Loop, Slices, Valarray, Eigen;
};

/// Arrays of one length, the same numbers each time.
struct Data {
  std::ptrdiff_t N, Side; ///< elements; of a square with as many
  std::vector<float> a, b, c, d;
  std::valarray<float> va, vb, vc, vd;

  explicit Data(std::ptrdiff_t Side)
      : N(Side * Side), Side(Side), a(std::size_t(N)), b(a), c(a), d(a) {
    for (std::size_t I = 0; I < a.size(); ++I) {
      a[I] = float(I % 101) * 0.25f - 12;
      b[I] = float(I % 89) * 0.5f - 20;
      c[I] = float(I % 97);
      d[I] = 0;
    }
    va = std::valarray<float>(a.data(), a.size());
    vb = std::valarray<float>(b.data(), b.size());
    vc = std::valarray<float>(c.data(), c.size());
    vd = std::valarray<float>(d.data(), d.size());
  }
};

void vectors(std::vector<Statement> &All, Data &D) {
  float *const a = D.a.data(), *const b = D.b.data(), *const c = D.c.data(),
               *const d = D.d.data();
  const std::ptrdiff_t n = D.N;
  const std::string Size = "n = " + std::to_string(n);
  twofold::slice A(a, n), B(b, n), C(c, n), R(d, n);
  const float s = 1e-6f;
  All.push_back({"axpy", Size, &D.d,
                 [=] {
#pragma twofold parallel for
                   for (std::ptrdiff_t i = 0; i < n; ++i)
                     d[i] = s * a[i] + d[i];
                 },
                 [=]() mutable { R = s * A + R; },
                 [&D, s] { D.vd += s * D.va; },
#ifdef BENCH_EIGEN
                 [=] { Column(d, n) = s * Column(a, n) + Column(d, n); }
#else
                 {}
#endif
  });
  All.push_back(
      {"triad", Size, &D.d,
       [=] {
#pragma twofold parallel for
         for (std::ptrdiff_t i = 0; i < n; ++i)
           d[i] = a[i] + b[i] * c[i];
       },
       [=]() mutable { R = A + B * C; }, [&D] { D.vd = D.va + D.vb * D.vc; },
#ifdef BENCH_EIGEN
       [=] { Column(d, n) = Column(a, n) + Column(b, n) * Column(c, n); }
#else
                 {}
#endif
      });
  All.push_back(
      {"masked update", Size, &D.d,
       [=] {
#pragma twofold parallel for
         for (std::ptrdiff_t i = 0; i < n; ++i)
           if (a[i] > 0)
             d[i] = b[i] * 0.5f;
       },
       [=]() mutable { where(A > 0, R) = B * 0.5f; },
       [&D] { D.vd[D.va > 0.0f] = (D.vb * 0.5f)[D.va > 0.0f]; },
#ifdef BENCH_EIGEN
       [=] {
         Column(d, n) =
             (Column(a, n) > 0).select(Column(b, n) * 0.5f, Column(d, n));
       }
#else
                 {}
#endif
      });
  All.push_back({"dot", Size, nullptr,
                 [=] {
                   float Sum = 0;
#pragma twofold parallel for
                   for (std::ptrdiff_t i = 0; i < n; ++i)
                     Sum += a[i] * b[i];
                   d[0] = Sum;
                 },
                 [=] { d[0] = dot(A, B); },
                 [&D, d] { d[0] = (D.va * D.vb).sum(); },
#ifdef BENCH_EIGEN
                 [=] { d[0] = (Column(a, n) * Column(b, n)).sum(); }
#else
                 {}
#endif
  });
}

void matrices(std::vector<Statement> &All, Data &D) {
  float *const a = D.a.data(), *const b = D.b.data(), *const d = D.d.data();
  const std::ptrdiff_t m = D.Side;
  const std::string Size = std::to_string(m) + " x " + std::to_string(m);
  twofold::slice A(a, m, m), B(b, m, m), R(d, m, m);
  All.push_back(
      {"stencil",
       Size,
       &D.d,
       [=] {
#pragma twofold parallel for collapse(2)
         for (std::ptrdiff_t i = 1; i < m - 1; ++i)
           for (std::ptrdiff_t j = 1; j < m - 1; ++j)
             d[i * m + j] =
                 0.2f * (a[i * m + j] + a[i * m - m + j] + a[i * m + m + j] +
                         a[i * m + j - 1] + a[i * m + j + 1]);
       },
       [=]() mutable {
         auto part = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
           return A.sub({{{1 + i, m - 2}, {1 + j, m - 2}}});
         };
         R.sub({{{1, m - 2}, {1, m - 2}}}) =
             0.2f *
             (part(0, 0) + part(-1, 0) + part(1, 0) + part(0, -1) + part(0, 1));
       },
       {},
#ifdef BENCH_EIGEN
       [=] {
         Matrix P(a, m, m);
         auto part = [&](std::ptrdiff_t i, std::ptrdiff_t j) {
           return P.block(1 + i, 1 + j, m - 2, m - 2);
         };
         Matrix(d, m, m).block(1, 1, m - 2, m - 2) =
             0.2f *
             (part(0, 0) + part(-1, 0) + part(1, 0) + part(0, -1) + part(0, 1));
       }
#else
       {}
#endif
      });
  All.push_back(
      {"matrices", Size, &D.d,
       [=] {
#pragma twofold parallel for collapse(2)
         for (std::ptrdiff_t i = 0; i < m; ++i)
           for (std::ptrdiff_t j = 0; j < m; ++j)
             d[i * m + j] = 2 * a[i * m + j] - b[i * m + j];
       },
       [=]() mutable { R = 2 * A - B; }, [&D] { D.vd = 2.0f * D.va - D.vb; },
#ifdef BENCH_EIGEN
       [=] { Matrix(d, m, m) = 2 * Matrix(a, m, m) - Matrix(b, m, m); }
#else
                 {}
#endif
      });
  All.push_back(
      {"transposed",
       Size,
       &D.d,
       [=] {
#pragma twofold parallel for collapse(2)
         for (std::ptrdiff_t i = 0; i < m; ++i)
           for (std::ptrdiff_t j = 0; j < m; ++j)
             d[i * m + j] = a[i * m + j] + b[j * m + i];
       },
       [=]() mutable { R = A + B.transpose(); },
       {},
#ifdef BENCH_EIGEN
       [=] { Matrix(d, m, m) = Matrix(a, m, m) + Matrix(b, m, m).transpose(); }
#else
       {}
#endif
      });
  twofold::slice X(b, m), Y(d, m);
  All.push_back({"matrix and vector",
                 Size,
                 nullptr,
                 [=] {
#pragma twofold parallel for
                   for (std::ptrdiff_t i = 0; i < m; ++i) {
                     float Sum = 0;
                     for (std::ptrdiff_t k = 0; k < m; ++k)
                       Sum += a[i * m + k] * b[k];
                     d[i] = Sum;
                   }
                 },
                 [=]() mutable { Y = matmul(A, X); },
                 {},
#ifdef BENCH_EIGEN
                 [=] {
                   Eigen::Map<Eigen::VectorXf>(d, m).noalias() =
                       Matrix(a, m, m).matrix() *
                       Eigen::Map<Eigen::VectorXf>(b, m);
                 }
#else
                 {}
#endif
  });
}

bool Failed = false, Least = false;

void measure(const Statement &S, int Count) {
  const Work *Ways[] = {&S.Loop, &S.Slices, &S.Valarray, &S.Eigen};
  if (S.Result) { // these two are the same arithmetic
    std::vector<float> Start = *S.Result;
    S.Loop();
    std::vector<float> Expected = *S.Result;
    *S.Result = Start;
    S.Slices();
    if (*S.Result != Expected) {
      std::printf("%s: other results\n", S.Name.c_str());
      Failed = true;
    }
  }
  Rounds R;
  size_t Number[4] = {};
  for (int K = 0; K < 4; ++K) {
    if (!*Ways[K])
      continue;
    (*Ways[K])();
    double Once = clocked(*Ways[K]);
    const double Long = Least ? 1e-4 : 5e-3;
    int Repeat = Once > Long ? 1 : int(Long / std::max(Once, 1e-8)) + 1;
    Number[K] = R.add([Way = Ways[K], Repeat] {
      return clocked([&] {
               for (int I = 0; I < Repeat; ++I)
                 (*Way)();
             }) /
             Repeat;
    });
  }
  R.run(Count);
  const Spread Loop = R.time(Number[0]), Slices = R.time(Number[1]);
  std::printf("%-18s %-12s %11.3f %11.3f", S.Name.c_str(), S.Size.c_str(),
              1e6 * (Least ? Loop.Min : Loop.Median),
              1e6 * (Least ? Slices.Min : Slices.Median));
  for (int K : {0, 2, 3})
    if (*Ways[K]) {
      Spread Ratio = R.ratio(Number[1], Number[K]);
      if (Least)
        Ratio.Median = R.time(Number[1]).Min / R.time(Number[K]).Min;
      std::printf("   %.3f [%.3f-%.3f]", Ratio.Median, Ratio.Min, Ratio.Max);
    } else {
      std::printf("   %19s", "-");
    }
  std::printf("\n");
  std::fflush(stdout);
}

} // namespace

int main(int Argc, char **Argv) {
  int Count = 15;
  std::vector<std::string> Names;
  for (int I = 1; I < Argc; ++I) {
    std::string Text = Argv[I];
    if (Text == "--rounds" && I + 1 < Argc)
      Count = std::atoi(Argv[++I]);
    else if (Text == "--least")
      Least = true;
    else
      Names.push_back(Text);
  }
  setenv("TWOFOLD_DEVICE", "native", 0);
  std::printf("%-18s %-12s %s\n", "statement", "size",
              "loop us, slices us, slices / loop [min-max], slices / valarray, "
              "slices / Eigen");
  for (std::ptrdiff_t Side : {1, 32, 256, 2048}) {
    Data D(Side);
    std::vector<Statement> All;
    vectors(All, D);
    if (Side > 2)
      matrices(All, D);
    for (const Statement &S : All) {
      bool Wanted = Names.empty();
      for (const std::string &Name : Names)
        Wanted |= S.Name.find(Name) != std::string::npos;
      if (Wanted)
        measure(S, Count);
    }
  }
  return Failed;
}
