// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP's directives for a compiler that is asked for the plugin's alone:
// names that are known and others, closures, templates and members. Nothing
// runs them: record.txt has what the plugin makes of them.
namespace space {
int Global;
struct Pair {
  int First, Second;
};
} // namespace space
static int Kept;
#pragma omp threadprivate(Kept)
#pragma omp declare reduction(joined : space::Pair : omp_out.First +=          \
                                  omp_in.First) initializer(omp_priv = {0, 0})
#pragma omp declare simd
int twice(int X) { return X * 2; }
#pragma omp requires unified_shared_memory
#pragma omp declare target
int OnDevice;
#pragma omp end declare target

void names(int N, int *A, const int *B) {
  space::Pair P{1, 2}, *Q = &P;
#pragma omp parallel for num_threads(unknown + 1)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma omp parallel for schedule(static, other) if (N > missing)
  for (int I = 0; I < N; ++I)
    A[I] = 2;
#pragma omp parallel for num_threads(P.First) if (Q->Second > space::Global)
  for (int I = 0; I < N; ++I)
    A[I] = 3;
#pragma omp parallel for private(nowhere) firstprivate(P)
  for (int I = 0; I < N; ++I)
    A[I] = 4;
#pragma omp parallel for reduction(joined : P)
  for (int I = 0; I < N; ++I)
    P.First += B[I];
#pragma omp parallel for reduction(absent : P)
  for (int I = 0; I < N; ++I)
    P.First += B[I];
#pragma omp target teams distribute parallel for map(to : B[0 : N]) device(0)
  for (int I = 0; I < N; ++I)
    A[I] = B[I];
#pragma omp critical(section)
  A[0] = 5;
#pragma omp taskloop grainsize(unknown)
  for (int I = 0; I < N; ++I)
    A[I] = 5;
#pragma omp simd invented(3)
  for (int I = 0; I < N; ++I)
    A[I] = 6;
#pragma omp parallel for ordered(1)
  for (int I = 1; I < N; ++I) {
#pragma omp ordered depend(sink : I - 1)
    A[I] = A[I - 1];
#pragma omp ordered depend(source)
  }
#pragma omp parallel for ordered(1)
  for (int I = 1; I < N; ++I) {
#pragma omp ordered doacross(sink : I - 1)
    A[I] = A[I - 1];
#pragma omp ordered doacross(source : omp_cur_iteration)
  }
#pragma omp barrier extra
#pragma omp unheard of
#pragma omp parallel for schedule(nonmonotonic : dynamic) default(none)        \
    shared(A, N)
  for (int I = 0; I < N; ++I)
    A[I] = 7;
}

void unrolled(int N, int M, int *A, int (*Rows)[8]) {
#pragma omp unroll full
  for (int I = 0; I < 4; ++I)
    A[I] = 1;
#pragma omp unroll partial(4)
  for (int I = 0; I < N; ++I)
    A[I] = 2;
#pragma omp unroll
  for (int I = 0; I < N; ++I)
    A[I] = 3;
#pragma omp parallel for
#pragma omp unroll partial
  for (int I = 0; I < N; ++I)
    A[I] = 4;
#pragma omp parallel for
#pragma omp tile sizes(4, 8)
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < M; ++J)
      Rows[I][J & 7] = J;
#pragma omp tile sizes(4)
  for (int I = 0; I < N; ++I)
    A[I] = 5;
#pragma omp interchange
  for (int I = 0; I < N; ++I)
    for (int J = 0; J < M; ++J)
      Rows[I][J & 7] = J;
#pragma omp parallel for
#pragma omp reverse
  for (int I = 0; I < N; ++I)
    A[I] = 6;
}

struct Grid {
  int Size;
  double Of[64], *Led;
  void closures(int N, double *A) {
    auto All = [&, this](int By) {
      int Own[4] = {1, 2, 3, By};
#pragma omp parallel for
      for (int I = 0; I < N; ++I)
        A[I] = Of[I & 63] + By + Own[I & 3];
#pragma omp parallel for if (Size > 3) num_threads(By) firstprivate(Own)
      for (int I = 0; I < Size; ++I)
        Led[I] = A[I] + Own[I & 3];
#pragma omp parallel
      {
        double Sum = 0;
#pragma omp for schedule(static, 4) nowait
        for (int I = 0; I < N; ++I)
          Sum += A[I];
#pragma omp critical
        Of[0] += Sum;
      }
      for (int K : Own)
        A[K] = 3;
    };
    All(3);
    auto Copied = [=]() mutable {
      typedef double Row[8];
      Row *Rows = (Row *)A;
#pragma omp parallel for collapse(2)
      for (int I = 0; I < N; ++I)
        for (int J = 0; J < 8; ++J)
          Rows[I][J] = Size + sizeof(Row) + sizeof Own2;
    };
    Copied();
  }
  double Own2[2];
};

template <class T, int N> T summed(const T (&A)[N], T *Out) {
  T Sum = 0;
#pragma omp parallel for reduction(+ : Sum)
  for (int I = 0; I < N; ++I)
    Sum += A[I];
  auto Inside = [&](auto X) {
#pragma omp parallel for simd reduction(max : Sum)
    for (int I = 0; I < N; ++I)
      Sum = A[I] > Sum ? A[I] : Sum;
#pragma omp simd
    for (const T &Y : A)
      Out[&Y - A] = Y * X;
    return Sum;
  };
#pragma omp atomic
  Out[0] += Inside(T(2));
  return Inside(2.5f);
}
template int summed(const int (&)[16], int *);
template double summed(const double (&)[8], double *);
