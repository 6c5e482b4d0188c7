/** A part of the page that is fetched when it is first wanted. */
interface Later<Module> {
  /** Rejects where it does not come; asked again, it is fetched again. */
  readonly fetch: () => Promise<Module>;
  /** For whoever is drawing: null until it is there; `changed` asks for another drawing once it is, or did not come. */
  readonly now: (changed: () => void) => Module | null;
  /** It did not come, and is not asked for again until somebody calls `fetch`. */
  readonly missed: () => boolean;
  /** For whoever may want it soon. */
  readonly ahead: () => void;
}

export const more = later(() => import('./more.ts'));
export const scale = later(() => import('./large-scene/index.ts'));
export const share = later(() => import('./share/share.ts'));
export const arithmetic = later(() => import('./attention/arithmetic.ts'));

export type More = typeof import('./more.ts');

function later<Module>(load: () => Promise<Module>): Later<Module> {
  let there: Module | null = null;
  let coming: Promise<Module> | null = null;
  let missed = false;
  const fetch = async (): Promise<Module> => {
    coming ??= load();
    try {
      there = await coming;
      missed = false;
      return there;
    } catch (thrown) {
      coming = null;
      missed = true;
      throw thrown;
    }
  };
  const ahead = (changed = () => {}): void => {
    if (there === null && !missed) fetch().then(changed, changed);
  };
  return {
    fetch,
    now: (changed) => {
      ahead(changed);
      return there;
    },
    missed: () => missed,
    ahead: () => ahead(),
  };
}
