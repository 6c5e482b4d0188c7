import { html, nothing, type TemplateResult } from 'lit';
import { digitsControl } from '../../controls/attention-controls.ts';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField, selectField } from '../../controls/field.ts';
import { controlWords, sentenceWords } from '../../i18n/controls.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import type { Attention, Initialiser } from '../../scene/types.ts';
import { vectorList } from '../../scene/word-lists.ts';
import {
  chooseEmbedding,
  chooseParameters,
  type EmbeddingChoice,
  embeddingChoice,
  embeddingSeed,
  type FreeParameters,
  hasBiases,
  hasOutput,
  type ParameterChoice,
  parameterChoice,
} from '../../session/parameter-choices.ts';
import { outOfVocabularyOf } from '../../trace/out-of-vocabulary.ts';
import { lazy } from '../lazy.ts';
import { editLinks } from '../matrix-editor/host.ts';

const specialTokens = lazyModule(() => import('./special-tokens-control.ts'));
const translated = lazyModule(() => import('./translated-note.ts'));

/** The source of the word vectors. */
export function embeddingControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene, start, result, inLesson = false } = context.state;
  const { widths } = result;
  const { missing, learned } = outOfVocabularyOf(result);
  const { embedding } = scene;
  const own = start.embedding.kind === 'given' || embeddingChoice(start.embedding) === 'given';
  const offered = (['ids', 'qkv'] as const).filter((kind) => start.embedding.kind === kind || embedding.kind === kind);
  const kinds: readonly EmbeddingChoice[] = [
    ...offered,
    ...(own || embeddingChoice(embedding) === 'given' ? (['given'] as const) : []),
    'table',
    ...(vectorList !== null || embedding.kind === 'wordVectors' ? (['wordVectors'] as const) : []),
    'oneHot',
    'normal',
    'uniform',
    'zero',
  ];
  const seed = embeddingSeed(embedding);
  const seeded = embedding.kind === 'random' || missing.length > 0;
  return html`<fieldset>
    <legend>${words.embedding}</legend>
    ${selectField(context.language, {
      id: 'embedding',
      path: 'embedding',
      about: context.about('embedding'),
      label: words.embeddingKind,
      options: kinds.map((value) => ({
        value,
        text: embeddingTitle(context.language, value, inLesson, scene.attention.score),
      })),
      value: embeddingChoice(embedding),
      problem: context.why('embedding'),
      onChoose: (choice) => context.press(chooseEmbedding(scene, choice, widths, start), 'embedding'),
    })}
    ${
      missing.length > 0
        ? html`<p class="note">${sentenceWords(context.language).missing(missing, words.tableName(tableOwner(context)))}</p>`
        : nothing
    }
    ${learned.length > 0 ? html`<p class="note">${sentenceWords(context.language).learned(learned)}</p>` : nothing}
    ${
      embedding.kind === 'wordVectors' && embedding.language !== undefined
        ? lazy(context.language, translated, ({ translatedNote }) => translatedNote(context.language))
        : nothing
    }
    ${
      seeded
        ? context.seed('embedding.seed', words.embeddingSeed, words.rerollEmbedding, seed, (next) =>
            context.setPart('embedding', { ...embedding, seed: next } as typeof embedding, 'seed'),
          )
        : nothing
    }
    ${
      embedding.kind === 'random' || embedding.kind === 'zero'
        ? context.number({
            path: 'embedding.dModel',
            label: words.dModel,
            name: words.dModelName,
            value: embedding.dModel,
            step: (direction) => widthStep(context, embedding.dModel, direction),
            onChange: (detail) =>
              detail.value !== null &&
              context.editNumber(
                { ...scene, embedding: { ...embedding, dModel: detail.value } },
                'embedding.dModel',
                detail,
              ),
          })
        : context.fact(words.dModel, words.dModelName, widths.dModel)
    }
    ${embedding.kind === 'qkv' ? lazy(context.language, specialTokens, ({ specialTokensControl }) => specialTokensControl(context)) : nothing}
    ${editLinks(context.language, scene, ['E', 'x0', 'x0_k', 'q', 'k', 'v'])}
  </fieldset>`;
}

/** Whose table the scene's words are looked up in. */
function tableOwner({
  state: {
    scene: { embedding },
    inLesson,
  },
}: ControlContext): 'lesson' | 'scene' | 'vectors' | null {
  if (embedding.kind === 'wordVectors') return 'vectors';
  if (embedding.kind !== 'table' || embedding.rows === undefined) return null;
  return inLesson ? 'lesson' : 'scene';
}

function embeddingTitle(
  language: LanguageCode,
  choice: EmbeddingChoice,
  inLesson: boolean,
  score: Attention['score'],
): string {
  const words = controlWords(language);
  if (choice === 'qkv' && (score === 'weights' || score === 'given')) return words.scores[score];
  return choice === 'given' && inLesson ? words.lessonsOwn : words.embeddings[choice];
}

/** In steps of whole heads if d_k follows from d_model, so that every press gives a width that divides. */
function widthStep(context: ControlContext, from: number, direction: -1 | 1): number | null {
  const { parameters, attention } = context.state.scene;
  const free = parameters.kind === 'random' || parameters.kind === 'identity';
  const by = free && (parameters.dK === undefined || parameters.dV === undefined) ? attention.heads : 1;
  if (!Number.isInteger(by) || by < 1) return null;
  const next = direction > 0 ? Math.floor(from / by) * by + by : Math.ceil(from / by) * by - by;
  return next >= by && next <= 1024 ? next : null;
}

