// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in templates of a library, which the user sees no warnings about.
#pragma GCC system_header

namespace library {

template <class F> void inner(int *a, int n, F f) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = f(i);
}

template <class F> void outer(int *a, int n, F f) { inner(a, n, f); }

template <class F> struct Worker {
  F Work;
  void run(int *a, int n) {
    [&] { outer(a, n, Work); }();
  }
};

template <class T> void deferred(T *a, int n, T (*f)(int)) {
  auto loop = [=] {
#pragma twofold parallel for
    for (int i = 0; i < n; ++i)
      a[i] = f(i);
  };
  loop();
}

// Nobody's template.
inline void plain(int *a, int n, int (*f)(int)) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = f(i);
}

} // namespace library
