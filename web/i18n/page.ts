import { page as english } from './en/page.ts';
import { settings } from './en/settings.ts';
import { messages } from './messages.ts';

/** The page around the pictures. */
export const pageWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/page.ts', '!./en/*'], { import: 'page' }),
);

/** What each setting does, in one line, by the path in the scene that it changes. */
export const settingAbouts = messages<Readonly<Record<string, string>>>(
  settings,
  import.meta.glob<typeof settings>(['./*/settings.ts', '!./en/*'], { import: 'settings' }),
);
