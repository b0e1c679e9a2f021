# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian packages, by `cpack` in a build folder. What is in which is said by the
# components of Install.cmake, which have the packages' names.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME twofold)
set(CPACK_PACKAGE_CONTACT "Twofold's authors <twofold@localhost>" CACHE STRING
    "Whom the Debian packages name as their maintainer")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The loader is told of a library by the file cmake/triggers.
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_COMPONENTS_ALL "")

# twofold_package(<name> <summary> [DEPENDS <what>] [RECOMMENDS <what>] [SECTION <s>]
#                 [ALL_MACHINES])
function(twofold_package name summary)
  cmake_parse_arguments(PARSE_ARGV 2 arg "ALL_MACHINES"
                        "DEPENDS;RECOMMENDS;SECTION" "")
  string(TOUPPER "${name}" key)
  macro(tell variable value)
    set(CPACK_${variable} "${value}" PARENT_SCOPE)
  endmacro()
  tell(DEBIAN_${key}_PACKAGE_NAME "${name}")
  tell(DEBIAN_${key}_DESCRIPTION "${summary}")
  tell(DEBIAN_${key}_PACKAGE_DEPENDS "${arg_DEPENDS}")
  tell(DEBIAN_${key}_PACKAGE_RECOMMENDS "${arg_RECOMMENDS}")
  if(arg_SECTION)
    tell(DEBIAN_${key}_PACKAGE_SECTION "${arg_SECTION}")
  endif()
  if(arg_ALL_MACHINES)
    tell(DEBIAN_${key}_PACKAGE_ARCHITECTURE all)
  endif()
  tell(COMPONENTS_ALL "${CPACK_COMPONENTS_ALL};${name}")
  # For the package alone: a prefix has the licence once.
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" RENAME copyright
          DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}"
          COMPONENT ${name} EXCLUDE_FROM_ALL)
endfunction()

set(same "(= ${PROJECT_VERSION})")
twofold_package(libtwofold1 "Runtime of programs compiled with Twofold"
  SECTION libs RECOMMENDS "ocl-icd-libopencl1 | libopencl1")
twofold_package(libtwofold-dev
  "Headers and libraries of Twofold, for pkg-config and CMake" SECTION libdevel
  DEPENDS "libtwofold1 ${same}, libomp-${TWOFOLD_LLVM_MAJOR}-dev"
  RECOMMENDS "twofold-${TWOFOLD_LLVM_MAJOR} ${same}")
twofold_package(twofold-${TWOFOLD_LLVM_MAJOR}
  "Plugin of clang ${TWOFOLD_LLVM_MAJOR}: annotated loops on threads and OpenCL devices"
  DEPENDS "clang-${TWOFOLD_LLVM_MAJOR}, libtwofold-dev ${same}"
  RECOMMENDS "twofold-tools ${same}")
twofold_package(twofold-tools
  "Devices, cache of kernels and compilers of Twofold on the command line"
  RECOMMENDS "libtwofold1 ${same}")
twofold_package(twofold-doc "Pages and examples of Twofold"
  SECTION doc ALL_MACHINES)
set(CPACK_DEBIAN_LIBTWOFOLD1_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/triggers")

include(CPack)
