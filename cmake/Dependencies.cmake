# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds everything that the build needs, and names the Debian packages of all
# that is missing in one line, rather than one error after the other.

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang"
   OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^${TWOFOLD_LLVM_MAJOR}\\.")
  message(FATAL_ERROR
    "Twofold is built with clang 22, not with ${CMAKE_CXX_COMPILER_ID} "
    "${CMAKE_CXX_COMPILER_VERSION}: install the package clang-22 and configure "
    "with -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22")
endif()

set(missing_packages "")

macro(twofold_need found package)
  if(NOT ${found})
    list(APPEND missing_packages ${package})
  endif()
endmacro()

# The runtime. libOpenCL itself is opened at run time and never linked.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_library(TWOFOLD_OPENMP_LIBRARY NAMES omp
             PATHS "${TWOFOLD_LLVM_ROOT}/lib" NO_DEFAULT_PATH)
twofold_need(TWOFOLD_OPENMP_LIBRARY libomp-22-dev)
find_path(TWOFOLD_OPENCL_INCLUDE_DIR CL/cl.h)
twofold_need(TWOFOLD_OPENCL_INCLUDE_DIR opencl-headers)
find_path(TWOFOLD_XXHASH_INCLUDE_DIR xxhash.h)
twofold_need(TWOFOLD_XXHASH_INCLUDE_DIR libxxhash-dev)
find_path(TWOFOLD_JSON_INCLUDE_DIR nlohmann/json.hpp)
twofold_need(TWOFOLD_JSON_INCLUDE_DIR nlohmann-json3-dev)

# The plugin needs headers only: its symbols come from the clang that loads it.
if(TWOFOLD_BUILD_PLUGIN)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING) # LLVM reports on libraries of its own
  find_package(LLVM QUIET CONFIG PATHS "${TWOFOLD_LLVM_ROOT}" NO_DEFAULT_PATH)
  twofold_need(LLVM_FOUND llvm-22-dev)
  find_package(Clang QUIET CONFIG PATHS "${TWOFOLD_LLVM_ROOT}" NO_DEFAULT_PATH)
  unset(CMAKE_MESSAGE_LOG_LEVEL)
  find_path(TWOFOLD_CLANG_INCLUDE_DIR clang/AST/ASTConsumer.h
            PATHS "${TWOFOLD_LLVM_ROOT}/include" NO_DEFAULT_PATH)
  if(NOT Clang_FOUND OR NOT TWOFOLD_CLANG_INCLUDE_DIR)
    list(APPEND missing_packages libclang-22-dev)
  endif()
  if(LLVM_FOUND AND NOT LLVM_VERSION_MAJOR EQUAL TWOFOLD_LLVM_MAJOR)
    message(FATAL_ERROR
      "${LLVM_DIR} holds LLVM ${LLVM_PACKAGE_VERSION}: install llvm-22-dev")
  endif()
endif()

if(TWOFOLD_BUILD_TESTS)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  twofold_need(Python3_Interpreter_FOUND python3)
  find_package(GTest QUIET CONFIG)
  twofold_need(GTest_FOUND libgtest-dev)
  find_program(TWOFOLD_CLANG_FORMAT clang-format-22
               HINTS "${TWOFOLD_LLVM_ROOT}/bin")
  twofold_need(TWOFOLD_CLANG_FORMAT clang-format-22)
  foreach(tool IN ITEMS FileCheck not lit)
    string(TOUPPER TWOFOLD_${tool} variable)
    find_program(${variable} NAMES ${tool}-22 ${tool}
                 HINTS "${TWOFOLD_LLVM_ROOT}/bin")
    twofold_need(${variable} llvm-22-tools)
  endforeach()
endif()

if(TWOFOLD_BUILD_BENCH)
  find_package(benchmark QUIET CONFIG)
  twofold_need(benchmark_FOUND libbenchmark-dev)
endif()

if(missing_packages)
  list(REMOVE_DUPLICATES missing_packages)
  list(JOIN missing_packages " " missing_packages)
  message(FATAL_ERROR "missing Debian packages: ${missing_packages}")
endif()
