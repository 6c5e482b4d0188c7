import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { Scene } from '../scene/types.ts';
import type { Sizes, TableInfo } from './choices.ts';
import { Desk } from './desk.ts';
import { embeddingControls } from './embedding-controls.ts';
import type { Problem } from './errors.ts';
import { EditRequest } from './events.ts';
import { headControls } from './head-controls.ts';
import { parameterControls } from './parameter-controls.ts';
import { displayControls, scoreControls } from './score-controls.ts';

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

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    const { scene, start, inLesson, sizes, table, problem, missing, epoch } = this;
    const onEdit = (next: Scene, key: string): void => {
      this.dispatchEvent(new EditRequest(next, key));
    };
    const desk = new Desk({ scene, start, inLesson, sizes, table, problem, missing, epoch, onEdit });
    return [
      headControls(desk),
      scoreControls(desk),
      embeddingControls(desk),
      parameterControls(desk),
      displayControls(desk),
    ];
  }
}
customElements.define('sa-controls', Controls);
