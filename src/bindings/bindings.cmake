# The two wasm modules, each a .mjs, a .wasm and a .d.mts in build/wasm/core/: the core, and training, which is the core
# again with the backward pass of a scene. A page fetches the second only when somebody trains.

set(module_folder ${CMAKE_BINARY_DIR}/core)
file(MAKE_DIRECTORY ${module_folder})

set(both_bindings error scene tensors descriptions)
set(core_bindings calls trace)
set(training_bindings loss gradient training)
foreach(bindings both core training)
  list(TRANSFORM ${bindings}_bindings REPLACE "(.+)" "src/bindings/\\1.cpp" OUTPUT_VARIABLE sources)
  add_library(${bindings}_bindings OBJECT ${sources})
  target_link_libraries(${bindings}_bindings PRIVATE self_attention_options)
  target_compile_options(${bindings}_bindings PRIVATE ${self_attention_wasm})
endforeach()

foreach(module core training)
  # The name is published: the package exports core-simd.wasm.
  set(name ${module}-simd)
  add_executable(${name} $<TARGET_OBJECTS:both_bindings> $<TARGET_OBJECTS:${module}_bindings>)
  target_link_libraries(${name} PRIVATE self_attention -lembind)
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
endforeach()
