# The wasm modules, each in two flavours, each a .mjs, a .wasm and a .d.mts in build/wasm/core/: the core, and training,
# which is the core again with the way back through a scene. A page fetches the second only when somebody asks for it.

set(module_folder ${CMAKE_BINARY_DIR}/core)
file(MAKE_DIRECTORY ${module_folder})

set(core_bindings calls error scene tensors descriptions trace)
set(training_bindings error scene tensors descriptions loss gradient training)

function(add_module module flavour core)
  set(name ${module}-${flavour})
  add_executable(${name} $<TARGET_OBJECTS:self_attention_${module}_bindings>)
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

add_core(self_attention_relaxed self_attention_callers -mrelaxed-simd)
foreach(module core training)
  list(TRANSFORM ${module}_bindings REPLACE "(.+)" "src/bindings/\\1.cpp" OUTPUT_VARIABLE sources)
  add_library(self_attention_${module}_bindings OBJECT ${sources})
  target_link_libraries(self_attention_${module}_bindings PRIVATE self_attention_options)
  target_compile_options(self_attention_${module}_bindings PRIVATE ${self_attention_wasm})
  add_module(${module} simd self_attention)
  add_module(${module} relaxed-simd self_attention_relaxed)
endforeach()
