# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The installed package: plugin, runtime, headers, and one way in for each kind
# of build (CMake package, pkg-config file, clang --config file). Everything is
# relocatable: paths start from the file that names them.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Twofold")

set_target_properties(twofold PROPERTIES EXPORT_NAME runtime)
set_target_properties(twofold_static PROPERTIES EXPORT_NAME runtime_static)
set_target_properties(twofold_user PROPERTIES EXPORT_NAME twofold)

install(TARGETS twofold twofold_static twofold_user EXPORT TwofoldTargets
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(TARGETS twofold_tool
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(TARGETS twofold_plugin
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY runtime/include/twofold
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT TwofoldTargets NAMESPACE Twofold:: DESTINATION "${package_dir}")
configure_package_config_file(
  cmake/TwofoldConfig.cmake.in TwofoldConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(TwofoldConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/TwofoldConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/TwofoldConfigVersion.cmake"
              cmake/TwofoldEnable.cmake
        DESTINATION "${package_dir}")

# From <libdir>/pkgconfig and <datadir>/twofold up to the prefix.
file(RELATIVE_PATH TWOFOLD_PREFIX_FROM_PC
     "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
file(RELATIVE_PATH TWOFOLD_PREFIX_FROM_CFG
     "/p/${CMAKE_INSTALL_DATADIR}/twofold" "/p")
configure_file(cmake/twofold.pc.in twofold.pc @ONLY)
configure_file(cmake/twofold.cfg.in twofold.cfg @ONLY)
configure_file(cmake/twofold-openmp.cfg.in twofold-openmp.cfg @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/twofold.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/twofold.cfg"
              "${CMAKE_CURRENT_BINARY_DIR}/twofold-openmp.cfg"
              cmake/twofold-toolchain.cmake
              cmake/twofold-openmp-toolchain.cmake
        DESTINATION "${CMAKE_INSTALL_DATADIR}/twofold")

# ccache does not read configuration files. It sees a change of the plugin in the
# preprocessed text, where this header's `#line` puts the plugin's sum. The
# header keeps its name, and its time while the plugin stays the same, for the
# makefiles that list it.
install(CODE "
  set(header \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/twofold/plugin.h\")
  file(SHA256 \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:twofold_plugin>\"
       sum)
  file(CONFIGURE OUTPUT \"\$ENV{DESTDIR}\${header}\"
       CONTENT \"#line 1 \\\"<twofold \${sum}>\\\"\\n\")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${header}\")
")
