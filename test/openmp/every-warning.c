// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A directive that stays brings no warning of ours, whatever is asked for.
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -Weverything -Wno-unsafe-buffer-usage -Wno-declaration-after-statement -Wno-pre-c23-compat -Wno-missing-prototypes -fsyntax-only -Xclang -verify=quiet %s
// RUN: %clang %plugin -fplugin-arg-twofold-openmp -fopenmp -Rpass-missed=twofold -fsyntax-only -Xclang -verify=told %s
// quiet-no-diagnostics

void f(unsigned *q, unsigned *e) {
#pragma omp parallel for
  for (unsigned *p = q; p != e; p += 2) // told-remark {{OpenMP's 'parallel for' stays as it is: condition '!=' needs a step of 1 or -1}}
    *p ^= p[1];
}
