// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each class of the library that holds a function may lead to one that stores
// to what iterations share; an object of another class has its own operator.
// RUN: %clangxx %plugin -std=c++20 -fplugin-arg-twofold-no-opencl -fsyntax-only -Xclang -verify -Xclang -verify-ignore-unexpected=note %s

#define HOLDER(name)                                                           \
  template <class> struct name;                                                \
  template <class R, class... A> struct name<R(A...)> {                        \
    template <class F> name(F);                                                \
    R operator()(A...) const;                                                  \
  };
namespace std {
HOLDER(function)
HOLDER(move_only_function)
HOLDER(copyable_function)
HOLDER(other_function)
} // namespace std
HOLDER(function)

double shared[100];
void nothing(int) {}
void chained(int i) { shared[i] = shared[i - 1] + 1; }
void given(int n) {
  std::function<void(int)> step = nothing;
  step = chained;
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    step(i); // expected-warning {{'step' may lead to a function that stores to what other iterations use}}
}

template <class Holder> void held(int n, double *a, const double *b) {
  Holder step = [&](int i) { a[i] = a[i - 1] + b[i]; };
#pragma twofold parallel for
  for (int i = 1; i < n; ++i)
    step(i); // expected-warning 3 {{'step' may lead to a function that stores to what other iterations use}}
}
template void held<std::function<void(int)>>(int, double *, const double *);
template void held<std::move_only_function<void(int)>>(int, double *, const double *);
template void held<std::copyable_function<void(int)>>(int, double *, const double *);
template void held<std::other_function<void(int)>>(int, double *, const double *);
template void held<function<void(int)>>(int, double *, const double *);
