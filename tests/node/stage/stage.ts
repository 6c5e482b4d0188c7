import type { StageSource } from '../../../web/stage/numbers.ts';

export { swapOf } from '../../../web/page/stage/swap.ts';
export { mistakes } from '../../../web/scene/attention-description.ts';
export { homeScene } from '../../../web/scene/home.ts';
export { typeSentence } from '../../../web/session/scene-choices.ts';
export { groupsOf } from '../../../web/stage/groups.ts';
export { journeyOf } from '../../../web/stage/journey.ts';
export { nextStill, played, positionOf, previousStill } from '../../../web/stage/moment.ts';
export { readerOf } from '../../../web/stage/numbers.ts';
export { payoffOf } from '../../../web/stage/payoff.ts';
export { askingWord } from '../../../web/trace/certainty.ts';
export { computeResult } from '../../../web/trace/whole-result.ts';
export { cellLabel } from '../../../web/views/formula/cell-label.ts';
export { leftText, posterCaption, titled } from '../../../web/views/stage/captions.ts';
export { morph, widthOf } from '../../../web/views/stage/marks.ts';
export { markup } from '../../../web/views/stage/markup.ts';
export { pictureAt, roomOf, stagePicture } from '../../../web/views/stage/picture.ts';
export { gallery } from '../support/gallery.ts';

/** What the stage reads of a result, without the scene's version without its mistake. */
export const withMistakeOnly = (source: StageSource): StageSource => {
  const { scene, reader, labels, head, heads, digits } = source;
  return { scene, reader, labels, head, heads, digits, certainty: (row) => source.certainty?.(row) ?? null };
};
