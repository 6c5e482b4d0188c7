import type { Mask } from '../../scene/types.ts';
import { add, at, atLeast, both, type Code, either, greater, less, subtract } from './code.ts';
import type { Script } from './script.ts';

/** `blocked` (T_q, T_k): 1 where query i does not see key j, else 0. */
export function blockedCode(script: Script, mask: Mask): Code {
  const { language: l } = script;
  if (mask.kind === 'painted') return subtract(1, 'visible');
  const keys = `j = ${at(l.range('T_k'), 'None', ':').text}`;
  if (mask.kind === 'padding') {
    script.aside('j', at(l.range('T_k'), 'None', ':'), 'The places of the keys');
  } else {
    script.aside('i', at(l.range('T_q'), ':', 'None'), 'The places of the queries and of the keys');
    script.write(keys);
  }
  const hidden = (condition: Code): Code => l.where(condition, '1.0', '0.0');
  switch (mask.kind) {
    case 'padding':
      return add(l.filled('zeros', 'T_q', 1), hidden(atLeast('j', 'length')));
    case 'window':
      return hidden(either(less('j', subtract('i', 'before')), greater('j', add('i', 'after'))));
    case 'prefix':
      return hidden(both(greater('j', 'i'), atLeast('j', 'length')));
    default:
      return hidden(greater('j', 'i'));
  }
}
