/** The modules that only some elements draw with. The first such element loads them. */
import type { CSSResult } from 'lit';
import { lazyModule } from '../i18n/lazy-module.ts';

const controls = lazyModule(() => import('./controls.ts'));
const stage = lazyModule(() => import('./extra-stage.ts'));
const training = IS_ONE_SCRIPT ? null : lazyModule(() => import('./extra-training.ts'));
const views = lazyModule(() => import('./extra-views.ts'));

export const lazyModules = { controls, stage, training, views };

/** Every element has the first two without loading anything. */
const separate = ['heatmap', 'lines', 'stage', 'training'];

/** Loads the modules that draw parts and controls of such names. Null if they are loaded. */
export function loadModulesFor(parts: readonly string[], controlNames: readonly string[]): Promise<unknown> | null {
  const needed = [
    ...(parts.some((name) => !separate.includes(name)) ? [views] : []),
    ...(controlNames.length > 0 ? [controls] : []),
    ...(parts.includes('stage') ? [stage] : []),
    ...(training !== null && parts.includes('training') ? [training] : []),
  ];
  const missing = needed.filter(({ loaded }) => loaded === null);
  return missing.length === 0 ? null : Promise.all(missing.map((module) => module.load()));
}

/** The styles of the modules that are loaded. */
export const lazyStyles = (): readonly CSSResult[] =>
  [views.loaded?.extraViewsStyles, controls.loaded?.controlsStyles, stage.loaded?.stagePartStyles].flatMap(
    (styles) => styles ?? [],
  );
