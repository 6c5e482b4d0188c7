import type { LanguageCode } from '../../i18n/language.ts';
import { stageWords } from '../../i18n/stage.ts';
import type { Scene } from '../../scene/types.ts';
import { typeSentence } from '../../session/scene-choices.ts';

/** A word of the sentence, and the word that a press puts in its place. */
export interface WordSwap {
  readonly from: string;
  readonly to: string;
  /** The scene after the press. */
  readonly scene: Scene;
}

/** Pronouns that can stand for an animal or a street. */
const pronouns = ['it', 'se'];

/** The swap of the word that decides what “it” refers to. Null if the sentence has no such word, or no “it”. */
export function swapOf(language: LanguageCode, scene: Scene): WordSwap | null {
  const { sentence = '', layers } = scene;
  const { swap } = stageWords(language);
  const word = (text: string): RegExp => new RegExp(`(?<!\\p{L})${text}(?!\\p{L})`, 'iu');
  const from = [swap.from, swap.to].find((text) => word(text).test(sentence));
  const words = sentence.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (from === undefined || layers !== 2 || !words.some((own) => pronouns.includes(own))) return null;
  const to = from === swap.from ? swap.to : swap.from;
  return { from, to, scene: typeSentence(scene, sentence.replace(word(from), to)) };
}
