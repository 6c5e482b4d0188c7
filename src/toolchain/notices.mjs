// What is given away with other people's code in it says whose: our licence, and below it theirs.
import { readFile } from 'node:fs/promises';
import { inProject } from './paths.mjs';

// lit-html, lit-element and @lit/reactive-element have lit's.
const BUNDLED = ['lit', 'fflate', 'papaparse'];

/** The text of LICENSE, with the licences of what is bundled. */
export async function licences() {
  const texts = await Promise.all([
    readFile(inProject('LICENSE'), 'utf8'),
    ...BUNDLED.map(async (name) => {
      const text = await readFile(inProject('node_modules', name, 'LICENSE'), 'utf8');
      return `${'-'.repeat(80)}\nIt contains ${name}:\n\n${text}`;
    }),
  ]);
  return `${texts.map((text) => text.trim()).join('\n\n')}\n`;
}
