/**
 * The platform's URL and Blob, by the types that a project has of them: those of the DOM or of Node. A project that has neither
 * compiles all the same.
 */
export type PlatformURL = typeof globalThis extends { URL: { prototype: infer Instance } } ? Instance : never;
export type PlatformBlob = typeof globalThis extends { Blob: { prototype: infer Instance } } ? Instance : unknown;
