/**
 * Runs in the head, before anything is painted. The prerendered picture is that of the page's first sentence. If
 * the address asks for another scene, or for a lesson page that asks for a number, it must not be shown. Its space
 * then stays empty until the live picture arrives (prerender.css).
 */
import { isPlace, savedScene } from './shell/fragment.ts';

const look = (): void => {
  const { hash } = location;
  const hasScene = 'scene' in document.documentElement.dataset || savedScene() !== '';
  const isHome = isPlace(hash) || (hash === '' && !hasScene);
  document.documentElement.classList.toggle('elsewhere', !isHome);
};

look();
addEventListener('hashchange', look);
