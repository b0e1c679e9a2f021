// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors as exceptions: before the launch, inside, and in a nested call.
// RUN: %conform %s %t
#include <cstdio>
#ifdef WITH_PLUGIN
#include <twofold/error.hpp>
#endif

enum { N = 48 };

struct Witness {
  const char *name;
  ~Witness() { std::printf("left %s\n", name); }
};

template <typename Loop>
static void caught(const char *text, int line, bool before, Loop loop) {
#ifdef WITH_PLUGIN
  try {
    twofold::error_scope throwing;
    Witness witness = {"the scope"};
    loop();
    std::printf("nothing thrown\n");
  } catch (const twofold::bounds_error &e) {
    std::printf("%s[%lld] of %llu, line %u, before %d\n", e.array().c_str(),
                e.index(), e.count(), e.line(), e.before());
  }
#else
  { Witness witness = {"the scope"}; }
  std::printf("%s, line %d, before %d\n", text, line, before);
#endif
}

int main() {
  static int a[N], at[N];
  int n = N + 1;
  for (int i = 0; i < N; ++i)
    at[i] = i;
  caught("a[48] of 48", 42, true, [&] {
#pragma twofold parallel for bounds
    for (int i = 0; i < n; ++i)
      a[i] = 1;
  });
  at[30] = 50;
  caught("a[50] of 48", 49, false, [&] {
#pragma twofold parallel for bounds
    for (int i = 0; i < N; ++i)
      if (at[i] > 40)
        a[at[i]] = 2;
  });
#ifdef WITH_PLUGIN
  std::printf("%d\n", twofold_get_error_handler(nullptr) == nullptr);
#else
  std::printf("1\n");
#endif
}
