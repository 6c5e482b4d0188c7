# `cmake --install`: the library, its public headers as <self_attention/…>, and what find_package(self_attention) reads.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set_target_properties(self_attention PROPERTIES EXPORT_NAME core)
install(TARGETS self_attention EXPORT self_attention FILE_SET HEADERS)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/self_attention)
install(EXPORT self_attention NAMESPACE self_attention:: FILE self_attention-targets.cmake DESTINATION ${package_folder})
# Before 1.0 a minor version may change names.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/self_attention-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  src/toolchain/self_attention-config.cmake ${PROJECT_BINARY_DIR}/self_attention-config-version.cmake
  DESTINATION ${package_folder})
