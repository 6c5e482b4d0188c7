/** Files of many numbers, loaded when the first one is asked for. */
export { latexOf } from '../../export/numbers/latex.ts';
export { npzOf } from '../../export/numbers/npz.ts';
export { onnxJsonOf } from '../../export/numbers/onnx-json.ts';
export { safetensorsOf } from '../../export/numbers/safetensors.ts';
export { spreadsheetOf } from '../../export/numbers/spreadsheet.ts';
export { tensorsOf } from '../../export/numbers/tensors.ts';
