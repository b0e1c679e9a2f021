/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is said of a program's kernel that cannot be used. Nothing has been done then.
   REQUIRES: pocl
   RUN: %clang -std=c89 -pedantic -Wall -Werror -Wno-long-long %include %s -o %t %runtime_flags
   RUN: env TWOFOLD_DEVICE=cpu TWOFOLD_CACHE=off %t 2>&1 | %FileCheck %s --check-prefixes=CHECK,CPU
   RUN: env TWOFOLD_OFFLOAD=disabled %t 2>&1 | %FileCheck %s --check-prefixes=CHECK,NONE
*/
#include <stdio.h>
#include <sys/wait.h>
#include <twofold/kernel.h>
#include <unistd.h>

static const char add[] = "kernel void add(global int *x, global const int *y,\n"
                          "                int n, local float *room) {\n"
                          "  x[get_global_id(0)] += y[get_global_id(0)] + n;\n"
                          "}\n"
                          "kernel void nothing(void) {}\n";
static const char bad[] = "kernel void wrong(global int *x) {\n"
                          "  x[get_global_id(0)] = y;\n"
                          "}\n"
                          "kernel void image(float a,\n"
                          "                  read_only image2d_t x) {}\n"
                          "kernel void rows(global int **x) {}\n"
                          "kernel void private_memory(int *x) {}\n";

static int x[64], y[64];

static void put(struct twofold_kernel_argument *to, unsigned kind, const void *pointer,
                unsigned long bytes) {
  to->kind = kind;
  to->reserved = 0;
  to->pointer = pointer;
  to->bytes = bytes;
}

static void natively(void *const *args, uint64_t first, uint64_t end) {
  int *to = (int *)args[0];
  for (; first < end; ++first)
    to[first] = 7;
}

static struct twofold_kernel_text *find(const char *name, const char *in) {
  struct twofold_kernel_text *found = twofold_kernel_from(name, in, 0, "a.c", 5);
  if (!found)
    printf("%s\n", twofold_kernel_error());
  return found;
}

static void run(const char *name, unsigned count, const struct twofold_kernel_argument *args,
                uint64_t items, uint64_t group) {
  int result = twofold_kernel_run(find(name, name[0] == 'w' ? bad : add), 1, &items, group ? &group : 0, args, count);
  printf("%d %s\n", result, twofold_kernel_error());
}

int main(void) {
  struct twofold_kernel_argument a[4];
  struct twofold_kernel_text *with;
  uint64_t items = 64;
  int n = 3, child, i;
  fflush(stdout);
  setvbuf(stdout, 0, _IONBF, 0);
  find("image", bad);
  /* CHECK: a.c:5: kernel 'image': line 5: parameter 2, 'x', is an image2d_t, which cannot be passed
   */
  /* The place is that of the parameter's line in the text. */
  find("rows", bad);
  /* CHECK: a.c:5: kernel 'rows': line 6: parameter 1, 'x', points to pointers
   */
  find("private_memory", bad);
  /* CHECK: a.c:5: kernel 'private_memory': line 7: parameter 1, 'x', points to private memory
   */
  find("missing", bad);
  /* CHECK: a.c:5: kernel 'missing': its text has no definition 'kernel void missing(...) {' outside of macros
   */

  put(&a[0], TWOFOLD_KERNEL_INOUT, x, sizeof x);
  put(&a[1], TWOFOLD_KERNEL_IN, y, sizeof y);
  put(&a[2], TWOFOLD_KERNEL_VALUE, &n, sizeof n);
  put(&a[3], TWOFOLD_KERNEL_LOCAL, 0, 64);
  run("add", 3, a, 64, 0);
  /* CHECK: 1 a.c:5: kernel 'add': it has 4 parameters, but 3 are given
   */
  run("add", 4, a, 64, 12);
  /* CHECK: 1 a.c:5: kernel 'add': groups of 12 items do not divide the 64 of dimension 0
   */
  a[0].kind = TWOFOLD_KERNEL_IN;
  run("add", 4, a, 64, 0);
  /* CHECK: 1 a.c:5: kernel 'add': parameter 1, 'x', is given as an input, but the kernel may write there
   */
  a[0].kind = TWOFOLD_KERNEL_INOUT;
  a[1].kind = TWOFOLD_KERNEL_OUT;
  run("add", 4, a, 64, 0);
  /* CHECK: 1 a.c:5: kernel 'add': parameter 2, 'y', points to what is constant, but is given as an output
   */
  put(&a[1], TWOFOLD_KERNEL_IN, 0, 8);
  run("add", 4, a, 64, 0);
  /* CHECK: 1 a.c:5: kernel 'add': parameter 2, 'y', is given null
   */
  put(&a[1], TWOFOLD_KERNEL_IN, y, sizeof y);
  a[2].bytes = 8;
  run("add", 4, a, 64, 0);
  /* CHECK: 1 a.c:5: kernel 'add': parameter 3, 'n', has the type int of 4 bytes, but a value of 8 is given
   */
  a[2].bytes = sizeof n;
  a[3].kind = TWOFOLD_KERNEL_VALUE;
  run("add", 4, a, 64, 0);
  /* CHECK: 1 a.c:5: kernel 'add': parameter 4, 'room', points to local memory
   */
  a[3].kind = TWOFOLD_KERNEL_LOCAL;

  for (i = 0; i < 64; ++i)
    x[i] = y[i] = i;
  run("add", 4, a, 64, 16);
  /* CPU: {{^}}0 {{$}}
   */
  /* NONE: 2 a.c:5: kernel 'add': no device has run it, and it has no native function: of TWOFOLD_OFFLOAD=disabled
   */
  printf("%d\n", x[63]);
  /* CPU: {{^}}129{{$}}
   */
  /* NONE: {{^}}63{{$}}
   */
  run("nothing", 0, 0, 1, 0);
  /* CPU: {{^}}0 {{$}}
   */
  run("wrong", 1, a, 64, 0);
  /* CPU: 2 a.c:5: kernel 'wrong': no device has run it, and it has no native function: {{.*}}clBuildProgram
   */
  /* The driver's own words, with the place in the text. */
  /* CPU: error: wrong:2:25: use of undeclared identifier 'y'
   */
  if ((child = fork()) == 0) {
    run("add", 4, a, 64, 16);
    _exit(0);
  }
  waitpid(child, 0, 0);
  /* CPU: 2 a.c:5: kernel 'add': no device has run it, and it has no native function: a forked process uses no device
   */

  /* Threads run what does not compile, where they can; the log is told. */
  with = twofold_kernel_from("wrong", bad, natively, 0, 0);
  printf("%d\n", twofold_kernel_run(with, 1, &items, 0, a, 1));
  /* CPU: kernel:0: no kernel for {{.*}}; threads run it instead
   */
  /* CPU: error: wrong:2:25: use of undeclared identifier 'y'
   */
  /* CHECK: {{^}}0{{$}}
   */
  printf("%d\n", x[63]);
  /* CHECK: {{^}}7{{$}}
   */
  return 0;
}
