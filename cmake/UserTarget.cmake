# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Twofold::twofold, what users link: compiles with the plugin, links the
# runtime. The same target serves in this build and, exported, after install.

include("${CMAKE_CURRENT_LIST_DIR}/TwofoldEnable.cmake")

set(plugin_file
    "$<BUILD_INTERFACE:$<TARGET_FILE:twofold_plugin>>$<INSTALL_INTERFACE:$<INSTALL_PREFIX>/${CMAKE_INSTALL_LIBDIR}/twofold-22.so>")

add_library(twofold_user INTERFACE)
add_library(Twofold::twofold ALIAS twofold_user)
# Generators let objects start before the libraries that a target depends on are
# linked. Of a custom target they await everything, as the compiler must.
add_custom_target(twofold_plugin_linked DEPENDS twofold_plugin)
add_dependencies(twofold_user twofold_plugin_linked)
target_link_libraries(
  twofold_user
  INTERFACE "$<IF:$<BOOL:$<TARGET_PROPERTY:TWOFOLD_STATIC_RUNTIME>>,$<TARGET_NAME:twofold_static>,$<TARGET_NAME:twofold>>")
# -fdepfile-entry makes every object depend on the plugin's file: a changed
# plugin recompiles what it compiled, with no list of sources to keep.
# -E, by which ccache looks at programs, runs no plugin: the plugin's macro is
# defined for it, too.
target_compile_definitions(
  twofold_user
  INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:__TWOFOLD__=${TWOFOLD_VERSION_NUMBER}>")
target_compile_options(
  twofold_user
  INTERFACE "$<$<COMPILE_LANGUAGE:C,CXX>:-fplugin=${plugin_file}>"
            "$<$<COMPILE_LANGUAGE:C,CXX>:-Xclang=-fdepfile-entry=${plugin_file}>"
            "$<$<STREQUAL:$<TARGET_PROPERTY:TWOFOLD_OPENCL>,OFF>:-fplugin-arg-twofold-no-opencl>"
            "$<$<STREQUAL:$<TARGET_PROPERTY:TWOFOLD_OPENCL>,CPU>:-fplugin-arg-twofold-no-opencl-gpu>"
            "$<$<BOOL:$<TARGET_PROPERTY:TWOFOLD_BOUNDS>>:-fplugin-arg-twofold-bounds>"
            "$<$<BOOL:$<TARGET_PROPERTY:TWOFOLD_STRICT>>:-Werror=pass-failed>"
            "$<$<BOOL:$<TARGET_PROPERTY:TWOFOLD_REPORT>>:-Rpass=twofold;-Rpass-missed=twofold;-fsave-optimization-record>"
            "$<$<BOOL:$<TARGET_PROPERTY:TWOFOLD_OPENMP>>:-fplugin-arg-twofold-openmp>")
