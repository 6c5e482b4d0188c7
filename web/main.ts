/** The page's entry: the core is loaded, then the page becomes interactive. Until then, and if it fails, index.html speaks. */
import { loadSceneCore } from './core/load.ts';
import { languageAt } from './i18n/language.ts';
import { showFirstLanguage } from './page/shell/language.ts';
import { keepOfflineCopy } from './page/shell/offline-copy.ts';
import { Playground } from './page/shell/playground.ts';
import { screens } from './page/shell/screens.ts';
import { startFailed } from './page/shell/top-bar.ts';

/** Not awaited at the top: what is fetched later needs this file, and would wait for it as it waits for that. */
async function start(): Promise<void> {
  const playground = document.querySelector('sa-playground');
  // Beside the core; the interactive page begins in the reader's language, and so does what is said where it cannot.
  const spoken = showFirstLanguage();
  // The screen that the address leads to comes beside the core too; what becomes of it is the page's to say.
  screens[/^#(?!(.*&)?at=)./.test(location.hash) ? 'experiment' : 'watch'].load().catch(() => {});
  try {
    const core = await loadSceneCore();
    await spoken;
    if (playground instanceof Playground) playground.core = core;
    void keepOfflineCopy();
  } catch (thrown) {
    await spoken;
    startFailed(languageAt(document.documentElement), thrown);
  }
}

void start();
