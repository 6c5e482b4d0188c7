import { html, nothing, type TemplateResult } from 'lit';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField, selectField } from '../../controls/field.ts';
import { digitsControl } from '../../controls/scene-controls.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseEmbedding, type EmbeddingChoice, embeddingChoice, embeddingSeed } from '../../model/choices.ts';
import { table } from '../../model/meaning-table.ts';
import { editLinks } from '../matrix-editor/request.ts';
import { lackedBy } from '../shell/catalogue.ts';

const words = all.controls;

/** Where the vectors of the words come from. */
export function embeddingControls(context: ControlContext): TemplateResult {
  const { scene, start, computed, inLesson = false } = context.state;
  const { sizes } = computed;
  const missing = lackedBy(computed).words;
  const { embedding } = scene;
  const own = start.embedding.kind === 'given' || embeddingChoice(start.embedding) === 'given';
  const offered = (['ids', 'qkv'] as const).filter((kind) => start.embedding.kind === kind || embedding.kind === kind);
  const kinds: readonly EmbeddingChoice[] = [
    ...offered,
    ...(own || embeddingChoice(embedding) === 'given' ? (['given'] as const) : []),
    'table',
    'oneHot',
    'normal',
    'uniform',
    'zero',
  ];
  const seed = embeddingSeed(embedding);
  const seeded = embedding.kind === 'random' || (embedding.kind === 'table' && missing.length > 0);
  return html`<fieldset>
    <legend>${words.embedding}</legend>
    ${selectField({
      id: 'embedding',
      path: 'embedding',
      label: words.embeddingKind,
      options: kinds.map((value) => ({
        value,
        text: embeddingTitle(value, inLesson),
      })),
      value: embeddingChoice(embedding),
      problem: context.why('embedding'),
      onChoose: (choice) => context.press(chooseEmbedding(scene, choice, sizes, table, start), 'embedding'),
    })}
    ${
      embedding.kind === 'table' && missing.length > 0
        ? html`<p class="note">${all.sentence.missing(missing, words.tableName(embedding.rows === undefined ? null : inLesson ? 'lesson' : 'scene'))}</p>`
        : nothing
    }
    ${
      seeded
        ? context.seed('embedding.seed', words.embeddingSeed, words.rerollEmbedding, seed, (next) =>
            context.setEmbedding({ ...embedding, seed: next } as typeof embedding, 'seed'),
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
              context.take({ ...scene, embedding: { ...embedding, dModel: detail.value } }, 'embedding.dModel', detail),
          })
        : context.fact(words.dModel, words.dModelName, sizes.dModel)
    }
    ${editLinks(scene, ['E', 'x0', 'x0_k', 'q', 'k', 'v'])}
  </fieldset>`;
}

function embeddingTitle(choice: EmbeddingChoice, inLesson: boolean): string {
  return choice === 'given' && inLesson ? words.lessonsOwn : words.embeddings[choice];
}

/** By whole heads where d_k follows from d_model, so that a press cannot land on a width that does not divide. */
function widthStep(context: ControlContext, from: number, direction: -1 | 1): number | null {
  const { parameters, attention } = context.state.scene;
  const free = parameters.kind === 'random' || parameters.kind === 'identity';
  const by = free && (parameters.dK === undefined || parameters.dV === undefined) ? attention.heads : 1;
  if (!Number.isInteger(by) || by < 1) return null;
  const next = direction > 0 ? Math.floor(from / by) * by + by : Math.ceil(from / by) * by - by;
  return next >= by && next <= 1024 ? next : null;
}

/** How the sentence is cut, and how many digits are shown. */
export function displayControls(context: ControlContext): TemplateResult {
  const { scene } = context.state;
  const { lowercase = false, punctuation = false } = scene.tokenizer ?? {};
  return html`<fieldset>
    <legend>${words.display}</legend>
    ${digitsControl(context)}
    ${
      scene.sentence === undefined
        ? nothing
        : html`<div class="pair">
          ${checkField({
            id: 'lowercase',
            path: 'tokenizer.lowercase',
            label: words.lowercase,
            name: words.lowercaseName,
            checked: lowercase,
            onChange: (on) => context.setTokenizer({ lowercase: on }, 'lowercase'),
          })}
          ${checkField({
            id: 'punctuation',
            path: 'tokenizer.punctuation',
            label: words.punctuation,
            name: words.punctuationName,
            checked: punctuation,
            onChange: (on) => context.setTokenizer({ punctuation: on }, 'punctuation'),
          })}
        </div>`
    }
  </fieldset>`;
}
