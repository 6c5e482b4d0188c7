/**
 * The JSON of the scene that the page was saved with, which opens where the address names none: self-attention.html has
 * `<script type="application/json" id="scene">` for it. Empty on a page without one.
 */
export const savedScene = (): string => document.querySelector('script#scene')?.textContent?.trim() ?? '';
