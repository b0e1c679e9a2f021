# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DCMAKE_TOOLCHAIN_FILE=<this file>: builds a project as it is, and takes
# the loops of its OpenMP directives. Whether it has OpenMP is its own choice.
foreach(compiler C=clang-22 CXX=clang++-22)
  string(REPLACE "=" ";" compiler "${compiler}")
  list(GET compiler 0 language)
  list(GET compiler 1 name)
  if(NOT CMAKE_${language}_COMPILER)
    set(CMAKE_${language}_COMPILER "${name}")
  endif()
  set(CMAKE_${language}_FLAGS_INIT
      "--config=\"${CMAKE_CURRENT_LIST_DIR}/twofold-openmp.cfg\"")
endforeach()
