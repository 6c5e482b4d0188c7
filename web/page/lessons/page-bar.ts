import { html, type TemplateResult } from 'lit';
import { words } from '../../i18n/words.ts';

/** One mark a page of the lesson, another a challenge; a tick where it was done. */
export function leafBar(bar: {
  readonly leaves: readonly { readonly kind: 'page' | 'challenge'; readonly name: string; readonly done: boolean }[];
  readonly current: number;
  readonly onTurn: (to: number) => void;
}): TemplateResult {
  const { isDone, isSolved, contents } = words.lesson;
  return html`<nav class="leaves" aria-label=${contents}>
    <ol>
      ${bar.leaves.map(({ kind, name, done }, at) => {
        const full = done ? `${name}, ${kind === 'page' ? isDone : isSolved}` : name;
        return html`<li>
          <button
            type="button"
            class=${done ? `${kind} is-done` : kind}
            title=${name}
            aria-label=${full}
            aria-current=${at === bar.current ? 'step' : 'false'}
            @click=${() => bar.onTurn(at)}
          >
            <span aria-hidden="true">${done ? '✓' : ''}</span>
          </button>
        </li>`;
      })}
    </ol>
  </nav>`;
}
