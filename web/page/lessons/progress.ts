/** The pages and challenges of a lesson that were read and done, by id. `of` is their total. */
export interface Progress {
  readonly read: readonly string[];
  readonly done: readonly string[];
  readonly of: number;
  /** For a lesson from a file, which may be missing next time. */
  readonly title?: string;
}

type All = Readonly<Record<string, Progress>>;

const key = 'self-attention-lessons';

/** Null until first used, since reading the browser's storage takes a while. */
let kept: All | null = null;

/** If the browser stores nothing (private windows, frames, a full disk), progress lasts as long as the page. */
function stored<Result>(work: (storage: Storage) => Result, otherwise: Result): Result {
  try {
    return work(localStorage);
  } catch {
    return otherwise;
  }
}

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function isProgress(value: unknown): value is Progress {
  const { read, done, of, title = '' } = Object(value);
  return isList(read) && isList(done) && typeof of === 'number' && typeof title === 'string';
}

/** Data from another version, or edited by hand, is ignored. */
function readAll(): All {
  return stored((storage) => {
    const found: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries(Object(found)).filter((entry): entry is [string, Progress] => isProgress(entry[1])),
    );
  }, {});
}

/** The progress of one lesson. Null if it was never opened. */
export function progressOf(lesson: string): Progress | null {
  kept ??= readAll();
  return Object.hasOwn(kept, lesson) ? (kept[lesson] ?? null) : null;
}

export function keepProgress(lesson: string, progress: Progress): void {
  // Another window may have made progress meanwhile.
  kept = { ...readAll(), ...kept, [lesson]: progress };
  const text = JSON.stringify(kept);
  stored((storage) => storage.setItem(key, text), undefined);
}

/** Whether any progress is saved. */
export function hasProgress(): boolean {
  kept ??= readAll();
  return Object.keys(kept).length > 0;
}

export function forgetProgress(): void {
  kept = {};
  stored((storage) => storage.removeItem(key), undefined);
}
