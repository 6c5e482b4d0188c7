import type { TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { words } from '../../i18n/words.ts';
import { group } from './control-group.ts';

const own = words.family;

/** The groups that open: what each is set to. What is in them comes with more.ts. */
export function groups(desk: Desk): readonly TemplateResult[] {
  return [weights(desk), positions(desk), encoder(desk), block(desk), mistakes(desk)];
}

function weights(desk: Desk): TemplateResult {
  const { normalizer = 'softmax', roundWeights, weightedValues = false } = desk.state.scene.attention;
  return group(desk, {
    id: 'weights',
    title: own.weights,
    now: own.normalizers[normalizer],
    differs: normalizer !== 'softmax' || roundWeights !== undefined || weightedValues,
    paths: ['attention.normalizer', 'attention.roundWeights', 'attention.weightedValues'],
    body: ({ weightControls }) => weightControls(desk),
  });
}

function positions(desk: Desk): TemplateResult {
  const set = desk.state.scene.positions ?? { kind: 'none' };
  return group(desk, {
    id: 'positions',
    title: own.positions,
    now: set.kind === 'none' ? own.none : own.kinds[set.kind],
    differs: set.kind !== 'none',
    paths: ['positions', ...Object.keys(set).map((key) => `positions.${key}`)],
    body: ({ positionControls }) => positionControls(desk),
  });
}

function encoder(desk: Desk): TemplateResult {
  const on = desk.state.scene.encoder !== undefined;
  return group(desk, {
    id: 'encoder',
    title: own.encoder,
    now: on ? own.on : own.off,
    differs: on,
    paths: ['encoder'],
    body: ({ encoderControls }) => encoderControls(desk),
  });
}

function block(desk: Desk): TemplateResult {
  const { block: around = {}, layers = 1 } = desk.state.scene;
  const { residual = false, norm = 'none', feedForward } = around;
  const parts = [
    ...(residual ? [own.residual] : []),
    ...(norm === 'none' ? [] : [own.norm]),
    ...(feedForward === undefined ? [] : [own.feedForward]),
    ...(layers > 1 ? [`${layers} × ${own.layers}`] : []),
  ];
  return group(desk, {
    id: 'block',
    title: own.block,
    now: parts.length === 0 ? own.off : parts.join(', '),
    differs: parts.length > 0,
    paths: ['block', 'block.feedForward.width', 'layers'],
    body: ({ blockControls }) => blockControls(desk, parts.length === 0),
  });
}

function mistakes(desk: Desk): TemplateResult {
  const { mistake } = desk.state.scene;
  return group(desk, {
    id: 'mistakes',
    title: own.mistakes,
    now: mistake ? words.mistakes[mistake].title : own.noMistake,
    differs: mistake != null,
    paths: ['mistake'],
    body: ({ mistakeControls }) => mistakeControls(desk),
  });
}
