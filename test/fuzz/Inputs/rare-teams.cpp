// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP's directives around, in and between loops, in ways that other tests do
// not come to. Nothing runs them: record.txt has what the plugin makes of them.
struct Pair {
  int First, Second;
  Pair() : First(0), Second(0) {}
  Pair(int F, int S) : First(F), Second(S) {}
  void add(const Pair &P) { First += P.First; }
};
static void zero(int *A, int N) {
  for (int I = 0; I < N; ++I)
    A[I] = 0;
}
static void ends(int *A) {
  A[0] = 1;
  A[1] = A[0];
}

void regions(int N, int *A, double *B, const int *C, int Deep) {
  int Sum = 0, Product = 1;
  bool All = true, Any = false;
#pragma omp parallel reduction(+ : Sum) reduction(* : Product)                 \
    reduction(&& : All) reduction(|| : Any)
  {
    int Own[4] = {0, 0, 0, 0}, &First = Own[0];
    Pair Held(1, 2);
    const Pair &Same = Held;
    int Local = 0;
    zero(Own, 4);
    ends(Own);
#pragma omp for nowait
    for (int I = 0; I < N; ++I) {
      Sum += C[I];
      Product *= C[I] + 1;
      All = All && C[I] > 3;
      Any = Any || C[I] == 7;
    }
#pragma omp barrier
    ;
    if (Deep > 2) {
      Local = Deep + First + Same.Second;
#pragma omp for schedule(dynamic, 3)
      for (int I = 0; I < N; ++I) {
        Local = C[I];
        B[I] = Local + Held.First;
      }
    } else {
#pragma omp for collapse(2) ordered
      for (int I = 0; I < N; ++I)
        for (int J = 0; J < 4; ++J)
#pragma omp ordered
          A[4 * I + J] = C[I] + J;
    }
#pragma omp single
    A[0] = Deep;
#pragma omp master
    A[1] = Deep;
    for (int K = 0; K < Deep; ++K) {
#pragma omp for
      for (int I = 0; I < N; ++I)
        B[I] += A[I] * K + Own[2];
    }
  }
  A[3] = Sum + Product + All + Any;
}

void linears(int N, int M, int *A, const double *P, double *Q) {
  int At = 3, By = M;
  const double *From = P;
#pragma omp parallel for simd linear(At : 2) linear(From : M)
  for (int I = 0; I < N; I += 3) {
    A[At] = I;
    Q[I] = *From;
    At += 2;
    From += M;
  }
  long Wide = 0;
#pragma omp parallel for linear(Wide)
  for (int I = N; I > 0; --I) {
    A[I] = (int)Wide;
    Wide += 1;
  }
  short Short = 1;
#pragma omp parallel for linear(Short : By)
  for (int I = 0; I < N; I++) {
    A[I] += Short;
    Short += By;
  }
  A[0] = At + By + Short;
}

void merged(int N, const int *A, int *Out, double *Far) {
  int Best = 0, Count = 0, Bits = 0;
  double Most = 0;
#pragma omp parallel
  {
    int Mine = 0, Much = -1, Mask = 0, Turned = 0;
    double Top = 0;
#pragma omp for
    for (int I = 0; I < N; ++I) {
      Mine += A[I];
      Turned -= A[I];
      Mask |= A[I];
      if (A[I] > Much)
        Much = A[I];
      Top = Top < A[I] ? A[I] : Top;
    }
#pragma omp critical
    {
      Count += Mine;
      Count -= Turned;
      Bits |= Mask;
      if (Much > Best)
        Best = Much;
    }
#pragma omp critical(top)
    if (Top > Most)
      Most = Top;
#pragma omp atomic
    Out[3] += Mine;
  }
  Out[0] = Best + Count + Bits;
  Far[0] = Most;
}

unsigned common(int N, const unsigned *A) {
  unsigned Seen = ~0u;
#pragma omp parallel
  {
    unsigned Kept = ~0u;
#pragma omp for
    for (int I = 0; I < N; ++I)
      Kept &= A[I];
#pragma omp critical
    Seen &= Kept;
  }
  return Seen;
}

int drawn(int N, int *A, const int *C) {
  int Total = 0;
#pragma omp parallel
  {
    int Own[4] = {0, 0, 0, 0};
#pragma omp for
    for (int I = 0; I < N; ++I)
      Own[C[I] & 3] += C[I];
#pragma omp critical
    for (int K = 0; K < 4; ++K)
      A[K] += Own[K];
#pragma omp for reduction(+ : Total)
    for (int I = 0; I < N; ++I)
      Total += A[I];
  }
  return Total;
}

