export { worksheetDocument } from '../../../web/page/share/worksheet.ts';
export { formatNumber } from '../../../web/trace/number-format.ts';
export { computeResult } from '../../../web/trace/whole-result.ts';
