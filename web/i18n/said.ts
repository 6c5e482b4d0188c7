/** The same in another language: a text for a text, and for a function one that needs the same. */
export type Said<Part> = Part extends string
  ? string
  : Part extends (...needs: never[]) => string
    ? Part
    : { readonly [Key in keyof Part]: Said<Part[Key]> };
