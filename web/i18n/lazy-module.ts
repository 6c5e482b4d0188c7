/**
 * A module that is loaded when it is first needed, with its messages in every language that was fetched before:
 *
 *     const painter = lazyModule(() => import('./mask-painter.ts'));
 *
 * On the page, `lazy` (web/page/lazy.ts) draws with one and reports a failure.
 */
import { fetchMessagesInUse } from './messages.ts';

export class LazyModule<Module> {
  #loaded: Module | null = null;
  #loading: Promise<Module> | null = null;
  readonly #importModule: () => Promise<Module>;

  constructor(importModule: () => Promise<Module>) {
    this.#importModule = importModule;
  }

  /** Null until it has been loaded. */
  get loaded(): Module | null {
    return this.#loaded;
  }

  /** Loads it once. Rejects as `import()` does; the next call tries again. */
  load(): Promise<Module> {
    this.#loading ??= this.#load().catch((thrown: unknown) => {
      this.#loading = null;
      throw thrown;
    });
    return this.#loading;
  }

  async #load(): Promise<Module> {
    const module = await this.#importModule();
    await fetchMessagesInUse();
    this.#loaded = module;
    return module;
  }
}

export const lazyModule = <Module>(importModule: () => Promise<Module>): LazyModule<Module> =>
  new LazyModule(importModule);
