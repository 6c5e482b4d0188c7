import * as english from './en/views.ts';
import { messages } from './messages.ts';

/** What the views of every scene show or say. */
export const { views: strings } = messages(english, import.meta.glob<typeof english>(['./*/views.ts', '!./en/*']));
