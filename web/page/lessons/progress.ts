/** What of a lesson was read and done, by the ids of its pages and challenges; `of` is how many it has. */
export interface Progress {
  readonly read: readonly string[];
  readonly done: readonly string[];
  readonly of: number;
  /** Of a lesson that stands in a file, which may not be there the next time. */
  readonly title?: string;
}

type All = Readonly<Record<string, Progress>>;

const key = 'self-attention-lessons';

/** Null until it was first asked for: reading the browser's storage takes a while. */
let kept: All | null = null;

/** Where the browser keeps nothing (private windows, frames, a full disk), it is kept as long as the page is open. */
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

/** What another version wrote, or somebody by hand, is left out. */
function readAll(): All {
  return stored((storage) => {
    const found: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    return Object.fromEntries(
      Object.entries(Object(found)).filter((entry): entry is [string, Progress] => isProgress(entry[1])),
    );
  }, {});
}

/** Of one lesson; null where nothing of it was read. */
export function progressOf(lesson: string): Progress | null {
  kept ??= readAll();
  return Object.hasOwn(kept, lesson) ? (kept[lesson] ?? null) : null;
}

export function keepProgress(lesson: string, progress: Progress): void {
  // Another window may have gone on meanwhile.
  kept = { ...readAll(), ...kept, [lesson]: progress };
  const text = JSON.stringify(kept);
  stored((storage) => storage.setItem(key, text), undefined);
}

/** Whether there is anything to forget. */
export function hasProgress(): boolean {
  kept ??= readAll();
  return Object.keys(kept).length > 0;
}

export function forgetProgress(): void {
  kept = {};
  stored((storage) => storage.removeItem(key), undefined);
}
