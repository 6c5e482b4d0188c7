# The wasm modules: one source, two flavours, each a pair core-<flavour>.mjs + .wasm (and one .d.ts) in build/wasm/core/.

set(module_folder ${CMAKE_BINARY_DIR}/core)
file(MAKE_DIRECTORY ${module_folder})

function(add_module flavour core)
  add_executable(core-${flavour} src/bindings.cpp)
  # Embind's library after src/bindings.cpp, which has what takes its place.
  target_link_libraries(core-${flavour} PRIVATE ${core} -lembind)
  # Types have no names at run time: see src/bindings.cpp.
  target_compile_options(core-${flavour} PRIVATE
    ${self_attention_small} -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(core-${flavour} PRIVATE
    ${self_attention_small} -sMALLOC=emmalloc
    -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createCore
    # No code is made from strings at run time: the page runs under script-src 'self' 'wasm-unsafe-eval'.
    -sEMBIND_AOT -sDYNAMIC_EXECUTION=0
    # web/core/ fetches and instantiates the wasm itself, the same in browsers, workers and Node.
    -sENVIRONMENT=web,worker -sFILESYSTEM=0 -sINCOMING_MODULE_JS_API=instantiateWasm
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=1GB -sSTACK_SIZE=64KB
    --emit-tsd core-${flavour}.d.mts)
  set_target_properties(core-${flavour} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${module_folder} SUFFIX .mjs
    LINK_DEPENDS ${CMAKE_CURRENT_LIST_FILE})
endfunction()

add_module(simd self_attention)
add_core(self_attention_relaxed -mrelaxed-simd)
add_module(relaxed-simd self_attention_relaxed)
