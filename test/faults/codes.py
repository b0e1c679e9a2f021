# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The errors that OpenCL documents for each function that the runtime calls, and
what else its calls may do that no driver should."""

MEMORY = "CL_OUT_OF_HOST_MEMORY"
USUAL = f"CL_OUT_OF_RESOURCES {MEMORY}"
TRANSFER = ("CL_INVALID_COMMAND_QUEUE CL_INVALID_CONTEXT CL_INVALID_MEM_OBJECT CL_INVALID_VALUE"
            " CL_INVALID_EVENT_WAIT_LIST CL_MISALIGNED_SUB_BUFFER_OFFSET"
            f" CL_MEM_OBJECT_ALLOCATION_FAILURE {USUAL}")
BLOCKING = f"CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST CL_INVALID_OPERATION {TRANSFER}"

DOCUMENTED = {
    "clGetPlatformIDs": f"CL_PLATFORM_NOT_FOUND_KHR CL_INVALID_VALUE {MEMORY}",
    "clGetPlatformInfo": f"CL_INVALID_PLATFORM CL_INVALID_VALUE {MEMORY}",
    "clGetDeviceIDs": "CL_DEVICE_NOT_FOUND CL_INVALID_PLATFORM CL_INVALID_DEVICE_TYPE"
                      f" CL_INVALID_VALUE {USUAL}",
    "clGetDeviceInfo": f"CL_INVALID_DEVICE CL_INVALID_VALUE {USUAL}",
    "clCreateContext": "CL_INVALID_PLATFORM CL_INVALID_PROPERTY CL_INVALID_VALUE"
                       f" CL_INVALID_DEVICE CL_DEVICE_NOT_AVAILABLE CL_INVALID_OPERATION {USUAL}",
    "clReleaseContext": f"CL_INVALID_CONTEXT {USUAL}",
    "clCreateCommandQueue": "CL_INVALID_CONTEXT CL_INVALID_DEVICE CL_INVALID_VALUE"
                            f" CL_INVALID_QUEUE_PROPERTIES {USUAL}",
    "clRetainCommandQueue": f"CL_INVALID_COMMAND_QUEUE {USUAL}",
    "clReleaseCommandQueue": f"CL_INVALID_COMMAND_QUEUE {USUAL}",
    "clCreateBuffer": "CL_INVALID_CONTEXT CL_INVALID_PROPERTY CL_INVALID_VALUE"
                      " CL_INVALID_BUFFER_SIZE CL_INVALID_HOST_PTR"
                      f" CL_MEM_OBJECT_ALLOCATION_FAILURE {USUAL}",
    "clReleaseMemObject": f"CL_INVALID_MEM_OBJECT {USUAL}",
    "clCreateProgramWithSource": f"CL_INVALID_CONTEXT CL_INVALID_VALUE {USUAL}",
    "clCreateProgramWithBinary": "CL_INVALID_CONTEXT CL_INVALID_VALUE CL_INVALID_DEVICE"
                                 f" CL_INVALID_BINARY {USUAL}",
    "clBuildProgram": "CL_INVALID_PROGRAM CL_INVALID_VALUE CL_INVALID_DEVICE CL_INVALID_BINARY"
                      " CL_INVALID_BUILD_OPTIONS CL_COMPILER_NOT_AVAILABLE"
                      f" CL_BUILD_PROGRAM_FAILURE CL_INVALID_OPERATION {USUAL}",
    "clGetProgramInfo": "CL_INVALID_VALUE CL_INVALID_PROGRAM CL_INVALID_PROGRAM_EXECUTABLE"
                        f" {USUAL}",
    "clGetProgramBuildInfo": f"CL_INVALID_DEVICE CL_INVALID_VALUE CL_INVALID_PROGRAM {USUAL}",
    "clReleaseProgram": f"CL_INVALID_PROGRAM {USUAL}",
    "clCreateKernel": "CL_INVALID_PROGRAM CL_INVALID_PROGRAM_EXECUTABLE CL_INVALID_KERNEL_NAME"
                      f" CL_INVALID_KERNEL_DEFINITION CL_INVALID_VALUE {USUAL}",
    "clGetKernelWorkGroupInfo": f"CL_INVALID_DEVICE CL_INVALID_VALUE CL_INVALID_KERNEL {USUAL}",
    "clSetKernelArg": "CL_INVALID_KERNEL CL_INVALID_ARG_INDEX CL_INVALID_ARG_VALUE"
                      " CL_INVALID_MEM_OBJECT CL_INVALID_SAMPLER CL_INVALID_DEVICE_QUEUE"
                      f" CL_INVALID_ARG_SIZE CL_MAX_SIZE_RESTRICTION_EXCEEDED {USUAL}",
    "clReleaseKernel": f"CL_INVALID_KERNEL {USUAL}",
    "clEnqueueNDRangeKernel": "CL_INVALID_PROGRAM_EXECUTABLE CL_INVALID_COMMAND_QUEUE"
                              " CL_INVALID_KERNEL CL_INVALID_CONTEXT CL_INVALID_KERNEL_ARGS"
                              " CL_INVALID_WORK_DIMENSION CL_INVALID_GLOBAL_WORK_SIZE"
                              " CL_INVALID_GLOBAL_OFFSET CL_INVALID_WORK_GROUP_SIZE"
                              " CL_INVALID_WORK_ITEM_SIZE CL_MISALIGNED_SUB_BUFFER_OFFSET"
                              " CL_INVALID_IMAGE_SIZE CL_IMAGE_FORMAT_NOT_SUPPORTED"
                              " CL_MEM_OBJECT_ALLOCATION_FAILURE CL_INVALID_EVENT_WAIT_LIST"
                              f" CL_INVALID_OPERATION {USUAL}",
    "clEnqueueReadBuffer": BLOCKING,
    "clEnqueueWriteBuffer": BLOCKING,
    "clEnqueueCopyBuffer": f"CL_MEM_COPY_OVERLAP {TRANSFER}",
    "clEnqueueCopyBufferRect": f"CL_MEM_COPY_OVERLAP {TRANSFER}",
    "clEnqueueMarkerWithWaitList": "CL_INVALID_COMMAND_QUEUE CL_INVALID_CONTEXT"
                                   f" CL_INVALID_EVENT_WAIT_LIST {USUAL}",
    "clEnqueueMapBuffer": f"CL_MAP_FAILURE {BLOCKING}",
    "clEnqueueUnmapMemObject": "CL_INVALID_COMMAND_QUEUE CL_INVALID_CONTEXT CL_INVALID_MEM_OBJECT"
                               f" CL_INVALID_VALUE CL_INVALID_EVENT_WAIT_LIST {USUAL}",
    "clFlush": f"CL_INVALID_COMMAND_QUEUE {USUAL}",
    "clFinish": f"CL_INVALID_COMMAND_QUEUE {USUAL}",
    "clWaitForEvents": "CL_INVALID_VALUE CL_INVALID_CONTEXT CL_INVALID_EVENT"
                       f" CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST {USUAL}",
    "clGetEventInfo": f"CL_INVALID_VALUE CL_INVALID_EVENT {USUAL}",
    "clReleaseEvent": f"CL_INVALID_EVENT {USUAL}",
}
VALUES = {
    "CL_DEVICE_NOT_FOUND": -1, "CL_DEVICE_NOT_AVAILABLE": -2, "CL_COMPILER_NOT_AVAILABLE": -3,
    "CL_MEM_OBJECT_ALLOCATION_FAILURE": -4, "CL_OUT_OF_RESOURCES": -5,
    "CL_OUT_OF_HOST_MEMORY": -6, "CL_MEM_COPY_OVERLAP": -8, "CL_IMAGE_FORMAT_NOT_SUPPORTED": -10,
    "CL_BUILD_PROGRAM_FAILURE": -11, "CL_MAP_FAILURE": -12, "CL_MISALIGNED_SUB_BUFFER_OFFSET": -13,
    "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST": -14, "CL_INVALID_VALUE": -30,
    "CL_INVALID_DEVICE_TYPE": -31, "CL_INVALID_PLATFORM": -32, "CL_INVALID_DEVICE": -33,
    "CL_INVALID_CONTEXT": -34, "CL_INVALID_QUEUE_PROPERTIES": -35, "CL_INVALID_COMMAND_QUEUE": -36,
    "CL_INVALID_HOST_PTR": -37, "CL_INVALID_MEM_OBJECT": -38, "CL_INVALID_IMAGE_SIZE": -40,
    "CL_INVALID_SAMPLER": -41, "CL_INVALID_BINARY": -42, "CL_INVALID_BUILD_OPTIONS": -43,
    "CL_INVALID_PROGRAM": -44, "CL_INVALID_PROGRAM_EXECUTABLE": -45, "CL_INVALID_KERNEL_NAME": -46,
    "CL_INVALID_KERNEL_DEFINITION": -47, "CL_INVALID_KERNEL": -48, "CL_INVALID_ARG_INDEX": -49,
    "CL_INVALID_ARG_VALUE": -50, "CL_INVALID_ARG_SIZE": -51, "CL_INVALID_KERNEL_ARGS": -52,
    "CL_INVALID_WORK_DIMENSION": -53, "CL_INVALID_WORK_GROUP_SIZE": -54,
    "CL_INVALID_WORK_ITEM_SIZE": -55, "CL_INVALID_GLOBAL_OFFSET": -56,
    "CL_INVALID_EVENT_WAIT_LIST": -57, "CL_INVALID_EVENT": -58, "CL_INVALID_OPERATION": -59,
    "CL_INVALID_BUFFER_SIZE": -61, "CL_INVALID_GLOBAL_WORK_SIZE": -63, "CL_INVALID_PROPERTY": -64,
    "CL_INVALID_DEVICE_QUEUE": -70, "CL_MAX_SIZE_RESTRICTION_EXCEEDED": -72,
    "CL_PLATFORM_NOT_FOUND_KHR": -1001,
}
OWN = -9999  # a code of the driver's own
# For want of memory a launch is tried again later, and nobody is told at once.
WANT = [VALUES[name] for name in ("CL_MEM_OBJECT_ALLOCATION_FAILURE", MEMORY,
                                  "CL_INVALID_BUFFER_SIZE")]

QUERIES = [name for name in DOCUMENTED if name.endswith("Info")]
LISTS = [name for name in DOCUMENTED if name.endswith("IDs")]
MAKERS = [name for name in DOCUMENTED if name.startswith("clCreate")] + ["clEnqueueMapBuffer"]
COMMANDS = [name for name in DOCUMENTED if name.startswith("clEnqueue")]


def faults(function):
    """What may become of a call: pairs of a kind and a code."""
    codes = [VALUES[name] for name in DOCUMENTED[function].split()] + [OWN]
    yield from (("refused", code) for code in codes)
    if function not in MAKERS:
        yield from (("done", code) for code in codes)
    if function in QUERIES:
        yield from ((kind, 0) for kind in ("ones", "zeros", "long"))
    if function in LISTS:
        yield from ((kind, 0) for kind in ("none", "many", "zeros"))
    if function in MAKERS + COMMANDS:
        yield "nothing", 0
