// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- Case.cpp - the measured loops with their data ----------------------===//
#include "Case.h"

#include <algorithm>
#include <cmath>

namespace {

Case stream(const char *Name, int Inputs, long N) {
  Case C;
  C.Name = Name;
  C.Size = size("n = ", N);
  C.Memory = {array<double>(N, zero), array<double>(N, wave),
              array<double>(Inputs > 1 ? N : 1, [](size_t I) {
                return 2.0 - 0.002 * double(I % 503);
              })};
  C.HandKernel = Name;
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}};
  if (Inputs > 1)
    C.HandArgs.push_back(MemoryNumber{2});
  C.HandItems = {uint64_t(N)};
  return C;
}

Case copy(long N) {
  Case C = stream("copy", 1, N);
  C.Run = [M = C.Memory, N](const loops &L) {
    L.copy(M[0].as<double>(), M[1].as<double>(), N);
  };
  C.HandArgs.push_back(int64_t(N));
  return C;
}

Case scale(long N) {
  Case C = stream("scale", 1, N);
  C.Run = [M = C.Memory, N](const loops &L) {
    L.scale(M[0].as<double>(), M[1].as<double>(), 3.0, N);
  };
  C.HandArgs.insert(C.HandArgs.end(), {3.0, int64_t(N)});
  return C;
}

Case add(long N) {
  Case C = stream("add", 2, N);
  C.Run = [M = C.Memory, N](const loops &L) {
    L.add(M[0].as<double>(), M[1].as<double>(), M[2].as<double>(), N);
  };
  C.HandArgs.push_back(int64_t(N));
  return C;
}

Case triad(long N) {
  Case C = stream("triad", 2, N);
  C.Run = [M = C.Memory, N](const loops &L) {
    L.triad(M[0].as<double>(), M[1].as<double>(), M[2].as<double>(), 3.0, N);
  };
  C.HandArgs.insert(C.HandArgs.end(), {3.0, int64_t(N)});
  return C;
}

Case dot(long N) {
  Case C = stream("dot", 2, N);
  C.Memory[0] = array<double>(1, zero);
  C.Run = [M = C.Memory, N](const loops &L) {
    *M[0].as<double>() = L.dot(M[1].as<double>(), M[2].as<double>(), N);
  };
  C.HandArgs = {MemoryNumber{1}, MemoryNumber{2}, int64_t(N)};
  C.Reduces = Case::Fold::Sum;
  C.Tolerance = 1e-9;
  return C;
}

Case gemm(const char *Name, int N, bool ByRows) {
  Case C;
  C.Name = Name;
  C.Size = size("n = ", N);
  size_t Count = size_t(N) * size_t(N);
  C.Memory = {array<float>(Count, zero), array<float>(Count, wave),
              array<float>(Count, wave)};
  C.Type = Case::Element::Float;
  C.Run = [M = C.Memory, N, ByRows](const loops &L) {
    float *Out = M[0].as<float>(), *A = M[1].as<float>(), *B = M[2].as<float>();
    if (!ByRows)
      return L.gemm_ijk(Out, A, B, N);
    std::memset(Out, 0, M[0].Bytes);
    L.gemm_ikj(Out, A, B, N);
  };
  if (!ByRows) {
    C.HandKernel = "gemm";
    C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, MemoryNumber{2},
                  int32_t(N)};
    C.HandItems = {uint64_t(N), uint64_t(N)};
  }
  return C;
}

Case jacobi(int N) {
  Case C;
  C.Name = "jacobi-2d";
  C.Size = size("n = ", N);
  size_t Count = size_t(N) * size_t(N);
  C.Memory = {array<double>(Count, zero), array<double>(Count, wave)};
  C.Run = [M = C.Memory, N](const loops &L) {
    L.jacobi(M[0].as<double>(), M[1].as<double>(), N);
  };
  C.HandKernel = "jacobi";
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, int32_t(N)};
  C.HandItems = {uint64_t(N - 2), uint64_t(N - 2)};
  return C;
}

