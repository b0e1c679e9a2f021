// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OpenCL layer (OPENCL_LAYERS) under which a device works for FAIL_AFTER
// calls, and never again. FAIL_HOW says what happens then:
//   lost       every call says that there is no such device
//   memory     nothing can be allocated or enqueued, for want of memory
//   resources  commands are refused
//   event      commands are accepted, do nothing, and end with an error; what
//              they should have read is garbage
//   finish     commands are carried out, and waiting for them is an error
//   hang       nothing is counted: the first command that reads never returns,
//              but where drivers are tried
// The first call that fails creates the file FAIL_REPORT.
#define _GNU_SOURCE 1
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl_layer.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct _cl_icd_dispatch ours;
static const struct _cl_icd_dispatch *real;
static atomic_long calls;
static long last_good;
static enum { LOST, MEMORY, RESOURCES, EVENT, FINISH, HANG } how;

static void tell(void) {
  const char *report = getenv("FAIL_REPORT");
  static atomic_flag told = ATOMIC_FLAG_INIT;
  if (report && !atomic_flag_test_and_set(&told))
    close(open(report, O_CREAT | O_WRONLY, 0600));
}

/* Counts a call; true when it is one of those that fail. */
static int fails(void) {
  if (atomic_fetch_add(&calls, 1) < last_good)
    return 0;
  tell();
  return 1;
}

static cl_int creating(void) {
  if (!fails())
    return CL_SUCCESS;
  return how == LOST     ? CL_DEVICE_NOT_AVAILABLE
         : how == MEMORY ? CL_MEM_OBJECT_ALLOCATION_FAILURE
                         : CL_SUCCESS;
}

/* Whether a command is to be refused (*code), or to do nothing. */
enum action { DO, REFUSE, DO_NOTHING };
static enum action enqueueing(cl_int *code) {
  if (!fails() || how == FINISH)
    return DO;
  *code = how == LOST     ? CL_DEVICE_NOT_AVAILABLE
          : how == MEMORY ? CL_MEM_OBJECT_ALLOCATION_FAILURE
                          : CL_OUT_OF_RESOURCES;
  return how == EVENT ? DO_NOTHING : REFUSE;
}

static cl_int nothing(cl_command_queue q, cl_event *done) {
  return real->clEnqueueMarkerWithWaitList(q, 0, NULL, done);
}

static cl_int waiting(cl_int code) {
  if (!fails())
    return code;
  return how == LOST                     ? CL_DEVICE_NOT_AVAILABLE
         : how == EVENT || how == FINISH ? CL_OUT_OF_RESOURCES
                                         : code;
}

static CL_API_ENTRY cl_mem CL_API_CALL create_buffer(cl_context c,
                                                     cl_mem_flags f, size_t n,
                                                     void *host, cl_int *code) {
  cl_int outcome = creating();
  if (outcome == CL_SUCCESS)
    return real->clCreateBuffer(c, f, n, host, code);
  if (code)
    *code = outcome;
  return NULL;
}

static CL_API_ENTRY cl_command_queue CL_API_CALL create_queue(
    cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *code) {
  cl_int outcome = creating();
  if (outcome == CL_SUCCESS)
    return real->clCreateCommandQueue(c, d, p, code);
  if (code)
    *code = outcome;
  return NULL;
}

static CL_API_ENTRY cl_int CL_API_CALL
write_buffer(cl_command_queue q, cl_mem m, cl_bool b, size_t at, size_t n,
             const void *from, cl_uint w, const cl_event *wl, cl_event *done) {
  cl_int code;
  switch (enqueueing(&code)) {
  case REFUSE:
    return code;
  case DO_NOTHING:
    return nothing(q, done);
  case DO:
    break;
  }
  return real->clEnqueueWriteBuffer(q, m, b, at, n, from, w, wl, done);
}

