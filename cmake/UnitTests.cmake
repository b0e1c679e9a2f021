# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# group_tests(<variable>): in a unity build, several test files of the list are
# compiled as one.
#
# Names of one test file may be those of another, so each gets a namespace of its
# own. The headers of all stand in front of these namespaces, and their guards
# make them empty inside. Files that are not tests, or that define a macro, which
# a header might read, remain by themselves.
#
# add_unit_tests(<target> <count>): the tests of a GoogleTest program for ctest, in
# so many shares. Each leaves reports/<target>-<number>.xml, which counts its tests.

function(group_tests variable)
  if(NOT "$CACHE{CMAKE_UNITY_BUILD}")
    return()
  endif()
  include_directories("${CMAKE_CURRENT_SOURCE_DIR}") # groups lie elsewhere
  set(alone "")
  set(grouped "")
  foreach(source IN LISTS ${variable})
    file(STRINGS "${source}" macros REGEX "^# *define")
    if(source MATCHES "Test\\.cpp$" AND NOT macros)
      list(APPEND grouped "${source}")
    else()
      list(APPEND alone "${source}")
    endif()
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${grouped})
  set(number 0)
  while(grouped)
    list(SUBLIST grouped 0 48 group)
    list(REMOVE_ITEM grouped ${group})
    set(headers "")
    set(bodies "")
    foreach(source IN LISTS group)
      file(STRINGS "${source}" lines REGEX "^#include ")
      list(APPEND headers ${lines})
      cmake_path(GET source STEM space)
      string(APPEND bodies "namespace ${space}File {\n"
             "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${source}\"\n}\n")
    endforeach()
    list(REMOVE_DUPLICATES headers)
    list(JOIN headers "\n" headers)
    set(file "${CMAKE_CURRENT_BINARY_DIR}/${variable}-${number}.cpp")
    file(CONFIGURE OUTPUT "${file}" CONTENT "${headers}\n${bodies}" @ONLY)
    list(APPEND alone "${file}")
    math(EXPR number "${number} + 1")
  endwhile()
  set(${variable} ${alone} PARENT_SCOPE)
endfunction()

function(add_unit_tests target count)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" ENVIRONMENT)
  math(EXPR last "${count} - 1")
  foreach(number RANGE ${last})
    set(test ${target}-${number})
    add_test(
      NAME ${test}
      COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/test/share.py"
              "${PROJECT_BINARY_DIR}/reports/${test}.xml" ${number} ${count}
              "$<TARGET_FILE:${target}>")
    set_tests_properties(${test} PROPERTIES
      ENVIRONMENT "${arg_ENVIRONMENT}" TIMEOUT 7200)
  endforeach()
endfunction()
