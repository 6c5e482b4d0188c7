/** The page's entry: the core is loaded, then the page comes alive. Until then, and if it fails, index.html speaks. */
import { loadCore } from './core/index.ts';
import { startFailed } from './page/failure.ts';
import { Playground } from './page/playground.ts';

const playground = document.querySelector('sa-playground');
try {
  const core = await loadCore();
  if (playground instanceof Playground) playground.core = core;
} catch (thrown) {
  startFailed(thrown);
}
