import { explanation, varietyOf } from '../../i18n/explained.ts';
import { words } from '../../i18n/words.ts';
import type { Picture } from '../../model/computed-scene.ts';
import { more } from '../later.ts';
import type { Paper } from './papers.ts';

/** What a reader is told about a step or parameter: its title, a paragraph, and the papers it follows. */
export interface Explained {
  readonly title: string;
  readonly text: string;
  readonly sources: readonly Paper[];
}

/**
 * What is said of all but the plain steps is fetched when the first of them is there; until then it has its name, and then
 * `arrived` asks for another drawing.
 */
export function explained(name: string, picture: Picture, arrived: () => void): Explained {
  const variety = varietyOf(name, picture);
  const { scaledByScale, about, unknown } = words.steps;
  const known = explanation(name, picture);
  const plain = known !== null && variety === '' && (known === scaledByScale || known === about[name]);
  const there = plain ? null : more.now(arrived);
  const [title, text] = known ?? [name, there === null ? '' : unknown];
  return { title, text, sources: there?.papersOf(name, variety) ?? [] };
}
