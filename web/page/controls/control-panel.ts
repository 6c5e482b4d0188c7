import { LitElement, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { Desk } from '../../controls/control-context.ts';
import type { Sizes, TableInfo } from '../../model/choices.ts';
import type { Picture } from '../../model/computed-scene.ts';
import type { Problem } from '../../model/problem.ts';
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
  /** Of the picture on show. */
  @property({ attribute: false }) sizes!: Sizes;
  @property({ attribute: false }) table!: TableInfo;
  @property({ attribute: false }) problem: Problem | null = null;
  /** Words of the sentence that the table lacks. */
  @property({ attribute: false }) missing: readonly string[] = [];
  @property({ attribute: false }) epoch = 0;
  /** On show. */
  @property({ attribute: false }) picture!: Picture;
  private readonly opened = new Map<string, boolean>();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another scene as a whole: its groups are open as it asks.
    if (changed.has('start')) this.opened.clear();
  }

  protected override render() {
    const { picture, opened } = this;
    const { scene, start, inLesson, sizes, table, problem, missing, epoch } = this;
    const onEdit = (next: Scene, key: string): void => {
      this.dispatchEvent(new EditRequest(next, key));
    };
    const onOpen = (group: string, open: boolean): void => {
      opened.set(group, open);
      this.requestUpdate();
    };
    const desk = new Desk({
      ...{ scene, start, inLesson, sizes, table, problem, missing, epoch },
      ...{ picture, opened, onOpen, onEdit },
    });
    return [
      headControls(desk),
      scoreControls(desk),
      embeddingControls(desk),
      parameterControls(desk),
      displayControls(desk),
      ...groups(desk),
    ];
  }
}
customElements.define('sa-controls', Controls);
