// Subresource integrity: the browser uses a script or style sheet only if it is the file that was built.
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** The hash of a file's contents for the attribute `integrity`. */
export const integrityOf = (contents) => `sha384-${createHash('sha384').update(contents).digest('base64')}`;

/**
 * Adds the hash of each script and style sheet to the pages in `files` (contents by name in dist/). Not for pages in a sandboxed
 * frame: a hash needs CORS there, which few servers allow.
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
