import { maskLab as english } from './en/mask-lab.ts';
import { messages } from './messages.ts';

/** The mask lab. */
export const maskLabWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/mask-lab.ts', '!./en/*'], { import: 'maskLab' }),
);
