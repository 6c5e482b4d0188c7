import type { spreadsheetWords } from '../../i18n/spreadsheet.ts';
import type { Scene } from '../../scene/types.ts';
import { namedToken } from '../../trace/token-text.ts';
import { described, hasHeads } from '../../trace/trace-reader.ts';
import type { TraceLike } from '../trace-like.ts';
import { type Block, type BlockContent, from, hiddenText, SheetBuilder } from './sheet-builder.ts';

export type SpreadsheetWords = NonNullable<ReturnType<typeof spreadsheetWords>>;
export type BlockName = keyof SpreadsheetWords['blocks'];
export type Reason = keyof SpreadsheetWords['reasons'];

/** One layer of a trace. */
export interface LayerSource {
  readonly scene: Scene;
  readonly trace: TraceLike;
  readonly layer: number;
  readonly words: SpreadsheetWords;
}

/** Blocks that several heads share, by name and head of keys: those of the first head's sheet are changed, and the others follow. */
export type SharedBlocks = Map<string, Block>;

/** Whether the layer itself has a step or parameter of that name, or all layers share one. */
export const has = ({ trace, layer }: LayerSource, name: string): boolean => {
  const found = described(trace, name, layer);
  return found !== undefined && (found.layer === layer || name === 'S_rel');
};

/** Why steps of a layer have no formula, in the order of the steps. */
export function reasonsOf(source: LayerSource): readonly Reason[] {
  const { attention, mistake } = source.scene;
  if (mistake) return ['mistake'];
  return [
    ...(attention.score === 'additive' || attention.score === 'general' ? (['score'] as const) : []),
    ...(has(source, 'relative') ? (['relative'] as const) : []),
    ...(attention.normalizer === 'sparsemax' ? (['sparsemax'] as const) : []),
    ...(has(source, 'rounded') ? (['rounded'] as const) : []),
  ];
}

type Numbers = Pick<BlockContent, 'value' | 'rows' | 'columns'>;

/** The sheet of one head, and its block of results. */
export function headSheet(source: LayerSource, head: number, shared: SharedBlocks) {
  const writer = new HeadWriter(source, head, shared);
  const z = writer.write();
  return { sheet: writer.sheet, z };
}

const stepNames = [
  ...(['q', 'k', 'scores', 'related', 'scaled', 'capped', 'biased', 'masked', 'weights', 'rounded', 'v', 'z'] as const),
];

class HeadWriter {
  readonly #source: LayerSource;
  readonly #head: number;
  readonly #shared: SharedBlocks;
  readonly #name: string;
  readonly #builder: SheetBuilder;
  readonly #reasons: ReadonlySet<Reason>;
  readonly #queries: readonly string[];
  readonly #keys: readonly string[];

  constructor(source: LayerSource, head: number, shared: SharedBlocks) {
    const { trace, words } = source;
    this.#source = source;
    this.#head = head;
    this.#shared = shared;
    this.#name = words.head(head + 1);
    this.#builder = new SheetBuilder(this.#name, [24, 11]);
    this.#reasons = new Set(reasonsOf(source));
    this.#queries = trace.tokens.map((_, index) => namedToken(trace.tokens, index));
    this.#keys = trace.keyTokens.map((_, index) => namedToken(trace.keyTokens, index));
  }

  get sheet() {
    return this.#builder.sheet;
  }

  /** The head of keys and values. */
  get #keyHead(): number {
    const { H = 1, H_kv = H } = this.#source.trace.symbols;
    return Math.floor(this.#head / (H / H_kv));
  }

