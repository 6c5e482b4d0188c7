/** The published JSON Schemas. The build runs this in Node (src/toolchain/made-files.mjs). */
export { lessonJsonSchema } from './lessons/json-schema.ts';
export { sceneJsonSchema } from './scene/json-schema.ts';
