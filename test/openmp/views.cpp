// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same rows in C++, where a constructor copies a view that is handed over.
// RUN: %openmp %s %t --kernels 3
// RUN: %clangxx -O1 -fopenmp %s -c -o %t.o %plugin -fplugin-arg-twofold-openmp -Rpass=twofold -Rpass-missed=twofold 2>&1 | %FileCheck %s
// CHECK-COUNT-6: stays as it is: iterations make views, as of rows
#include "views.c"
