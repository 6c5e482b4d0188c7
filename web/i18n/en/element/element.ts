import { full } from '../../sentences.ts';

/** Texts that only the custom element uses. */
export const element = {
  /** The accessible name of the picture. */
  label: (sentence: string) => `Self-attention: ${sentence}`,
  weights: (head: number, heads: number) => (heads === 1 ? 'weights' : `weights of head ${head}`),
  controls: 'Controls',
  /** Added to an error when an earlier picture is still shown. */
  stale: (why: string) => `${full(why)} The picture still shows the last scene that worked.`,
  /** For an unknown value of an attribute. */
  unknown: (attribute: string, value: string, all: readonly string[]) =>
    `${attribute} names ${value}; use one of: ${all.join(', ')}`,
  both: 'both lesson and scene are given; give only one',
  head: 'Head',
  tokens: 'tokens',
  off: (step: string) => `This scene has no step ${step}.`,
  anyway: 'Compute anyway',
  noTraining: 'This copy is one script and cannot train. Use the module instead.',
  tooMany: (most: number) => `this scene has more than ${most} tokens, too many for a picture in a page`,
  imageGone: 'the element is not in a document, so it has no picture',
};
