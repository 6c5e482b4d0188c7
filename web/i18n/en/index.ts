import { controls, mistakes, sentence } from './controls.ts';
import { numbers } from './import.ts';
import { gallery, lesson } from './lessons.ts';
import { page } from './page.ts';
import { share } from './share.ts';
import { steps } from './steps.ts';
import { views } from './views.ts';

/** Every string of the page and the element in English; a translation says the same (`Messages`). */
export const en = {
  lang: 'en',
  ...page,
  sentence,
  controls,
  mistakes,
  steps,
  views,
  lesson,
  gallery,
  share,
  numbers,
  /** Other languages say here what the core's messages are in them; in English they are as they come. */
  problems: {} as Readonly<Record<string, string>>,
};

/** The same in another language: a text for a text, and for a function one that takes the same values. */
export type Translation<Part> = Part extends string
  ? string
  : Part extends (...values: never[]) => string
    ? Part
    : { readonly [Key in keyof Part]: Translation<Part[Key]> };

/** What every language has to say. */
export type Messages = Translation<typeof en>;