/** How the sentence is split, and the number of digits. */
export function displayControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const { lowercase = false, punctuation = false } = scene.tokenizer ?? {};
  return html`<fieldset>
    <legend>${words.display}</legend>
    <div class="pair">
      ${digitsControl(context)}
      ${checkField({
        id: 'notation',
        path: 'view.notation',
        about: context.about('view.notation'),
        label: words.scientific,
        name: words.scientificName,
        checked: scene.view?.notation === 'scientific',
        onChange: (on) =>
          context.press({ ...scene, view: { ...scene.view, notation: on ? 'scientific' : 'fixed' } }, 'view.notation'),
      })}
    </div>
    ${
      scene.sentence === undefined
        ? nothing
        : html`<div class="pair">
          ${checkField({
            id: 'lowercase',
            path: 'tokenizer.lowercase',
            about: context.about('tokenizer.lowercase'),
            label: words.lowercase,
            name: words.lowercaseName,
            checked: lowercase,
            onChange: (on) => context.setTokenizer({ lowercase: on }, 'lowercase'),
          })}
          ${checkField({
            id: 'punctuation',
            path: 'tokenizer.punctuation',
            about: context.about('tokenizer.punctuation'),
            label: words.punctuation,
            name: words.punctuationName,
            checked: punctuation,
            onChange: (on) => context.setTokenizer({ punctuation: on }, 'punctuation'),
          })}
        </div>`
    }
  </fieldset>`;
}

const initialisers: readonly Initialiser[] = ['xavier', 'kaiming', 'normal', 'uniform'];

/** The source of the parameters, which ones there are, and the width of a head. */
export function parameterControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene, start, result, inLesson = false } = context.state;
  const { widths } = result;
  const { parameters } = scene;
  const kinds: readonly ParameterChoice[] = [
    ...([start, scene].some((other) => parameterChoice(other.parameters) === 'given') ? (['given'] as const) : []),
    ...(scene.embedding.kind === 'qkv' || parameters.kind === 'none' ? (['none'] as const) : []),
    'handmade',
    'identity',
    ...initialisers,
  ];
  const free = parameters.kind === 'random' || parameters.kind === 'identity' ? parameters : null;
  return html`<fieldset>
    <legend>${words.parameters}</legend>
    ${selectField(context.language, {
      id: 'parameters',
      path: 'parameters',
      about: context.about('parameters'),
      label: words.parameterKind,
      options: kinds.map((value) => ({
        value,
        text: parameterTitle(context.language, value, inLesson),
      })),
      value: parameterChoice(parameters),
      problem: context.why('parameters'),
      onChoose: (choice) => context.press(chooseParameters(scene, choice, widths, start), 'parameters'),
    })}
    ${
      parameters.kind === 'random'
        ? context.seed('parameters.seed', words.parameterSeed, words.rerollParameters, parameters.seed, (seed) =>
            context.setPart('parameters', { ...parameters, seed }, 'seed'),
          )
        : nothing
    }
    <div class="pair">
      ${
        free === null
          ? html`${context.fact(words.dK, words.dKName, widths.dK)}${context.fact(words.dV, words.dVName, widths.dV)}`
          : html`${headWidth(context, free, 'dK')}${headWidth(context, free, 'dV')}`
      }
    </div>
    ${
      free === null
        ? nothing
        : html`${(scene.attention.score ?? 'scaledDot') === 'additive' ? headWidth(context, free, 'dA') : nothing}
        <div class="pair">
          ${
            free.kind === 'random'
              ? checkField({
                  id: 'biases',
                  path: 'parameters.biases',
                  about: context.about('parameters.biases'),
                  label: words.biases,
                  name: words.biases,
                  checked: hasBiases(free),
                  onChange: (biases) => context.setPart('parameters', { ...free, biases }, 'biases'),
                })
              : nothing
          }
          ${checkField({
            id: 'output',
            path: 'parameters.output',
            about: context.about('parameters.output'),
            label: words.output,
            name: words.outputName,
            checked: hasOutput(free),
            onChange: (output) => context.press({ ...scene, parameters: { ...free, output } }, 'parameters.output'),
          })}
        </div>`
    }
    ${editLinks(context.language, scene, ['w_q', 'w_k', 'w_v', ...(hasOutput(parameters) ? ['w_o'] : [])])}
  </fieldset>`;
}

function parameterTitle(language: LanguageCode, choice: ParameterChoice, inLesson: boolean): string {
  const words = controlWords(language);
  return choice === 'given' && inLesson ? words.lessonsOwn : words.parameterKinds[choice];
}

function headWidth(context: ControlContext, free: FreeParameters, key: 'dK' | 'dV' | 'dA'): TemplateResult {
  const words = controlWords(context.language);
  const { scene, result } = context.state;
  const { widths } = result;
  const value = free[key];
  const now = key === 'dV' ? widths.dV : widths.dK;
  const text = {
    dK: [words.dK, words.dKName],
    dV: [words.dV, words.dVName],
    dA: [words.dA, words.dAName],
  } as const;
  return context.number({
    path: `parameters.${key}`,
    label: text[key][0],
    name: text[key][1],
    value,
    placeholder: String(now),
    step: (direction) => {
      // RoPE rotates pairs.
      const by = key === 'dK' && scene.positions?.kind === 'rope' ? 2 : 1;
      const next = (value ?? now) + direction * by;
      return next >= 1 && next <= 1024 ? Math.round(next) : null;
    },
    onChange: (detail) => {
      const { [key]: _, ...rest } = free;
      const parameters = detail.value === null ? rest : { ...free, [key]: detail.value };
      context.editNumber({ ...scene, parameters }, `parameters.${key}`, detail);
    },
  });
}
