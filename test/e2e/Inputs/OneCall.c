// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenCL layer (OPENCL_LAYERS) under which one call fails: the FAIL_N-th of
// FAIL_FN.
//   FAIL_CODE    what it returns; CL_OUT_OF_RESOURCES
//   FAIL_STICKY  so do all after it
//   FAIL_DO      what was asked is done all the same
// At the end CALLS_FILE gets the number of calls of each function, of failures,
// and of objects that the program has got and not given back, each by its name.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALL(X)                                                                 \
  X(clGetPlatformInfo)                                                         \
  X(clGetDeviceIDs)                                                            \
  X(clGetDeviceInfo)                                                           \
  X(clCreateContext)                                                           \
  X(clReleaseContext)                                                          \
  X(clCreateCommandQueue)                                                      \
  X(clRetainCommandQueue)                                                      \
  X(clReleaseCommandQueue)                                                     \
  X(clCreateBuffer)                                                            \
  X(clReleaseMemObject)                                                        \
  X(clCreateProgramWithSource)                                                 \
  X(clCreateProgramWithBinary)                                                 \
  X(clBuildProgram)                                                            \
  X(clGetProgramInfo)                                                          \
  X(clGetProgramBuildInfo)                                                     \
  X(clReleaseProgram)                                                          \
  X(clCreateKernel)                                                            \
  X(clGetKernelWorkGroupInfo)                                                  \
  X(clSetKernelArg)                                                            \
  X(clReleaseKernel)                                                           \
  X(clEnqueueNDRangeKernel)                                                    \
  X(clEnqueueReadBuffer)                                                       \
  X(clEnqueueWriteBuffer)                                                      \
  X(clEnqueueCopyBuffer)                                                       \
  X(clEnqueueCopyBufferRect)                                                   \
  X(clEnqueueMarkerWithWaitList)                                               \
  X(clEnqueueMapBuffer)                                                        \
  X(clEnqueueUnmapMemObject)                                                   \
  X(clFlush)                                                                   \
  X(clFinish)                                                                  \
  X(clWaitForEvents)                                                           \
  X(clGetEventInfo)                                                            \
  X(clRetainEvent)                                                             \
  X(clReleaseEvent)                                                            \
  X(clSetEventCallback)

enum {
#define NUMBER(NAME) call_##NAME,
  ALL(NUMBER) FUNCTIONS
};
static struct _cl_icd_dispatch ours;
static const struct _cl_icd_dispatch *real;
static const char *chosen;
static long number, code = CL_OUT_OF_RESOURCES;
static int sticky, does;
static atomic_long calls[FUNCTIONS], failures;
static atomic_long contexts, queues, buffers, programs, kernels, events, maps;

static int fails(int function, const char *name) {
  long call = 1 + atomic_fetch_add(&calls[function], 1);
  if (!chosen || strcmp(chosen, name) ||
      (sticky ? call < number : call != number))
    return 0;
  atomic_fetch_add(&failures, 1);
  return 1;
}

/* A function that gives a code back. Then is done where that is success. */
#define CALL(NAME, PARAMETERS, ARGUMENTS, THEN)                                \
  static CL_API_ENTRY cl_int CL_API_CALL own_##NAME PARAMETERS {               \
    int failed = fails(call_##NAME, #NAME);                                    \
    cl_int outcome = failed && !does ? CL_SUCCESS : real->NAME ARGUMENTS;      \
    if (failed)                                                                \
      return (cl_int)code;                                                     \
    if (outcome == CL_SUCCESS) {                                               \
      THEN;                                                                    \
    }                                                                          \
    return outcome;                                                            \
  }
/* A function that gives an object, and whose last parameter is the code. */
#define MAKE(TYPE, NAME, PARAMETERS, ARGUMENTS, THEN)                          \
  static CL_API_ENTRY TYPE CL_API_CALL own_##NAME PARAMETERS {                 \
    if (fails(call_##NAME, #NAME)) {                                           \
      if (error)                                                               \
        *error = (cl_int)code;                                                 \
      return NULL;                                                             \
    }                                                                          \
    TYPE made = real->NAME ARGUMENTS;                                          \
    if (made) {                                                                \
      THEN;                                                                    \
    }                                                                          \
    return made;                                                               \
  }
#define EVENT events += done != NULL
#define WAITS cl_uint w, const cl_event *l, cl_event *done

CALL(clGetPlatformInfo,
     (cl_platform_id p, cl_platform_info i, size_t n, void *to, size_t *got),
     (p, i, n, to, got), )
CALL(clGetDeviceIDs,
     (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *to,
      cl_uint *got),
     (p, t, n, to, got), )
CALL(clGetDeviceInfo,
     (cl_device_id d, cl_device_info i, size_t n, void *to, size_t *got),
     (d, i, n, to, got), )
MAKE(cl_context, clCreateContext,
     (const cl_context_properties *p, cl_uint n, const cl_device_id *d,
      void(CL_CALLBACK *f)(const char *, const void *, size_t, void *), void *u,
      cl_int *error),
     (p, n, d, f, u, error), ++contexts)
CALL(clReleaseContext, (cl_context c), (c), --contexts)
MAKE(cl_command_queue, clCreateCommandQueue,
     (cl_context c, cl_device_id d, cl_command_queue_properties p,
      cl_int *error),
     (c, d, p, error), ++queues)
CALL(clRetainCommandQueue, (cl_command_queue q), (q), ++queues)
CALL(clReleaseCommandQueue, (cl_command_queue q), (q), --queues)
MAKE(cl_mem, clCreateBuffer,
     (cl_context c, cl_mem_flags f, size_t n, void *host, cl_int *error),
     (c, f, n, host, error), ++buffers)
