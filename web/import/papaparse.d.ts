/** The part of Papa Parse 5 that is used. Its published types would pull in Node's. */
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