void bounded(int N, int M, double *A, const double *B, const int *At) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    int K = I - 1, L = M - 2 * I + 1;
    if (__builtin_expect(K < 0, 0))
      K += N;
    if (__builtin_expect(!(L >= 0 && L < M) != 0, 0))
      L = 0;
    unsigned U = (unsigned)I + 3u;
    long W = (long)I * M - 4;
    if (K < N && L > -1 && W >= 0)
      A[I] = B[K] + B[L] + B[-I + N] + B[U] + B[W];
    else if (U == 7 || (N > 3 && !(I != 2)))
      A[I] = B[(short)I];
    while (K > 0 && At[K] > 3)
      --K;
    A[I] += B[K];
  }
}

int helped(int N, int M, int *A, const int *B) {
  static int Times;
  int Total = 0;
#pragma omp target teams distribute parallel for map(tofrom : A[0 : N])        \
    map(to : B[0 : N]) reduction(+ : Total)
  for (int I = 0; I < N; ++I) {
    A[I] = B[I];
    Total += A[I];
  }
#pragma omp target data map(A[0 : N]) if (M > 3)
  {
#pragma omp target teams loop
    for (int I = 0; I < N; ++I)
      A[I] += M;
#pragma omp target update from(A[0 : N])
  }
#pragma omp parallel num_threads(4) private(Times)
  {
#pragma omp for firstprivate(M) private(Total)
    for (int I = 0; I < N; ++I) {
      Total = B[I] + M;
      A[I] = Total;
    }
  }
#pragma omp parallel
  {
#pragma omp sections
    {
      A[0] = 1;
#pragma omp section
      A[1] = 2;
    }
#pragma omp for
    for (int I = 0; I < N; ++I)
      A[I] = 6;
#pragma omp task
    A[2] = 3;
#pragma omp taskloop
    for (int I = 0; I < N; ++I)
      A[I] = 4;
  }
#pragma omp simd safelen(4) aligned(A : 32)
  for (int I = 0; I < N; ++I)
    A[I] += 5;
#pragma omp parallel for if (N > 100) proc_bind(close) schedule(guided)
  for (int I = 0; I < N; ++I)
    if (B[I] > 3) {
#pragma omp atomic capture
      {
        M = A[3];
        A[3] += 2;
      }
    }
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic compare
    A[1] = A[1] < B[I] ? B[I] : A[1];
#pragma omp atomic write
    A[I + 4] = 2;
  }
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    A[I] = B[I];
#pragma omp cancel for if (B[I] == 9)
  }
  return Total + Times;
}

void teams(int N, int M, int *A, const int *B, double *C) {
#pragma omp target teams map(tofrom : A[0 : N]) num_teams(4)
  {
#pragma omp distribute parallel for
    for (int I = 0; I < N; ++I)
      A[I] += B[I];
#pragma omp distribute
    for (int I = 0; I < N; ++I)
      A[I] *= 2;
  }
#pragma omp parallel
  {
    int Own[4] = {0, 0, 0, 0}, Again[8];
    double Sums[4] = {};
    zero(Own, 4);
    for (int K = 0; K < M; ++K) {
#pragma omp for
      for (int I = 0; I < N; ++I) {
        Again[I & 7] = B[I] + K;
        A[I] = Again[B[I] & 7];
      }
#pragma omp for
      for (int I = 0; I < N; ++I)
        A[I] += Again[I & 7];
    }
#pragma omp for
    for (int I = 0; I < N; ++I)
      Own[B[I] & 3] += B[I], Sums[I & 3] += C[I];
#pragma omp critical
    for (int K = 0; K < 4; ++K) {
      A[K] += Own[K];
      C[K] += Sums[K];
    }
  }
#pragma omp parallel
  {
#pragma omp for
    for (int I = 0; I < N; ++I) {
      int T[4] = {B[I], 2, 3, 4};
      const Pair P(T[I & 3], M);
      if (B[I] == 77)
        continue;
      C[I] = P.First;
    }
#pragma omp masked
    C[0] = 1;
#pragma omp scope
    {
#pragma omp for
      for (int I = 0; I < N; ++I)
        C[I] += 1;
    }
  }
}

void linearAlone(int N, int *A, int *B) {
  int At = 3;
#pragma omp parallel for linear(At : 2)
  for (int I = 0; I < N; ++I)
    A[I] = At;
  int K, *P = B;
#pragma omp parallel for linear(P)
  for (K = 0; K < N; K++) {
    *P++ = A[K];
  }
  unsigned char Small = 1;
#pragma omp parallel for simd linear(Small : 3)
  for (K = N; K >= 0; K -= 2) {
    A[K] = Small;
    Small += 3;
  }
#pragma omp parallel for
  for (P = A; P < A + N; P += 2)
    *P = P[1];
}
