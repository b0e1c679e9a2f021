// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic operations as C++'s library and GNU's builtins spell them, in each
// way. Nothing runs them: record.txt has what the plugin makes of them.
namespace std {
template <class T> T *__addressof(T &X) { return __builtin_addressof(X); }
template <class T> constexpr T *addressof(T &X) { return __addressof(X); }
} // namespace std
static inline void add(int *At, int By) { __atomic_fetch_add(At, By, 0); }
static inline int increment(int &At) { return __sync_fetch_and_add(&At, 1); }
static inline void both(long &At, const long &By) {
  __atomic_or_fetch(&At, By, __ATOMIC_RELAXED);
}

void updates(int N, const int *From, int *A, unsigned *B, long *C,
             unsigned long *D, int *E) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    __atomic_fetch_add(&A[From[I]], 1, __ATOMIC_RELAXED);
    __atomic_add_fetch(A + From[I], I, 5);
    __atomic_fetch_sub(&A[From[I + 1]], 2, 0);
    (void)__atomic_sub_fetch(&A[0], 1, 0);
    __sync_sub_and_fetch(&A[N], I);
    add(&A[From[I] + N], I);
    increment(A[2 * N]);
    __atomic_fetch_and(&B[From[I]], 7u, 0);
    __atomic_and_fetch(&B[1], 15u, 0);
    __sync_and_and_fetch(&B[N + 3], ~1u);
    __atomic_fetch_or(&D[From[I]], 4ul, 0);
    __atomic_or_fetch(&D[2], 1ul, 0);
    __sync_fetch_and_or(&D[N + 2], 1ul);
    __atomic_fetch_xor(&E[N], 3, 0);
    __atomic_xor_fetch(&E[N + 1], I, 0);
    __sync_xor_and_fetch(&E[From[I]], 5);
    both(C[From[I]], 3);
  }
}

void values(int N, const int *From, int *A, unsigned *B, long *C, int *Out) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    Out[I] = __atomic_fetch_add(&A[From[I]], 1, __ATOMIC_RELAXED);
    Out[I + N] = __atomic_add_fetch(&A[0], 2, 0);
    Out[I + 2 * N] = __atomic_fetch_min(&A[1], I, 0);
    Out[I + 3 * N] = __atomic_min_fetch(&A[2], I, 0);
    Out[I + 4 * N] = __atomic_fetch_max(&B[3], I, 0);
    Out[I + 5 * N] = __atomic_max_fetch(&B[4], I, 0);
    Out[I + 6 * N] = __atomic_and_fetch(&B[5], 6u, 0);
    Out[I + 7 * N] = __atomic_fetch_or(&C[From[I]], 6, 0);
    Out[I + 8 * N] = __atomic_sub_fetch(&C[N], 6, 0);
    Out[I + 9 * N] = __atomic_xor_fetch(&C[N], 6, 0);
    Out[I + 10 * N] = __sync_fetch_and_and(&A[N], 3);
    Out[I + 11 * N] = __sync_or_and_fetch(&A[N], 3);
    Out[I + 12 * N] = __sync_bool_compare_and_swap(&A[N + 1], 3, I);
    Out[I + 13 * N] = __sync_val_compare_and_swap(&A[N + 2], I, 3);
    Out[I + 14 * N] = __sync_lock_test_and_set(&A[N + 3], I);
    Out[I + 15 * N] = increment(A[From[I]]);
  }
}

void moved(int N, int *A, const int *B, float *F, double *D, int *Out) {
  int Shared = 0, *P = A + N;
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    int Own = I, Old;
    __atomic_load(&A[B[I]], &Old, __ATOMIC_RELAXED);
    __atomic_store(&A[B[I]], &Own, __ATOMIC_RELAXED);
    __atomic_exchange(&A[B[I] + N], &Own, &Old, __ATOMIC_RELAXED);
    Out[I] = Old + __atomic_load_n(&A[0], __ATOMIC_RELAXED);
    __atomic_store_n(P, I, __ATOMIC_RELAXED);
    Out[I] += __atomic_exchange_n(std::__addressof(A[1]), Own, 0);
    while (!__atomic_compare_exchange_n(&A[2], &Old, Old + 1, true, 0, 0))
      ;
    int Next = Old * 2;
    if (__atomic_compare_exchange(&A[3], &Old, &Next, false, 0, 0))
      Out[I + N] = Next;
    float Rest = F[I], Was;
    __atomic_load(&F[N], &Was, 0);
    __atomic_store(&F[N], std::addressof(Rest), 0);
    D[I] = Was;
    __atomic_fetch_add(&Shared, 1, 0);
  }
  Out[0] = Shared;
}

void annotated(int N, const int *From, int *A, long *C) {
#pragma twofold parallel for
  for (int I = 0; I < N; ++I) {
    __atomic_fetch_add(&A[From[I]], 1, __ATOMIC_RELAXED);
    both(C[From[I]], 3);
  }
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I + N] = __atomic_fetch_sub(&A[From[I]], 1, __ATOMIC_RELAXED);
}

void directives(int N, const int *From, int *A, unsigned *B, long *C, double *D,
                float *F, int *Out) {
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    A[From[I]]++;
#pragma omp atomic update
    A[From[I]] += I;
#pragma omp atomic update relaxed
    A[0] = 3 + A[0];
#pragma omp atomic
    B[From[I]] ^= 5u;
#pragma omp atomic
    B[1] = B[1] ^ I;
#pragma omp atomic seq_cst
    C[From[I]] |= 3;
#pragma omp atomic
    D[From[I]] += 2.5;
#pragma omp atomic
    D[0] -= I;
#pragma omp atomic
    F[From[I]] = F[From[I]] + 2;
  }
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic
    D[From[I]] *= 2;
#pragma omp atomic
    A[From[I]] &= 6;
  }
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
#pragma omp atomic
    F[From[I]] /= 3;
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
#pragma omp atomic
    B[From[I]] = 7 - B[From[I]];
#pragma omp parallel for
  for (int I = 0; I < N; ++I)
#pragma omp atomic
    C[From[I]] <<= 1;
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    int Old, New;
    unsigned Seen;
    long Wide;
    double Real;
#pragma omp atomic capture
    Old = A[From[I]]++;
#pragma omp atomic capture
    New = --A[From[I]];
#pragma omp atomic capture
    Seen = B[From[I]] ^= I;
#pragma omp atomic capture
    {
      Wide = C[From[I]];
      C[From[I]] |= I;
    }
#pragma omp atomic capture
    {
      D[From[I]] += 2;
      Real = D[From[I]];
    }
    Out[I] = Old + New + int(Seen) + int(Wide) + int(Real);
  }
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
    int Old;
#pragma omp atomic read
    Old = A[From[I]];
#pragma omp atomic write
    A[From[I] + N] = Old + I;
#pragma omp atomic capture
    {
      Old = B[I];
      B[I] = I;
    }
    Out[I] = Old;
  }
#pragma omp parallel for
  for (int I = 0; I < N; ++I) {
#pragma omp atomic compare
    A[0] = A[0] < I ? I : A[0];
#pragma omp atomic compare
    if (B[0] > From[I]) {
      B[0] = From[I];
    }
#pragma omp atomic compare
    if (C[0] == I) {
      C[0] = From[I];
    }
    int Old;
#pragma omp atomic compare capture
    {
      Old = A[1];
      if (A[1] == I) {
        A[1] = 3;
      }
    }
    Out[I] = Old;
  }
}
