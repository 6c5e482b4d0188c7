# The header libraries, as the target self_attention::headers (system headers: their warnings are not ours).
#
# SELF_ATTENTION_HEADERS names one include folder that holds them all. Where it is empty they are fetched, in the versions that
# the private toolchain has too; each hash is that of the project's release archive and stands the same in several
# distributions' recipes (Homebrew, Spack). FETCHCONTENT_SOURCE_DIR_XTENSOR and so on point at unpacked copies instead.

add_library(self_attention_headers INTERFACE)
add_library(self_attention::headers ALIAS self_attention_headers)

if(SELF_ATTENTION_HEADERS)
  set(folders xtensor xtl xsimd)
  if(SELF_ATTENTION_TESTS)
    list(APPEND folders doctest)
  endif()
  foreach(header IN LISTS folders)
    if(NOT IS_DIRECTORY "${SELF_ATTENTION_HEADERS}/${header}")
      message(FATAL_ERROR "SELF_ATTENTION_HEADERS is ${SELF_ATTENTION_HEADERS}, which has no folder ${header}")
    endif()
  endforeach()
  target_include_directories(self_attention_headers SYSTEM INTERFACE "${SELF_ATTENTION_HEADERS}")
  return()
endif()

include(FetchContent)

function(self_attention_fetch name folder url sha256)
  # A SOURCE_SUBDIR that does not exist: the files are wanted, not the library's own build with its options and tests.
  FetchContent_Declare(${name} URL ${url} URL_HASH SHA256=${sha256} DOWNLOAD_EXTRACT_TIMESTAMP FALSE SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  target_include_directories(self_attention_headers SYSTEM INTERFACE "${${name}_SOURCE_DIR}/${folder}")
endfunction()

self_attention_fetch(xtensor include
  https://github.com/xtensor-stack/xtensor/archive/refs/tags/0.27.1.tar.gz
  117c192ae3b7c37c0156dedaa88038e0599a6b264666c3c6c2553154b500fe23)
self_attention_fetch(xtl include
  https://github.com/xtensor-stack/xtl/archive/refs/tags/0.8.2.tar.gz
  8fb38d6a5856aab5740d2ccb3d791d289f648d4cc506b94a1338fe5fce100c11)
self_attention_fetch(xsimd include
  https://github.com/xtensor-stack/xsimd/archive/refs/tags/14.3.0.tar.gz
  b3d50e7a73fbf4642ceef30131c93414901d69eee41c2a5302db650b03e2c792)
if(SELF_ATTENTION_TESTS)
  # doctest's own include folder is its root: <doctest/doctest.h>, as the packages have it.
  self_attention_fetch(doctest .
    https://github.com/doctest/doctest/archive/refs/tags/v2.5.3.tar.gz
    174ebc4e769928959614789c5b4e9c3d0a0f81a62bb608756b127bfebfb21331)
endif()
