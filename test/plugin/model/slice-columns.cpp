// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Large matrices of slices are walked through in whole blocks of rows: without
// conditions, so that what is written is known and may stay on a device.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %clangxx -std=c++17 %include %plugin -fplugin-arg-twofold-dump=%t.dir -fsyntax-only %s
// RUN: cat %t.dir/*eachInBlocks_*.access.txt | %FileCheck %s --implicit-check-not=interval
#include <twofold/twofold.hpp>

void copy(twofold::slice<float, 2> to, twofold::slice<float, 2> from) {
  // CHECK-DAG: axis axis2: [0, 7] step 1 in body
  // CHECK-DAG: write To_Data: 4 at 32*To_Where_Stride*B + {{.*}}, always
  // CHECK-DAG: axis axis2: [0, 0] step 1 in body
  // CHECK-DAG: write To_Data: 4 at 4*To_Where_Stride*B + {{.*}}, always
  to = from.transpose();
}