Case nbody(int N) {
  Case C;
  C.Name = "n-body";
  C.Size = size("n = ", N);
  C.Memory = {array<float>(4 * size_t(N), zero),
              array<float>(4 * size_t(N), [](size_t I) {
                return I % 4 == 3 ? 1e-3 : std::sin(double(I) * 0.37);
              })};
  C.Type = Case::Element::Float;
  C.Run = [M = C.Memory, N](const loops &L) {
    L.nbody(M[0].as<body>(), M[1].as<body>(), N);
  };
  C.HandKernel = "nbody";
  C.HandArgs = {MemoryNumber{0}, MemoryNumber{1}, int32_t(N)};
  C.HandItems = {uint64_t(N)};
  return C;
}

Case blackScholes(int N) {
  Case C;
  C.Name = "Black-Scholes";
  C.Size = size("n = ", N);
  size_t Count = size_t(N);
  C.Memory = {
      array<float>(Count, zero), array<float>(Count, zero),
      array<float>(Count, [](size_t I) { return 5 + double(I % 251) / 10; }),
      array<float>(Count, [](size_t I) { return 1 + double(I % 997) / 10; }),
      array<float>(Count, [](size_t I) { return 0.25 + double(I % 97) / 10; })};
  C.Type = Case::Element::Float;
  C.Run = [M = C.Memory, N](const loops &L) {
    L.black_scholes(M[0].as<float>(), M[1].as<float>(), M[2].as<float>(),
                    M[3].as<float>(), M[4].as<float>(), 0.02f, 0.3f, N);
  };
  C.HandKernel = "black_scholes";
  for (size_t K = 0; K < 5; ++K)
    C.HandArgs.push_back(MemoryNumber{K});
  C.HandArgs.insert(C.HandArgs.end(), {0.02f, 0.3f, int32_t(N)});
  C.HandItems = {uint64_t(N)};
  return C;
}

Case mandelbrot(int N, int Limit) {
  Case C;
  C.Name = "mandelbrot";
  C.SameOnDevice = false; // a pixel may leave the set a step earlier or later
  C.Size = size("n = ", N);
  C.Memory = {array<int>(size_t(N) * size_t(N), zero)};
  C.Type = Case::Element::Int;
  C.Run = [M = C.Memory, N, Limit](const loops &L) {
    L.mandelbrot(M[0].as<int>(), N, Limit);
  };
  C.HandKernel = "mandelbrot";
  C.HandArgs = {MemoryNumber{0}, int32_t(N), int32_t(Limit)};
  C.HandItems = {uint64_t(N), uint64_t(N)};
  return C;
}

template <typename T> double largest(const T *A, const T *B, size_t Count) {
  double Largest = 0;
  for (size_t I = 0; I < Count; ++I) {
    double Size =
        std::max({std::fabs(double(A[I])), std::fabs(double(B[I])), 1e-3});
    double Here = std::fabs(double(A[I]) - double(B[I])) / Size;
    Largest = Here <= Largest ? Largest : Here; // a NaN counts as a difference
  }
  return Largest;
}

} // namespace

std::vector<CaseMaker> cases(bool Large) {
  long Stream = Large ? 1L << 26 : 1L << 23;
  std::vector<CaseMaker> All = {
      [=] { return copy(Stream); },
      [=] { return scale(Stream); },
      [=] { return add(Stream); },
      [=] { return triad(Stream); },
      [=] { return dot(Stream); },
      [=] { return gemm("gemm i-k-j", Large ? 2048 : 768, true); },
      [=] { return gemm("gemm i-j-k", Large ? 2048 : 512, false); },
      [=] { return jacobi(Large ? 4000 : 1300); },
      [=] { return nbody(Large ? 32768 : 4096); },
      [=] { return blackScholes(Large ? 1 << 24 : 1 << 20); },
      [=] { return mandelbrot(Large ? 4096 : 768, 256); }};
  for (auto More : {reductionCases, containerCases})
    for (CaseMaker &Make : More(Large))
      All.push_back(std::move(Make));
  return All;
}

double difference(Case::Element Type, const void *A, const void *B,
                  size_t Bytes) {
  switch (Type) {
  case Case::Element::Float:
    return largest(static_cast<const float *>(A), static_cast<const float *>(B),
                   Bytes / sizeof(float));
  case Case::Element::Int:
    return largest(static_cast<const int *>(A), static_cast<const int *>(B),
                   Bytes / sizeof(int));
  case Case::Element::Double:
    break;
  }
  return largest(static_cast<const double *>(A), static_cast<const double *>(B),
                 Bytes / sizeof(double));
}
