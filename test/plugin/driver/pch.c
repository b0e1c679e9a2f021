// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers: made and used with the plugin, in C and C++.
// RUN: %clang %plugin -O1 -x c-header %S/Inputs/loops.h -o %t.pch
// RUN: %clang %plugin -O1 -include-pch %t.pch %s -o %t %runtime_flags
// RUN: env TWOFOLD_INLINE_OPS=0 %t | %FileCheck %s
// RUN: %clangxx %plugin -O1 -x c++-header %S/Inputs/loops.h -o %t.cpp.pch
// RUN: %clangxx %plugin -O1 -include-pch %t.cpp.pch -x c++ %s -o %t.cpp %runtime_flags
// RUN: env TWOFOLD_INLINE_OPS=0 %t.cpp | %FileCheck %s
// The same without, as a control.
// RUN: %clang %plugin -O1 -include %S/Inputs/loops.h %s -o %t.plain %runtime_flags
// RUN: %t.plain | %FileCheck %s
// A header that defines functions for other units.
// RUN: %clang %plugin -O1 -DWHOLE -x c-header %s -o %t.whole.pch
// RUN: %clang %plugin -O1 -DWHOLE -include-pch %t.whole.pch -x c /dev/null -o %t.whole %runtime_flags
// RUN: env TWOFOLD_INLINE_OPS=0 %t.whole | %FileCheck %s
// RUN: %llvm_tools/llvm-nm %t.whole | %FileCheck --check-prefix=SITES %s
// SITES-COUNT-3: twofold_site_
#ifdef WHOLE
#include "Inputs/loops.h"
#endif
// CHECK: header 14850, own 9900
int main(void) {
  int a[100];
  fill(a, 100, 3);
  int sum = total(a, 100);
#pragma twofold parallel for
  for (int i = 0; i < 100; ++i)
    a[i] = 2 * i;
  printf("header %d, own %d\n", sum, total(a, 100));
  return 0;
}
