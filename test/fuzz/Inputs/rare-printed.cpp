// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initialisers, places and parts of objects in C++, one kind for each loop.
// Nothing runs them: record.txt has what the plugin makes of them.
namespace std {
template <class T> T &&forward(T &X) { return static_cast<T &&>(X); }
} // namespace std
struct Empty {};
struct Pair {
  int First = 1, Second;
};
struct Apart : Empty, Pair {
  double By[3];
  union {
    float F;
    int K;
    struct {
      short Low, High;
    };
  };
  static constexpr int Most = 7;
  static constexpr double Table[3] = {1, 2, 3};
  static int Changed;
};
struct Made {
  int Of;
  Made(int Of = 3) : Of(Of * 2) {}
};
struct Held : Pair, Made {
  Made Several[2];
  Held(int I) : Pair{I, 2}, Made(I) {}
};
static int Counts[4];
static const int Fixed[2][2] = {{1, 2}, {3, 4}};
static int counted(int I) { return Counts[I & 3]++; }
static int table(int I) { return Fixed[I & 1][1] + Apart::Table[I % 3]; }

void initialised(int N, Apart *Out, const int *A, double *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int X{A[I]}, Y = {}, Z(3);
    double D{2};
    const bool T{I > 3};
    B[I] = X + Y + Z + D + T;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Apart One{}, Two = {{}, {A[I], 2}, {1, 2}, {2.5f}};
    One.K = A[I];
    One.High = 4;
    Out[I] = I & 1 ? One : Two;
    Out[I].By[1] = One.Low + Two.F + Apart::Most + One.Most + One.Table[I % 3];
    Out[I] = Apart{};
    Out[I].Second = Pair{3, A[I]}.Second + Pair{}.First;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Made Alike[4], Each[2][2] = {{Made(1)}, {2, A[I]}};
    Pair Pairs[3] = {{1}, {2, 3}};
    Held Own(A[I]), Other = Own;
    int Grid[2][3] = {{1, A[I]}}, Zeros[5] = {};
    Grid[1][2] += Alike[I & 3].Of + Each[1][1].Of + Pairs[2].First;
    B[I] = Own.Several[1].Of + Other.Second + Zeros[I % 5] + Grid[I & 1][2];
    Own = Held(3);
    Own.Several[0] = Made{4};
    B[I + N] = Own.Of;
  }
}

void placed(int N, Apart *Out, Held *H, int *A, int *B) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int X = A[I], Y = 2;
    (X = 3) += Y;
    (++X) *= 2;
    (Y, X) -= 1;
    int *P = &(X += 4), *Q = &(Y, X), *R = &++Y, *S = &(I & 1 ? X : Y);
    *P += *Q + *R + *S;
    std::forward<int &>(X) = *P + std::forward<int>(Y);
    A[I] = X + Y;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    Pair &In = Out[I], *At = &Out[I];
    Made &Own = H[I], *Of = &H[I];
    static_cast<Apart &>(In).By[0] = static_cast<Apart *>(At)->By[1];
    static_cast<Held &>(Own).First = static_cast<Held *>(Of)->Second;
    static_cast<Made &>(H[I]).Of = static_cast<Empty *>(&Out[I]) ? 1 : 2;
    At->First = Own.Of + reinterpret_cast<const int &>(In.Second);
    (&Out[I])->Second = (*Of).Of;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = table(I) + Fixed[I & 1][0];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = counted(I);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = Out[I].Changed + Apart::Changed;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    constexpr int Pair::*Member = &Pair::Second;
    A[I] = Out[I].*Member + (&Out[I])->*(&Pair::First);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto [First, Second] = static_cast<const Pair &>(Out[I]);
    const auto &[X, Y] = Fixed[I & 1];
    A[I] = First + Second + X + Y;
  }
}

void around(int N, int *A, double *B, int M) {
  Apart One{};
  Pair Two{3, 4}, Three[4] = {};
  struct {
    int *Led;
    double *Of[2];
    int Count;
  } Views = {A, {B, B + N}, M};
  struct Node {
    Node *Next;
    int Value;
  } Last = {nullptr, 2}, First = {&Last, 1};
  auto Same = Views;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Views.Led[I] =
        One.By[I % 3] + Two.First + Three[I & 3].Second + Views.Count;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto Own = Views;
    if (I & 1)
      Own.Of[0] = Same.Of[1];
    Own.Of[0][I] = Own.Led[I] + First.Next->Value;
    const auto &Alike = Same;
    Own = Alike;
    Own.Of[1][I] += decltype(Own){}.Count;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    const Pair *At = &Two, *In = Three + (I & 3);
    double *P = M > 3 ? Views.Of[0] : Views.Of[1];
    P[I] = At->Second + In->First + (&Three[1])->Second;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int Own[8] = {}, *At = Own + 2, (*Whole)[8] = &Own;
    auto Keeps = [&] { return Own[1]; };
    auto *Far = reinterpret_cast<char *>(Own);
    At[1] = (*Whole)[3] + Keeps() + Far[2] + int(At - Own) + (At == Own);
    A[I] = *At++ + sizeof Own + *(2 + Own);
  }
}
int Apart::Changed;
