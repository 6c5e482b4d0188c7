import type { Formula, Step, Tensor, TensorWindow } from '../../core/types.ts';
import type { TraceLike } from '../../export/trace-like.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { loadLesson } from '../../lessons/catalogue.ts';
import { predictedNumber } from '../../lessons/condition.ts';
import type { Prediction } from '../../lessons/types.ts';
import type { View } from '../../scene/types.ts';
import { cellsOf, sides } from '../../trace/evaluate.ts';
import { KEPT_BACK } from '../../trace/number-format.ts';
import type { Reading, WeightRow } from '../../trace/reading.ts';
import { ComputedScene } from '../../trace/scene-result.ts';
import { namedToken } from '../../trace/token-text.ts';
import { isWeights } from '../../trace/trace-reader.ts';
import type { Cover } from '../shell/events.ts';
import { indexOf } from './items.ts';

/** Cells of a tensor by the beginning of their index: all along the axes that it leaves out. */
interface Kept {
  readonly name: string;
  readonly layer: number;
  readonly index: readonly number[];
}

/**
 * A picture without the number that a lesson asks for: whatever reads it finds `KEPT_BACK` in its place. So it does in place of
 * what would give the number away: what a later step makes of it alone, and the other weights of its row, which add up to 1.
 */
export class CoveredScene extends ComputedScene {
  private readonly kept: readonly Kept[];
  private coveredRight: CoveredScene | null = null;

  constructor(
    /** With it. */
    readonly base: ComputedScene,
    private readonly asked: Prediction,
  ) {
    super(base.scene, base.trace, base.layer);
    this.kept = predictedNumber(asked, base.trace) === null ? [] : keptBack(base, asked);
  }

  override at(layer: number): ComputedScene {
    return layer === this.layer ? this : new CoveredScene(this.base.at(layer), this.asked);
  }

  override get right(): CoveredScene | null {
    const { right } = this.base;
    this.coveredRight ??= right && new CoveredScene(right, this.asked);
    return this.coveredRight;
  }

  protected override read(name: string, window: TensorWindow): Tensor {
    return this.cover(super.read(name, window), name, window);
  }

  override row(head: number, query: number): WeightRow | Reading {
    const reads = ['weights', 'rounded'].some((name) => this.covers(name, [head, query]));
    if (!reads) return super.row(head, query);
    const text = lessonWords.coveredRow(namedToken(this.tokens, query));
    return { parts: [{ kind: 'text', text }], text };
  }

  /** Another trace of the same scene, for what is exported. */
  covered(trace: TraceLike): TraceLike {
    const { tokens, keyTokens, vocabulary, layers, symbols, steps, parameters } = trace;
    return {
      ...{ tokens, keyTokens, vocabulary, layers, symbols, steps, parameters },
      overview: (name, window) => trace.overview(name, window),
      tensor: (name, window = {}) => this.cover(trace.tensor(name, window), name, window),
    };
  }

  private covers(name: string, index: readonly number[]): boolean {
    return this.kept.some(
      (kept) =>
        kept.name === name &&
        kept.layer === this.layerOf(name) &&
        kept.index.every((at, axis) => axis >= index.length || at === index[axis]),
    );
  }

  /** Writes into the tensor, which is a copy of its reader's own. */
  private cover(tensor: Tensor, name: string, { layer = this.layerOf(name), head }: TensorWindow): Tensor {
    for (const kept of this.kept) {
      if (kept.name !== name || kept.layer !== layer || (head !== undefined && kept.index[0] !== head)) continue;
      const index = head === undefined ? kept.index : kept.index.slice(1);
      const size = tensor.shape.slice(index.length).reduce((all, one) => all * one, 1);
      const start = index.reduce((flat, at, axis) => flat * (tensor.shape[axis] ?? 1) + at, 0) * size;
      tensor.data.fill(KEPT_BACK, start, start + size);
    }
    return tensor;
  }
}

/** What keeps a number back, and the same of the same picture; null where no number is asked for. */
export function coverOf(asked: Prediction | null): Cover | null {
  if (asked === null) return null;
  const pictures = new WeakMap<ComputedScene, ComputedScene>();
  return (picture) => {
    if (picture.lens !== null) return picture;
    const covered = pictures.get(picture) ?? new CoveredScene(picture, asked);
    pictures.set(picture, covered);
    return covered;
  };
}

/** The cover of a page of a lesson, before that is on show. */
export async function coverAt(lesson: string, page: View['page']): Promise<Cover | null> {
  const course = await loadLesson(lesson);
  return coverOf(course.pages[indexOf(course, page)]?.predict ?? null);
}

function keptBack(
  picture: ComputedScene,
  { tensor: name, index, layer = picture.layerOf(name) }: Prediction,
): readonly Kept[] {
  const kept: Kept[] = [{ name, layer, index: isWeights(name) ? index.slice(0, -1) : index }];
  for (const step of picture.trace.steps) {
    for (const { name: before, layer: at, index: own } of kept) {
      if (at !== step.layer || step.name === before) continue;
      const [head = 0, query = 0, column = 0] = own;
      if (givesAway(step, before)) kept.push({ name: step.name, layer, index: own });
      else if (before === 'z' && isMerged(step)) {
        kept.push({ name: step.name, layer, index: [query, head * picture.symbol('d_v', 1) + column] });
      } else continue;
      break;
    }
  }
  return kept;
}

/** The heads' results side by side, and nothing else. */
const isMerged = ({ name, formula }: Step): boolean => name === 'output' && !hasSum(formula);

/** Whether each number of a step is made of the one of a tensor that stands at the beginning of its own index. */
function givesAway(step: Step, name: string): boolean {
  const parts = sides(step.formula);
  if (parts === null) return false;
  if (hasSum(parts.right) && !isWeights(step.name)) return false;
  const own = parts.left.index;
  return cellsOf(parts.right).some(
    (cell) =>
      cell.name === name &&
      cell.index.every((letter, axis) => {
        const same = own[axis];
        return letter.op === 'index' && same?.op === 'index' && letter.name === same.name;
      }),
  );
}

const hasSum = (formula: Formula): boolean => formula.op === 'sum' || ('args' in formula && formula.args.some(hasSum));
