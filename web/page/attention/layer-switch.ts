import type { TemplateResult } from 'lit';
import { segmented } from '../../controls/field.ts';
import { words } from '../../i18n/words.ts';
import type { Picture } from '../../model/computed-scene.ts';
import { LayerRequest } from '../steps/sections.ts';

/** Which layer is on show, or is to be as soon as it has come; counted from 1 as the heads are. */
export const layerSwitch = (from: EventTarget, { layers }: Picture, layer: number, id: string): TemplateResult =>
  segmented({
    id,
    label: words.family.layer,
    options: Array.from({ length: layers }, (_, at) => ({ value: String(at), text: String(at + 1) })),
    value: String(layer),
    onChoose: (chosen) => from.dispatchEvent(new LayerRequest(Number(chosen))),
  });
