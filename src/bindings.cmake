# The wasm modules: one source, two flavours, each a .mjs + .wasm (and one .d.ts) in build/wasm/core/: core-<flavour> with
# all that can be called, scenes-<flavour> with what pages need, to be downloaded.

set(module_folder ${CMAKE_BINARY_DIR}/core)
file(MAKE_DIRECTORY ${module_folder})

# `calls`: the source that says what can be called beside scenes.
function(add_module name core calls)
  add_executable(${name} src/bindings.cpp ${calls})
  # Embind's library after src/bindings.cpp, which has what takes its place.
  target_link_libraries(${name} PRIVATE ${core} -lembind)
  # Types have no names at run time: see src/bindings.cpp.
  target_compile_options(${name} PRIVATE ${self_attention_small} -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(${name} PRIVATE
    ${self_attention_small} -sMALLOC=emmalloc
    # Partial redundancy elimination copies code to where it may not be needed.
    -Wl,-mllvm,-enable-pre=false
    # Four times where once is usual, from a form in which all is a step of its own, and what is as small as a call in
    # its place: one per cent less. Functions called most often come first.
    -sBINARYEN_EXTRA_PASSES=--always-inline-max-function-size=6,--flatten,-Oz,--flatten,--rereloop,-Oz,-Oz,-Oz,--reorder-functions
    -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createCore
    # No code is made from strings at run time: the page runs under script-src 'self' 'wasm-unsafe-eval'.
    -sEMBIND_AOT -sDYNAMIC_EXECUTION=0
    # web/core/ fetches and instantiates the wasm itself, the same in browsers, workers and Node.
    -sENVIRONMENT=web,worker -sFILESYSTEM=0 -sINCOMING_MODULE_JS_API=instantiateWasm
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=1GB -sSTACK_SIZE=64KB
    --emit-tsd ${name}.d.mts)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${module_folder} SUFFIX .mjs
    LINK_DEPENDS ${CMAKE_CURRENT_LIST_FILE})
endfunction()

function(add_modules flavour core)
  add_module(core-${flavour} ${core} src/calls.cpp)
  add_module(scenes-${flavour} ${core} src/no_calls.cpp)
endfunction()

add_modules(simd self_attention)
add_core(self_attention_relaxed -mrelaxed-simd)
add_modules(relaxed-simd self_attention_relaxed)
