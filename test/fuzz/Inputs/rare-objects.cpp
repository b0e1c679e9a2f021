// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classes, references and calls in loops that other tests do not come to.
// Nothing runs them: record.txt has what the plugin makes of them.
namespace std {
template <class E> class initializer_list {
  const E *Of;
  decltype(sizeof 0) Count;

public:
  const E *begin() const { return Of; }
  const E *end() const { return Of + Count; }
};
template <class T> constexpr T &&move(T &X) { return static_cast<T &&>(X); }
template <class T> constexpr const T &max(const T &A, const T &B) {
  return A < B ? B : A;
}
template <class T> constexpr T *addressof(T &X) {
  return __builtin_addressof(X);
}
} // namespace std

struct Base {
  int Begin, End;
  int Data[4];
  int &at(int I) { return Data[I]; }
};
struct Other {
  double Weight;
};
struct Derived : Base, Other {
  int Own[4];
  int get(int I) const { return Own[I & 3] + End; }
  operator int() const { return Begin; }
  Derived &operator++() {
    ++Begin;
    return *this;
  }
};
struct Number {
  double Of;
  Number(double Of = 1) : Of(Of) {}
  explicit operator bool() const { return Of != 0; }
  Number operator-() const { return Number(-Of); }
};
Number operator*(const Number &A, const Number &B) { return A.Of * B.Of; }

int Table[64], Counted[64];
Number Numbers[16];
Derived Object;
static int depth(int *To, const int *From, int N) {
  if (N > 0)
    return depth(To + 1, From, N - 1) + From[0];
  To[0] += From[1];
  return To[2];
}
static int touching(int N, Base &B) {
  int *P = Table;
  int &R = Counted[3];
  const Number &Seen = Numbers[2];
  Number Made(Numbers[4]);
  P[1] = N > 2 ? touching(N - 1, Object) : R;
  (Counted + 2)[1] += *(P + 1);
  ++Object.Begin;
  Object.at(3) = B.Begin + static_cast<int *>(Table)[4];
  (void)Number(Counted[5]);
  return depth(Table, Counted, 3) + int(Seen.Of) + int(Made.Of);
}

void unfollowed(int N, int *A) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = touching(3, Object) + Table[I & 63] + Counted[I & 63] +
           int(Numbers[I & 15].Of) + Object.Own[I & 3];
}

void bases(int N, Derived *D, Base **B, int *A) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Base &In = D[I];
    In.Begin = 3;
    Other *Part = &D[I];
    Part->Weight += 2;
    static_cast<Derived &>(In).Own[1] = 4;
    static_cast<Derived *>(Part)->End = 5;
    static_cast<Derived *>(B[I])->Own[2] = D[I].get(I);
    A[int(++D[I])] = D[I] + 4;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = D[I].at(2);
}

void values(int N, Number *A, const Number *B, int *Out) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Number X = B[I] * -A[I], Y;
    if (X)
      A[I] = std::move(X);
    else
      A[I] = Number{Y.Of + 1};
    Out[I] = std::max(int(X.Of), Out[I + N]) + *std::addressof(Out[I + 2 * N]);
    const auto &[Of] = B[I + 1];
    Out[I] += int(Of);
  }
}

void lambdas(int N, int M, int *A, const int *B, double *C) {
  int Count = 3;
  const int Fixed = M;
  auto Add = [&](int I) { A[I] += B[I] + Count; };
  auto Twice = [=](int X) -> int {
    if (X < Fixed)
      return X + M;
    for (int K = 0; K < 3; ++K)
      X += K;
    return X * 2;
  };
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Add(I);
    A[I] += Twice(B[I]);
    auto Inside = [=, K = I + 1](auto X) { return X + M + K; };
    C[I] += Inside(I) + Inside(2.5);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Inside = [&](int X) { C[I] = X; };
    Inside(I + Count);
  }
}

struct Grid {
  int Width, Height;
  double *Cells;
  double &operator()(int I, int J) { return Cells[I * Width + J]; }
  double operator()(int I, int J) const { return Cells[I * Width + J]; }
  double *operator[](int I) { return Cells + I * Width; }
  void fill(double Value) {
#pragma twofold parallel for collapse(2)
    for (int I = 0; I < Height; ++I)
      for (int J = 0; J < this->Width; ++J)
        (*this)(I, J) = Value + (*this)[I][0];
  }
  void smooth(const Grid &From, Grid *To) const {
#pragma twofold parallel for
    for (int I = 1; I < Height - 1; ++I)
      for (int J = 1; J < Width - 1; ++J)
        (*To)(I, J) = From(I - 1, J) + From(I + 1, J) + (*this)(I, J - 1);
  }
};

template <class T, int Size> struct Small {
  T Of[Size];
  T &operator[](unsigned I) { return Of[I]; }
  const T &operator[](unsigned I) const { return Of[I]; }
  T *begin() { return Of; }
  T *end() { return Of + Size; }
};

