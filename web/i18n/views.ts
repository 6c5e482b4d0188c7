import * as english from './en/views.ts';
import { messages } from './messages.ts';

/** Texts of the views of every scene. */
export const { views: strings } = messages(english, import.meta.glob<typeof english>(['./*/views.ts', '!./en/*']));
