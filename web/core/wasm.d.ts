/** As the bundler brings it into a script that holds everything: the bytes in base64. */
declare module '*.wasm' {
  const base64: string;
  export default base64;
}
