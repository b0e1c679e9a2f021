// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenCL layer (OPENCL_LAYERS) under which calls go wrong: the
// FAULT_NUMBER-th of FAULT_CALL in each process, and with FAULT_REST all after
// it, too. FAULT_CALL may be several functions with commas between, which are
// counted together; those of FAULT_SPARED are counted, and go well. How says
// FAULT_KIND:
//   refused      it returns FAULT_CODE, and nothing is done
//   done         it returns FAULT_CODE, and what was asked is done all the same
//   lost         as refused, but what waits has waited
//   broken       commands succeed and are not carried out, what they should
//                have read is garbage, and to wait for them is an error
//   ones, zeros  what it answers is made of such bits
//   long         the answer is said to have 32 TiB
//   none, many   there is none of what it lists, or more than anybody can have
//   nothing      it succeeds, and gives no object, no address and no event
//   scrambled    the binaries of a program are not what they should be
//   abort, fault, exit, hang, slow: what happens meanwhile
//   signal       the program gets SIGUSR1 and a moment for a thread that waits
//                for it, and the call goes on; not in processes that it starts
// FAULT_BEFORE is a function whose first call is refused, for what follows from
// that. FAULT_PERSON=gpu makes each device a GPU with memory of its own, and
// each platform NVIDIA's. The first call that goes wrong creates the file
// FAULT_REPORT. At the end FAULT_FIGURES gets the number of calls of
// each function, of faults, of launches that have succeeded, and of objects
// that the program has got and not given back, each by its name.
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
#define TWOFOLD_CL_FUNCTION(NAME) call_##NAME,
#include "opencl/ClFunctions.def"
  FUNCTIONS
};
static struct _cl_icd_dispatch ours;
static const struct _cl_icd_dispatch *real;
static long number = 1, code = CL_OUT_OF_RESOURCES;
static const char *chosen = "", *kind = "refused", *person = "";
static const char *before = "", *spared = "", *told;
static int rest;
static atomic_long calls[FUNCTIONS], counted, faults, launches;
static atomic_long contexts, queues, buffers, programs, kernels, events, maps;

/* Not by getenv(): a verdict on a driver holds until a variable changes that it
   has asked for. */
static const char *variable(const char *name, const char *otherwise) {
  extern char **environ;
  size_t length = strlen(name);
  for (char **each = environ; *each; ++each)
    if (!strncmp(*each, name, length) && (*each)[length] == '=')
      return *each + length + 1;
  return otherwise;
}

static int is(const char *what) { return !strcmp(kind, what); }

static int signalled(void) {
  const pid_t *process = dlsym(RTLD_DEFAULT, "forking_process");
  if (process && *process == getpid()) {
    kill(*process, SIGUSR1);
    usleep(4000);
  }
  return 0;
}

static int lists(const char *names, const char *name) {
  for (size_t length; *names; names += length + (names[length] == ',')) {
    length = strcspn(names, ",");
    if (length == strlen(name) && !strncmp(names, name, length))
      return 1;
  }
  return 0;
}

enum { FAULT = 1, BEFORE, LATE };
/* Counts a call; not 0 when it is to go wrong. */
static int faulty(int function, const char *name) {
  long call = 1 + atomic_fetch_add(&calls[function], 1);
  if (call == 1 && !strcmp(before, name))
    return BEFORE;
  if (!lists(chosen, name))
    return 0;
  call = 1 + atomic_fetch_add(&counted, 1);
  if ((rest ? call < number : call != number) || lists(spared, name))
    return 0;
  if (atomic_fetch_add(&faults, 1) == 0 && told)
    close(open(told, O_CREAT | O_WRONLY, 0600));
  if (is("abort"))
    abort();
  if (is("fault"))
    *(volatile int *)8 = 1;
  if (is("exit"))
    exit(3);
  while (is("hang"))
    pause();
  if (is("slow"))
    sleep(3);
  if (is("signal"))
    return signalled();
  return (is("lost") || is("broken")) &&
                 (function == call_clFlush || function == call_clFinish ||
                  function == call_clWaitForEvents)
             ? LATE
             : FAULT;
}

static int refuses(int fault) {
  return fault == BEFORE || (fault == FAULT && (is("refused") || is("lost")));
}
static int fails(int fault) {
  return refuses(fault) || fault == LATE || (fault && is("done"));
}
static cl_int code_of(int fault) {
  return fault == BEFORE ? CL_INVALID_VALUE : (cl_int)code;
}

/* What a query has answered becomes something else. */
static void answer(int fault, size_t n, void *to, size_t *got) {
  if (!fault)
    return;
  if (is("ones") || is("zeros")) {
    if (to)
      memset(to, is("ones") ? 0xff : 0, n);
    if (got && is("ones"))
      memset(got, 0xff, sizeof *got);
    else if (got)
      *got = 0;
  }
  if (is("long") && got)
    *got = (size_t)1 << 45;
}

