import { html, nothing, type TemplateResult } from 'lit';
import { words } from '../../i18n/words.ts';
import type { Picture } from '../../model/computed-scene.ts';
import { typeEncoder, typeSentence } from '../../model/sentence-choices.ts';
import type { Scene } from '../../scene/types.ts';
import type { Focus } from '../../views/index.ts';
import { lackedBy } from './catalogue.ts';
import { type Example, exampleHint, exampleList } from './examples.ts';
import { sentenceBox } from './sentence-box.ts';

/** What a box holds, for a scene that keeps tokens and so cannot give back the spaces between them. */
export interface Typed {
  readonly box: 'sentence' | 'encoder';
  readonly text: string;
  readonly scene: Scene;
}

/** The sentence, its tokens and, where keys and values come from another, that sentence too. */
export function sentences(place: {
  readonly scene: Scene;
  readonly picture: Picture;
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
            label: words.family.encoderLabel,
            text: textOf('encoder', encoder.sentence ?? (encoder.tokens ?? picture.keyTokens).join(' ')),
            problem: place.why('encoder'),
            onType: (text) => place.onType({ box: 'encoder', text, scene: typeEncoder(scene, text) }),
            onHistory: place.onHistory,
          })
    }
    ${exampleHint(place.example)}`;
}

function strip(picture: Picture, focusOn: Focus): TemplateResult {
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
