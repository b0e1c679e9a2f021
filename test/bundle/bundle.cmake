# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Target `bundle`: a folder and an archive that run the end-to-end programs, the
# unit tests, the examples and the benchmarks on another machine, one with a GPU
# and without a compiler. Everything in it is for x86-64-v3.
#
#   cmake --build <build folder> --target bundle
#   <build folder>/bundle/twofold-bundle.tar.gz

set(bundle_dir "${CMAKE_BINARY_DIR}/bundle")
find_library(TWOFOLD_OPENCL_LOADER NAMES libOpenCL.so.1)

set(ulp_program "")
if(TWOFOLD_ULP_PORTABLE)
  set(ulp_program "$<TARGET_FILE:${TWOFOLD_ULP_PORTABLE}>")
endif()

add_custom_target(
  bundle
  COMMAND
    "${CMAKE_COMMAND}" -E env "CMAKE=${CMAKE_COMMAND}"
    "E2E_CLANG=${CMAKE_C_COMPILER}" "E2E_CLANGXX=${CMAKE_CXX_COMPILER}"
    "E2E_PLUGIN=$<TARGET_FILE:twofold_plugin>"
    "E2E_RUNTIME=$<TARGET_FILE_DIR:twofold>"
    "E2E_INCLUDE=${PROJECT_SOURCE_DIR}/runtime/include"
    "OPENMP_LIBRARY=${TWOFOLD_OPENMP_LIBRARY}"
    "OPENCL_LOADER=${TWOFOLD_OPENCL_LOADER}" sh
    "${CMAKE_CURRENT_LIST_DIR}/build.sh" "${PROJECT_SOURCE_DIR}"
    "${CMAKE_BINARY_DIR}" "${bundle_dir}" "$<TARGET_FILE:twofold_runtime_tests>"
    "$<TARGET_FILE:twofold_bench_portable>"
    "$<TARGET_FILE:twofold_overhead_portable>"
    "$<TARGET_FILE:twofold_regret_portable>"
    "$<TARGET_FILE:twofold_transfers_portable>"
    "$<TARGET_FILE:twofold_residence_portable>" ${ulp_program}
  VERBATIM USES_TERMINAL)
add_dependencies(bundle twofold twofold_static twofold_plugin
                 twofold_runtime_tests twofold_bench_portable
                 twofold_overhead_portable twofold_regret_portable
                 twofold_transfers_portable
                 twofold_residence_portable ${TWOFOLD_ULP_PORTABLE})
