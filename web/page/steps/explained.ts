import { explanation, varietyOf } from '../../i18n/step-text.ts';
import { words } from '../../i18n/words.ts';
import type { Picture } from '../../model/computed-scene.ts';
import { type Paper, papersOf } from './papers.ts';

/** What a reader is told about a step or parameter: its title, a paragraph, and the papers it follows. */
export interface Explained {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly Paper[];
}

export function explained(name: string, picture: Picture): Explained {
  const [title, text] = explanation(name, picture) ?? [name, words.steps.unknown];
  return { title, text, sources: papersOf(name, varietyOf(name, picture)) };
}
