/** A part of the page that is fetched when it is first wanted. */
interface Later<Module> {
  /** Rejects where it does not come; asked again, it is fetched again. */
  readonly fetch: () => Promise<Module>;
  /** For whoever is drawing: null until it is there, and then `arrived` asks for another drawing. */
  readonly now: (arrived: () => void) => Module | null;
  /** For whoever may want it soon. */
  readonly ahead: () => void;
}

export const more = later(() => import('./more.ts'));
export const arithmetic = later(() => import('./arithmetic.ts'));

export type More = typeof import('./more.ts');

function later<Module>(load: () => Promise<Module>): Later<Module> {
  let there: Module | null = null;
  let coming: Promise<Module> | null = null;
  const fetch = async (): Promise<Module> => {
    coming ??= load();
    try {
      there = await coming;
      return there;
    } catch (thrown) {
      coming = null;
      throw thrown;
    }
  };
  const ahead = (arrived = () => {}): void => {
    if (there === null) fetch().then(arrived, () => {});
  };
  return {
    fetch,
    now: (arrived) => {
      ahead(arrived);
      return there;
    },
    ahead: () => ahead(),
  };
}