template <class T> T folded(int N, const Small<T, 4> *A, Small<T, 4> *B) {
  T Sum = 0, Least = 100;
#pragma twofold parallel for reduction(+ : Sum) reduction(min : Least)
  for (int I = 0; I < N; ++I) {
    Small<T, 4> Copy = A[I];
    for (T &X : Copy)
      X = X * 2;
    for (T X : B[I])
      Sum += X;
    B[I] = Copy;
    B[I][1] += Copy[2];
    if (Copy[3] < Least)
      Least = Copy[3];
  }
  return Sum + Least;
}
template int folded(int, const Small<int, 4> *, Small<int, 4> *);
template float folded(int, const Small<float, 4> *, Small<float, 4> *);

struct Pairs {
  int First[4], Second[2];
};

void references(int N, int (&A)[64], int *&P, const int &Limit, int *(&&Q)) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int &X = A[I & 63], &&Y = int(Limit);
    X += Y + P[I];
    (I & 1 ? X : P[I + N]) = X > Limit ? P[I + 1] : Y;
    const int &W = P[2];
    X += W;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int *&Z = Q;
    const int *const &W = P;
    Z[I] = W[2];
  }
}

bool found(int N, const int *A, const int *B, int &At, double *Out) {
  bool Any = false;
#pragma twofold parallel for lastprivate(Any)
  for (int I = 0; I < N; ++I) {
    if (A[I] == 3) {
      if (B[I] > 2)
        break;
      auto Sign = [](int X) { return X < 0; };
      if (Sign(B[I]))
        return false;
      switch (B[I]) {
      case 1:
        if (A[I])
          return true;
        break;
      default:
        for (int K = 0; K < 3; ++K)
          if (A[K] == I)
            break;
      }
      break;
    }
    auto Leaves = [&](int K) { return K > I && A[K] < 0; };
    if (Leaves(I + 1)) {
      At = I;
      Any = true;
      for (int K = 0; K < 3; ++K)
        if (A[K] == I)
          break;
      return true;
    }
    Out[I] = 1;
  }
  return Any;
}

template <class T> struct Span {
  T *First, *Last;
  T *begin() const { return First; }
  T *end() const { return Last; }
};

int outside(int N, double *A, const double *B, Span<double> Of, int M) {
  double *P;
  long Wide;
#pragma twofold parallel for lastprivate(P)
  for (P = A; P != A + N; ++P)
    *P = 2;
  for (int K = 0; K < M; ++K) {
#pragma twofold parallel for lastprivate(Wide)
    for (Wide = N; Wide > K; Wide -= 2)
      A[Wide] = B[Wide - K];
  }
#pragma twofold parallel for
  for (double &X : Of)
    for (double Y : Span<const double>{B, B + M})
      X += Y;
#pragma twofold parallel for
  for (double X : {1.0, 2.0, 3.0})
    A[int(X)] = X;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    constexpr __int128 Large = 3;
    constexpr double Half = 0.5;
    static const int Fixed = 4;
    constexpr unsigned char Small = 250;
    for (int O : {1, Fixed, 5})
      A[I * 8 + O] = B[I + O] * Half + Small + double(Large);
    bool Some = B + I;
    A[I] += Some;
  }
  return int(P - A) + int(Wide);
}

void variable(int N, int M, double *A, Span<double> Of) {
  using Row = double[M];
  Row *Rows = reinterpret_cast<Row *>(A);
  auto &Same = Rows[2];
  auto Copied = Rows;
#pragma twofold parallel for
  for (double &X : Of)
    X = Rows[1][3] + Same[2] + Copied[0][1];
}

void checked(int N, int (&A)[64], const int *B, Small<int, 8> S, Pairs &P) {
#pragma twofold parallel for bounds
  for (int I = 0; I < N; ++I) {
    auto &[First, Second] = P;
    A[B[I]] = First[I & 3] + Second[B[I] & 1] + S[B[I]];
    int &X = A[B[I + 1]];
    X += __builtin_addressof(A[3])[I & 1];
  }
}

struct Link {
  Link *Next;
  int Value, *Led;
  static int Shared, Others[8];
};
int Link::Shared, Link::Others[8];
static int stepped(Link *L) { return ++L->Value; }

int sharing(int N, int *A, Link *First, Link &Same, int Total) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    First->Next->Next->Next->Next->Next->Next->Next->Value = I;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    First[I].Shared = I;
    First[I].Others[I & 7] = I;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    switch (int K = Same.Value += A[I]) {
    case 1:
      A[I] = K;
    }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (int K = A[I] ? 1 : Total++)
      A[I] = K;
    while (int K = A[I] - 1)
      A[I] = K;
    for (; int K = A[I] - 3;)
      A[I] -= K;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    *(1 + Same.Led) = stepped(&Same) + *Same.Led++;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Link Own = Same, *At = &Own;
    At->Value = I;
    Link *Far = I > 3 ? First : At->Next;
    Far->Led[2] = At->Value;
  }
  return Total;
}
