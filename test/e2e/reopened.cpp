// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library is closed, and another one opened that has a loop of its own where
// the first had one: what is known of the one loop says nothing of the other.
// REQUIRES: pocl
// RUN: %clangxx -O1 -w %s -o %t.program
// RUN: %clangxx -O1 -w -DSTATEMENT="a[i] = a[i] * 3 + 1" -shared -fPIC %plugin %include %s -o %t.one.so %runtime_flags
// RUN: %clangxx -O1 -w -DSTATEMENT="a[i] = a[i] * 5 + 2" -shared -fPIC %plugin %include %s -o %t.two.so %runtime_flags
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_BUILD=wait %t.program %t.one.so %t.two.so %t.one.so 2>&1 | %FileCheck %s
// RUN: env TWOFOLD_DEVICE=native TWOFOLD_INLINE_OPS=0 %t.program %t.one.so %t.two.so %t.one.so 2>&1 | %FileCheck %s
// CHECK: 13 where it was
// CHECK-NEXT: 62 where it was
// CHECK-NEXT: 13 where it was
//
#ifdef STATEMENT

extern "C" void step(int *a, long n) {
#pragma twofold parallel for
  for (long i = 0; i < n; ++i)
    STATEMENT;
}

#else

#include <cstdio>
#include <dlfcn.h>
#include <link.h>

int main(int count, char **names) {
  static int a[1 << 16];
  ElfW(Addr) first = 0;
  for (int at = 1; at < count; ++at) {
    void *library = dlopen(names[at], RTLD_NOW);
    if (!library)
      return std::puts(dlerror());
    const ElfW(Addr) begin = static_cast<link_map *>(library)->l_addr;
    if (at == 1)
      first = begin;
    for (int &each : a)
      each = 0;
    auto *step = (void (*)(int *, long))dlsym(library, "step");
    for (int times = 0; times < 3; ++times)
      step(a, 1 << 16);
    std::printf("%d %s\n", a[77],
                begin == first ? "where it was" : "elsewhere");
    dlclose(library);
  }
}

#endif
