import type { Rows } from '../../scene/types.ts';

/** A large negative number added to the scores 1, 2 and 3 of a row in which every key is hidden. */
interface Half {
  readonly type: 'float32' | 'float16';
  readonly added: string;
  /** The sums as the type holds them. NumPy's are the same, which a test checks. */
  readonly sums: readonly number[];
}

export const halves: readonly Half[] = [
  { type: 'float32', added: '−10⁴', sums: [-9999, -9998, -9997] },
  { type: 'float16', added: '−10⁴', sums: [-10_000, -10_000, -10_000] },
  { type: 'float32', added: '−10⁹', sums: [-1e9, -1e9, -1e9] },
  { type: 'float16', added: '−10⁹', sums: [-Infinity, -Infinity, -Infinity] },
  { type: 'float16', added: 'finfo.min', sums: [-65_504, -65_504, -65_504] },
];

/** What the core takes: −∞ is a hidden key. */
export const halfScores: Rows = halves.map(({ sums }) => sums.map((sum) => (Number.isFinite(sum) ? sum : 0)));
export const halfVisible: Rows = halves.map(({ sums }) => sums.map((sum) => (Number.isFinite(sum) ? 1 : 0)));
