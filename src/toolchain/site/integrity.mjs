// Subresource integrity: what a page loads as it begins is the file that was built, or it is not used.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** The hash of a file's contents, as `integrity` has it. */
export const integrityOf = (contents) => `sha384-${createHash('sha384').update(contents).digest('base64')}`;

/**
 * The pages in `files` (names in dist/ and their contents) with the hash of each script and style sheet that their own elements
 * load from beside them. Not for pages in a sandboxed frame: a hash asks for CORS there, which few servers answer.
 */
export function addIntegrity(files, pages) {
  for (const page of pages) {
    const html = files.get(page).toString();
    const hashed = html.replace(
      /<(?:link rel="(?:stylesheet|modulepreload)"(?: crossorigin)? href|script(?: type="module" crossorigin)?\s+src)="([^"]+)"/g,
      (element, address) => {
        const contents = files.get(posix.join(posix.dirname(page), address));
        if (contents === undefined) throw new Error(`${page} loads ${address}, which is not built`);
        return `${element} integrity="${integrityOf(contents)}"`;
      },
    );
    files.set(page, Buffer.from(hashed));
  }
}
