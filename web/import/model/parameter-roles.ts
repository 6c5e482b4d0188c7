import type { ModelTensor } from '../types.ts';

/** The parameters of an attention layer. `wQKV` and `bQKV` are those of q, k and v in one tensor. */
export const parameterRoles = ['wQ', 'wK', 'wV', 'wO', 'wQKV', 'bQ', 'bK', 'bV', 'bO', 'bQKV'] as const;
export type ParameterRole = (typeof parameterRoles)[number];

const letters: Readonly<Record<string, 'Q' | 'K' | 'V' | 'O'>> = {
  ...{ q: 'Q', query: 'Q', k: 'K', key: 'K', v: 'V', value: 'V' },
  o: 'O',
};
/** Words around attention in the names of BERT, GPT-2, Llama, PyTorch and those like them. */
const attentionWord = /^(?:attn|attention|selfattention|mha)$/;

/**
 * The likely role of a parameter; null for any other tensor. Names are those of GPT-2 (`h.3.attn.c_attn.weight`), BERT
 * (`encoder.layer.0.attention.self.query.weight`), Llama (`layers.0.self_attn.q_proj.weight`), PyTorch (`in_proj_weight`) and our own (`w_q`).
 */
export function guessParameter({ shape }: ModelTensor, parts: readonly string[]): ParameterRole | null {
  const text = parts.join(' ');
  const isBias = /\bbias$/.test(text) || /(?:^| )b (?:q|k|v|o)(?: |$)/.test(text);
  const kind = isBias ? 'b' : 'w';
  const own = /(?:^| )(?:w|b) (q|k|v|o)$/.exec(text)?.[1];
  const isNamed = own !== undefined || /\b(?:weight|bias)$/.test(text);
  // Heads may have an axis.
  if (!isNamed || shape.length > (isBias ? 2 : 3) || shape.length < (isBias ? 1 : 2)) return null;
  const letter = own === undefined ? letterOf(parts, text) : letters[own];
  return letter === undefined ? null : `${kind}${letter}`;
}

function letterOf(parts: readonly string[], text: string): 'Q' | 'K' | 'V' | 'O' | 'QKV' | undefined {
  if (/\bin proj (?:weight|bias)$/.test(text)) return 'QKV';
  const isOfAttention = parts.some((part) => attentionWord.test(part));
  // Of these, q, k and v stand side by side in each head.
  if (/\bquery key value\b/.test(text)) return undefined;
  if (isOfAttention && /\b(?:c attn|qkv(?: proj)?) (?:weight|bias)$/.test(text)) return 'QKV';
  if (isOfAttention && /\b(?:(?:c|o|out|attn|attention) proj|out lin|output dense) (?:weight|bias)$/.test(text))
    return 'O';
  if (/^out proj (?:weight|bias)$/.test(text)) return 'O';
  const [, word = ''] = /\b([a-z]+)(?: (?:proj|lin|linear))? (?:weight|bias)$/.exec(text) ?? [];
  const isProjected = /\b(?:proj|lin) (?:weight|bias)$/.test(text);
  return (isOfAttention || isProjected) && Object.hasOwn(letters, word) ? letters[word] : undefined;
}
