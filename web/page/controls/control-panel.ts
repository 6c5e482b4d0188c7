import { LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { ControlContext } from '../../controls/control-context.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { controlFor, explain, type Problem } from '../../model/problem.ts';
import { controlPaths } from '../../scene/controls.ts';
import type { Scene } from '../../scene/types.ts';
import { EditRequest } from '../shell/events.ts';
import { groups } from './control-group.ts';
import { displayControls, embeddingControls } from './embedding-controls.ts';
import { headControls } from './head-controls.ts';
import { parameterControls } from './parameter-controls.ts';
import { scoreControls } from './score-controls.ts';

/** The scene's controls. Each asks for another scene at once (EditRequest); none keeps anything itself. */
export class Controls extends LitElement {
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) start!: Scene;
  @property({ attribute: false }) inLesson = false;
  @property({ attribute: false }) problem: Problem | null = null;
  @property({ attribute: false }) epoch = 0;
  /** On show. */
  @property({ attribute: false }) picture!: ComputedScene;
  private readonly opened = new Map<string, boolean>();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another scene as a whole: its groups are open as it asks.
    if (changed.has('start')) this.opened.clear();
  }

  protected override render() {
    const { picture: computed, opened, scene, start, inLesson, epoch, problem: found } = this;
    const problem = found && { path: controlFor(found, controlPaths(scene)), text: explain(found) };
    const onEdit = (next: Scene, key: string): void => {
      this.dispatchEvent(new EditRequest(next, key));
    };
    const onOpen = (group: string, open: boolean): void => {
      opened.set(group, open);
      this.requestUpdate();
    };
    const context = new ControlContext({ scene, start, computed, problem, epoch, inLesson, onEdit });
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