CALL(clReleaseMemObject, (cl_mem m), (m), --buffers)
MAKE(cl_program, clCreateProgramWithSource,
     (cl_context c, cl_uint n, const char **t, const size_t *s, cl_int *error),
     (c, n, t, s, error), ++programs)
MAKE(cl_program, clCreateProgramWithBinary,
     (cl_context c, cl_uint n, const cl_device_id *d, const size_t *s,
      const unsigned char **b, cl_int *a, cl_int *error),
     (c, n, d, s, b, a, error), ++programs)
CALL(clBuildProgram,
     (cl_program p, cl_uint n, const cl_device_id *d, const char *o,
      void(CL_CALLBACK *f)(cl_program, void *), void *u),
     (p, n, d, o, f, u), )
CALL(clGetProgramInfo,
     (cl_program p, cl_program_info i, size_t n, void *to, size_t *got),
     (p, i, n, to, got), )
CALL(clGetProgramBuildInfo,
     (cl_program p, cl_device_id d, cl_program_build_info i, size_t n, void *to,
      size_t *got),
     (p, d, i, n, to, got), )
CALL(clReleaseProgram, (cl_program p), (p), --programs)
MAKE(cl_kernel, clCreateKernel, (cl_program p, const char *n, cl_int *error),
     (p, n, error), ++kernels)
CALL(clGetKernelWorkGroupInfo,
     (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t n,
      void *to, size_t *got),
     (k, d, i, n, to, got), )
CALL(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void *v),
     (k, i, n, v), )
CALL(clReleaseKernel, (cl_kernel k), (k), --kernels)
CALL(clEnqueueNDRangeKernel,
     (cl_command_queue q, cl_kernel k, cl_uint r, const size_t *o,
      const size_t *g, const size_t *s, WAITS),
     (q, k, r, o, g, s, w, l, done), EVENT)
CALL(clEnqueueReadBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t n, void *to,
      WAITS),
     (q, m, b, o, n, to, w, l, done), EVENT)
CALL(clEnqueueWriteBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t n,
      const void *from, WAITS),
     (q, m, b, o, n, from, w, l, done), EVENT)
CALL(clEnqueueCopyBuffer,
     (cl_command_queue q, cl_mem m, cl_mem t, size_t o, size_t p, size_t n,
      WAITS),
     (q, m, t, o, p, n, w, l, done), EVENT)
CALL(clEnqueueCopyBufferRect,
     (cl_command_queue q, cl_mem m, cl_mem t, const size_t *a, const size_t *b,
      const size_t *c, size_t d, size_t e, size_t f, size_t g, WAITS),
     (q, m, t, a, b, c, d, e, f, g, w, l, done), EVENT)
CALL(clEnqueueMarkerWithWaitList, (cl_command_queue q, WAITS), (q, w, l, done),
     EVENT)
MAKE(void *, clEnqueueMapBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o,
      size_t n, WAITS, cl_int *error),
     (q, m, b, f, o, n, w, l, done, error), (EVENT, ++maps))
CALL(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void *p, WAITS),
     (q, m, p, w, l, done), (EVENT, --maps))
CALL(clFlush, (cl_command_queue q), (q), )
CALL(clFinish, (cl_command_queue q), (q), )
CALL(clWaitForEvents, (cl_uint n, const cl_event *e), (n, e), )
CALL(clGetEventInfo,
     (cl_event e, cl_event_info i, size_t n, void *to, size_t *got),
     (e, i, n, to, got), )
CALL(clRetainEvent, (cl_event e), (e), ++events)
CALL(clReleaseEvent, (cl_event e), (e), --events)
CALL(clSetEventCallback,
     (cl_event e, cl_int s, void(CL_CALLBACK *f)(cl_event, cl_int, void *),
      void *u),
     (e, s, f, u), )

__attribute__((destructor)) static void report(void) {
  const char *name = getenv("CALLS_FILE");
  FILE *file = name ? fopen(name, "w") : NULL;
  if (!file)
    return;
#define COUNT(NAME) fprintf(file, #NAME " %ld\n", calls[call_##NAME]);
  ALL(COUNT)
#define LEFT(NAME) fprintf(file, #NAME " %ld\n", NAME);
  LEFT(failures)
  LEFT(contexts)
  LEFT(queues)
  LEFT(buffers)
  LEFT(programs)
  LEFT(kernels)
  LEFT(events)
  LEFT(maps)
  fclose(file);
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t n,
                                               void *to, size_t *got) {
  if (what != CL_LAYER_API_VERSION)
    return CL_INVALID_VALUE;
  if (to && n >= sizeof(cl_layer_api_version))
    *(cl_layer_api_version *)to = CL_LAYER_API_VERSION_100;
  if (got)
    *got = sizeof(cl_layer_api_version);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint n, const struct _cl_icd_dispatch *target, cl_uint *ours_n,
            const struct _cl_icd_dispatch **layer) {
  if (n < sizeof ours / sizeof ours.clGetPlatformIDs)
    return CL_INVALID_VALUE;
  const char *text;
  chosen = getenv("FAIL_FN");
  if ((text = getenv("FAIL_N")))
    number = atol(text);
  if ((text = getenv("FAIL_CODE")))
    code = atol(text);
  sticky = getenv("FAIL_STICKY") != NULL;
  does = getenv("FAIL_DO") != NULL;
  real = target;
  ours = *target;
#define OWN(NAME) ours.NAME = own_##NAME;
  ALL(OWN)
  *layer = &ours;
  *ours_n = sizeof ours / sizeof ours.clGetPlatformIDs;
  return CL_SUCCESS;
}
