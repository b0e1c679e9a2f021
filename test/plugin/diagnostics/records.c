// -fsave-optimization-record has the plugin's messages, whether or not they are
// shown, and what became of each loop; at all levels of optimisation. Without the
// flag nothing is written, and opt-viewer's fields are all there.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang %plugin -O2 -w -fsave-optimization-record -foptimization-record-file=%t/two.yaml -c %s -o %t/two.o
// RUN: FileCheck %s --input-file=%t/two.yaml
// RUN: %clang %plugin -O0 -w -fsave-optimization-record -foptimization-record-file=%t/none.yaml -c %s -o %t/none.o
// RUN: FileCheck %s --input-file=%t/none.yaml
// A filter by passes holds for the plugin's entries as for all others.
// RUN: %clang %plugin -O2 -w -fsave-optimization-record -foptimization-record-passes=twofold$ -foptimization-record-file=%t/told.yaml -c %s -o %t/told.o
// RUN: FileCheck %s --input-file=%t/told.yaml --check-prefix=TOLD
// TOLD-NOT: Pass: {{.*}}twofold-loop
// TOLD-NOT: Pass: {{.*}}inline
// TOLD: Name: {{ *}}Offloaded
// TOLD-NOT: Pass: {{.*}}twofold-loop
// TOLD-NOT: Pass: {{.*}}inline

void scale(int n, double *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] *= 2;
}
// CHECK:      --- !Passed
// CHECK-NEXT: Pass: {{ *}}twofold
// CHECK-NEXT: Name: {{ *}}Offloaded
// CHECK-NEXT: DebugLoc: {{ *}}{ File: '{{.*}}records.c',
// CHECK-NEXT: Line: [[#@LINE-7]], Column: 3 }
// CHECK-NEXT: Function: {{ *}}scale
// CHECK-NEXT: Args:
// CHECK-NEXT:   - String: {{ *}}'offloaded: OpenCL kernel ''scale_0'' over 1 dimension'
// CHECK-NEXT: ...
// CHECK:      - String: {{ *'?}}in the kernel an item runs one iteration of
// CHECK:      --- !Analysis
// CHECK-NEXT: Pass: {{ *}}twofold-loop
// CHECK-NEXT: Name: {{ *}}Loop
// CHECK:      Function: {{ *}}scale
// CHECK-NEXT: Args:
// CHECK-NEXT:   - Verdict: {{ *}}both variants
// CHECK-NEXT:   - Loop: {{ *}}scale_0
// CHECK-NEXT:   - End: {{ *}}'[[#@LINE-19]]'
// CHECK-NEXT:   - Variables: {{ *}}|
// CHECK-NEXT:       dimension i: 'int', from 0, up to n, by 1
// CHECK-NEXT:       value x: 'double *'
// CHECK:        - Ranges:
// CHECK:            update x: 8 at 8*i, always
// CHECK:        - Schedule:
// CHECK-NEXT:       threads share out the iterations of 'i', in one range each
// CHECK-NEXT:       in the kernel an item runs one iteration of 'i'
// CHECK:        - Native: {{ *}}|
// CHECK-NEXT:       static void twofold_native_scale_0(
// CHECK:        - Kernel: {{ *}}|
// CHECK:            __kernel void scale_0(

int last(int n, const int *x) {
  int k = 0;
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    k = k * 3 + x[i];
  return k;
}
// CHECK:      --- !Missed
// CHECK-NEXT: Pass: {{ *}}twofold
// CHECK-NEXT: Name: {{ *}}ReadBeforeAssigned
// CHECK:        - String: {{ *}}'{{.*}}''k'' is read before
// CHECK:        - Verdict: {{ *}}in order
// CHECK:        - Reason: {{ *}}'{{.*}}''k'' is read before
