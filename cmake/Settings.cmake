# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# INTERFACE targets that the project's own targets link PRIVATE, inside
# $<BUILD_INTERFACE:...> where the target is exported:
#   twofold_settings  language level, warnings, visibility, sanitizers
#   twofold_clang     what code against clang's headers needs on top
#   twofold_openmp    libomp, the thread pool of the native variants

add_library(twofold_settings INTERFACE)
target_compile_features(twofold_settings INTERFACE cxx_std_20 c_std_11)
target_compile_options(
  twofold_settings
  INTERFACE -Wall -Wextra -Wno-unused-parameter
            -Wimplicit-fallthrough -fvisibility=hidden
            "$<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor;-Wsuggest-override>"
            "$<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden>"
            "$<$<BOOL:${TWOFOLD_WERROR}>:-Werror>")
# Invariants are checked wherever it is not for use that a build is made.
target_compile_definitions(
  twofold_settings INTERFACE $<$<NOT:$<CONFIG:Release>>:TWOFOLD_CHECKED>)

if(TWOFOLD_SANITIZE)
  if(NOT TWOFOLD_SANITIZE MATCHES "^(address|undefined|address,undefined|thread)$")
    message(FATAL_ERROR
      "TWOFOLD_SANITIZE is '${TWOFOLD_SANITIZE}': allowed are "
      "address,undefined and thread")
  endif()
  target_compile_options(
    twofold_settings
    INTERFACE -fsanitize=${TWOFOLD_SANITIZE} -fno-sanitize-recover=all
              -fno-omit-frame-pointer)
  # clang gives the sanitizer's own symbols to programs, not to shared
  # libraries: there they stay undefined.
  target_link_options(twofold_settings INTERFACE
                      -fsanitize=${TWOFOLD_SANITIZE} LINKER:-z,undefs)
endif()

if(TWOFOLD_BUILD_PLUGIN)
  # Debian's LLVM has neither exceptions nor a need of the plugin's type
  # information; its headers are not held to our warnings.
  add_library(twofold_clang INTERFACE)
  separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
  target_compile_definitions(twofold_clang INTERFACE ${llvm_definitions})
  target_include_directories(twofold_clang SYSTEM INTERFACE
                             ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
  target_compile_options(twofold_clang INTERFACE -fno-rtti -fno-exceptions)
  # Some of the headers' classes have other members with assertions.
  if(NOT LLVM_ENABLE_ASSERTIONS)
    target_compile_definitions(twofold_clang INTERFACE NDEBUG)
  endif()
endif()

# By path: clang's own driver would add it only for -fopenmp at the link.
add_library(twofold_openmp INTERFACE)
target_compile_options(twofold_openmp INTERFACE -fopenmp=libomp)
target_link_libraries(twofold_openmp INTERFACE "${TWOFOLD_OPENMP_LIBRARY}")

# A compiler cache is used where there is one; nothing depends on it.
find_program(TWOFOLD_CCACHE ccache)
mark_as_advanced(TWOFOLD_CCACHE)
if(TWOFOLD_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TWOFOLD_CCACHE}")
endif()
