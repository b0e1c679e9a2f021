# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Twofold is built by the compiler that it plugs into. Included before
# project(), so that a plain `cmake -S . -B build` finds clang 22 by itself.

set(TWOFOLD_LLVM_MAJOR 22)
set(TWOFOLD_LLVM_ROOT "/usr/lib/llvm-${TWOFOLD_LLVM_MAJOR}" CACHE PATH
    "Where LLVM ${TWOFOLD_LLVM_MAJOR} is installed")

foreach(language IN ITEMS C CXX)
  set(environment "CC")
  set(name "clang-${TWOFOLD_LLVM_MAJOR}")
  if(language STREQUAL "CXX")
    set(environment "CXX")
    set(name "clang++-${TWOFOLD_LLVM_MAJOR}")
  endif()
  if(NOT CMAKE_${language}_COMPILER AND NOT DEFINED ENV{${environment}})
    find_program(CMAKE_${language}_COMPILER ${name}
                 PATHS "${TWOFOLD_LLVM_ROOT}/bin")
    if(NOT CMAKE_${language}_COMPILER)
      message(FATAL_ERROR "${name} not found: install the package clang-22")
    endif()
  endif()
endforeach()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Kind of build")
endif()
