export { worksheetDocument } from '../../../web/page/share/worksheet.ts';
export { labelsFor, labelsOf } from '../../../web/trace/axis-labels.ts';
export { askingWord } from '../../../web/trace/certainty.ts';
export { formatNumber } from '../../../web/trace/number-format.ts';
export { namedToken, visibleToken } from '../../../web/trace/token-text.ts';
export { computeResult } from '../../../web/trace/whole-result.ts';
export { nameText } from '../../../web/views/stage/parts.ts';
