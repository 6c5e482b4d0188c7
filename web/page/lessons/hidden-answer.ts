import type { Formula, Step, Tensor, TensorWindow } from '../../core/types.ts';
import type { TraceLike } from '../../export/trace-like.ts';
import { predictedNumber } from '../../lessons/condition.ts';
import { numbersAt, numbersOf } from '../../lessons/course.ts';
import { indexOf } from '../../lessons/items.ts';
import type { Course, Prediction } from '../../lessons/types.ts';
import type { Scene } from '../../scene/types.ts';
import { cellsOf, sides } from '../../trace/formula-value.ts';
import { KEPT_BACK } from '../../trace/number-format.ts';
import type { HiddenAnswer, HideAnswer, WholeResult } from '../../trace/scene-result.ts';
import { isWeights } from '../../trace/trace-reader.ts';

/** A question that the reader has not answered. */
interface Asked {
  /** Its page, by id. */
  readonly page: string;
  readonly prediction: Prediction;
  /** Whether it is on a later page than the one on show. */
  readonly isLater: boolean;
}

/** Cells of a tensor by the beginning of their index. They run along all axes that the index leaves out. */
interface HiddenCells {
  readonly isLater: boolean;
  readonly name: string;
  readonly layer: number;
  readonly index: readonly number[];
}

/**
 * Hides the number that a lesson asks for. `KEPT_BACK` takes its place, and that of the numbers that give it away: what a later
 * step makes of it alone, and the other weights of its row, which add up to 1.
 */
class Hidden implements HiddenAnswer {
  private readonly hidden: readonly HiddenCells[];

  constructor(
    private readonly result: WholeResult,
    asked: readonly Asked[],
  ) {
    this.hidden = asked.flatMap(({ prediction, isLater }) =>
      predictedNumber(prediction, result.trace) === null
        ? []
        : hiddenCells(result, prediction).map((cells) => ({ ...cells, isLater })),
    );
  }

  hideIn(tensor: Tensor, name: string, window: Pick<TensorWindow, 'layer' | 'head'>): Tensor {
    const { layer = this.result.layerOf(name), head } = window;
    for (const cells of this.hidden) {
      if (cells.name !== name || cells.layer !== layer || (head !== undefined && cells.index[0] !== head)) continue;
      const index = head === undefined ? cells.index : cells.index.slice(1);
      const size = tensor.shape.slice(index.length).reduce((all, one) => all * one, 1);
      const start = index.reduce((flat, index, axis) => flat * (tensor.shape[axis] ?? 1) + index, 0) * size;
      tensor.data.fill(KEPT_BACK, start, start + size);
    }
    return tensor;
  }

  get isLater(): boolean {
    return this.hidden.every(({ isLater }) => isLater);
  }

  hiddenRow(head: number, query: number): 'hidden' | 'later' | null {
    const hiding = ['weights', 'rounded'].flatMap((name) => this.hiding(name, [head, query]));
    if (hiding.length === 0) return null;
    return hiding.every(({ isLater }) => isLater) ? 'later' : 'hidden';
  }

  private hiding(name: string, index: readonly number[]): readonly HiddenCells[] {
    return this.hidden.filter(
      (cells) =>
        cells.name === name &&
        cells.layer === this.result.layerOf(name) &&
        cells.index.every((position, axis) => axis >= index.length || position === index[axis]),
    );
  }
}

/** Another trace of the same scene with the answer hidden, for exports. */
export function hiddenTrace(trace: TraceLike, answer: HiddenAnswer): TraceLike {
  const { tokens, keyTokens, vocabulary, layers, symbols, steps, parameters } = trace;
  return {
    ...{ tokens, keyTokens, vocabulary, layers, symbols, steps, parameters },
    overview: (name, window) => trace.overview(name, window),
    tensor: (name, window = {}) => answer.hideIn(trace.tensor(name, window), name, window),
  };
}

/** Hides the answers of questions. Null where nothing is asked. */
export const hideAnswers = (asked: readonly Asked[]): HideAnswer | null =>
  asked.length === 0 ? null : (result) => new Hidden(result, asked);

/**
 * The questions whose answers are hidden while a scene is on show: the one on its page, and those on later pages with the same
 * numbers, if this page shows the answer. Experiment always shows the weights, and the stage shows every step. The questions that
 * people ask are read one by one, in no order.
 */
export function askedOn(lesson: Course, scene: Scene, isAnswered: (page: string) => boolean): readonly Asked[] {
  const index = indexOf(lesson, scene.view?.page);
  if (index < 0) return [];
  return lesson.pages.flatMap(({ id, predict }, other) => {
    const isLater = other > index;
    if (predict === undefined || other < index || isAnswered(id)) return [];
    if (isLater && lesson.id === 'questions') return [];
    if (isLater && lesson.pages[index]?.at === undefined && !isWeights(predict.tensor)) return [];
    if (isLater && numbersAt(lesson, other) !== numbersOf(scene)) return [];
    return [{ page: id, prediction: predict, isLater }];
  });
}

function hiddenCells(
  result: WholeResult,
  { tensor: name, index, layer = result.layerOf(name) }: Prediction,
): readonly Omit<HiddenCells, 'isLater'>[] {
  const kept: Omit<HiddenCells, 'isLater'>[] = [{ name, layer, index: isWeights(name) ? index.slice(0, -1) : index }];
  for (const step of result.trace.steps) {
    for (const { name: before, layer: layerIndex, index: own } of kept) {
      if (layerIndex !== step.layer || step.name === before) continue;
      const [head = 0, query = 0, column = 0] = own;
      if (givesAway(step, before)) kept.push({ name: step.name, layer, index: own });
      else if (before === 'z' && isMerged(step)) {
        kept.push({ name: step.name, layer, index: [query, head * result.symbol('d_v', 1) + column] });
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
