/** Reads the address's fragment before it is parsed as a scene. */

/**
 * A target on the page (the skip link's, or a section opened in a new tab) is not a scene, and not a damaged link
 * either.
 */
export const isPlace = (hash: string): boolean => hash.startsWith('#step-') || hash === '#main';

/**
 * The JSON of the scene that the page was saved with. It opens if the address names no scene. self-attention.html
 * has it in `<script type="application/json" id="scene">`. Empty on a page without one.
 */
export const savedScene = (): string => document.querySelector('script#scene')?.textContent?.trim() ?? '';
