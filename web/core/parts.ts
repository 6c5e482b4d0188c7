/** What brought.ts holds: for any scene, and for all that can be asked of a trace. */

export { parseScene } from '../scene/parse.ts';
export { hasMore, keyTokens, resolveTokens } from '../scene/tokenize.ts';
export { formOf, writeOver } from './form.ts';
export { inputsOf, parseFormula } from './formula.ts';
export { overviewOf } from './trace-overview.ts';
