import { html } from 'lit';
import { styled } from '../shared/styled.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a cell has to tell, beside it and inside the view, whose size is `seen`. CSS px. */
export function tip(box: Box, seen: { readonly width: number; readonly height: number }, text: string) {
  const under = box.y < seen.height / 2;
  const before = box.x > seen.width / 2;
  const place = {
    transform: `translate(${before ? box.x - 4 : box.x + box.width + 4}px, ${under ? box.y + box.height + 4 : box.y - 4}px) translate(${before ? '-100%' : '0'}, ${under ? '0' : '-100%'})`,
  };
  return html`<div class="tip" aria-hidden="true" ${styled(place)}>${text}</div>`;
}
