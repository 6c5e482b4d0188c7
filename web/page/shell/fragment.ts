/** What the address says before anything of it is read. */

/** A place on the page (the skip link's target, a section opened in a new tab) is no scene, and no damage. */
export const isPlace = (hash: string): boolean => hash.startsWith('#step-') || hash === '#main';

/**
 * The JSON of the scene that the page was saved with, which opens where the address names none: self-attention.html has
 * `<script type="application/json" id="scene">` for it. Empty on a page without one.
 */
export const savedScene = (): string => document.querySelector('script#scene')?.textContent?.trim() ?? '';
