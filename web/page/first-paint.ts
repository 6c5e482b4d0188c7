/**
 * Runs in the head, before anything is painted. The prerendered picture is that of the page's first sentence: where the address leads to another
 * scene it is not the one that was asked for, and where that is a page of a lesson, its numbers may be those that the reader is to guess.
 * Then its room stays empty until the live picture comes (prerender.css).
 */
import { isPlace, savedScene } from './shell/fragment.ts';

const look = (): void => {
  const { hash } = location;
  const isHome = isPlace(hash) || (hash === '' && savedScene() === '');
  document.documentElement.classList.toggle('elsewhere', !isHome);
};

look();
addEventListener('hashchange', look);
