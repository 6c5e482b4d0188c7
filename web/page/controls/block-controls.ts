import { html, nothing, type TemplateResult } from 'lit';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField, errorText, segmented } from '../../controls/field.ts';
import { controlWords } from '../../i18n/controls.ts';
import type { Block } from '../../scene/types.ts';
import { chooseEncoder, chooseLayers, setBlock } from '../../session/scene-choices.ts';

const most = 6;

/** The block around attention and the number of layers. `empty` if there is one layer without a block. */
export function blockControls(context: ControlContext, empty: boolean): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const { block = {}, layers = 1 } = scene;
  return scene.embedding.kind === 'qkv' && empty
    ? html`<p class="note">${words.needsInput}</p>`
    : html`${normControls(context, block)} ${feedForwardControls(context, block)} ${scene.embedding.kind === 'qkv' ? nothing : layerControl(context, layers)}`;
}

function normControls(context: ControlContext, block: Block): TemplateResult {
  const words = controlWords(context.language);
  const { scene } = context.state;
  const { residual = false, norm = 'none', place = 'post' } = block;
  return html`${checkField({
    id: 'residual',
    path: 'block.residual',
    about: context.about('block.residual'),
    label: words.residual,
    name: words.residualName,
    checked: residual,
    onChange: (on) => context.press(setBlock(scene, { residual: on }), 'block.residual'),
  })}
  ${segmented({
    id: 'norm',
    path: 'block.norm',
    about: context.about('block.norm'),
    label: words.norm,
    options: (['none', 'layer', 'rms'] as const).map((value) => ({ value, text: words.norms[value] })),
    value: norm,
    onChoose: (value) =>
      context.press(setBlock(scene, { norm: value, ...(value === 'none' ? { place: undefined } : {}) }), 'block.norm'),
  })}
  ${
    norm === 'none'
      ? nothing
      : segmented({
          id: 'place',
          path: 'block.place',
          about: context.about('block.place'),
          label: words.place,
          options: (['post', 'pre'] as const).map((value) => ({ value, text: words.places[value] })),
          value: place,
          onChoose: (value) =>
            context.press(setBlock(scene, { place: value === 'post' ? undefined : value }), 'block.place'),
        })
  }
  ${errorText('block-error', context.why('block'))}`;
}

function feedForwardControls(context: ControlContext, block: Block): TemplateResult {
  const words = controlWords(context.language);
  const { scene, result } = context.state;
  const { feedForward } = block;
  // The Transformer's multiple of d_model, as long as that width can be displayed.
  const width = Math.min(4 * result.widths.dModel, 1024);
  return html`${checkField({
    id: 'feed-forward',
    path: 'block.feedForward',
    about: context.about('block.feedForward'),
    label: words.feedForward,
    name: words.feedForwardName,
    checked: feedForward !== undefined,
    onChange: (on) =>
      context.press(
        setBlock(scene, { feedForward: on ? { width, activation: 'relu' } : undefined }),
        'block.feedForward',
      ),
  })}
  ${
    feedForward === undefined
      ? nothing
      : html`${context.number({
          path: 'block.feedForward.width',
          label: words.dFf,
          name: words.dFfName,
          value: feedForward.width,
          step: (direction) => (feedForward.width + direction >= 1 ? Math.round(feedForward.width + direction) : null),
          onChange: (detail) =>
            detail.value !== null &&
            context.editNumber(
              setBlock(scene, { feedForward: { ...feedForward, width: detail.value } }),
              'block.feedForward.width',
              detail,
            ),
        })}
        ${segmented({
          id: 'activation',
          path: 'block.feedForward.activation',
          about: context.about('block.feedForward.activation'),
          label: words.activation,
          options: (['relu', 'gelu'] as const).map((value) => ({ value, text: words.activations[value] })),
          value: feedForward.activation,
          onChoose: (activation) =>
            context.press(
              setBlock(scene, { feedForward: { ...feedForward, activation } }),
              'block.feedForward.activation',
            ),
        })}`
  }`;
}

const layerControl = (context: ControlContext, layers: number): TemplateResult =>
  context.number({
    path: 'layers',
    label: controlWords(context.language).layers,
    name: controlWords(context.language).layersName,
    value: layers,
    step: (direction) => (layers + direction >= 1 && layers + direction <= most ? layers + direction : null),
    onChange: (detail) =>
      detail.value !== null && context.editNumber(chooseLayers(context.state.scene, detail.value), 'layers', detail),
  });

/** Keys and values from a second sentence, which is written below the first. */
export function encoderControls(context: ControlContext): TemplateResult {
  const words = controlWords(context.language);
  const { scene, start } = context.state;
  const on = scene.encoder !== undefined;
  // Rows of q, k and v belong to their tokens.
  const fixed = scene.embedding.kind === 'qkv';
  return html`${checkField({
    id: 'encoder',
    path: 'encoder',
    about: context.about('encoder'),
    label: words.encoderOn,
    name: words.encoderOnName,
    checked: on,
    disabled: fixed,
    onChange: (checked) => context.press(chooseEncoder(scene, checked, start), 'encoder'),
  })}${fixed ? html`<p class="note">${words.encoderFixed}</p>` : ''}`;
}
