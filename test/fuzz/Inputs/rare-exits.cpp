// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches in ranges and nests, and what may stand ahead of an exit, in ways
// that other tests do not come to. Nothing runs them: record.txt has what the
// plugin makes of them.
template <class T> struct Span {
  T *First, *Last;
  T *begin() const { return First; }
  T *end() const { return Last; }
};
struct Base {
  int Of;
  Base(int Of = 0) : Of(Of) {}
  int get() const { return Of; }
  void set(int To) { Of = To; }
};
struct Held : Base {
  double By;
  Held() : By(1) {}
  Held(const Base &B, double By) : Base(B), By(By) {}
};
struct Ended {
  int *Count;
  ~Ended() { ++*Count; }
};
namespace std {
struct random_access_iterator_tag {};
} // namespace std
struct Iterator {
  using iterator_category = std::random_access_iterator_tag;
  using difference_type = long;
  using value_type = int;
  using pointer = const int *;
  using reference = const int &;
  const int *At;
  const int &operator*() const { return *At; }
  Iterator &operator++() {
    ++At;
    return *this;
  }
  Iterator &operator+=(long By) {
    At += By;
    return *this;
  }
  Iterator operator+(long By) const { return {At + By}; }
  long operator-(const Iterator &Other) const { return At - Other.At; }
  bool operator!=(const Iterator &Other) const { return At != Other.At; }
  bool operator<(const Iterator &Other) const { return At < Other.At; }
  const int &operator[](long I) const { return At[I]; }
};
struct Range {
  Iterator First, Last;
  Iterator begin() const { return First; }
  Iterator end() const { return Last; }
};
double modf(double, double *), sqrt(double);
int around(int);

int ranges(Span<const double> S, Range R, int N, double *Out, int M) {
  int Found = -1;
#pragma twofold parallel for num_threads(M) if (N > 3)
  for (const double &X : S) {
    if (X > 3) {
      Found = int(X);
      break;
    }
  }
#pragma twofold parallel for num_threads(M + 1) if (M)
  for (int X : R) {
    if (X == 7)
      return X;
    Out[X] = 2;
  }
#pragma twofold parallel for lastprivate(Found)
  for (Iterator Own = R.First; Own < R.Last; Own += 2) {
    Found = *Own;
    if (Found == 9)
      break;
  }
  const double *P;
#pragma twofold parallel for
  for (P = S.First; P < S.Last; P += 3)
    if (*P == 2)
      break;
  return Found + int(P - S.First);
}

int nests(int N, int M, const int *A, int *B, const Span<int> *Rows) {
  int I, J, Best = 0;
#pragma twofold parallel for collapse(2)
  for (I = 0; I < N; ++I)
    for (J = M; J > 0; J -= 2)
      if (A[I * M + J] == 3)
        return I + J;
#pragma twofold parallel for collapse(3) lastprivate(Best)
  for (int K = 0; K < N; ++K)
    for (int L = 0; L < M; ++L)
      for (unsigned O = 2; O < 9; ++O) {
        Best = A[(K * M + L) * 9 + O];
        if (Best > 100)
          return Best;
        B[(K * M + L) * 9 + O] = Best + 1;
      }
#pragma twofold parallel for bounds
  for (int K = 0; K < N; ++K) {
    B[A[K]] = 3;
    if (A[K + 1] == 4)
      break;
  }
#pragma twofold parallel for
  for (int K = 0; K < N; ++K) {
    for (int X : Rows[K])
      if (X == 3)
        return K;
    B[K] = 1;
  }
  return I + J + Best;
}

int before(int N, const int *A, double *Out, Held &Shared, int (*Chosen)(int),
           const Base &Seen) {
  int Count = 0;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Held Own(Seen, A[I]);
    Base Copy = Own, More[2] = {Base(1), Base(A[I])};
    Copy.set(I);
    double Whole = A[I], Part = Own.By;
    static_cast<Base &>(Own).set(3);
    const Base &Same = static_cast<const Base &>(Own);
    Held *At = &Own;
    At->Of = Same.get() + More[1].Of;
    if (sqrt(Part + At->By) > 3 && Copy.get() > 2)
      break;
    Out[I] = Whole;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    double Whole;
    if (modf(Out[I], &Whole) > Whole)
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Shared.set(A[I]);
    if (A[I] == 3)
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Ended Last{&Count};
    if (A[I] == 3)
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    static int Calls;
    Out[I] = Calls;
    if (A[I] == 3)
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (Chosen(A[I]))
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (around(A[I]) == 3)
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    __atomic_fetch_add(&Count, 1, 0);
    if (A[I] == 3)
      break;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Sets = [&](int K) { Out[K] = 1; };
    Sets(I);
    if (int K = A[I]; K == 3)
      break;
    if constexpr (sizeof(int) == 4)
      Sets(I + N);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto *Far = reinterpret_cast<const char *>(A + I);
    if (__builtin_popcount(Far[0]) == 3 || __builtin_is_constant_evaluated())
      break;
  }
  return Count;
}
