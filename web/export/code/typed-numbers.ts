import type { Tensor } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';

/**
 * Finds the numbers of a tensor as a scene gives them, in double precision. Undefined for a tensor that the core has drawn or computed. The
 * core has them rounded to float32.
 */
export function typedNumbers(scene: Scene): (tensor: Tensor) => readonly number[] | undefined {
  const given = matricesIn({ ...scene, view: undefined });
  return ({ data }) =>
    given.find(
      (numbers) =>
        numbers.length === data.length && numbers.every((number, index) => Object.is(Math.fround(number), data[index])),
    );
}

/** Every list of numbers, and every list of such lists as one. */
function matricesIn(value: unknown): readonly (readonly number[])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value)) return Object.values(value).flatMap(matricesIn);
  const numbers: readonly unknown[] = value.flat();
  return numbers.length > 0 && numbers.every(isNumber) ? [numbers] : value.flatMap(matricesIn);
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
