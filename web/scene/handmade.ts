import { fail, message, quoted } from './error.ts';
import {
  type ByFeature,
  type HandmadeHead,
  type PositionRule,
  type Table,
  type Tables,
  tableNamed,
  tables,
} from './tables.ts';
import type { GivenMatrices, Parameters, Positions, Rows, Scene } from './types.ts';
import { identity } from './values.ts';

type Resolved = Extract<Parameters, { kind: 'given' | 'stack' }>;

/** The positions that a table's positional heads are made for. */
export const handmadePositions = ({ positions: { base, width } }: Table): Positions => ({
  kind: 'sinusoidal',
  base,
  join: 'concat',
  width,
});

/**
 * Handmade heads as plain matrices, side by side in the order named: w_q and w_k (d_model, H·d_k) and w_v (d_model,
 * H·d_v), one set for each layer if the scene names heads for later layers. d_model is the number of the table's
 * features, plus the columns of concatenated positions, which only positional heads read. In a block or below
 * another layer there is also a w_o (H·d_v, d_model), which gives each feature what w_v took from it. Throws
 * `unknown-table` for an unknown table or head, `heads` if `attention` asks for another number of heads, and
 * `shape` if a head needs positions that the scene does not have.
 */
export function resolveHandmade(scene: Scene, known: Tables = tables): Resolved {
  const { parameters, block: { residual, norm = 'none', feedForward } = {}, layers = 1 } = scene;
  if (parameters.kind !== 'handmade')
    return fail('internal', '/parameters', message`these parameters are not made by hand`);
  const table = tableNamed(parameters.table, known, '/parameters/table');
  const extra = positionColumns(scene, table);
  const output = layers > 1 || residual === true || norm !== 'none' || feedForward !== undefined;
  const layer = (names: readonly string[], path: string): GivenMatrices =>
    sideBySide(headsNamed(names, table, scene, path), table, extra, output);
  const first = layer(parameters.heads, '/parameters/heads');
  if (parameters.later === undefined) return { kind: 'given', ...first };
  const later = parameters.later.map((names, index) => layer(names, `/parameters/later/${index}`));
  return { kind: 'stack', layers: [first, ...later] };
}

/** How many columns of x are positions. */
function positionColumns({ positions }: Scene, table: Table): number {
  if (positions?.kind !== 'sinusoidal' || positions.join !== 'concat') return 0;
  return positions.width ?? table.columns.length;
}

function headsNamed(names: readonly string[], table: Table, scene: Scene, path: string): readonly HandmadeHead[] {
  const { attention } = scene;
  const heads = names.map((name, index) => {
    const head = Object.hasOwn(table.heads, name) ? table.heads[name] : undefined;
    const place = `${path}/${index}`;
    if (head === undefined) {
      const there = Object.keys(table.heads).join(', ');
      return fail(
        'unknown-table',
        place,
        message`the table ${quoted(table.name)} has no head ${quoted(name)}; its heads are: ${there}`,
      );
    }
    if (head.position !== undefined) positionsFit(name, table, scene);
    return head;
  });
  const asked = attention.kvHeads ?? attention.heads;
  if (attention.heads !== names.length || asked !== names.length) {
    const key = attention.heads === names.length ? 'kvHeads' : 'heads';
    const given = attention[key] ?? '';
    fail(
      'heads',
      `/attention/${key}`,
      path === '/parameters/heads'
        ? message`${key} is ${given}, but ${names.length} heads made by hand are listed`
        : message`${key} is ${given}, but ${names.length} heads made by hand are listed at ${path}`,
    );
  }
  return heads;
}

function positionsFit(name: string, table: Table, { positions = { kind: 'none' } }: Scene): void {
  const wanted = table.positions;
  const has = { base: 10_000, join: 'add', width: table.columns.length, ...positions };
  if (has.kind === 'sinusoidal' && has.join === 'concat' && has.base === wanted.base && has.width === wanted.width)
    return;
  const phrase = (base: number, join: string, width: number): string =>
    `sinusoidal with join "${join}", base ${base}${join === 'concat' ? ` and width ${width}` : ''}`;
  const own = has.kind === 'sinusoidal' ? phrase(has.base, has.join, has.width) : `"${has.kind}"`;
  fail(
    'shape',
    '/positions',
    message`the head ${quoted(name)} needs positions that are ${phrase(wanted.base, 'concat', wanted.width)}; the scene's are ${own}`,
  );
}

function sideBySide(heads: readonly HandmadeHead[], table: Table, extra: number, output: boolean): GivenMatrices {
  const { columns, dK, dV, positions } = table;
  const rowsOf = (part: 'wQ' | 'wK' | 'wV', width: number, position: (rule: PositionRule) => Rows): Rows => {
    const blocks = heads.map((head) => [
      ...columns.map((feature) => padded(head[part]?.[feature], width)),
      ...Array.from({ length: extra }, (_, row) =>
        padded(head.position === undefined ? undefined : position(head.position)[row], width),
      ),
    ]);
    return Array.from({ length: columns.length + extra }, (_, row) => blocks.flatMap((block) => block[row] ?? []));
  };
  const bias = heads.flatMap(({ position }) => padded(position && constantQuery(position, positions), dK));
  const wV = rowsOf('wV', dV, () => []);
  return {
    wQ: rowsOf('wQ', dK, (rule) => turned(rule, positions)),
    wK: rowsOf('wK', dK, () => identity(positions.width)),
    wV,
    ...(bias.some((value) => value !== 0) && { bQ: bias }),
    ...(output && { wO: transposed(wV) }),
  };
}

const padded = (row: ByFeature[string] | undefined, width: number): readonly number[] =>
  Array.from({ length: width }, (_, index) => row?.[index] ?? 0);

const transposed = (rows: Rows): Rows => (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0));

type Waves = Table['positions'];

/** The rotation of the column pair (2c, 2c+1) from one position to the next, as in Vaswani et al. 2017, section 3.5. */
const angles = ({ base, width }: Waves): readonly number[] =>
  Array.from({ length: width / 2 }, (_, pair) => base ** ((-2 * pair) / width));

/**
 * (width, width): rotates p of a position into p of the one `shift` away, times the sharpness, since p · p' is
 * largest for equal positions. It uses sin(a + b) = sin a · cos b + cos a · sin b, and the same for the cosine.
 */
function turned({ shift, sharpness }: PositionRule, waves: Waves): Rows {
  const rows = Array.from({ length: waves.width }, () => new Array<number>(waves.width).fill(0));
  if (shift === undefined) return rows;
  for (const [pair, angle] of angles(waves).entries()) {
    const [sine, cosine] = [sharpness * Math.sin(angle * shift), sharpness * Math.cos(angle * shift)];
    const [even, odd] = [rows[2 * pair] ?? [], rows[2 * pair + 1] ?? []];
    even[2 * pair] = cosine;
    even[2 * pair + 1] = -sine;
    odd[2 * pair] = sine;
    odd[2 * pair + 1] = cosine;
  }
  return rows;
}

/** (width): p of the position that every query attends to, times the sharpness. */
const constantQuery = ({ to, sharpness }: PositionRule, waves: Waves): readonly number[] =>
  to === undefined
    ? []
    : angles(waves).flatMap((angle) => [sharpness * Math.sin(angle * to), sharpness * Math.cos(angle * to)]);
