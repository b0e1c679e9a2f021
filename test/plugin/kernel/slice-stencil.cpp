// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slices in rows of the same strides share an index made of the loop's
// variables alone, so that an item may run several neighbours.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx -std=c++17 %include %plugin -fplugin-arg-twofold-dump=%t.dir -fsyntax-only %s
// RUN: cat %t.dir/*eachAlike_*.cl | %FileCheck %s
#include <twofold/twofold.hpp>

void smooth(twofold::slice<float, 2> to, twofold::slice<float, 2> from) {
  // CHECK: item_width
  // CHECK: loaded[lane] = {{.*}}_Data[I * Step + J];
  // CHECK-NEXT: loaded_2[lane] = {{.*}}_Data[I * Step + J];
  to.sub({{{1, 6}, {1, 8}}}) =
      from.sub({{{0, 6}, {1, 8}}}) + from.sub({{{2, 6}, {1, 8}}});
}
