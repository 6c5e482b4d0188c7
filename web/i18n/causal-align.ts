import { causalAlign as english } from './en/causal-align.ts';
import { messages } from './messages.ts';

/** The alignment of a causal mask. */
export const causalAlignWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/causal-align.ts', '!./en/*'], { import: 'causalAlign' }),
);