  write(): Block | null {
    if (this.#reasons.has('mistake')) return this.#plainSteps();
    const weights = this.#weights();
    return has(this.#source, 'v') ? this.#results(weights) : null;
  }

  /** All steps as they are, of a mistake. */
  #plainSteps(): Block | null {
    let last: Block | null = null;
    for (const name of stepNames) if (has(this.#source, name)) last = this.#step(name, null);
    return last;
  }

  #weights(): Block {
    if (this.#source.scene.attention.score === 'weights') return this.#rounded(this.#input('weights', 'weights'));
    const scores = this.#scores();
    const mask = this.#mask();
    const i = (row: number, column: number): string => scores.cell(row, column);
    const masked = this.#step(
      'masked',
      (row, column) => `IF(${mask.cell(row, column)}=1,${i(row, column)},${hiddenText})`,
      has(this.#source, 'masked') ? 'masked' : this.#last(),
    );
    // Hidden scores are no numbers: MAX leaves them out, and a factor of 0 keeps their EXP from growing.
    const softmax = (row: number, column: number): string => {
      const most = `MAX(${masked.row(row)})`;
      const visible = `(${mask.row(row)}=1)`;
      const sum = `SUMPRODUCT(${visible}*EXP((${scores.row(row)}-${most})*${visible}/temperature))`;
      return `IF(${mask.cell(row, column)}=1,EXP((${i(row, column)}-${most})/temperature)/${sum},0)`;
    };
    return this.#rounded(this.#step('weights', this.#reasons.has('sparsemax') ? null : softmax));
  }

  #rounded(weights: Block): Block {
    return has(this.#source, 'rounded') ? this.#step('rounded', null) : weights;
  }

  /** The last step before the mask. */
  #last(): string {
    const names = ['biased', 'capped', 'scaled', 'related', 'scores'];
    return names.find((name) => has(this.#source, name)) ?? 'scores';
  }

  #scores(): Block {
    let last = this.#products();
    const next = (name: BlockName, formula: ((cell: string, row: number, column: number) => string) | null): void => {
      if (!has(this.#source, name)) return;
      const before = last;
      last = this.#step(name, formula && ((row, column) => formula(before.cell(row, column), row, column)));
    };
    if (has(this.#source, 'related')) {
      const bias = this.#reasons.has('relative') ? null : this.#input('S_rel', 'S_rel', 'S_rel');
      next('related', bias && ((cell, row, column) => `${cell}+${bias.cell(row, column)}`));
    }
    next('scaled', (cell) => `${cell}*scale`);
    next('capped', (cell) => `softcap*TANH(${cell}/softcap)`);
    const slope = this.#slope();
    next('biased', (cell, row, column) => `${cell}-${slope}*${Math.abs(row - column)}`);
    return last;
  }

  #products(): Block {
    const { score = 'scaledDot' } = this.#source.scene.attention;
    if (score === 'given') return this.#input('scores', 'scores');
    const isRotated = has(this.#source, 'q_rotated');
    const q = this.#input('q', isRotated ? 'q_rotated' : 'q');
    const k = this.#input('k', isRotated ? 'k_rotated' : 'k', `k ${this.#keyHead}`);
    if (this.#reasons.has('score')) return this.#step('scores', null);
    return this.#step('scores', (row, column) => {
      const product = `SUMPRODUCT(${q.row(row)},${k.row(column)})`;
      if (score !== 'cosine') return product;
      const squares = `SUMSQ(${q.row(row)})*SUMSQ(${k.row(column)})`;
      return `IF(${squares}=0,0,${product}/SQRT(${squares}))`;
    });
  }

  /** The exponent of ALiBi, as the core has it. */
  #slope(): string {
    const { trace, scene } = this.#source;
    const heads = trace.symbols['H'] ?? 1;
    const power = 2 ** Math.floor(Math.log2(heads));
    const positions = scene.positions;
    const isReference = positions?.kind === 'alibi' && positions.slopes === 'reference' && power !== heads;
    if (!isReference) return `2^(-8*${this.#head + 1}/${heads})`;
    if (this.#head < power) return `2^(-8*${this.#head + 1}/${power})`;
    return `2^(-8*${2 * (this.#head - power) + 1}/${2 * power})`;
  }

  /** 1 where a query sees a key. */
  #mask(): Block {
    const { trace, layer } = this.#source;
    const blocked = has(this.#source, 'blocked') ? trace.tensor('blocked', { layer }) : null;
    const keys = this.#keys.length;
    return this.#sharing('mask', 'mask', {
      value: (row, column) => 1 - (blocked?.data[row * keys + column] ?? 0),
      rows: this.#queries,
      columns: this.#keys,
    });
  }

  #results(weights: Block): Block {
    const v = this.#input('v', 'v', `v ${this.#keyHead}`);
    return this.#step('z', (row, column) => `SUMPRODUCT(MMULT(${weights.row(row)},${v.column(column)}))`);
  }

  // ---- Blocks ----

  #step(name: BlockName, formula: BlockContent['formula'], source: string = name): Block {
    const { words } = this.#source;
    return this.#builder.block({
      title: this.#titleOf(name),
      ...(formula ? {} : { note: words.note }),
      ...this.#contentOf(source),
      formula: formula ?? null,
    });
  }

  /** Numbers to change. With a key, those of the first head that has it. */
  #input(name: BlockName, source: string, key: string | null = null): Block {
    const content = this.#contentOf(source);
    const note = source.endsWith('_rotated') ? this.#source.words.rotated : null;
    if (key !== null) return this.#sharing(name, key, content, note);
    return this.#builder.block({ title: this.#titleOf(name, note), ...content, style: 'input' });
  }

  #sharing(name: BlockName, key: string, content: Numbers, note: string | null = null): Block {
    const first = this.#shared.get(key);
    const title = this.#titleOf(name, note);
    const isMask = name === 'mask';
    if (first !== undefined) {
      const formula = (row: number, column: number): string => first.cell(row, column);
      return this.#builder.block({ title, ...content, formula, style: isMask ? 'whole' : 'number' });
    }
    const block = this.#builder.block({ title, ...content, style: isMask ? 'switch' : 'input' });
    this.#shared.set(key, from(this.#name, block));
    return block;
  }

  #titleOf(name: BlockName, note: string | null = null): string {
    const what = this.#source.words.blocks[name];
    return `${name}: ${what}${note === null ? '' : `, ${note}`}`;
  }

  /** One head of a tensor, with the tokens beside it. */
  #contentOf(name: string): Numbers {
    const { trace, layer } = this.#source;
    const found = described(trace, name, layer);
    const axes = found?.axes ?? [];
    const head = !hasHeads(axes) ? {} : { head: axes[0] === 'H_kv' ? this.#keyHead : this.#head };
    const { shape, data } = trace.tensor(name, { layer: found?.layer ?? layer, ...head });
    const columns = shape.at(-1) ?? 1;
    const names = (axis: number): readonly string[] => {
      const letter = axes.at(axis);
      if (letter === 'T_q' || letter === 'T') return this.#queries;
      if (letter === 'T_k') return this.#keys;
      return Array.from({ length: shape.at(axis) ?? 1 }, (_, index) => String(index));
    };
    return {
      value: (row, column) => data[row * columns + column] ?? Number.NaN,
      rows: names(-2),
      columns: names(-1),
    };
  }
}
