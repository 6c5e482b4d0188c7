/** The core for the page, its worker, the element and the command: scenes, and no attention on tensors of one's own. */
import { createCore } from './core.ts';
import { loader } from './loader.ts';
import * as modules from './modules.ts';
import type { Load } from './types.ts';

/** As `loadCore` of index.ts. */
export const loadCore: Load = loader(modules, createCore);