static void list(int fault, cl_uint n, void *to, cl_uint *got) {
  if (fault && got && (is("none") || is("many")))
    *got = is("none") ? 0 : 1 << 30;
  if (fault && to && is("zeros"))
    memset(to, 0, n * sizeof(void *));
}

static int breaks(int fault) { return fault == FAULT && is("broken"); }
static cl_int nothing(cl_command_queue q, cl_event *done) {
  return real->clEnqueueMarkerWithWaitList(q, 0, NULL, done);
}
static void report_end(cl_event_info i, void *to) {
  if (is("broken") && to && counted >= number &&
      i == CL_EVENT_COMMAND_EXECUTION_STATUS)
    *(cl_int *)to = (cl_int)code;
}

static int keeps(int fault) { return fault == FAULT && is("nothing"); }

static void pretend(cl_device_info what, void *to) {
  if (strcmp(person, "gpu") || !to)
    return;
  if (what == CL_DEVICE_TYPE)
    *(cl_device_type *)to = CL_DEVICE_TYPE_GPU;
  if (what == CL_DEVICE_HOST_UNIFIED_MEMORY)
    *(cl_bool *)to = CL_FALSE;
}

static cl_int platform_info(cl_platform_id p, cl_platform_info what, size_t n,
                            void *to, size_t *got) {
  static const char name[] = "NVIDIA CUDA";
  if (strcmp(person, "gpu") || what != CL_PLATFORM_NAME)
    return real->clGetPlatformInfo(p, what, n, to, got);
  if (to && n < sizeof name)
    return CL_INVALID_VALUE;
  if (to)
    memcpy(to, name, sizeof name);
  if (got)
    *got = sizeof name;
  return CL_SUCCESS;
}

static void scramble(int fault, cl_program p, cl_program_info what, void *to) {
  size_t size = 0;
  if (!fault || !is("scrambled") || what != CL_PROGRAM_BINARIES || !to)
    return;
  real->clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
  unsigned char *bytes = *(unsigned char **)to;
  for (size_t i = 0; i < size; ++i)
    bytes[i] ^= 0x5a;
}

/* A function that gives a code back. Then is done where that is success. */
#define CALL(NAME, PARAMETERS, ARGUMENTS, THEN)                                \
  VIA(NAME, real->NAME, PARAMETERS, ARGUMENTS, THEN)
#define VIA(NAME, REAL, PARAMETERS, ARGUMENTS, THEN)                           \
  static CL_API_ENTRY cl_int CL_API_CALL own_##NAME PARAMETERS {               \
    int fault = faulty(call_##NAME, #NAME);                                    \
    cl_int outcome = refuses(fault) ? CL_SUCCESS : REAL ARGUMENTS;             \
    if (fails(fault))                                                          \
      return code_of(fault);                                                   \
    if (outcome == CL_SUCCESS) {                                               \
      THEN;                                                                    \
    }                                                                          \
    return outcome;                                                            \
  }
/* A command of the queue q, whose event done will be. */
#define COMMAND(NAME, PARAMETERS, ARGUMENTS, THEN)                             \
  VIA(NAME, breaks(fault) ? nothing(q, done) : real->NAME, PARAMETERS,         \
      ARGUMENTS, THEN)
/* A function that gives an object, and whose last parameter is the code. */
#define MAKE(TYPE, NAME, PARAMETERS, ARGUMENTS, THEN)                          \
  static CL_API_ENTRY TYPE CL_API_CALL own_##NAME PARAMETERS {                 \
    int fault = faulty(call_##NAME, #NAME);                                    \
    if (fails(fault) || keeps(fault)) {                                        \
      if (error)                                                               \
        *error = fails(fault) ? code_of(fault) : CL_SUCCESS;                   \
      return NULL;                                                             \
    }                                                                          \
    TYPE made = real->NAME ARGUMENTS;                                          \
    if (made) {                                                                \
      THEN;                                                                    \
    }                                                                          \
    return made;                                                               \
  }
#define EVENT                                                                  \
  if (done && keeps(fault)) {                                                  \
    real->clReleaseEvent(*done);                                               \
    *done = NULL;                                                              \
  }                                                                            \
  events += done && *done
#define WAITS cl_uint w, const cl_event *l, cl_event *done

CALL(clGetPlatformIDs, (cl_uint n, cl_platform_id *to, cl_uint *got),
     (n, to, got), list(fault, n, to, got))
VIA(clGetPlatformInfo, platform_info,
    (cl_platform_id p, cl_platform_info i, size_t n, void *to, size_t *got),
    (p, i, n, to, got), answer(fault, n, to, got))
CALL(clGetDeviceIDs,
     (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *to,
      cl_uint *got),
     (p, t, n, to, got), list(fault, n, to, got))
