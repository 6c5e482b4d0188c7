/** What `npm run bench` writes (tests/bench/run.mjs). Times are milliseconds, rates operations a second, sizes bytes. */
export interface Results {
  readonly date: string;
  readonly machine: { readonly processor: string; readonly cores: number; readonly platform: string };
  /** By name: the project, the engines, the libraries it was compared with. */
  readonly versions: Readonly<Record<string, string>>;
  readonly attention: ByHost<readonly Measured[]>;
  readonly edits: ByHost<Edits | null>;
  readonly heap: ByHost<Heap>;
  readonly keys: readonly Keys[];
  readonly load: { readonly painted: Time; readonly interactive: Time; readonly visits: number };
  readonly bytes: { readonly files: readonly File[]; readonly first: number };
}

export type ByHost<Value> = Partial<Readonly<Record<'node' | 'chromium', Value>>>;

export interface Time {
  readonly median: number;
  readonly least: number;
  readonly samples: number;
}

/** One size of a layer, by everything that computed it. */
export interface Measured {
  readonly case: string;
  readonly T: number;
  readonly dModel: number;
  readonly heads: number;
  readonly causal: boolean;
  readonly operations: number;
  readonly entries: readonly Entry[];
  /** The answer alone, from one array to another. */
  readonly copying: Time;
  /** Of this machine, by flavour, taken in turns with the entries. */
  readonly peaks: Readonly<Record<string, number>>;
}

export interface Entry extends Time {
  readonly name: string;
  readonly kind: 'core' | 'trace' | 'javascript' | 'library';
  readonly flavour?: string;
  /** How the library was asked. */
  readonly variant?: string;
  /** From the oracle. */
  readonly apart: number;
}

export interface Edits {
  readonly dModel: number;
  readonly heads: number;
  readonly flavour: string;
  readonly points: readonly {
    readonly T: number;
    readonly whole: Time;
    readonly edit: Time;
    readonly look: Time;
    readonly append: Time;
  }[];
  readonly exponents: Readonly<Record<'whole' | 'edit' | 'look' | 'append', number>>;
}

export interface Heap {
  readonly dModel: number;
  readonly heads: number;
  readonly window: number;
  /** null where there is none. */
  readonly points: readonly { readonly T: number; readonly bytes: number | null; readonly whole: number | null }[];
}

/** median and high (the 95th percentile) are null where the page does not get there. */
export interface Keys {
  readonly T: number;
  readonly median: number | null;
  readonly high: number | null;
  readonly keys: number;
}

export interface File {
  readonly name: string;
  readonly bytes: number;
  readonly brotli: number;
  /** Whether a first visit downloads it. */
  readonly first: boolean;
}
