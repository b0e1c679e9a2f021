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

# First, which of the folders that others share are made by this: those are removed with
# what is in them. An installation over another one keeps what that has made.
set(shared_folders "${CMAKE_INSTALL_BINDIR}" "${CMAKE_INSTALL_INCLUDEDIR}"
    "${CMAKE_INSTALL_LIBDIR}/cmake" "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    "${CMAKE_INSTALL_MANDIR}/man1" "${CMAKE_INSTALL_DATAROOTDIR}/doc"
    "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(CODE "
  set(TWOFOLD_FOLDERS \"\")
  set(own \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/twofold\")
  if(EXISTS \"\$ENV{DESTDIR}\${own}/uninstall.cmake\")
    file(STRINGS \"\$ENV{DESTDIR}\${own}/uninstall.cmake\" lines REGEX \"^  .=[[]\")
    list(JOIN lines \"\n\" TWOFOLD_FOLDERS)
    string(PREPEND TWOFOLD_FOLDERS \"\n\")
  endif()
  foreach(folder IN ITEMS ${shared_folders})
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY \"\${CMAKE_INSTALL_PREFIX}\")
    while(NOT EXISTS \"\$ENV{DESTDIR}\${folder}\")
      file(RELATIVE_PATH relative \"\${own}\" \"\${folder}\")
      string(APPEND TWOFOLD_FOLDERS \"\n  [=[\${relative}]=]\")
      if(folder STREQUAL CMAKE_INSTALL_PREFIX OR folder STREQUAL \"/\")
        break()
      endif()
      cmake_path(GET folder PARENT_PATH folder)
    endwhile()
  endforeach()
" COMPONENT uninstall)

# The components are Debian's packages (Packages.cmake).
install(TARGETS twofold twofold_static twofold_user EXPORT TwofoldTargets
        LIBRARY COMPONENT libtwofold1 NAMELINK_COMPONENT libtwofold-dev
        ARCHIVE COMPONENT libtwofold-dev
        INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(TARGETS twofold_tool
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT twofold-tools)
install(FILES runtime/tool/twofold.1
        DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT twofold-tools)
install(FILES runtime/tool/completion.bash
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
        RENAME twofold COMPONENT twofold-tools)
install(TARGETS twofold_plugin
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT twofold-22)
install(DIRECTORY runtime/include/twofold
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT libtwofold-dev)
set(documents "${CMAKE_INSTALL_DATAROOTDIR}/doc/twofold")
install(FILES LICENSE README.md DESTINATION "${documents}" COMPONENT twofold-doc)
install(DIRECTORY docs DESTINATION "${documents}" COMPONENT twofold-doc)

install(EXPORT TwofoldTargets NAMESPACE Twofold:: DESTINATION "${package_dir}"
        COMPONENT libtwofold-dev)
configure_package_config_file(
  cmake/TwofoldConfig.cmake.in TwofoldConfig.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(TwofoldConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/TwofoldConfig.cmake"
              "${CMAKE_CURRENT_BINARY_DIR}/TwofoldConfigVersion.cmake"
              cmake/TwofoldEnable.cmake
        DESTINATION "${package_dir}" COMPONENT libtwofold-dev)

# From <libdir>/pkgconfig and <datadir>/twofold up to the prefix.
file(RELATIVE_PATH TWOFOLD_PREFIX_FROM_PC
     "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
file(RELATIVE_PATH TWOFOLD_PREFIX_FROM_CFG
     "/p/${CMAKE_INSTALL_DATADIR}/twofold" "/p")
configure_file(cmake/twofold.pc.in twofold.pc @ONLY)
foreach(name IN ITEMS twofold-compile twofold twofold-openmp)
  configure_file(cmake/${name}.cfg.in ${name}.cfg @ONLY)
endforeach()
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/twofold.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT libtwofold-dev)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/twofold-compile.cfg"
              "${CMAKE_CURRENT_BINARY_DIR}/twofold.cfg"
              "${CMAKE_CURRENT_BINARY_DIR}/twofold-openmp.cfg"
              cmake/clangd.yaml
              cmake/twofold-toolchain.cmake
              cmake/twofold-openmp-toolchain.cmake
        DESTINATION "${CMAKE_INSTALL_DATADIR}/twofold" COMPONENT twofold-22)

# -E runs no plugin: for it this header defines what the plugin does.
# ccache does not read configuration files. It sees a change of the plugin in the
# preprocessed text, where this header's `#line` puts the plugin's sum. The
# header keeps its name, and its time while the plugin stays the same, for the
# makefiles that list it.
install(CODE "
  set(header \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/twofold/plugin.h\")
  file(SHA256 \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/$<TARGET_FILE_NAME:twofold_plugin>\"
       sum)
  file(CONFIGURE OUTPUT \"\$ENV{DESTDIR}\${header}\"
       CONTENT \"#ifndef __TWOFOLD__\\n#define __TWOFOLD__ ${TWOFOLD_VERSION_NUMBER}\\n#endif\\n#line 1 \\\"<twofold \${sum}>\\\"\\n\")
  list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${header}\")
" COMPONENT twofold-22)

# Last, what removes all of it: a list of files, from the script's own place.
install(CODE "
  set(TWOFOLD_FILES \"\")
  foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
    file(RELATIVE_PATH file \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/twofold\"
         \"\${file}\")
    string(APPEND TWOFOLD_FILES \"\n  [==[\${file}]==]\")
  endforeach()
  configure_file(\"${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake.in\"
                 \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/twofold/uninstall.cmake\"
                 @ONLY)
" COMPONENT uninstall)
