import { html, nothing, type TemplateResult } from 'lit';
import { positionControl } from '../../controls/attention-controls.ts';
import type { ControlContext } from '../../controls/control-context.ts';
import { segmented } from '../../controls/field.ts';
import { controlWords } from '../../i18n/controls.ts';
import type { Positions } from '../../scene/types.ts';
import { editLinks } from '../matrix-editor/host.ts';

type Of<Kind extends Positions['kind']> = Extract<Positions, { kind: Kind }>;

/** How positions enter the computation. */
export function positionControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const positions: Positions = context.state.scene.positions ?? { kind: 'none' };
  return html`
      ${positionControl(context, words.position)}
      ${settings(context, positions)}
    `;
}

function settings(context: ControlContext, positions: Positions): TemplateResult | typeof nothing {
  switch (positions.kind) {
    case 'sinusoidal':
      return html`${base(context, positions)} ${joining(context, positions)}`;
    case 'rope':
      return html`${base(context, positions)} ${conventions(context, positions, 'pairs')}`;
    case 'alibi':
      return conventions(context, positions, 'slopes');
    case 'learned':
      return positions.rows === undefined ? drawn(context, positions) : nothing;
    case 'relative':
      return html`${positions.rows === undefined ? drawn(context, positions) : nothing} ${clipping(context, positions)}`;
    case 'given':
      return html`${editLinks(context.language, context.state.scene, ['S_rel'])}`;
    default:
      return nothing;
  }
}

const base = (context: ControlContext, positions: Of<'sinusoidal'> | Of<'rope'>): TemplateResult =>
  optional(context, positions, 'base', {
    label: controlWords(context.language).base,
    name: controlWords(context.language).baseName,
    placeholder: '10000',
  });

function joining(context: ControlContext, positions: Of<'sinusoidal'>): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const join = positions.join ?? 'add';
  return html`${segmented({
    id: 'join',
    path: 'positions.join',
    about: context.about('positions.join'),
    label: words.join,
    options: (['add', 'concat'] as const).map((value) => ({ value, text: words.joins[value] })),
    value: join,
    onChoose: (value) => {
      const { join: _, width: __, ...rest } = positions;
      const next: Positions = value === 'add' ? rest : { ...rest, join: value };
      context.press({ ...scene, positions: next }, 'positions.join');
    },
  })}
  ${
    join === 'add'
      ? nothing
      : optional(context, positions, 'width', {
          label: words.width,
          name: words.widthName,
          placeholder: words.widthDefault,
        })
  }`;
}

/** Two conventions of one kind, with a sentence about their difference. A scene leaves out the first one, the default. */
function conventions<Own extends Positions>(
  context: ControlContext,
  positions: Own,
  key: keyof Own & ('pairs' | 'slopes'),
): TemplateResult {
  const { label, note, kinds } = controlWords(context.language)[key];
  const options = Object.entries(kinds).map(([value, text]) => ({ value, text }));
  const usual = options[0]?.value ?? '';
  const { [key]: chosen = usual, ...rest } = positions;
  return segmented({
    id: key,
    path: `positions.${key}`,
    about: note,
    label,
    options,
    value: String(chosen),
    onChoose: (value) => {
      const next: unknown = value === usual ? rest : { ...rest, [key]: value };
      // The same kind with one of its conventions.
      context.press({ ...context.state.scene, positions: next as Positions }, `positions.${key}`);
    },
  });
}

function drawn(context: ControlContext, positions: Of<'learned'> | Of<'relative'>): TemplateResult {
  const words = controlWords(context.language);
  return html`${context.seed('positions.seed', words.positionSeed, words.rerollPositions, positions.seed ?? 1, (seed) =>
    context.setPart('positions', { ...positions, seed }, 'seed'),
  )}
  ${optional(context, positions, 'std', { label: words.std, name: words.stdName, placeholder: '0.5' })}`;
}

const clipping = (context: ControlContext, positions: Of<'relative'>): TemplateResult =>
  optional(context, positions, 'clip', {
    label: controlWords(context.language).clip,
    name: controlWords(context.language).clipName,
    placeholder: controlWords(context.language).clipOff,
    step: (direction) => {
      const next = (positions.clip ?? context.state.result.widths.keys) + direction;
      return next >= 1 && next < context.state.result.widths.keys ? next : null;
    },
  });

/** A number that may be left empty. */
function optional<Own extends Positions>(
  context: ControlContext,
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
  return context.number({
    path: `positions.${key}`,
    ...field,
    value: typeof value === 'number' ? value : undefined,
    onChange: (detail) => {
      const { [key]: _, ...rest } = positions;
      const next: unknown = detail.value === null ? rest : { ...positions, [key]: detail.value };
      // One key less or one number more is still the same kind.
      context.editNumber({ ...context.state.scene, positions: next as Positions }, `positions.${key}`, detail);
    },
  });
}
