/** The platform's URL and Blob types, from the DOM or from Node. A project with neither still compiles. */
export type PlatformURL = typeof globalThis extends { URL: { prototype: infer Instance } } ? Instance : never;
export type PlatformBlob = typeof globalThis extends { Blob: { prototype: infer Instance } } ? Instance : unknown;
