// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenCL driver without platforms that does what BAD_DRIVER says, when it is
// loaded (abort, exit, hang, fault, close: the program's output, alarm: a
// signal in some seconds) or when it is asked for platforms (late).
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *what) {
  const char *how = getenv("BAD_DRIVER");
  return how && !strcmp(how, what);
}

__attribute__((constructor)) static void load(void) {
  if (is("abort"))
    abort();
  if (is("exit"))
    exit(0);
  if (is("fault"))
    *(volatile int *)8 = 1;
  if (is("close"))
    close(1);
  if (is("alarm"))
    alarm(3);
  if (is("hang"))
    for (;;)
      pause();
}

static cl_int platforms(cl_uint room, cl_platform_id *to, cl_uint *count) {
  if (is("late"))
    abort();
  if (count)
    *count = 0;
  return -1001; /* CL_PLATFORM_NOT_FOUND_KHR */
}

static cl_int information(cl_platform_id platform, cl_platform_info what,
                          size_t room, void *to, size_t *size) {
  return CL_INVALID_PLATFORM;
}

void *clGetExtensionFunctionAddress(const char *name) {
  return !strcmp(name, "clIcdGetPlatformIDsKHR") ? (void *)platforms
         : !strcmp(name, "clGetPlatformInfo")    ? (void *)information
                                                 : NULL;
}
