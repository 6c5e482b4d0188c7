import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { sentenceInput } from '../../controls/scene-controls.ts';
import { words } from '../../i18n/words.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { typeEncoder, typeSentence } from '../../model/sentence-choices.ts';
import type { Scene } from '../../scene/types.ts';
import type { Focus, Reading } from '../../views/index.ts';
import { lackedBy } from './catalogue.ts';
import { type Example, exampleHint, exampleList } from './examples.ts';

/** What a box holds, for a scene that keeps tokens and so cannot give back the spaces between them. */
export interface Typed {
  readonly box: 'sentence' | 'encoder';
  readonly text: string;
  readonly scene: Scene;
}

/** The sentence, its tokens and, where keys and values come from another, that sentence too. */
export function sentences(place: {
  readonly scene: Scene;
  readonly picture: ComputedScene;
  readonly focusOn: Focus;
  readonly typed: Typed | null;
  /** What is wrong with the sentence, or the encoder; empty where nothing is. */
  readonly why: (control: 'sentence' | 'encoder') => string;
  readonly example: Example | null;
  readonly onExample: (example: Example) => void;
  readonly onType: (typed: Typed) => void;
  readonly onHistory: (type: 'undo' | 'redo') => void;
}): TemplateResult {
  const { scene, picture, focusOn, typed } = place;
  const { encoder } = scene;
  const textOf = (box: Typed['box'], plain: string): string =>
    typed?.scene === scene && typed.box === box ? typed.text : plain;
  // A key in focus is a token of the second sentence.
  const { key: _, ...asking } = focusOn;
  return html`${sentenceBox({
    id: 'sentence',
    label: words.sentence.label,
    beside: exampleList(place.example, place.onExample),
    text: textOf('sentence', scene.sentence ?? (scene.tokens ?? picture.tokens).join(' ')),
    problem: place.why('sentence'),
    onType: (text) => place.onType({ box: 'sentence', text, scene: typeSentence(scene, text) }),
    onHistory: place.onHistory,
  })}
    ${strip(picture, encoder === undefined ? focusOn : asking)}
    ${
      encoder === undefined
        ? nothing
        : sentenceBox({
            id: 'encoder',
            label: words.controls.encoderLabel,
            text: textOf('encoder', encoder.sentence ?? (encoder.tokens ?? picture.keyTokens).join(' ')),
            problem: place.why('encoder'),
            onType: (text) => place.onType({ box: 'encoder', text, scene: typeEncoder(scene, text) }),
            onHistory: place.onHistory,
          })
    }
    ${exampleHint(place.example)}`;
}

function strip(picture: ComputedScene, focusOn: Focus): TemplateResult {
  const { positions: marked } = lackedBy(picture);
  return (
    picture.strip(marked, focusOn) ??
    html`<sa-tokens
      .tokens=${picture.tokens}
      .marked=${marked}
      .label=${words.sentence.tokens}
      .focusOn=${focusOn}
    ></sa-tokens>`
  );
}

/** A sentence's box with its label. */
function sentenceBox(box: {
  readonly id: string;
  readonly label: string;
  /** Beside the label. */
  readonly beside?: TemplateResult;
  readonly text: string;
  readonly problem: string;
  readonly onType: (text: string) => void;
  readonly onHistory: (type: 'undo' | 'redo') => void;
}): TemplateResult {
  return html`<div class="sentence" data-control=${box.id}>
    <div class="sentence-head"><label for=${box.id}>${box.label}</label>${box.beside ?? nothing}</div>
    ${sentenceInput({ ...box, error: `${box.id}-error` })}
  </div>`;
}

/** What the row in focus means, in one sentence. */
export function readingLine(reading: Reading): TemplateResult {
  return html`<p class="reading">
    ${reading.parts.map(({ kind, text }) => (kind === 'text' ? text : html`<em class=${kind}>${text}</em>`))}
  </p>`;
}

/** Milliseconds without a change before the sentence is spoken: every keystroke changes it. */
const quiet = 700;

/** Speaks a sentence that also stands on the page, once it has come to rest. */
export class Announcer extends LitElement {
  @property() text = '';
  @state() private spoken = '';
  private timer = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  protected override willUpdate(): void {
    clearTimeout(this.timer);
    if (this.text === this.spoken) return;
    this.timer = window.setTimeout(() => {
      this.spoken = this.text;
    }, quiet);
  }

  protected override render() {
    return html`<p class="hidden" role="status" aria-live="polite">${this.spoken}</p>`;
  }
}
customElements.define('sa-announcer', Announcer);
