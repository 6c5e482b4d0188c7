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
  /** For a text that a framework or a template writes in place of a value. */
  leftovers: {
    missing: (attribute: string, value: string) =>
      `${attribute} is ${value}, the text of a missing value; leave the attribute out`,
    object: (attribute: string, value: string) =>
      `${attribute} is ${value}, the text of an object; set the property ${attribute} in a script, or write JSON`,
    placeholder: (attribute: string, value: string) =>
      `${attribute} is ${value}, a placeholder that no template has filled in`,
    code: (attribute: string, value: string) =>
      `${attribute} is ${value}, the text of a function; call it, and give its result`,
  },
  notReadonly: (value: string) =>
    `readonly is ${value}, but readers could change nothing with any value; remove the attribute`,
  both: 'both lesson and scene are given; give only one',
  head: 'Head',
  tokens: 'tokens',
  off: (step: string) => `This scene has no step ${step}.`,
  anyway: 'Compute anyway',
  noTraining: 'This copy is one script and cannot train. Use the module instead.',
  tooMany: (most: number) => `this scene has more than ${most} tokens, too many for a picture in a page`,
  imageGone: 'the element is not in a document, so it has no picture',
};
