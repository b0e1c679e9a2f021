// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clauses that are spelled wrong, in ways that other tests do not come to.
// Nothing compiles: record.txt has what the plugin says of them.
void clauses(int N, int *A, float F) {
  int S = 0;
  double D = 0;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel fur
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for private(S, ), ,
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for private(
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for map(to : A) copy(A) linear(S : 2) ordered
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for privat(S) num_thread(3) gpu threads(3)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for bounds(3) deterministic(2) independent()
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for default(mine) default(none) default()
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for independent(N) independent(Array) atomics(3)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for device(gpu, cpu)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for schedule(dynamic, 0) schedule(guided)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for reduction(+)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for if ("text") num_threads(2) num_threads(3)
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for collapse
  for (int I = 0; I < N; ++I)
    A[I] = 1;
#pragma twofold parallel for
  A[0] = 2;
#pragma twofold parallel for
}
