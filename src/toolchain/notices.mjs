// What is given away with other people's code in it says whose: our licence, and below it theirs.
import { readFile } from 'node:fs/promises';
import { inProject } from './paths.mjs';

// lit-html, lit-element and @lit/reactive-element have lit's; what string-width is made of has its author and its licence.
const BUNDLED = { lit: 'LICENSE', fflate: 'LICENSE', papaparse: 'LICENSE', 'string-width': 'license' };

/** The text of LICENSE, with the licences of what is bundled. */
export async function licences() {
  const texts = await Promise.all([
    readFile(inProject('LICENSE'), 'utf8'),
    ...Object.entries(BUNDLED).map(async ([name, file]) => {
      const text = await readFile(inProject('node_modules', name, file), 'utf8');
      return `${'-'.repeat(80)}\nIt contains ${name}:\n\n${text}`;
    }),
  ]);
  return `${texts.map((text) => text.trim()).join('\n\n')}\n`;
}
