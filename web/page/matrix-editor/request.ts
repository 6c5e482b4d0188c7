import { html, nothing, type TemplateResult } from 'lit';
import { words } from '../../i18n/words.ts';
import type { Scene } from '../../scene/types.ts';

/** A matrix of the scene: a parameter, an embedding, or the mask. */
export interface MatrixName {
  readonly name: string;
  /** From 0. */
  readonly layer: number;
}

/** The editor is to open on a matrix. */
export class MatrixRequest extends CustomEvent<MatrixName> {
  static readonly type = 'sa-matrix';
  constructor(detail: MatrixName) {
    super(MatrixRequest.type, { detail, bubbles: true });
  }
}

/** Opens the editor on a matrix of the page that `from` stands in. The focus comes back to it when the editor closes. */
export function openMatrixEditor(from: Element, name: string, layer = 0): void {
  from.dispatchEvent(new MatrixRequest({ name, layer }));
}

const learned = /^(?:w_[qkvoa12]|u_a|v_a|b_[qkvo12]|gamma_[12]|beta_[12])$/;

const projection = /^[wb]_[qkv]$/;

/** Whether the scene itself says the numbers of a tensor of its trace, or could: what is computed from others cannot be typed. */
export function isEditable({ embedding, encoder, positions, attention }: Scene, name: string): boolean {
  switch (name) {
    case 'x0':
      return embedding.kind !== 'qkv';
    case 'x0_k':
      return embedding.kind !== 'qkv' && encoder !== undefined;
    case 'E':
      return embedding.kind !== 'qkv' && embedding.kind !== 'given';
    case 'q':
    case 'k':
    case 'v':
      return embedding.kind === 'qkv';
    case 'scores':
      return attention.score === 'given';
    case 'P':
      return positions?.kind === 'learned';
    case 'E_rel':
      return positions?.kind === 'relative';
    case 'mask':
    case 'blocked':
      return true;
    default:
      return learned.test(name) && (embedding.kind !== 'qkv' || !projection.test(name));
  }
}

/** Opens the editor on a matrix of a scene; nothing for one that cannot be edited. */
export const editButton = (scene: Scene, name: string, layer = 0): TemplateResult | typeof nothing =>
  isEditable(scene, name)
    ? html`<button
        type="button"
        class="edit"
        data-edits=${name}
        aria-label=${words.edit.name(name)}
        @click=${({ currentTarget }: Event) => {
          if (currentTarget instanceof Element) openMatrixEditor(currentTarget, name, layer);
        }}
      >
        ${words.edit.button}
      </button>`
    : nothing;

/** The same for several matrices in a row, as the controls offer it: "Edit: E x0". Nothing where none can be edited. */
export function editLinks(scene: Scene, names: readonly string[]): TemplateResult | typeof nothing {
  const own = names.filter((name) => isEditable(scene, name));
  if (own.length === 0) return nothing;
  return html`<div class="field edit-links" role="group" aria-label=${words.edit.links}>
    <span>${words.edit.button}</span>
    <span>
      ${own.map(
        (name) => html`<button
          type="button"
          class="quiet"
          aria-label=${words.edit.name(name)}
          @click=${({ currentTarget }: Event) => {
            if (currentTarget instanceof Element) openMatrixEditor(currentTarget, name);
          }}
        >
          ${name}
        </button>`,
      )}
    </span>
  </div>`;
}
