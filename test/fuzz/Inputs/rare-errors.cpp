// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in annotations that other tests do not come to. Nothing runs them:
// record.txt has what is said of them.
struct kept {
  ~kept();
  int a;
};
void clauses(int n, int m, int *a, kept (&k)[3], int (*v)[4]) {
  int w[n];
#pragma twofold parallel for firstprivate(i)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for firstprivate(k)
  for (int i = 0; i < n; ++i)
    a[i] = k[1].a++;
#pragma twofold parallel for firstprivate(w)
  for (int i = 0; i < n; ++i)
    a[i] = w[i & 3]++;
#pragma twofold parallel for if ()
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for if (parallel:)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for if (parallel : n > 3) num_threads(strict : 2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for if (k)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for if (k[0])
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for reduction(+)
  for (int i = 0; i < n; ++i)
    m += a[i];
#pragma twofold parallel for reduction(+ :)
  for (int i = 0; i < n; ++i)
    m += a[i];
#pragma twofold parallel for reduction( : m)
  for (int i = 0; i < n; ++i)
    m += a[i];
#pragma twofold parallel for reduction(m : +)
  for (int i = 0; i < n; ++i)
    m += a[i];
#pragma twofold parallel for reduction(+ : w[0 : n], v[1][0 : 2], a[ : 4],     \
                                       a[(n) : (m)])
  for (int i = 0; i < n; ++i)
    a[i & 3] += w[i];
#pragma twofold parallel for schedule()
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for schedule(monotonic:)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for schedule(static 3)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for schedule(static, )
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for schedule(monotonic, simd : dynamic, 2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for default(shared none)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for default(private)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for simd simd deterministic deterministic
  for (int i = 0; i < n; ++i)
    a[i] = 1;
#pragma twofold parallel for collapse(1) collapse(2)
  for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::shared]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::extent(a, n, n)]] for (int i = 0; i < n;
                                                           ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::num_threads]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::num_threads(1, 2)]] for (int i = 0; i < n;
                                                             ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::schedule(3)]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::schedule]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::device("some")]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for, twofold::collapse(1),
    twofold::collapse(1)]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for(3)]] for (int i = 0; i < n; ++i)
    a[i] = 1;
  [[twofold::parallel_for]] int other = 3;
  [[twofold::collapse(2)]] for (int i = 0; i < n; ++i)
    a[i] = 1;
}
[[twofold::parallel_for]] void notALoop();
