# Installs the package into a folder of the build, and builds and runs the README's C++ example against it, as another project
# would. The example says in its comments (// → …) what it prints. Then a project that has this one among its sources is configured.
cmake_minimum_required(VERSION 3.25)

set(folder ${BUILD}/install-test)
# What is built stays: only what has changed is compiled again. What is installed does not.
file(REMOVE_RECURSE ${folder}/prefix)

# Leaves a file that says the same as it is.
function(write file content)
  file(CONFIGURE OUTPUT ${folder}/${file} CONTENT "${content}" @ONLY)
endfunction()

function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE printed ERROR_VARIABLE printed RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${printed}")
  endif()
  set(printed "${printed}" PARENT_SCOPE)
endfunction()

file(READ ${PROJECT}/README.md source)
string(FIND "${source}" "\n```cpp\n" start)
if(start EQUAL -1)
  message(FATAL_ERROR "README.md has no example in C++")
endif()
string(SUBSTRING "${source}" ${start} -1 source)
string(FIND "${source}" "\n```\n" length)
string(SUBSTRING "${source}" 0 ${length} source)
string(REPLACE "\n```cpp\n" "" source "${source}")
write(example.cpp "${source}\n")
string(REGEX MATCHALL "// → [^\n]*" expected "${source}")
list(TRANSFORM expected REPLACE "^// → " "")
list(JOIN expected "\n" expected)

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/prefix)

# One folder of headers, whether the project's own were fetched one by one or stand together.
string(REPLACE ":" ";" HEADERS "${HEADERS}")
file(MAKE_DIRECTORY ${folder}/headers)
foreach(library xtensor xtl xsimd)
  find_path(${library}_folder ${library} PATHS ${HEADERS} NO_DEFAULT_PATH REQUIRED)
  file(CREATE_LINK ${${library}_folder}/${library} ${folder}/headers/${library} SYMBOLIC)
endforeach()

# Every installed header is complete by itself or with what is installed beside it.
file(GLOB_RECURSE headers RELATIVE ${folder}/prefix/include ${folder}/prefix/include/*.hpp)
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>")
list(JOIN headers "\n" headers)
write(headers.cpp "${headers}\n")
write(CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
find_package(self_attention 0.1 REQUIRED)
add_executable(example example.cpp headers.cpp)
target_link_libraries(example PRIVATE self_attention::core)
]])

run(${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -G ${GENERATOR} -D CMAKE_MAKE_PROGRAM=${MAKE} -D CMAKE_CXX_COMPILER=${CXX}
  -D CMAKE_PREFIX_PATH=${folder}/prefix -D SELF_ATTENTION_HEADERS=${folder}/headers -D CMAKE_CXX_FLAGS=
  -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
function(check_flags commands)
  file(STRINGS ${commands} flags REGEX "\"command\": .* -(W|ffp-contract).*(example|headers)\\.cpp\"?,?$")
  if(flags)
    message(FATAL_ERROR "The project's own options reach those who link self_attention::core: ${flags}")
  endif()
endfunction()
check_flags(${folder}/build/compile_commands.json)
run(${CMAKE_COMMAND} --build ${folder}/build --parallel)
run(${folder}/build/example)
string(STRIP "${printed}" printed)
if(NOT printed STREQUAL expected)
  message(FATAL_ERROR "The README's example prints\n${printed}\nand says that it prints\n${expected}")
endif()

# As FetchContent has it, from sources that are already there: the core is a target, and nothing of its tests, or what they are made
# of, is asked for.
file(CONFIGURE OUTPUT ${folder}/fetched/CMakeLists.txt @ONLY CONTENT [[
cmake_minimum_required(VERSION 3.25)
project(example LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(self_attention SOURCE_DIR @PROJECT@)
FetchContent_MakeAvailable(self_attention)
add_executable(example ../example.cpp)
target_link_libraries(example PRIVATE self_attention::core)
]])
run(${CMAKE_COMMAND} -S ${folder}/fetched -B ${folder}/fetched/build -G ${GENERATOR} -D CMAKE_MAKE_PROGRAM=${MAKE}
  -D CMAKE_CXX_COMPILER=${CXX} -D SELF_ATTENTION_HEADERS=${folder}/headers -D CMAKE_CXX_FLAGS= -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
check_flags(${folder}/fetched/build/compile_commands.json)
file(STRINGS ${folder}/fetched/build/compile_commands.json fatal REGEX "-Werror")
if(fatal)
  message(FATAL_ERROR "A warning would break the build of a project that has this one among its sources: ${fatal}")
endif()
file(STRINGS ${folder}/fetched/build/compile_commands.json tests REGEX "\"file\": .*/tests/core/")
if(tests)
  message(FATAL_ERROR "A project that has this one among its sources builds its tests: ${tests}")
endif()
