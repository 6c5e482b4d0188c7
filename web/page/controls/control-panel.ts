import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { mistakeControl } from '../../controls/attention-controls.ts';
import { ControlContext } from '../../controls/control-context.ts';
import { DeferredElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { settingAbouts } from '../../i18n/page.ts';
import { controlPaths } from '../../scene/controls.ts';
import type { Scene } from '../../scene/types.ts';
import { controlFor, explain, type Problem } from '../../session/problem.ts';
import { rebased } from '../../session/state.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { lazy } from '../lazy.ts';
import { emit } from '../shell/events.ts';
import { headControls, scoreControls, weightControls } from './attention-controls.ts';
import { displayControls, embeddingControls, parameterControls } from './parameter-controls.ts';

const blockGroup = lazyModule(() => import('./block-controls.ts'));
const positionGroup = lazyModule(() => import('./position-controls.ts'));

/** The scene's controls. Each requests another scene at once (`sa-edit`) and keeps no state. */
export class Controls extends DeferredElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) start!: Scene;
  @property({ attribute: false }) inLesson = false;
  @property({ attribute: false }) problem: Problem | null = null;
  @property({ attribute: false }) resetCount = 0;
  /** The result on show. */
  @property({ attribute: false }) result!: SceneResult;
  private readonly opened = new Map<string, boolean>();

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A newly opened scene decides which groups are open.
    if (changed.has('start')) this.opened.clear();
  }

  protected override render() {
    const { language, core, result, opened, scene, start, inLesson, resetCount, problem: found } = this;
    const problem = found && { path: controlFor(found, controlPaths(scene)), text: explain(language, found) };
    const onEdit = (next: Scene, key: string): void => {
      // The scene may have changed since the last frame, whose controls were pressed.
      emit(this, 'sa-edit', { scene: rebased(next, scene, this.scene), controlId: key });
    };
    const onOpen = (group: string, open: boolean): void => {
      opened.set(group, open);
      this.requestUpdate();
    };
    // A lesson explains what it asks for, and leaves its controls little room.
    const abouts = inLesson ? {} : settingAbouts(language);
    const context = new ControlContext({
      ...{ language, core, scene, start, result, problem, resetCount, inLesson, abouts, onEdit },
    });
    return [
      headControls(context),
      scoreControls(context),
      embeddingControls(context),
      parameterControls(context),
      displayControls(context),
      ...groups(context, { opened, onOpen }),
    ];
  }
}
customElements.define('sa-controls', Controls);

/** Controls that few scenes need, under one heading that opens. */
interface Group {
  readonly id: string;
  readonly title: string;
  /** Its current setting in a word or two, shown while it is closed. */
  readonly now: string;
  /** Whether a setting in it differs from the default, which opens it. */
  readonly differs: boolean;
  /**
   * The dotted paths that its controls change. An error at one of them opens it, and lessons that point at one lead
   * here.
   */
  readonly paths: readonly string[];
  readonly body: () => unknown;
}

export interface OpenGroups {
  /** The groups that were opened (true) or closed (false). One that opened by itself stays open. */
  readonly opened: Map<string, boolean>;
  readonly onOpen: (group: string, open: boolean) => void;
}

/** A closed group costs one line; its controls are not created. */
function group(
  context: ControlContext,
  { opened, onOpen }: OpenGroups,
  { id, title, now, differs, paths, body }: Group,
): TemplateResult {
  const open = paths.some((path) => context.why(path) !== '') || (opened.get(id) ?? differs);
  if (open && !opened.has(id)) opened.set(id, true);
  const toggled = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open !== open) onOpen(id, target.open);
  };
  return html`<details class="group" id="group-${id}" data-controls=${paths.join(' ')} .open=${live(open)} @toggle=${toggled}>
    <summary><span class="group-title">${title}</span>${open ? nothing : html`<span class="group-now">${now}</span>`}</summary>
    ${open ? body() : nothing}
  </details>`;
}

/** The groups that open, with their current settings. */
export function groups(context: ControlContext, open: OpenGroups): readonly TemplateResult[] {
  const own = controlWords(context.language);
  const { attention, positions = { kind: 'none' }, encoder, block = {}, layers = 1, mistake } = context.state.scene;
  const { normalizer = 'softmax', roundWeights, weightedValues = false } = attention;
  const { residual = false, norm = 'none', feedForward } = block;
  const around = [
    ...(residual ? [own.residual] : []),
    ...(norm === 'none' ? [] : [own.norm]),
    ...(feedForward === undefined ? [] : [own.feedForward]),
    ...(layers > 1 ? [`${layers} × ${own.layers}`] : []),
  ];
  const all: readonly Group[] = [
    {
      id: 'weights',
      title: own.weights,
      now: own.normalizers[normalizer],
      differs: normalizer !== 'softmax' || roundWeights !== undefined || weightedValues,
      paths: ['attention.normalizer', 'attention.roundWeights', 'attention.weightedValues'],
      body: () => weightControls(context),
    },
    {
      id: 'positions',
      title: own.positions,
      now: positions.kind === 'none' ? own.none : own.kinds[positions.kind],
      differs: positions.kind !== 'none',
      paths: ['positions', ...Object.keys(positions).map((key) => `positions.${key}`)],
      body: () => lazy(context.language, positionGroup, ({ positionControls }) => positionControls(context)),
    },
    {
      id: 'encoder',
      title: own.encoder,
      now: encoder === undefined ? own.off : own.on,
      differs: encoder !== undefined,
      paths: ['encoder'],
      body: () => lazy(context.language, blockGroup, ({ encoderControls }) => encoderControls(context)),
    },
    {
      id: 'block',
      title: own.block,
      now: around.length === 0 ? own.off : around.join(', '),
      differs: around.length > 0,
      paths: ['block', 'block.feedForward.width', 'layers'],
      body: () =>
        lazy(context.language, blockGroup, ({ blockControls }) => blockControls(context, around.length === 0)),
    },
    {
      id: 'mistakes',
      title: own.mistakes,
      now: mistake ? mistakeWords(context.language)[mistake] : own.noMistake,
      differs: mistake != null,
      paths: ['mistake'],
      body: () => mistakeControl(context),
    },
  ];
  return all.map((each) => group(context, open, each));
}
