/** The views that every scene needs: importing this module registers their `sa-*` elements. */

export { viewWords } from '../i18n/views.ts';
export { type AxisLabels, distanceLabels } from '../trace/axis-labels.ts';
export type { Range, SourceBlock } from '../trace/cell-sources.ts';
export type { Focus, FocusDetail } from '../trace/focus.ts';
export { formatConstant, formatNumber, formatPercent } from '../trace/number-format.ts';
export { visibleToken } from '../trace/token-text.ts';
export { type Role, roleOf, type TraceReader, type TraceSource, traceReader } from '../trace/trace-reader.ts';
export { SaFormula } from './formula/formula-view.ts';
export { toSpeech } from './formula/speech.ts';
export { SaHeatmap } from './grid/heatmap.ts';
export { SaMatrix } from './grid/matrix.ts';
export { SaLines } from './lines/lines.ts';
export { SaTokens } from './tokens/tokens.ts';
