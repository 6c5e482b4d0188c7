import { html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { selectField } from '../../controls/field.ts';
import type { TrainedFile } from '../../export/training/files.ts';
import { STEPS } from '../../export/training/steps.ts';
import { shareWords } from '../../i18n/share.ts';
import { trainingWords } from '../../i18n/training.ts';
import { explain, problemOf } from '../../session/problem.ts';
import type { RunArguments, Snapshot } from '../../training/index.ts';
import { Download } from '../share/download.ts';
import { download } from '../share/text-box.ts';

/** The arguments of a run, and its newest snapshot. */
export interface Trained {
  readonly given: RunArguments;
  readonly learned: Snapshot | null;
}

const kinds = [
  'npz',
  'loss-numpy',
  'loss-pytorch',
  'steps-numpy',
  'steps-pytorch',
] as const satisfies readonly TrainedFile[];

/** `<sa-trained-files>`: downloads of a trained model. */
export class TrainedFiles extends Download {
  /** Called for every download. */
  @property({ attribute: false }) trained!: () => Trained | null;
  @property() control = 'trained-file';
  /** The name of the run where there are two. */
  @property() run = '';
  @state() private kind: TrainedFile = 'npz';

  private readonly make = async (): Promise<void> => {
    const trained = this.trained();
    if (trained === null) return;
    this.trouble = '';
    this.status = '';
    try {
      const { trainedFile } = await import('../../export/training/files.ts');
      const { blob, name } = await trainedFile(this.kind, trained.given, trained.learned);
      download(blob, name);
      this.status = shareWords(this.language).downloaded(name);
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  };

  protected override render() {
    const { files: own } = trainingWords(this.language);
    const title = `${this.control}-title`;
    return html`<section aria-labelledby=${title}>
      <h4 id=${title}>${this.run === '' ? own.title : `${own.title}: ${this.run}`}</h4>
      <p class="about">${own.about(STEPS)}</p>
      <div class="training-fields">
        ${selectField(this.language, {
          id: this.control,
          label: own.label,
          options: kinds.map((kind) => ({ value: kind, text: own.kinds[kind] })),
          value: this.kind,
          problem: '',
          onChoose: (kind) => {
            this.kind = kind;
          },
        })}
      </div>
      <div class="training-buttons"><button type="button" @click=${this.make}>${own.make}</button></div>
      <p>${this.outcome}</p>
    </section>`;
  }
}
customElements.define('sa-trained-files', TrainedFiles);
