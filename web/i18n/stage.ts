import * as english from './en/stage.ts';
import { messages } from './messages.ts';

/** Every word of the stage. */
export const { stage: stageWords } = messages(english, import.meta.glob<typeof english>(['./*/stage.ts', '!./en/*']));
