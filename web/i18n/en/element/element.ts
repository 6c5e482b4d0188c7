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
