// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reasons obey clang's own switches.
// RUN: %clang %plugin -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=WARNING
// RUN: %clang %plugin -w -c %s -o %t.o 2>&1 | count 0
// RUN: %clang %plugin -Wno-pass-failed -c %s -o %t.o 2>&1 | count 0
// RUN: %clang %plugin -Rpass-missed=twofold -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: not %clang %plugin -Werror=pass-failed -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: not %clang %plugin -Werror -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ERROR
// RUN: %clang %plugin -Rpass=twofold -w -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=PASSED
// RUN: %clang %plugin -fplugin-arg-twofold-no-opencl -c %s -o %t.o 2>&1 | count 0
// RUN: not %clang %plugin -fplugin-arg-twofold-nonsense -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=ARGUMENT
// RUN: touch %t.file && not %clang %plugin -w -fplugin-arg-twofold-dump=%t.file/x -c %s -o %t.o 2>&1 | %FileCheck %s --check-prefix=DUMP

int invisible(int);

void loops(int *a, int n) {
  // WARNING: groups.c:[[#@LINE+5]]:{{[0-9]+}}: warning: not offloaded: {{.*}}'invisible'{{.*}}[-Wpass-failed]
  // REMARK: groups.c:[[#@LINE+4]]:{{[0-9]+}}: remark: not offloaded: {{.*}}'invisible'{{.*}}[-Rpass-missed]
  // ERROR: groups.c:[[#@LINE+3]]:{{[0-9]+}}: error: not offloaded: {{.*}}'invisible'{{.*}}[-Werror,-Wpass-failed]
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = invisible(i);
  // PASSED: groups.c:[[#@LINE+2]]:{{[0-9]+}}: remark: offloaded: OpenCL kernel '{{.*}}' over 1 dimension [-Rpass]
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    a[i] = i;
}
// ARGUMENT: error: unknown argument '-fplugin-arg-twofold-nonsense'; use no-opencl, no-opencl-gpu, bounds, openmp, schedule=auto, schedule=none, schedule=interchange, schedule=jam, schedule=tile or dump=DIR
// DUMP: error: cannot write '{{.*}}': Not a directory