static CL_API_ENTRY cl_int CL_API_CALL
read_buffer(cl_command_queue q, cl_mem m, cl_bool b, size_t at, size_t n,
            void *to, cl_uint w, const cl_event *wl, cl_event *done) {
  cl_int code;
  if (how == HANG && strcmp(program_invocation_short_name, "twofold-probe")) {
    tell();
    for (;;)
      pause();
  }
  switch (enqueueing(&code)) {
  case REFUSE:
    return code;
  case DO_NOTHING:
    memset(to, 0xEE, n / 2);
    return nothing(q, done);
  case DO:
    break;
  }
  return real->clEnqueueReadBuffer(q, m, b, at, n, to, w, wl, done);
}

static CL_API_ENTRY cl_int CL_API_CALL
copy_buffer(cl_command_queue q, cl_mem from, cl_mem to, size_t a, size_t b,
            size_t n, cl_uint w, const cl_event *wl, cl_event *done) {
  cl_int code;
  switch (enqueueing(&code)) {
  case REFUSE:
    return code;
  case DO_NOTHING:
    return nothing(q, done);
  case DO:
    break;
  }
  return real->clEnqueueCopyBuffer(q, from, to, a, b, n, w, wl, done);
}

static CL_API_ENTRY cl_int CL_API_CALL kernel(cl_command_queue q, cl_kernel k,
                                              cl_uint rank, const size_t *first,
                                              const size_t *global,
                                              const size_t *local, cl_uint w,
                                              const cl_event *wl,
                                              cl_event *done) {
  cl_int code;
  switch (enqueueing(&code)) {
  case REFUSE:
    return code;
  case DO_NOTHING:
    return nothing(q, done);
  case DO:
    break;
  }
  return real->clEnqueueNDRangeKernel(q, k, rank, first, global, local, w, wl,
                                      done);
}

static CL_API_ENTRY cl_int CL_API_CALL finish(cl_command_queue q) {
  return waiting(real->clFinish(q));
}

static CL_API_ENTRY cl_int CL_API_CALL flush(cl_command_queue q) {
  cl_int code = real->clFlush(q);
  return fails() && how == LOST ? CL_DEVICE_NOT_AVAILABLE : code;
}

static CL_API_ENTRY cl_int CL_API_CALL wait_for(cl_uint n, const cl_event *e) {
  return waiting(real->clWaitForEvents(n, e));
}

static CL_API_ENTRY cl_int CL_API_CALL event_info(cl_event e, cl_event_info i,
                                                  size_t n, void *to,
                                                  size_t *got) {
  cl_int code = real->clGetEventInfo(e, i, n, to, got);
  /* Not counted: it tells of a command that was. */
  if (how == EVENT && atomic_load(&calls) > last_good && to &&
      i == CL_EVENT_COMMAND_EXECUTION_STATUS)
    *(cl_int *)to = CL_OUT_OF_RESOURCES;
  return code;
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
  static const char *const names[] = {"lost",  "memory", "resources",
                                      "event", "finish", "hang"};
  const char *after = getenv("FAIL_AFTER"), *name = getenv("FAIL_HOW");
  if (n < sizeof ours / sizeof ours.clGetPlatformIDs)
    return CL_INVALID_VALUE;
  last_good = after ? atol(after) : 1l << 40;
  for (int i = 0; name && i <= HANG; ++i)
    if (!strcmp(name, names[i]))
      how = i;
  real = target;
  ours = *target;
  ours.clCreateBuffer = create_buffer;
  ours.clCreateCommandQueue = create_queue;
  ours.clEnqueueWriteBuffer = write_buffer;
  ours.clEnqueueReadBuffer = read_buffer;
  ours.clEnqueueCopyBuffer = copy_buffer;
  ours.clEnqueueNDRangeKernel = kernel;
  ours.clFinish = finish;
  ours.clFlush = flush;
  ours.clWaitForEvents = wait_for;
  ours.clGetEventInfo = event_info;
  *layer = &ours;
  *ours_n = sizeof ours / sizeof ours.clGetPlatformIDs;
  return CL_SUCCESS;
}
