import { quoted } from '../matrices.ts';
import { refuse } from '../types.ts';

// The words around printed arrays: names, titles, sizes.

/** Names of functions that only make an array of their argument, in NumPy, PyTorch, TensorFlow, JAX, SymPy, Mathematica … */
export const constructors = new Set(
  `array asarray asanyarray ascontiguousarray matrix mat tensor Tensor as_tensor from_numpy FloatTensor DoubleTensor HalfTensor LongTensor
  IntTensor BoolTensor Parameter constant convert_to_tensor Variable EagerTensor tensor1d tensor2d tensor3d Array DeviceArray NDArray NdArray
  masked_array list tuple Matrix MutableDenseMatrix ImmutableDenseMatrix Float32Array Float64Array DataFrame Series c rbind cbind
  structure OrderedDict defaultdict dict print disp display`.split(/\s+/),
);

/** Throws `scene-form` if a program printed the columns of one matrix in parts. */
export function refuseParts(text: string): void {
  const parts = /\bcolumns?\s+\d+\s+(?:to|through|and)\s+\d+/i.exec(text);
  if (parts !== null) refuse('scene-form', (words) => words.problems.columnwise(parts[0]));
}

/** The last part of "torch.nn.Parameter". */
export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** A type in front of a list: `Float32[1.0 2.0]`, `Float32Array [ 1, 2 ]`, `Array [1, 2]`. */
export const isElementType = (name: string): boolean =>
  /^(?:U?[iI]nt\d*|[fF]loat\d*|double|Bool|Any|Real|Number|Rational|(?:U?[iI]nt|Float)\d+(?:Clamped)?Array|Array)$/.test(
    name,
  );

const assignment = /(?:=|:|<-|:=)$/;
const identifier = /^[\p{L}_$][\p{L}\p{N}_.$]*(?:\[[^\]]{1,40}\])*$/u;

/**
 * The name in the text between two arrays: of “w_q =”, “Weights for key:” or a line of its own. Throws `scene-form` for other text, which may be
 * part of a computation or of the numbers.
 */
export function nameIn(caption: string): string {
  const lines = caption.split('\n').map((line) =>
    line
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/([=:]) new$/, '$1'),
  );
  const isOnLine = lines.at(-1) !== '';
  const written = lines.filter((line) => line !== '' && !/^[-=_*#~.]{3,}$/.test(line));
  const last = written.at(-1) ?? '';
  for (const line of written) {
    if (line.length > 200 || !/^[\p{L}_]/u.test(line))
      refuse('scene-form', (words) => words.problems.outside(quoted(line)));
  }
  const isName = assignment.test(last) || identifier.test(last);
  const bare = last.replace(/<-$/, '');
  if (last !== '' && ((isOnLine && !isName) || /[-*+/@×·^%&|~!?(]$/.test(bare))) {
    refuse('scene-form', (words) => words.problems.outside(quoted(last)));
  }
  return nameOf(last);
}

function nameOf(line: string): string {
  const bare = line.replace(assignment, '').trim();
  if (/^(?:Parameter containing|Tensor|tensor|array|Array|ans|Out|Variable containing)$/.test(bare)) return '';
  if (identifier.test(bare)) return bare;
  if (!line.endsWith('=') && !line.endsWith('<-')) return bare;
  // `const w: number[][]`, `float w[2][2]`, `self.w : Tensor`
  const declared = bare.replace(/(?:\[\s*\d*\s*\])+$/, '');
  if (/[@+/()|]/.test(declared)) return bare;
  const annotated =
    /^(?:(?:const|let|var|local|auto|static|public|final)\s)*([\p{L}_$][\p{L}\p{N}_.$]*)\s?:(?!:)/u.exec(declared);
  return annotated?.[1] ?? declared.slice(declared.lastIndexOf(' ') + 1).replace(/^[&*]+/, '');
}

/**
 * Whether text behind the last array only shows it: `print(Q)`, `Q` or `dtype: float32` on a line of its own. Everything else may be part of
 * the array.
 */
export function isFooter(text: string): boolean {
  const [rest = '', ...lines] = text.split('\n').map((line) => line.trim());
  const shows =
    /^(?:[\w.]{1,40}\(?[\p{L}_][\w.]{0,60}\)?;?|dtype: ?[\w.]+|<[^<>]{0,100}>|Dimensions without coordinates: [\w, ]+|(?:return|import|from) .*)$/u;
  return /^\)?>?[;,.]*$/.test(rest) && lines.every((line) => line === '' || shows.test(line));
}