CALL(clGetDeviceInfo,
     (cl_device_id d, cl_device_info i, size_t n, void *to, size_t *got),
     (d, i, n, to, got), pretend(i, to);
     answer(fault, n, to, got))
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
     (p, i, n, to, got), scramble(fault, p, i, to);
     answer(fault && i != CL_PROGRAM_BINARIES, n, to, got))
CALL(clGetProgramBuildInfo,
     (cl_program p, cl_device_id d, cl_program_build_info i, size_t n, void *to,
      size_t *got),
     (p, d, i, n, to, got), answer(fault, n, to, got))
CALL(clReleaseProgram, (cl_program p), (p), --programs)
MAKE(cl_kernel, clCreateKernel, (cl_program p, const char *n, cl_int *error),
     (p, n, error), ++kernels)
CALL(clGetKernelWorkGroupInfo,
     (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t n,
      void *to, size_t *got),
     (k, d, i, n, to, got), answer(fault, n, to, got))
CALL(clSetKernelArg, (cl_kernel k, cl_uint i, size_t n, const void *v),
     (k, i, n, v), )
CALL(clReleaseKernel, (cl_kernel k), (k), --kernels)
COMMAND(clEnqueueNDRangeKernel,
        (cl_command_queue q, cl_kernel k, cl_uint r, const size_t *o,
         const size_t *g, const size_t *s, WAITS),
        (q, k, r, o, g, s, w, l, done), launches += !fault || !done;
        EVENT)
COMMAND(clEnqueueReadBuffer,
        (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t n, void *to,
         WAITS),
        (q, m, b, o, n, to, w, l, done), EVENT;
        if (breaks(fault)) memset(to, 0xEE, n / 2))
COMMAND(clEnqueueWriteBuffer,
        (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t n,
         const void *from, WAITS),
        (q, m, b, o, n, from, w, l, done), EVENT)
COMMAND(clEnqueueCopyBuffer,
        (cl_command_queue q, cl_mem m, cl_mem t, size_t o, size_t p, size_t n,
         WAITS),
        (q, m, t, o, p, n, w, l, done), EVENT)
COMMAND(clEnqueueCopyBufferRect,
        (cl_command_queue q, cl_mem m, cl_mem t, const size_t *a,
         const size_t *b, const size_t *c, size_t d, size_t e, size_t f,
         size_t g, WAITS),
        (q, m, t, a, b, c, d, e, f, g, w, l, done), EVENT)
CALL(clEnqueueMarkerWithWaitList, (cl_command_queue q, WAITS), (q, w, l, done),
     EVENT)
MAKE(void *, clEnqueueMapBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, size_t o,
      size_t n, WAITS, cl_int *error),
     (q, m, b, f, o, n, w, l, done, error), EVENT;
     ++maps)
CALL(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void *p, WAITS),
     (q, m, p, w, l, done), EVENT;
     --maps)
CALL(clFlush, (cl_command_queue q), (q), )
CALL(clFinish, (cl_command_queue q), (q), )
CALL(clWaitForEvents, (cl_uint n, const cl_event *e), (n, e), )
CALL(clGetEventInfo,
     (cl_event e, cl_event_info i, size_t n, void *to, size_t *got),
     (e, i, n, to, got), report_end(i, to);
     answer(fault, n, to, got))
CALL(clReleaseEvent, (cl_event e), (e), --events)

__attribute__((destructor)) static void report(void) {
  const char *name = variable("FAULT_FIGURES", NULL);
  FILE *file = name ? fopen(name, "w") : NULL;
  if (!file)
    return;
#define TWOFOLD_CL_FUNCTION(NAME)                                              \
  fprintf(file, #NAME " %ld\n", calls[call_##NAME]);
#include "opencl/ClFunctions.def"
#define FIGURE(NAME) fprintf(file, #NAME " %ld\n", NAME);
  FIGURE(faults)
  FIGURE(launches)
  FIGURE(contexts)
  FIGURE(queues)
  FIGURE(buffers)
  FIGURE(programs)
  FIGURE(kernels)
  FIGURE(events)
  FIGURE(maps)
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
  chosen = variable("FAULT_CALL", chosen);
  before = variable("FAULT_BEFORE", before);
  spared = variable("FAULT_SPARED", spared);
  told = variable("FAULT_REPORT", told);
  kind = variable("FAULT_KIND", kind);
  person = variable("FAULT_PERSON", person);
  number = atol(variable("FAULT_NUMBER", "1"));
  code = atol(variable("FAULT_CODE", "-5"));
  rest = variable("FAULT_REST", NULL) != NULL;
  real = target;
  ours = *target;
#define TWOFOLD_CL_FUNCTION(NAME) ours.NAME = own_##NAME;
#include "opencl/ClFunctions.def"
  *layer = &ours;
  *ours_n = sizeof ours / sizeof ours.clGetPlatformIDs;
  return CL_SUCCESS;
}
