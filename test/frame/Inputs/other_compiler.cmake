# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DPREFIX=<prefix> -P other_compiler.cmake: what the package says to a
# project that gcc compiles. No such compiler has to be there.
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE config "${PREFIX}/TwofoldConfig.cmake")
set(CMAKE_C_COMPILER_ID GNU)
set(CMAKE_C_COMPILER_VERSION 12.2.0)
include("${config}")
if(NOT Twofold_FOUND)
  message("not found: ${Twofold_NOT_FOUND_MESSAGE}")
endif()
