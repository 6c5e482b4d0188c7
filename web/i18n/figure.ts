/** What captions and legends say. A picture speaks the language that it is asked for, whatever the page speaks. */
import type { figure } from './en/figure.ts';
import type { gallery } from './en/gallery.ts';
import type { mistakes } from './en/mistakes.ts';
import type { views } from './en/views.ts';
import { codeOf, type LanguageCode } from './language.ts';

const figures = import.meta.glob<{ readonly figure: typeof figure }>('./*/figure.ts', { eager: true });
const galleries = import.meta.glob<{ readonly gallery: typeof gallery }>('./*/gallery.ts', { eager: true });
const titles = import.meta.glob<{ readonly mistakes: typeof mistakes }>('./*/mistakes.ts', { eager: true });
const readings = import.meta.glob<{ readonly views: typeof views }>('./*/views.ts', { eager: true });

const inLanguage = <Module>(modules: Readonly<Record<string, Module>>, code: string): Module => {
  const [, module] = Object.entries(modules).find(([path]) => codeOf(path) === code) ?? [];
  if (module === undefined) throw new RangeError(`pictures do not speak "${code}"`);
  return module;
};

/** The codes of the languages that pictures speak. */
export const figureLanguages: readonly LanguageCode[] = Object.keys(figures).map(codeOf);

export const figureWords = (code: string): typeof figure => inLanguage(figures, code).figure;
export const headTitles = (code: string): typeof gallery.heads => inLanguage(galleries, code).gallery.heads;
export const readingWords = (code: string): typeof views.reading => inLanguage(readings, code).views.reading;
export const mistakeTitles = (code: string): typeof mistakes => inLanguage(titles, code).mistakes;
