import { html, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';

/** Where the mask is painted by hand; fetched when it is first wanted. */
export function painter({ state: { scene, picture } }: Desk): TemplateResult {
  void import('./more.ts');
  return html`<sa-mask-painter data-control="attention.mask.visible" .scene=${scene} .picture=${picture.source}></sa-mask-painter>`;
}
