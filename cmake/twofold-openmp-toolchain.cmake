# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DCMAKE_TOOLCHAIN_FILE=<this file>: twofold-toolchain.cmake, for projects
# whose OpenMP directives are to be taken.
if(NOT DEFINED TWOFOLD_OPENMP)
  set(TWOFOLD_OPENMP ON)
endif()
include("${CMAKE_CURRENT_LIST_DIR}/twofold-toolchain.cmake")
