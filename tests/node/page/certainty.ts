export { homeScene } from '../../../web/scene/home.ts';
export { lookUpWords } from '../../../web/scene/words.ts';
export { askingWord, certaintyOf } from '../../../web/trace/certainty.ts';
export { computeResult } from '../../../web/trace/whole-result.ts';
