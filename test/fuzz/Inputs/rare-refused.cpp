// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels have not, one loop for each. Nothing runs them: record.txt has
// what the plugin says of them.
typedef __builtin_va_list Arguments;
thread_local int Own;
int Global, Globals[4];
static int usesGlobal(int I) { return Global + Globals[I & 3]; }
static int *leads(int I) { return &Globals[I & 3]; }
static int several(int N, ...) {
  Arguments List;
  __builtin_va_start(List, N);
  int First = __builtin_va_arg(List, int);
  __builtin_va_end(List);
  return First;
}
static int again(int N) { return N > 1 ? again(N - 1) + again(N - 2) : 1; }
struct Deep {
  virtual int value() const { return 1; }
  int Of;
  static int Shared;
  static constexpr int Table[3] = {1, 2, 3};
};
struct Odd {
  char Letter;
  int Number : 5;
  long double Long;
};
struct __attribute__((packed)) Packed {
  char Letter;
  double Number;
};
int operator""_times(unsigned long long X) { return int(X); }
int unseen(int);

void refused(int N, int *A, Deep *D, Odd *O, Packed *P, long double *L,
             __int128 *W, int (*F)(int), _Atomic(int) *At, volatile int *V,
             char *Text, int Deep::*Member, int (Deep::*Method)() const) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = Own;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = usesGlobal(I);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = *leads(I) + Deep::Shared + Deep::Table[I % 3];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = several(1, I);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = again(I & 3);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = D[I].value();
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    O[I].Number = O[I].Letter;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    P[I].Number = P[I].Letter;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    L[I] = A[I];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    W[I] += A[I];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = F(I);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = F == usesGlobal;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = At[I];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    V[I] = A[I];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    Text[I] = "letters"[I & 7];
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = D[I].*Member;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = (D[I].*Method)();
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    try {
      A[I] = unseen(I);
    } catch (int X) {
      A[I] = X;
    }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    if (A[I] < 0)
      throw I;
    A[I] = 1;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    int *New = new int[4];
    A[I] = New[0];
    delete[] New;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
  again:
    if (A[I]++ < 4)
      goto again;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    static int Calls;
    A[I] = ++Calls;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    asm volatile("nop");
    A[I] = 2;
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = dynamic_cast<Deep *>(&D[I]) ? 1 : int(sizeof(D[I])) + 3_times;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = ({
             int X = A[I] + 1;
             X *X;
           }) +
           [](int X) { return X; }(I);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    auto *Lambda = +[](int X) { return X + 1; };
    A[I] = Lambda(I);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = int(reinterpret_cast<unsigned long>(A + I) & 7);
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = A + I < A + N && A != nullptr && &A[I] - A > 2;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = *static_cast<int *>(__builtin_alloca(4)) + __builtin_strlen(Text);
}
