/// <reference types="vite/client" />

/** Constants that src/toolchain/vite.mjs fills in. */

/** The address of the playground that elements link to by default, or 'none'. */
declare const PLAYGROUND: string;
/** Whether everything is built into one script, which fetches nothing and has no room for rare parts. */
declare const IS_ONE_SCRIPT: boolean;

/** A file, compressed and in base64. */
declare module '*?deflated' {
  const base64: string;
  export default base64;
}
