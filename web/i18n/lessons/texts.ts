import type { Glossary, LessonText } from '../../lessons/types.ts';

const texts = import.meta.glob<{ readonly text: LessonText }>('../*/lessons/texts/*.ts');
const glossaries = import.meta.glob<{ readonly glossary: Glossary }>('../*/glossary.ts');

/** Both reject when the module cannot be fetched, as every dynamic import does, and where there is none in that language. */
export const loadText = async (lesson: string, language: string): Promise<LessonText> =>
  (await fetched(texts, `../${language}/lessons/texts/${lesson}.ts`)).text;

export const loadGlossary = async (language: string): Promise<Glossary> =>
  (await fetched(glossaries, `../${language}/glossary.ts`)).glossary;

function fetched<Module>(modules: Readonly<Record<string, () => Promise<Module>>>, path: string): Promise<Module> {
  const load = modules[path];
  if (load === undefined) throw new Error(`there is no ${path}`);
  return load();
}
