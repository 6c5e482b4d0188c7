type More = typeof import('./more.ts');

let there: More | null = null;
let coming: Promise<More> | null = null;

/** What is fetched when it is first wanted. Rejects where it does not come; asked again, it is fetched again. */
export function fetchMore(): Promise<More> {
  coming ??= import('./more.ts').then(
    (more) => {
      there = more;
      return more;
    },
    (thrown: unknown) => {
      coming = null;
      throw thrown;
    },
  );
  return coming;
}

/** The same for whoever is drawing: null until it is there, and then `arrived` asks for another drawing. */
export function later(arrived: () => void): More | null {
  if (there === null) void fetchMore().then(arrived, () => {});
  return there;
}

/** Whoever is about to open what needs it: it is on its way already. */
export const ahead = (): void => {
  void fetchMore().catch(() => {});
};
