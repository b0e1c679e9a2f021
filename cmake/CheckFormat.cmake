# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# cmake -DCLANG_FORMAT=<tool> [-DFIX=ON] -P CheckFormat.cmake
#
# Holds the sources to .clang-format. Left out are lit tests (files with a RUN:
# line), whose layout is part of what they test, and the headers of the ABI, whose
# constants and their comments stand in columns laid out by hand.

cmake_minimum_required(VERSION 3.25)
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}" DIRECTORY)

if(FIX)
  set(mode -i)
else()
  set(mode --dry-run -Werror)
endif()

set(patterns "")
foreach(directory IN ITEMS plugin runtime test docs/examples)
  foreach(suffix IN ITEMS c cpp h hpp)
    list(APPEND patterns "${root}/${directory}/*.${suffix}")
  endforeach()
endforeach()
file(GLOB_RECURSE candidates ${patterns})
list(FILTER candidates EXCLUDE REGEX "/twofold/(abi|accesses)\\.h$")

set(sources "")
foreach(file IN LISTS candidates)
  file(STRINGS "${file}" run_lines REGEX "(^|[^A-Za-z])RUN:" LIMIT_COUNT 1)
  if(NOT run_lines)
    list(APPEND sources "${file}")
  endif()
endforeach()
list(LENGTH sources count)

execute_process(COMMAND "${CLANG_FORMAT}" ${mode} --style=file ${sources}
                RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "not formatted: run the build target 'format'")
endif()
message(STATUS "${count} files are formatted")
