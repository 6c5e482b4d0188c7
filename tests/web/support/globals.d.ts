import type { Scene } from '../../../web/scene/types.ts';

declare global {
  /** What the tests themselves keep in a page. */
  interface Window {
    /** What happened, in order: the name of an event, and its detail. */
    log: (readonly [name: string, detail: unknown])[];
    /** Value and time of each layout shift. */
    shifts: readonly (readonly [value: number, time: number])[];
    readLayoutShifts(): string[];
    asked: Record<string, unknown>[];
    texts: Set<string>;
    seen: string[];
    namesBefore: readonly string[];
    instances: WebAssembly.Instance[];
    ownScene?: Scene;
    endWorkers(): void;
    readonly trustedTypes?: { createPolicy(name: string, rules: object): unknown };
  }
  interface PerformanceEntry {
    /** Of a layout shift. */
    readonly value: number;
    readonly sources: readonly {
      readonly node?: Node;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
}
