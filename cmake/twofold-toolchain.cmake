# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DCMAKE_TOOLCHAIN_FILE=<this file>: builds a project as it is with Twofold.
#   -DTWOFOLD_OPENCL=ON|CPU|OFF  kernels in programs: for all devices, for CPUs
#                                only, none
#   -DTWOFOLD_OPENMP=ON          takes the loops of the project's OpenMP directives;
#                                whether it has OpenMP is its own choice
#   -DTWOFOLD_BOUNDS=ON          checks subscripts
#   -DTWOFOLD_STRICT=ON          makes a loop without a kernel an error
#   -DTWOFOLD_REPORT=ON          tells of each loop, and writes what `twofold report` reads
# Each may be changed in a build folder that is there.
foreach(compiler C=clang-22 CXX=clang++-22)
  string(REPLACE "=" ";" compiler "${compiler}")
  list(GET compiler 0 language)
  list(GET compiler 1 name)
  if(NOT CMAKE_${language}_COMPILER)
    set(CMAKE_${language}_COMPILER "${name}")
  endif()
  set(CMAKE_${language}_FLAGS_INIT
      "--config=\"${CMAKE_CURRENT_LIST_DIR}/twofold.cfg\"")
endforeach()

if(NOT DEFINED TWOFOLD_OPENCL)
  set(TWOFOLD_OPENCL ON)
endif()
set(switches "")
if(TWOFOLD_OPENCL STREQUAL "OFF")
  list(APPEND switches no-opencl)
elseif(TWOFOLD_OPENCL STREQUAL "CPU")
  list(APPEND switches no-opencl-gpu)
elseif(NOT TWOFOLD_OPENCL STREQUAL "ON")
  message(FATAL_ERROR
    "TWOFOLD_OPENCL is '${TWOFOLD_OPENCL}': allowed are ON, CPU and OFF")
endif()
if(TWOFOLD_OPENMP)
  list(APPEND switches openmp)
endif()
if(TWOFOLD_BOUNDS)
  list(APPEND switches bounds)
endif()
# Flags of the cache are those of the first time; options are read each time.
foreach(switch IN LISTS switches)
  add_compile_options(
    "$<$<COMPILE_LANGUAGE:C,CXX>:-fplugin-arg-twofold-${switch}>")
endforeach()
set(flags "")
if(TWOFOLD_STRICT)
  list(APPEND flags -Werror=pass-failed)
endif()
if(TWOFOLD_REPORT)
  list(APPEND flags -Rpass=twofold -Rpass-missed=twofold -fsave-optimization-record)
endif()
add_compile_options("$<$<COMPILE_LANGUAGE:C,CXX>:${flags}>")
# What a project tries before it is built is tried in the same way.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES
     TWOFOLD_OPENCL TWOFOLD_OPENMP TWOFOLD_BOUNDS)
