import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Desk } from '../../controls/control-context.ts';
import { words } from '../../i18n/words.ts';
import { blockControls, encoderControls } from './block-controls.ts';
import { positionControls } from './position-controls.ts';
import { mistakeControls, weightControls } from './weight-controls.ts';

/** Controls that not every scene needs, under one heading that opens. */
interface Group {
  readonly id: string;
  readonly title: string;
  /** What it is set to, in a word or two; shown while it is closed. */
  readonly now: string;
  /** Something in it is not as it is by default: it opens by itself. */
  readonly differs: boolean;
  /** The dotted paths of what its controls change: a problem there opens it, and whoever points at one is led here. */
  readonly paths: readonly string[];
  readonly body: () => TemplateResult;
}

/** Closed it costs one line, and nothing in it is made. */
function group(desk: Desk, { id, title, now, differs, paths, body }: Group): TemplateResult {
  const { opened, onOpen } = desk.state;
  const open = paths.some((path) => desk.why(path) !== '') || (opened.get(id) ?? differs);
  if (open && !opened.has(id)) opened.set(id, true);
  const toggled = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open !== open) onOpen(id, target.open);
  };
  return html`<details class="group" id="group-${id}" data-controls=${paths.join(' ')} .open=${live(open)} @toggle=${toggled}>
    <summary><span class="group-title">${title}</span>${open ? nothing : html`<span class="group-now">${now}</span>`}</summary>
    ${open ? body() : nothing}
  </details>`;
}

/** The groups that open, and what each is set to. */
export function groups(desk: Desk): readonly TemplateResult[] {
  return [weights(desk), positions(desk), encoder(desk), block(desk), mistakes(desk)];
}

function weights(desk: Desk): TemplateResult {
  const { normalizer = 'softmax', roundWeights, weightedValues = false } = desk.state.scene.attention;
  return group(desk, {
    id: 'weights',
    title: words.controls.weights,
    now: words.controls.normalizers[normalizer],
    differs: normalizer !== 'softmax' || roundWeights !== undefined || weightedValues,
    paths: ['attention.normalizer', 'attention.roundWeights', 'attention.weightedValues'],
    body: () => weightControls(desk),
  });
}

function positions(desk: Desk): TemplateResult {
  const set = desk.state.scene.positions ?? { kind: 'none' };
  return group(desk, {
    id: 'positions',
    title: words.controls.positions,
    now: set.kind === 'none' ? words.controls.none : words.controls.kinds[set.kind],
    differs: set.kind !== 'none',
    paths: ['positions', ...Object.keys(set).map((key) => `positions.${key}`)],
    body: () => positionControls(desk),
  });
}

function encoder(desk: Desk): TemplateResult {
  const on = desk.state.scene.encoder !== undefined;
  return group(desk, {
    id: 'encoder',
    title: words.controls.encoder,
    now: on ? words.controls.on : words.controls.off,
    differs: on,
    paths: ['encoder'],
    body: () => encoderControls(desk),
  });
}

function block(desk: Desk): TemplateResult {
  const { block: around = {}, layers = 1 } = desk.state.scene;
  const { residual = false, norm = 'none', feedForward } = around;
  const parts = [
    ...(residual ? [words.controls.residual] : []),
    ...(norm === 'none' ? [] : [words.controls.norm]),
    ...(feedForward === undefined ? [] : [words.controls.feedForward]),
    ...(layers > 1 ? [`${layers} × ${words.controls.layers}`] : []),
  ];
  return group(desk, {
    id: 'block',
    title: words.controls.block,
    now: parts.length === 0 ? words.controls.off : parts.join(', '),
    differs: parts.length > 0,
    paths: ['block', 'block.feedForward.width', 'layers'],
    body: () => blockControls(desk, parts.length === 0),
  });
}

function mistakes(desk: Desk): TemplateResult {
  const { mistake } = desk.state.scene;
  return group(desk, {
    id: 'mistakes',
    title: words.controls.mistakes,
    now: mistake ? words.mistakes[mistake].title : words.controls.noMistake,
    differs: mistake != null,
    paths: ['mistake'],
    body: () => mistakeControls(desk),
  });
}
