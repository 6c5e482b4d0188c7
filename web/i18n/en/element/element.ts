import { full } from '../../sentences.ts';

/** What the custom element says and the page does not. */
export const element = {
  /** The picture's name for who does not see it. */
  label: (sentence: string) => `Self-attention: ${sentence}`,
  weights: (head: number, heads: number) => (heads === 1 ? 'weights' : `weights of head ${head}`),
  controls: 'Controls',
  /** After what is wrong, where an earlier picture is still there. */
  stale: (why: string) => `${full(why)} The picture still shows the last scene that worked.`,
  /** Of an attribute's value. */
  unknown: (attribute: string, value: string, all: readonly string[]) =>
    `${attribute} names ${value}; there are: ${all.join(', ')}`,
  both: 'both lesson and scene are given; give one of them',
  head: 'Head',
  tokens: 'tokens',
  off: (step: string) => `This scene has no step ${step}.`,
  anyway: 'Compute anyway',
  noTraining: 'Training is only in the module: this copy is one script.',
  tooMany: (most: number) => `this scene has more than ${most} tokens, which is too many for a picture within a page`,
  imageGone: 'the element is in no document, so it has no picture',
};
