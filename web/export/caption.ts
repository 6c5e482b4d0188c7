import { version } from '../core/version.ts';
import { figureWords, headTitles, mistakeTitles } from '../i18n/figure.ts';
import { outOfVocabularyWords, tables } from '../scene/tables.ts';
import type { Scene } from '../scene/types.ts';
import { formatConstant } from '../trace/number-format.ts';
import { isolated, visibleToken } from '../trace/token-text.ts';
import type { TraceLike } from './trace-like.ts';

/** What a picture is of. The layer counts from 0, as the head does. */
export interface FigureSubject {
  readonly scene: Scene;
  readonly trace: TraceLike;
  readonly layer: number;
  readonly head: number | 'all';
  /** One of `figureLanguages`. */
  readonly lang: string;
}

/** What people call a head made by hand; empty where it has no name. */
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

/** The sentence, as the scene has it; with an encoder both. */
export function sentenceText({ scene, trace, lang }: FigureSubject): string {
  const { quoted } = figureWords(lang);
  const text = (sentence: string | undefined, tokens: readonly string[]): string =>
    quoted(isolated(sentence?.replaceAll(/\s+/g, ' ').trim() ?? tokens.map(visibleToken).join(' ')));
  const own = text(scene.sentence, trace.tokens);
  return scene.encoder ? `${own} → ${text(scene.encoder.sentence, trace.keyTokens)}` : own;
}

/** Head, layer (null: all) and what of the scene changes the numbers of its weights. */
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

/** Which words have vectors that nobody wrote by hand: drawn at random, for the word table lacks them, or learned. A sentence each. */
export function unwrittenTexts({ scene, trace, lang }: FigureSubject): readonly string[] {
  const { missing, learned } = outOfVocabularyWords(scene, trace.vocabulary);
  const words = figureWords(lang);
  return [
    ...(missing.length === 0 ? [] : [words.missing(missing.map(visibleToken))]),
    ...(learned.length === 0 ? [] : [words.learned(learned.map(visibleToken))]),
  ];
}

/** A title as it is written after the beginning of a sentence. */
const withinSentence = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

export const licenceText = (lang: string): string => figureWords(lang).licence(version);
