import { words } from '../i18n/words.ts';

/** Every word the views show or say, in the language of the page. */
export const strings = words.views;

/** The words of the pictures of the whole family of attention. */
export const { pictures } = words;
