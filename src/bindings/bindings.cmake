# The wasm modules: one source, two flavours, each a .mjs, a .wasm and a .d.mts in build/wasm/core/.

set(module_folder ${CMAKE_BINARY_DIR}/core)
file(MAKE_DIRECTORY ${module_folder})

add_library(self_attention_bindings OBJECT
  src/bindings/calls.cpp src/bindings/scene.cpp src/bindings/tensors.cpp src/bindings/trace.cpp)
target_link_libraries(self_attention_bindings PRIVATE self_attention_options)
target_compile_options(self_attention_bindings PRIVATE ${self_attention_wasm})

function(add_module flavour core)
  set(name core-${flavour})
  add_executable(${name} $<TARGET_OBJECTS:self_attention_bindings>)
  target_link_libraries(${name} PRIVATE ${core} -lembind)
  target_link_options(${name} PRIVATE
    ${self_attention_wasm}
    -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=createCore
    # No code is made from strings at run time: the page runs under script-src 'self' 'wasm-unsafe-eval'.
    -sEMBIND_AOT -sDYNAMIC_EXECUTION=0
    # web/core/ fetches and instantiates the wasm itself, the same in browsers, workers and Node.
    -sENVIRONMENT=web,worker -sFILESYSTEM=0 -sINCOMING_MODULE_JS_API=instantiateWasm
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=1MB -sMAXIMUM_MEMORY=1GB -sMALLOC=emmalloc
    --emit-tsd ${name}.d.mts)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${module_folder} SUFFIX .mjs
    LINK_DEPENDS ${CMAKE_CURRENT_LIST_FILE})
endfunction()

add_module(simd self_attention)
add_core(self_attention_relaxed self_attention_callers -mrelaxed-simd)
add_module(relaxed-simd self_attention_relaxed)
