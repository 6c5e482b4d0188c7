import { version } from '../core/version.ts';
import { figureWords, headTitles, mistakeTitles } from '../i18n/figure.ts';
import { outOfVocabularyWords, tables } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import { formatConstant } from '../trace/number-format.ts';
import { isolated, visibleToken } from '../trace/token-text.ts';
import type { TraceLike } from './trace-like.ts';

/** The subject of a picture. Layer and head count from 0. */
export interface FigureSubject {
  readonly scene: Scene;
  readonly trace: TraceLike;
  readonly layer: number;
  readonly head: number | 'all';
  /** One of `figureLanguages`. */
  readonly lang: string;
}

/** The title of a handmade head; empty if it has none. */
export function headName({ scene, layer, lang }: FigureSubject, head: number): string {
  const { parameters } = scene;
  if (parameters.kind !== 'handmade') return '';
  const name = (layer === 0 ? parameters.heads : (parameters.later?.[layer - 1] ?? parameters.heads))[head] ?? '';
  const known: Readonly<Record<string, string>> = headTitles(lang);
  return (Object.hasOwn(known, name) ? known[name] : tables[parameters.table]?.heads[name]?.title) ?? name;
}

export function headText(of: FigureSubject, head: number): string {
  return figureWords(of.lang).head(head + 1, of.trace.symbols['H'] ?? 1, headName(of, head));
}

/** The scene's sentence, followed by the encoder's if there is one. */
export function sentenceText({ scene, trace, lang }: FigureSubject): string {
  const { quoted } = figureWords(lang);
  const text = (sentence: string | undefined, tokens: readonly string[]): string =>
    quoted(isolated(sentence?.replaceAll(/\s+/g, ' ').trim() ?? tokens.map(visibleToken).join(' ')));
  const own = text(scene.sentence, trace.tokens);
  return scene.encoder ? `${own} → ${text(scene.encoder.sentence, trace.keyTokens)}` : own;
}

/** Head, layer (null for all), and the settings that affect the weights. */
export function factsText(of: FigureSubject, layer: number | null = of.layer): string {
  const { scene, trace, head } = of;
  const words = figureWords(of.lang);
  const { mask = { kind: 'none' }, temperature = 1, softcap = 0, score = 'scaledDot', normalizer } = scene.attention;
  const count = trace.symbols['H'] ?? 1;
  const facts = [
    ...(count > 1 ? [head === 'all' ? words.heads(count) : headText(of, head)] : []),
    ...(trace.layers > 1 && layer !== null ? [words.layer(layer + 1, trace.layers)] : []),
    words.scores[score],
    words.mask(mask),
    words.temperature(formatConstant(temperature)),
    ...(softcap === 0 ? [] : [words.softcap(formatConstant(softcap))]),
    ...(normalizer === 'sparsemax' ? [words.sparsemax] : []),
    ...(scene.mistake ? [words.mistake(withinSentence(mistakeTitles(of.lang)[scene.mistake]))] : []),
  ];
  return facts.join(' · ');
}

/** A sentence about the words with random vectors (missing from the word table), and one about those with learned vectors. */
export function unwrittenTexts({ scene, trace, lang }: FigureSubject): readonly string[] {
  const { missing, learned } = outOfVocabularyWords(scene, trace.vocabulary);
  const words = figureWords(lang);
  return [
    ...(missing.length === 0 ? [] : [words.missing(missing.map(visibleToken))]),
    ...(learned.length === 0 ? [] : [words.learned(learned.map(visibleToken))]),
  ];
}

/** A title inside a sentence: its first letter is lower case. */
const withinSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

export const licenceText = (lang: string): string => figureWords(lang).licence(version);
