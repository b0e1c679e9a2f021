// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where clang has found an error, classes and functions may lack what loops take
// for granted: nothing is said of these, and nothing ends the compiler.
// RUN: not %clangxx %plugin %include -std=c++20 -fsyntax-only %s 2>&1 | %FileCheck %s
// RUN: not %clangxx %plugin %include -std=c++20 -fsyntax-only %S/../../conformance/elements/referred-members.cpp 2>&1 | %FileCheck --check-prefix=HEADER %s
// CHECK: error: unknown type name 'Unknown'
// CHECK-NOT: {{warning|error|remark}}:
// CHECK: 1 error generated
// HEADER: fatal error: 'show.h' file not found
struct Part {
  Unknown value;
};
void f(int *a, Part p) {
#pragma twofold parallel for
  for (int i = 1; i < 100; ++i)
    a[i] = a[i - 1];
}
