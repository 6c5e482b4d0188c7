export { ComputedScene } from '../../../web/model/computed-scene.ts';
export { worksheetDocument } from '../../../web/page/share/worksheet.ts';
export { formatNumber } from '../../../web/views/shared/number-format.ts';
