import type { Messages } from '../en/index.ts';
import { controls, mistakes, sentence } from './controls.ts';
import { numbers } from './import.ts';
import { gallery, lesson } from './lessons.ts';
import { page } from './page.ts';
import { problems } from './problems.ts';
import { share } from './share.ts';
import { steps } from './steps.ts';
import { views } from './views.ts';

/** La página en español. Los tensores se llaman como en la traza (`q`, `scores`, `w_q`): son nombres, no palabras. */
export const es: Messages = {
  lang: 'es',
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
  problems,
};
