export { worksheetDocument } from '../../../web/page/share/worksheet.ts';
export { formatNumber } from '../../../web/trace/number-format.ts';
export { ComputedScene } from '../../../web/trace/scene-result.ts';
