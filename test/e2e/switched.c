// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where loops run is said by a program as it runs, and by whoever starts it, by a device's name.
// REQUIRES: pocl
// RUN: %clang -O1 -Wall -Werror %plugin %include %s -o %t %runtime_flags -pthread
// RUN: env TWOFOLD_INFO=1 %t 2>&1 | %FileCheck %s
// CHECK: at first: no device
// CHECK: off: no device
// CHECK: cpu: each call
// CHECK: off again: no device
// CHECK: cpu again: each call
// CHECK: auto: no device
// CHECK: by several threads: right
// CHECK-NEXT: told: {{.*}}switched.c:{{[0-9]+}}: step: 221 calls{{.*}}
// CHECK-NEXT: as long as it is: 1, of another loop: 0
// CHECK: step: 221 calls {{.*}} on the CPU because the program has switched offloading off

// Short calls that did not come to the runtime any more come again.
// RUN: %t | grep -c 'each call' | %FileCheck %s --check-prefix=TWICE
// TWICE: {{^}}2{{$}}

// Off is obeyed whatever the environment says; of the rest the environment wins.
// RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_OFFLOAD=mandatory %t | %FileCheck %s --check-prefix=ENVIRONMENT
// ENVIRONMENT: at first: each call
// ENVIRONMENT-NEXT: off: no device
// ENVIRONMENT: auto: each call
// RUN: env TWOFOLD_DEVICE=native %t | not grep 'each call'
// RUN: env TWOFOLD_OFFLOAD=disabled %t | not grep 'each call'

// RUN: env TWOFOLD_DEVICE=PORTABLE %t | %FileCheck %s --check-prefix=ENVIRONMENT
// RUN: env TWOFOLD_DEVICE=portable.0 %t | %FileCheck %s --check-prefix=ENVIRONMENT
// RUN: sh -c 'TWOFOLD_DEVICE="$(%t name)" %t' | %FileCheck %s --check-prefix=ENVIRONMENT
// RUN: env TWOFOLD_DEVICE=portable.7 %t 2>&1 | %FileCheck %s --check-prefix=ABSENT
// ABSENT: TWOFOLD_DEVICE asks for a device that is not there: OpenCL device whose name or platform holds 'portable' number 7
// ABSENT-NOT: each call
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <twofold/twofold.h>

static void step(int n, unsigned long *x) {
#pragma twofold parallel for
  for (int i = 0; i < n; ++i)
    x[i] = 3 * x[i] + (unsigned long)i;
}

enum { n = 500, calls = 20 };

static void phase(const char *name) {
  struct twofold_statistics before = {sizeof before}, after = before;
  static unsigned long x[n], expected[n];
  twofold_get_statistics(&before);
  for (int call = 0; call < calls; ++call)
    step(n, x);
  twofold_get_statistics(&after);
  for (int call = 0; call < calls; ++call)
    for (int i = 0; i < n; ++i)
      expected[i] = 3 * expected[i] + (unsigned long)i;
  for (int i = 0; i < n; ++i)
    if (x[i] != expected[i])
      printf("wrong: %d\n", i);
  const unsigned long long there = after.calls_device - before.calls_device;
  printf("%s: %s\n", name, there == 0 ? "no device" : there == calls ? "each call" : "some calls");
}

static void *work(void *wrong) {
  static _Thread_local unsigned long x[n];
  for (int round = 0; round < 50; ++round) {
    for (int i = 0; i < n; ++i)
      x[i] = (unsigned long)round;
    step(n, x);
    for (int i = 0; i < n; ++i)
      if (x[i] != (unsigned long)(3 * round + i))
        *(int *)wrong = 1;
  }
  return 0;
}

int main(int count, char **arguments) {
  if (count > 1)
    return twofold_device_count() < 1 || puts(twofold_device_name(0)) < 0;
  setvbuf(stdout, 0, _IOLBF, 0);
  phase("at first");
  if (twofold_set_offload(TWOFOLD_OFFLOAD_OFF) != TWOFOLD_OFFLOAD_AUTO)
    puts("wrong: what held before");
  phase("off");
  if (twofold_set_offload(17) != -1 || twofold_set_offload(-1) != -1)
    puts("wrong: no such thing");
  if (twofold_set_offload(TWOFOLD_OFFLOAD_CPU) != TWOFOLD_OFFLOAD_OFF)
    puts("wrong: what held before that");
  phase("cpu");
  const int before = twofold_set_offload(TWOFOLD_OFFLOAD_OFF);
  phase("off again");
  twofold_set_offload(before);
  phase("cpu again");
  twofold_set_offload(TWOFOLD_OFFLOAD_AUTO);
  phase("auto");

  static unsigned long last[n];
  pthread_t threads[2];
  int wrong[2] = {0, 0};
  for (int t = 0; t < 2; ++t)
    pthread_create(&threads[t], 0, work, &wrong[t]);
  for (int round = 0; round < 1000; ++round)
    twofold_set_offload(round % 2 ? TWOFOLD_OFFLOAD_CPU : TWOFOLD_OFFLOAD_OFF);
  for (int t = 0; t < 2; ++t)
    pthread_join(threads[t], 0);
  printf("by several threads: %s\n", wrong[0] || wrong[1] ? "wrong" : "right");
  twofold_set_offload(TWOFOLD_OFFLOAD_OFF);
  step(n, last);

  static char text[10000];
  const size_t length = twofold_explain(0, text, sizeof text);
  const int whole = length == twofold_explain(0, 0, 0) && length == strlen(text);
  text[strcspn(text, "\n")] = 0;
  printf("told: %s\n", text);
  printf("as long as it is: %d, of another loop: %zu\n", whole, twofold_explain("other.c:1", text, sizeof text));
}
