/** The door to the views that every scene needs: importing it registers their `sa-*` elements. */
export { type AxisLabels, distanceLabels } from './axis.ts';
export { type Focus, type FocusDetail, FocusRequest } from './focus.ts';
export { formatConstant, formatNumber, formatPercent } from './format.ts';
export { SaFormula } from './formula-view.ts';
export { SaHeatmap } from './heatmap.ts';
export type { Light, Range } from './lights.ts';
export { SaLines } from './lines.ts';
export { type MatrixRole, SaMatrix } from './matrix.ts';
export { type Reading, type ReadingPart, readRow } from './reading.ts';
export { type Role, roleOf } from './role.ts';
export { toSpeech } from './speech.ts';
export { strings } from './strings.ts';
export { visibleToken } from './token-text.ts';
export { SaTokens } from './tokens.ts';
export { type TraceReader, type TraceSource, traceReader } from './trace-reader.ts';
