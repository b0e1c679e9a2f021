// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in forms that other tests do not come to. Nothing runs them:
// record.txt has what the plugin makes of them.
using Real = double;
enum Kind { Few = 3, Many = 8 };
struct State {
  double V[16];
  double *P;
  double (*Rows)[8];
  struct {
    int Of[4];
  } Inner;
  void shift(int N, double By) {
#pragma twofold slice
    {
      this->V [0:N] += By;
      V [0:4] = P [4:4] - this->P[0];
      Rows [1:3] [0:8] = (*this).V[2];
      Inner.Of [0:4]++;
      --Inner.Of [1:2];
    }
  }
};
namespace space {
template <class T> struct Held {
  using Type = T;
  T *At;
};
template <class T> T twice(T X) { return X * 2; }
double Global[32];
} // namespace space
double *place(int);
const double *constPlace();
extern double Cube[4][6][8];
static double Line[64], Table[8][8];

void casts(int N, double *A, float *F, int *I, void *Raw, State *S, long L) {
#pragma twofold slice
  {
    A [0:N] = (const double)F [0:N];
    A [0:N] = (volatile double)I [0:N] + (bool)I [0:N];
    A [0:N] = (enum Kind)2 * (unsigned long)I [0:N];
    A [0:N] = (Kind)I [0:N] + (Real)(I [0:N]);
    A [0:N] =
        (Real)-I [0:N] + (Real) + I [0:N] - (Real)~I [0:N] + (Real)!I [0:N];
    A [0:N] = (N)*F [0:N] + (N) + (L)-I [0:N];
    A [0:N] = (decltype(N))F [0:N] + (__typeof__(A [0:N]))I [0:N];
    A [0:N] = (space::Held<int>::Type)F [0:N] + (::Real)I [0:N];
    A [0:N] = static_cast<const int>(F [0:N]) + int(F [0:N]) + Real{2};
    A [0:N] =
        space::twice<double>(A [0:N]) + space::twice(I [0:N]) + sizeof(int);
    A [0:N] = unsigned(I [0:N]) + double(2) + (Real)sizeof N + Few;
    I [0:N] = (int)(3.5) + (true ? 1 : 2) + (nullptr == S) + 'c';
    ((double *)Raw)[0:N] = 1;
    ((double (*)[8])Raw)[0:N] [1:4] = 2;
    (*(double (*)[8])Raw)[0:8] = 3;
    reinterpret_cast<double *>(Raw)[0:N] = 4;
    reinterpret_cast<double (*)[8]>(Raw)[0:N] [0:3] = 5;
    static_cast<double (*)[6][8]>(Raw)[0:2] [0:6] [1:4] = 6;
    (*static_cast<double (*)[8]>(Raw))[0:8:2] = 7;
    (static_cast<double *>(Raw))[0:N] = 8;
    const_cast<double *>(constPlace())[0:N] = 9;
    place(3)[0:N] = place(4)[1:N] + *place(5);
    (A + 2)[0:N] = (&A[3])[0:N];
    (*S).V [0:16] = S->P [0:16];
    S[1].V [2:4] = S[N].Inner.Of [0:4];
    space::Global [0:8] = ::Line [0:8];
  }
}

void rows(int N, int M, double (*R)[8], double *const *P, double (&Same)[8][8],
          const int *At) {
#pragma twofold slice
  {
    R[2] [0:8] = Table[N] [0:8];
    (*R)[0:4] = (*P)[0:4];
    (*R)[1:2] = R[0][1];
    (R[1])[0:8] = (*(R + 1))[0:8];
    P [0:N] [0:M] = Cube[1] [0:N] [0:M];
    Cube [0:4][2] [0:8] = R [0:4] [0:8];
    Cube[N][M] [0:8] = Same[1] [0:8];
    Same [0:8][0] = Same[0] [0:8];
    R [0:N][At [0:M]] = P[N][0];
    R[At [0:N]] [0:M] = P [0:N][At [0:M]];
    Table [0:8] [0:8] = Table [0:8] [7:8:-1];
    Table [0:N:2] [0:M] += Table [1:N:2] [0:M];
  }
}

