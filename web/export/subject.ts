import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { isolated, namedToken } from '../views/shared/token-text.ts';
import { type FigureLanguage, figureWords, headText, type Of } from './caption.ts';
import { type Most, type Slice, sliceOf, type TraceLike } from './models.ts';

/** What is drawn, whatever draws it. */
export interface Subject extends Of {
  readonly digits: number;
}

export interface SubjectOptions {
  /** From 0; `all`: each. Default: the scene's. */
  readonly head?: number | 'all';
  /** From 0. Default: the scene's. */
  readonly layer?: number;
  readonly lang?: FigureLanguage;
}

/** Throws AttentionError `out-of-range`. */
export function subjectOf(scene: Scene, trace: TraceLike, { head, layer, lang = 'en' }: SubjectOptions): Subject {
  const own = layer ?? Math.min(scene.view?.layer ?? 0, trace.layers - 1);
  if (!Number.isInteger(own) || own < 0 || own >= trace.layers) {
    throw new AttentionError('out-of-range', `layer is ${own}; there are layers 0 to ${trace.layers - 1}`, 'layer');
  }
  return { scene, trace, layer: own, head: headOf(head, scene, trace), lang, digits: scene.view?.digits ?? 2 };
}

function headOf(given: SubjectOptions['head'], scene: Scene, trace: TraceLike): number | 'all' {
  const heads = trace.symbols['H'] ?? 1;
  const head = given ?? Math.min(scene.view?.head ?? 0, heads - 1);
  if (head === 'all') return heads === 1 ? 0 : 'all';
  if (Number.isInteger(head) && head >= 0 && head < heads) return head;
  throw new AttentionError('out-of-range', `head is ${head}; there are heads 0 to ${heads - 1}, and "all"`, 'head');
}

/** One head of a tensor or, where the subject is all of them and the tensor has several, each. Throws as `sliceOf` does. */
export function slicesOf({ scene, trace, layer, head }: Subject, name: string, most: Most): readonly Slice[] {
  const first = sliceOf(trace, scene, name, layer, head === 'all' ? 0 : head, most);
  if (head !== 'all' || first.head === null) return [first];
  if (first.heads * first.rows * first.columns > most.cells * 4) {
    const what = `${name} has ${first.heads} heads of ${first.rows} × ${first.columns}; a picture of all draws at most ${most.cells * 4} cells: choose one head`;
    throw new AttentionError('too-large', what, 'head');
  }
  // Key/value heads are asked for by the first of the heads that share one.
  const group = (trace.symbols['H'] ?? 1) / first.heads;
  return Array.from({ length: first.heads }, (_, at) =>
    at === 0 ? first : sliceOf(trace, scene, name, layer, at * group, most),
  );
}

/** "scores · head 2 of 4, same meaning · layer 1 of 2" */
export function titleOf(slices: readonly Slice[], subject: Subject): string {
  const { trace, lang } = subject;
  const words = figureWords[lang];
  const [one] = slices as [Slice];
  const heads = one.head !== null && one.heads > 1;
  return [
    one.name,
    ...(slices.length > 1 ? [words.heads(one.heads)] : heads ? [headTitle(one, subject)] : []),
    ...(trace.layers > 1 ? [words.layer(one.layer + 1, trace.layers)] : []),
    ...(one.query === null ? [] : [words.of(isolated(namedToken(trace.tokens, one.query)))]),
  ].join(' · ');
}

/** Of k and v the head is one of the key/value heads, which have no names. */
export function headTitle(one: Slice, subject: Subject): string {
  const head = one.head ?? 0;
  return one.heads === (subject.trace.symbols['H'] ?? 1)
    ? headText({ ...subject, layer: one.layer }, head)
    : figureWords[subject.lang].head(head + 1, one.heads, '');
}
