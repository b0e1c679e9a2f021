// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses and heads of loops that are no such, in ways that other tests do not
// come to. Nothing compiles: record.txt has what the plugin says of them.
struct Link {
  Link *Next;
  int Of, Row[4];
};
enum Kind { None, Some };
struct Iterator {
  int *At;
  Iterator &operator++();
  bool operator!=(const Iterator &) const;
  int &operator*() const;
};
struct Range {
  Iterator begin() const, end() const;
};
struct Holder {
  int Member, Array[4];
  void clauses(int N, int *A, float F, Kind K, const int Fixed) {
    int S = 0, T[4];
    double D = 0;
#pragma twofold parallel for private(N + 1)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for private(Member)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for private(S, S)
    for (int I = 0; I < N; ++I)
      A[I] = S = 1;
#pragma twofold parallel for private(S) firstprivate(S)
    for (int I = 0; I < N; ++I)
      A[I] = S = 1;
#pragma twofold parallel for firstprivate(S) lastprivate(S)
    for (int I = 0; I < N; ++I)
      A[I] = S = 1;
#pragma twofold parallel for lastprivate(S) firstprivate(S) shared(S)
    for (int I = 0; I < N; ++I)
      A[I] = S = 1;
#pragma twofold parallel for lastprivate(S) reduction(+ : S)
    for (int I = 0; I < N; ++I)
      S += A[I];
#pragma twofold parallel for lastprivate(Fixed)
    for (int I = 0; I < N; ++I)
      A[I] = Fixed;
#pragma twofold parallel for collapse(N)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for collapse(0)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for collapse(2)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for collapse(2)
    for (int I = 0; I < N; ++I) {
      A[I] = 1;
      for (int J = 0; J < N; ++J)
        A[J] = 2;
    }
#pragma twofold parallel for collapse(1, 2)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for num_threads("four")
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for num_threads(-4)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for num_threads(F) if (D) nowait(N)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for reduction(inscan, + : S)
    for (int I = 0; I < N; ++I)
      S += A[I];
#pragma twofold parallel for reduction(task, + : S)
    for (int I = 0; I < N; ++I)
      S += A[I];
#pragma twofold parallel for reduction(% : S)
    for (int I = 0; I < N; ++I)
      S += A[I];
#pragma twofold parallel for reduction(middle : S)
    for (int I = 0; I < N; ++I)
      S += A[I];
#pragma twofold parallel for reduction(& : D) reduction(min : A)
    for (int I = 0; I < N; ++I)
      D += A[I];
#pragma twofold parallel for reduction(+ : A[0 : N], T[ : 2], A[I])
    for (int I = 0; I < N; ++I)
      T[I & 1] += A[I];
#pragma twofold parallel for reduction(- : S) reduction(* : D)
    for (int I = 0; I < N; ++I)
      S += A[I], D *= 2;
#pragma twofold parallel for schedule(sometimes)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for schedule(static, "x")
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for schedule(static, 1, 2)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for device(abacus)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for extent(A + 1, 3)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for extent(S, 3) extent(A)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
#pragma twofold parallel for extent(A, F) extent(A, N)
    for (int I = 0; I < N; ++I)
      A[I] = 1;
  }
};

void heads(unsigned N, int M, int *A, float F, Link *First, Range R, Kind K,
           volatile int V, long long L) {
  int I, Far[4];
  Holder H;
#pragma twofold parallel for
  for (;;)
    A[0] = 1;
#pragma twofold parallel for
  for (I = 0;; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (; I < M; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0, N = 3; I < M; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (int I = 0, J = 3; I < M; ++I)
    A[I] = J;
#pragma twofold parallel for
  for (I = 0; I < M && A[I]; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; M; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I == M; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; I *= 2)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M;)
    A[I++] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; ++I, ++N)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I != M; I += 2)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I != M; I += M)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; I -= 1)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; I += 0)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I > M; I -= -3)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; I += A[I])
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; I = 2 + I)
    A[I] = 1;
#pragma twofold parallel for
  for (I = M; I >= 0; I = I - M)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; I = M - I)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; ++M)
    A[I] = 1;
#pragma twofold parallel for
  for (I = 0; I < M; ++I)
    A[I] = I++;
#pragma twofold parallel for
  for (unsigned J = N; J >= 0; --J)
    A[J] = 1;
#pragma twofold parallel for
  for (unsigned char J = 0; J < 256; ++J)
    A[J] = 1;
#pragma twofold parallel for
  for (unsigned J = 0; J <= 4294967295u; ++J)
    A[J] = 1;
#pragma twofold parallel for
  for (unsigned J = 0; J < N; J += 0x8000000000000000ull)
    A[J] = 1;
#pragma twofold parallel for
  for (__int128 J = 0; J < M; J += (__int128)1 << 64)
    A[J] = 1;
#pragma twofold parallel for
  for (float X = 0; X < F; X += 1)
    A[(int)X] = 1;
#pragma twofold parallel for
  for (bool B = false; B < true; B = true)
    A[B] = 1;
#pragma twofold parallel for
  for (Kind J = None; J < K; J = Some)
    A[J] = 1;
#pragma twofold parallel for
  for (V = 0; V < M; ++V)
    A[V] = 1;
#pragma twofold parallel for
  for (H.Member = 0; H.Member < M; ++H.Member)
    A[H.Member] = 1;
#pragma twofold parallel for
  for (A[0] = 0; A[0] < M; ++A[0])
    A[1] = 1;
#pragma twofold parallel for
  for (Link *P = First; P; P = P->Next)
    P->Of = 1;
#pragma twofold parallel for
  for (Link *P = First; P != nullptr; P = P->Next)
    P->Of = 1;
#pragma twofold parallel for
  for (int X : R)
    A[X] = 1;
#pragma twofold parallel for
  for (Iterator It = R.begin(); It != R.end(); ++It)
    *It = 1;
#pragma twofold parallel for
  for (I = 0; I < M; ++I) {
    if (A[I])
      goto out;
  }
out:
#pragma twofold parallel for
  for (I = 0; I < M; ++I) {
    if (A[I])
      throw 3;
    asm volatile("");
  }
}
