# What find_package(self_attention) reads. The public headers include xtensor: from the folder SELF_ATTENTION_HEADERS, as in
# the project's own build, or else from xtensor's package.

if(NOT SELF_ATTENTION_HEADERS)
  include(CMakeFindDependencyMacro)
  find_dependency(xtensor 0.27)
elseif(NOT IS_DIRECTORY "${SELF_ATTENTION_HEADERS}/xtensor")
  set(self_attention_FOUND FALSE)
  set(self_attention_NOT_FOUND_MESSAGE "SELF_ATTENTION_HEADERS is ${SELF_ATTENTION_HEADERS}, which has no folder xtensor")
  return()
endif()

include("${CMAKE_CURRENT_LIST_DIR}/self_attention-targets.cmake")
if(SELF_ATTENTION_HEADERS)
  target_include_directories(self_attention::core SYSTEM INTERFACE "${SELF_ATTENTION_HEADERS}")
else()
  target_link_libraries(self_attention::core INTERFACE xtensor)
endif()
