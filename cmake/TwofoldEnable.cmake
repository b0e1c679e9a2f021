# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# twofold_enable(<target> [NO_OPENCL] [NO_OPENCL_GPU] [BOUNDS] [OPENMP]
#                [STATIC_RUNTIME])
#
# Compiles <target> with the plugin and links the runtime; the same as
# target_link_libraries(<target> PRIVATE Twofold::twofold), with options:
#   NO_OPENCL      no kernels are embedded; loops run on the CPU's threads
#   NO_OPENCL_GPU  kernels are embedded for CPU OpenCL devices only
#   BOUNDS         subscripts of annotated loops are checked; the property
#                  TWOFOLD_BOUNDS says the same
#   OPENMP         loops of OpenMP's directives are taken; the property
#                  TWOFOLD_OPENMP says the same. OpenMP itself is another
#                  library's, OpenMP::OpenMP_C or OpenMP::OpenMP_CXX
#   STATIC_RUNTIME the runtime is linked into <target>; the property
#                  TWOFOLD_STATIC_RUNTIME of what is linked says the same
#
# The properties TWOFOLD_STRICT, which makes a loop without a kernel an error, and
# TWOFOLD_REPORT, which has the compiler tell of each loop and write the record that
# `twofold report` reads, are initialised from the variables of these names.
#
# The target property TWOFOLD_OPENCL (ON, CPU or OFF) says the same. It is
# initialised from the variable TWOFOLD_OPENCL when the target is made, so that
# -DTWOFOLD_OPENCL=OFF on the command line rules a whole build; an option given
# to twofold_enable is stricter or equal, never laxer.

include_guard(GLOBAL)

if(NOT DEFINED TWOFOLD_OPENCL)
  set(TWOFOLD_OPENCL ON CACHE STRING
      "Kernels in programs: ON, CPU (no GPU devices) or OFF")
  set_property(CACHE TWOFOLD_OPENCL PROPERTY STRINGS ON CPU OFF)
endif()
if(NOT TWOFOLD_OPENCL MATCHES "^(ON|CPU|OFF)$")
  message(FATAL_ERROR
    "TWOFOLD_OPENCL is '${TWOFOLD_OPENCL}': allowed are ON, CPU and OFF")
endif()

foreach(property IN ITEMS OPENCL STRICT REPORT)
  define_property(TARGET PROPERTY TWOFOLD_${property}
                  INITIALIZE_FROM_VARIABLE TWOFOLD_${property})
endforeach()

function(twofold_enable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "NO_OPENCL;NO_OPENCL_GPU;BOUNDS;OPENMP;STATIC_RUNTIME" "" "")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR
      "twofold_enable: unknown argument '${arg_UNPARSED_ARGUMENTS}': allowed "
      "are NO_OPENCL, NO_OPENCL_GPU, BOUNDS, OPENMP and STATIC_RUNTIME")
  endif()
  get_target_property(kernels ${target} TWOFOLD_OPENCL)
  if(NOT kernels STREQUAL "CPU" AND NOT kernels STREQUAL "OFF")
    set(kernels "${TWOFOLD_OPENCL}") # a target made before find_package
  endif()
  if(arg_NO_OPENCL OR kernels STREQUAL "OFF")
    set(kernels OFF)
  elseif(arg_NO_OPENCL_GPU)
    set(kernels CPU)
  endif()
  set_target_properties(${target} PROPERTIES TWOFOLD_OPENCL "${kernels}")
  if(arg_BOUNDS)
    set_target_properties(${target} PROPERTIES TWOFOLD_BOUNDS ON)
  endif()
  if(arg_OPENMP)
    set_target_properties(${target} PROPERTIES TWOFOLD_OPENMP ON)
  endif()
  if(arg_STATIC_RUNTIME)
    set_target_properties(${target} PROPERTIES TWOFOLD_STATIC_RUNTIME ON)
  endif()
  target_link_libraries(${target} PRIVATE Twofold::twofold)
endfunction()
