import * as english from './en/views.ts';
import { messages } from './messages.ts';

/** Every word that the views show or say. */
export const { views: strings } = messages(english, import.meta.glob(['./*/views.ts', '!./en/*']));
