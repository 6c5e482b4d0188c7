import type { Mask } from '../../scene/types.ts';
import { add, atLeast, both, type Code, either, greater, indexed, less, subtract } from './expressions.ts';
import type { Script } from './script.ts';

interface MaskRule {
  readonly reads: 'keys' | 'both';
  readonly hidden: Code;
}

interface MaskCode {
  /** The mask's name in the description of a program; null to leave it out. */
  readonly about: string | null;
  /** When key j is hidden from query i, and which indices the rule reads; null if the mask is written out or there is none. */
  readonly rule: MaskRule | null;
}

/** How each kind of mask is described and computed. */
const masks: Readonly<Record<Mask['kind'], MaskCode>> = {
  none: { about: null, rule: null },
  causal: { about: 'a causal mask', rule: { reads: 'both', hidden: greater('j', 'i') } },
  padding: { about: 'a padding mask', rule: { reads: 'keys', hidden: atLeast('j', 'length') } },
  window: {
    about: 'a sliding window',
    rule: { reads: 'both', hidden: either(less('j', subtract('i', 'before')), greater('j', add('i', 'after'))) },
  },
  prefix: { about: 'a prefix mask', rule: { reads: 'both', hidden: both(greater('j', 'i'), atLeast('j', 'length')) } },
  painted: { about: 'a mask painted by hand', rule: null },
};

const withSinks: MaskCode = {
  about: masks.window.about,
  rule: {
    reads: 'both',
    hidden: either(both(less('j', subtract('i', 'before')), atLeast('j', 'sinks')), greater('j', add('i', 'after'))),
  },
};

/** A causal mask whose triangle ends at the last query and the last key. */
const aligned: MaskCode = {
  about: 'a causal mask aligned at the bottom right',
  rule: { reads: 'both', hidden: greater('j', subtract(add('i', 'T_k'), 'T_q')) },
};

function codeOf(mask: Mask): MaskCode {
  if (mask.kind === 'causal' && mask.align === 'bottomRight') return aligned;
  return mask.kind === 'window' && mask.sinks ? withSinks : masks[mask.kind];
}

export const aboutMask = (mask: Mask): string | null => codeOf(mask).about;

/** `blocked` (T_q, T_k): 1 where query i does not see key j, else 0. */
export function blockedCode(script: Script, mask: Mask): Code {
  const { language: l } = script;
  const { rule } = codeOf(mask);
  if (rule === null) return subtract(1, 'visible');
  const keys = indexed(l.range('T_k'), 'None', ':');
  const blocked = l.where(rule.hidden, '1.0', '0.0');
  if (rule.reads === 'keys') {
    script.aside('j', keys, 'The indices of the keys');
    return add(l.filled('zeros', 'T_q', 1), blocked);
  }
  script.aside('i', indexed(l.range('T_q'), ':', 'None'), 'The indices of the queries and of the keys');
  script.write(`j = ${keys.text}`);
  return blocked;
}
