// The targets: each makes an input, which JSON can hold, by chance, and checks what becomes of any such input.

export const targetNames = ['scenes', 'attention', 'binding', 'links', 'imports', 'readers', 'exports'];

/** { make(chance), check(input) }; check throws, or rejects, where something is wrong. */
export const loadTarget = (name) => import(`./targets/${name}.mjs`);

/** The folder of what was found. */
export const corpusOf = (name) => new URL(`corpus/${name}/`, import.meta.url);
