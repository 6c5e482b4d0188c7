/** What controls read from a scene's description: which paths have a control, and the numbers of a mask. */
import { mask as maskDescription } from './attention-description.ts';
import { scene as description } from './description.ts';
import { type AnyField, holds, places, type TokenCounts } from './schema.ts';
import type { Mask, Scene } from './types.ts';

/** The paths that have a control now. An error at another path is shown below the sentence. */
export const controlPaths = (scene: Scene): readonly string[] =>
  [...places(description, scene)].flatMap(({ path, field: { control } }) =>
    control === true || (control !== undefined && holds(control, scene)) ? [path.join('.')] : [],
  );

/** The paths that each control of an element changes. */
export const elementControlPaths: Readonly<Record<string, readonly string[]>> = controlsOfElement();

function controlsOfElement(): Record<string, readonly string[]> {
  const found: Record<string, readonly string[]> = {};
  for (const { path, field } of places(description)) {
    if (field.element === undefined) continue;
    found[field.element] = [...new Set([...(found[field.element] ?? []), path.join('.')])];
  }
  return found;
}

type Kind = Mask['kind'];

export const maskKinds = Object.keys(maskDescription.kinds) as readonly Kind[];

/** A number of a mask, from `least` to the number of tokens of `within`. */
export interface MaskNumber {
  readonly key: string;
  readonly least: number;
  readonly within: keyof TokenCounts;
}

/** The numbers of a mask kind that count tokens, in the order of its controls. */
export const maskNumbers = (kind: Kind): readonly MaskNumber[] =>
  numbersOf(kind).map(([key, { least = 0, within = 'keys' }]) => ({ key, least, within }));

const numbersOf = (kind: Kind): readonly (readonly [string, AnyField])[] =>
  Object.entries<AnyField>(maskDescription.kinds[kind].fields).filter(([, { within }]) => within !== undefined);

/** A mask of that kind with its initial numbers. The caller paints the painted one. */
export function newMask(
  kind: Kind,
  sizes: TokenCounts,
  visible: () => Extract<Mask, { kind: 'painted' }>['visible'],
): Mask {
  if (kind === 'painted') return { kind, visible: visible() };
  const numbers = numbersOf(kind).flatMap(([key, { begins }]) => (begins ? [[key, begins(sizes)]] : []));
  // The keys and numbers are those of the kind.
  return { kind, ...Object.fromEntries(numbers) } as Mask;
}

/** The mask with each number limited to the tokens it counts. */
export function fitMask<Any extends Mask>(mask: Any, sizes: TokenCounts): Any {
  const over = numbersOf(mask.kind).flatMap(([key, { must, within = 'keys' }]) =>
    must === true && Number(Reflect.get(mask, key)) > sizes[within] ? [[key, sizes[within]]] : [],
  );
  return over.length === 0 ? mask : { ...mask, ...Object.fromEntries(over) };
}
