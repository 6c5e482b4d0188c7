import type { Locator, Page } from '@playwright/test';
import { engine } from './engine.ts';
import { type AttentionElement, openStep, scene, settled } from './page.ts';
import { expect } from './test.ts';

export const editor = (page: Page): Locator => page.locator('sa-matrix-editor');
export const input = (page: Page): Locator => page.locator('sa-number-grid input');
export const painter = (page: Page): Locator => page.locator('sa-matrix-editor sa-mask-painter').getByRole('grid');
export const trouble = (page: Page): Locator => page.locator('#editor-error, #cells-error').filter({ hasText: /./ });
export const file = (name: string, contents: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(contents),
});
export const open = (page: Page): Locator => page.locator('sa-matrix-import input[type=file]');

/** Opens the editor by its button beside the matrix. */
export async function edit(page: Page, name: string): Promise<void> {
  const button = page.locator(`[data-edits="${name}"]`).first();
  // The button of a step, or of a parameter that it reads, is in the opened step. Parameters may be in a closed group.
  const ownerOf = () =>
    page.evaluate((wanted) => {
      const { result } = document.querySelector<AttentionElement>('sa-attention') ?? {};
      const steps = result?.steps ?? [];
      return (steps.find((step) => step.name === wanted) ?? steps.find(({ inputs }) => inputs.includes(wanted)))?.name;
    }, name);
  const summary = page.locator('sa-step summary', { hasText: new RegExp(`\\b${name}\\b`) });
  await expect(async () => {
    const owner = await ownerOf();
    if (owner !== undefined && !(await button.isVisible())) await openStep(page, owner);
    if ((await button.count()) === 0) await summary.first().click({ timeout: 500 });
    await button.click({ timeout: 1000 });
    await expect(editor(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await settled(page);
}

export async function given(page: Page, key: 'wQ' | 'wK' | 'wV'): Promise<readonly (readonly number[])[]> {
  const { parameters } = await scene(page);
  if (parameters.kind !== 'given') throw new Error(`The parameters are ${parameters.kind}.`);
  return parameters[key] ?? [];
}

/** A .npy file of version 1 with little-endian numbers. */
export function npy(descr: '<f4' | '<f8' | '|O', shape: readonly number[], values: readonly number[]): Uint8Array {
  const dict = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`;
  const header = `${dict.padEnd(117)}\n`;
  const numbers = descr === '<f4' ? new Float32Array(values) : new Float64Array(values);
  const head = Buffer.concat([Buffer.from([0x93]), Buffer.from('NUMPY'), Buffer.from([1, 0, header.length, 0])]);
  return Buffer.concat([head, Buffer.from(header, 'latin1'), Buffer.from(numbers.buffer)]);
}

/** Pastes a text into the element that has the focus. */
export async function paste(page: Page, text: string): Promise<void> {
  if (engine === 'firefox') {
    // In Firefox an event from a script has no data.
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');
    return;
  }
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