void overlaps(int N, int S, double *A, double *B, const int *At) {
#pragma twofold slice
  {
    A [0:N:S] = A [1:N:S];
    A [S:N] = A [0:N] + B [0:N] * A [2 * S:N];
    A[At [0:N]] = A [0:N] + B[At [0:N]];
    A[At [0:N]] += B[At [1:N]] * A[At [2:N]];
    A [0:N] = B [0:N] = A [1:N];
    B [N - 1:N:-1] = B [0:N] = 3;
    A [0:N:0] = B [0:N];
    A [0:N] = A [N - 1:N:-1], B [0:N] = A [0:N], ++S;
  }
}

double reductions(int N, const double *A, const int *B, double *Out) {
  double Total = 0;
#pragma twofold slice
  {
    Total = twofold_sum(A [0:N] * B [0:N]) + twofold_sum(A [0:N]);
    Total += twofold_max(A [0:N]) - twofold_min((float)A [0:N]);
    Total *= twofold_product(A [1:N - 1]);
    if (twofold_any(A [0:N] > 3) && !twofold_all(B [0:N] == 2))
      Out [0:N] = twofold_index(0);
    Out[twofold_argmax(A [0:N])] = 2;
    Out[0] = twofold_argmin(B [0:N]);
    while (twofold_sum(Out [0:N]) < 100)
      Out [0:N] *= 2;
    do {
      Out [1:3] += 1;
    } while (twofold_any(Out [1:3] < N));
    switch (twofold_sum(B [0:N])) {
    case Few:
      Out [0:N] = 1;
      break;
    case 5 + 1:
    default:
      Out [0:N] = 2;
    }
    for (int K = 0; K < twofold_max(B [0:N]); ++K)
      Out [0:N] += K;
  }
  return Total;
}

void masks(int N, int M, double *A, double *B, const int *C, double (*R)[8]) {
#pragma twofold slice
  {
    if (A [0:N] > 2 && C [0:N]) {
      A [0:N] = 1;
      B [0:N] += A [0:N];
      if (B [0:N] < 3)
        B [0:N] = -B [0:N];
      else
        B [0:N]--;
    } else if (C [0:N] == 4)
      A [0:N] = M, B [0:N] = M + 1;
    else {
      A [0:N] = B [0:N] = 2;
    }
    if (M > 3)
      if (A [0:N] > M)
        A [0:N] = 3;
    if (R [0:N] [0:8] > A[0])
      R [0:N] [0:8] = 0;
    if (!(C [0:N] & 1))
      ;
    {
      A [0:N] = 1;
      B [0:N] = A [0:N] + 1;
      A [0:N] = B [0:N] * M;
    }
    {
      int Own = M + 1;
      auto Twice = [&](double X) { return X * Own; };
      A [0:N] = Twice(B [0:N]);
      Line [0:8] = [](double X) { return X + 1; }(Table[1] [0:8]);
    }
  again:
    A [0:N] = B [0:N] > 2 ? B [0:N] : M > 1 ? A [0:N] : 0;
    if (M-- > 0)
      goto again;
  }
}

template <class T, int Size> void generic(T *A, const T (&B)[Size], int N) {
#pragma twofold slice
  {
    A [0:Size] = B [0:Size] * T(2) + (T)N;
    A [0:N] = (typename space::Held<T>::Type)A [1:N] + T{1};
    if (A [0:N] > B[0])
      A [0:N] = T();
  }
}
template void generic(float *, const float (&)[8], int);
template void generic(int *, const int (&)[4], int);

// Each word that a type can begin with.
void types(int N, double *A, int *I, void *Raw) {
#pragma twofold slice
  {
    A [0:N] = (const int)I [0:N] + (volatile int)I [0:N];
    A [0:N] = ((struct State *)Raw)->V [0:N];
    A [0:N] = ((class State *)Raw)->V [0:N];
    A [0:N] = (enum Kind)I [0:N] + ((union Word *)Raw == nullptr);
    A [0:N] = (decltype(N))I [0:N] + (typename space::Held<Real>::Type)I [0:N];
    A [0:N] = (unsigned _BitInt(9))I [0:N];
  }
}
