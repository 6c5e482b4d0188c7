/** What is used of Papa Parse 5. Its published types would bring Node's along. */
declare module 'papaparse' {
  interface Parsed<Row> {
    readonly data: Row[];
    readonly errors: readonly { readonly row?: number; readonly message: string }[];
  }
  const Papa: {
    parse<Row>(text: string, options: { readonly delimiter: string; readonly skipEmptyLines: boolean }): Parsed<Row>;
  };
  export default Papa;
}
