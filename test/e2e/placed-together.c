// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All steps of a sort or a scan run on one side, whichever the whole is for: steps
// with less work than the threshold go with the others, and so do those that would
// be tried on the other side.
// REQUIRES: pocl
// RUN: %clang -shared -fPIC -O1 -I%source_root/runtime %S/../faults/Inputs/FaultyCalls.c -o %t.layer.so
// RUN: %clang %include -O1 %s -o %t %runtime_flags
// RUN: env TWOFOLD_THRESHOLD=2000000 TWOFOLD_COHERENCE=eager OPENCL_LAYERS=%t.layer.so \
// RUN:   FAULT_PERSON=gpu POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable TWOFOLD_BUILD_TIMEOUT=3600 %t 2 | %FileCheck --check-prefix=DEVICE %s
// RUN: env TWOFOLD_BUILD=wait TWOFOLD_COHERENCE=lazy OPENCL_LAYERS=%t.layer.so FAULT_PERSON=gpu \
// RUN:   POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable %t 12 | %FileCheck --check-prefix=CHOICE %s
// DEVICE: sorts: 24 calls on a device, 0 on threads, 0 on both sides
// DEVICE-NEXT: scans: 4 calls on a device, 0 on threads, 0 on both sides
// CHOICE: sorts: {{.*}}, 0 on both sides
// CHOICE-NEXT: scans: {{.*}}, 0 on both sides
#include <stdio.h>
#include <stdlib.h>
#include <twofold/scan.h>
#include <twofold/sort.h>
#include <twofold/twofold.h>

enum { N = 1 << 20 };

struct placed {
  unsigned long long device, native, mixed;
};

static struct twofold_statistics now(void) {
  struct twofold_statistics all = {sizeof all};
  twofold_get_statistics(&all);
  return all;
}

static void count(struct placed *of, struct twofold_statistics before) {
  struct twofold_statistics after = now();
  unsigned long long device = after.calls_device - before.calls_device,
                     native = after.calls_native - before.calls_native;
  of->device += device;
  of->native += native;
  of->mixed += device && native;
}

static void show(const char *what, struct placed of) {
  printf("%s: %llu calls on a device, %llu on threads, %llu on both sides\n", what, of.device,
         of.native, of.mixed);
}

int main(int argc, char **argv) {
  int *x = twofold_alloc(N * sizeof *x), *y = twofold_alloc(N * sizeof *y);
  struct placed sorts = {0}, scans = {0};
  for (int k = 0; k < atoi(argv[1]); ++k) {
    for (long i = 0; i < N; ++i)
      x[i] = (int)((i + 1) * 2654435761u >> 3);
    struct twofold_statistics before = now();
    twofold_sort(TWOFOLD_INT32, TWOFOLD_SORT_UP, x, N);
    count(&sorts, before);
    before = now();
    twofold_inclusive_scan(TWOFOLD_INT32, TWOFOLD_BY_MAXIMUM, x, y, N, NULL);
    count(&scans, before);
    for (long i = 1; i < N; ++i)
      if (x[i] < x[i - 1] || y[i] != x[i])
        return puts("wrong"), 1;
  }
  show("sorts", sorts);
  show("scans", scans);
  twofold_free(x);
  twofold_free(y);
}
