/** A file as the text that it holds. */
declare module '*.txt' {
  const text: string;
  export default text;
}
