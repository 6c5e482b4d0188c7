import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { segmented, selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { choosePositions, positionLack } from '../../model/group-choices.ts';
import type { Positions } from '../../scene/types.ts';

const words = all.controls;
const kinds = ['none', 'sinusoidal', 'learned', 'rope', 'alibi', 'relative'] as const;
type Of<Kind extends Positions['kind']> = Extract<Positions, { kind: Kind }>;

/** How a token's place comes into play. */
export function positionControls(desk: Desk): TemplateResult {
  const { scene, start, sizes } = desk.state;
  const positions: Positions = scene.positions ?? { kind: 'none' };
  return html`
      ${selectField({
        id: 'positions',
        path: 'positions',
        label: words.position,
        name: words.positionName,
        options: kinds.map((value) => {
          const lack = positionLack(scene, value, sizes.dK);
          const text = words.kinds[value];
          return { value, text: lack === null ? text : words.cannot(text, words.lacks[lack]), disabled: lack !== null };
        }),
        value: positions.kind,
        problem: desk.why('positions'),
        onChoose: (kind) => desk.press(choosePositions(scene, kind, start), 'positions'),
      })}
      ${settings(desk, positions)}
    `;
}

function settings(desk: Desk, positions: Positions): TemplateResult | typeof nothing {
  switch (positions.kind) {
    case 'sinusoidal':
      return html`${base(desk, positions)} ${joining(desk, positions)}`;
    case 'rope':
      return base(desk, positions);
    case 'learned':
      return positions.rows === undefined ? drawn(desk, positions) : nothing;
    case 'relative':
      return html`${positions.rows === undefined ? drawn(desk, positions) : nothing} ${clipping(desk, positions)}`;
    default:
      return nothing;
  }
}

const base = (desk: Desk, positions: Of<'sinusoidal'> | Of<'rope'>): TemplateResult =>
  optional(desk, positions, 'base', { label: words.base, name: words.baseName, placeholder: '10000' });

function joining(desk: Desk, positions: Of<'sinusoidal'>): TemplateResult {
  const { scene } = desk.state;
  const join = positions.join ?? 'add';
  return html`${segmented({
    id: 'join',
    path: 'positions.join',
    label: words.join,
    options: (['add', 'concat'] as const).map((value) => ({ value, text: words.joins[value] })),
    value: join,
    onChoose: (value) => {
      const { join: _, width: __, ...rest } = positions;
      const next: Positions = value === 'add' ? rest : { ...rest, join: value };
      desk.press({ ...scene, positions: next }, 'positions.join');
    },
  })}
  ${
    join === 'add'
      ? nothing
      : optional(desk, positions, 'width', {
          label: words.width,
          name: words.widthName,
          placeholder: words.widthDefault,
        })
  }`;
}

function drawn(desk: Desk, positions: Of<'learned'> | Of<'relative'>): TemplateResult {
  return html`${desk.seed('positions.seed', words.positionSeed, words.rerollPositions, positions.seed ?? 1, (seed) =>
    desk.setPositions({ ...positions, seed }, 'seed'),
  )}
  ${optional(desk, positions, 'std', { label: words.std, name: words.stdName, placeholder: '0.5' })}`;
}

const clipping = (desk: Desk, positions: Of<'relative'>): TemplateResult =>
  optional(desk, positions, 'clip', {
    label: words.clip,
    name: words.clipName,
    placeholder: words.clipOff,
    step: (direction) => {
      const next = (positions.clip ?? desk.state.sizes.keys) + direction;
      return next >= 1 && next < desk.state.sizes.keys ? next : null;
    },
  });

/** A number that may be left empty. */
function optional<Own extends Positions>(
  desk: Desk,
  positions: Own,
  key: string & keyof Own,
  field: {
    readonly label: string;
    readonly name: string;
    readonly placeholder: string;
    readonly step?: (direction: -1 | 1) => number | null;
  },
): TemplateResult {
  const value: unknown = positions[key];
  return desk.number({
    path: `positions.${key}`,
    ...field,
    value: typeof value === 'number' ? value : undefined,
    onChange: (detail) => {
      const { [key]: _, ...rest } = positions;
      const next: unknown = detail.value === null ? rest : { ...positions, [key]: detail.value };
      // A key less or a number more: still of its kind.
      desk.take({ ...desk.state.scene, positions: next as Positions }, `positions.${key}`, detail);
    },
  });
}
