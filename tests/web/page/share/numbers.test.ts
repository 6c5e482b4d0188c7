import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { numbers } from '../../support/page.ts';
import { dialog, type Kept, kept, panel, share, told, trouble } from '../../support/share.ts';
import { expect, test } from '../../support/test.ts';

const link = '#sentence=The+cat+sat&mask=causal&layers=2';
const format = (page: Page) => panel(page).getByLabel(/^Format$|^Formato$/);
const floats = (bits: readonly number[] | undefined): Float32Array =>
  new Float32Array(new Uint32Array(bits ?? []).buffer);

/** The tensors of a .safetensors file by name. */
function tensorsOf({ bytes }: Kept): Map<string, Float32Array> {
  const length = Number(bytes.readBigUInt64LE(0));
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Record<
    string,
    { data_offsets: [number, number] }
  >;
  return new Map(
    Object.entries(header)
      .filter(([name]) => name !== '__metadata__')
      .map(
        ([
          name,
          {
            data_offsets: [start, end],
          },
        ]) => [name, new Float32Array(Uint8Array.from(bytes.subarray(8 + length + start, 8 + length + end)).buffer)],
      ),
  );
}

test('all tensors are one file, which the page opens again as a model with the same weights', async ({ show }) => {
  const page = await show(link);
  const here = await numbers(page);
  await share(page, 'Numbers');
  await format(page).selectOption('PyTorch (.safetensors)');
  await expect(panel(page).getByRole('combobox', { name: 'Tensor' })).toHaveCount(0);
  const file = await kept(page);
  expect(file.name).toBe('attention-the-cat-sat-all.safetensors');
  await expect(told(page)).toHaveText(/has started/);
  const tensors = tensorsOf(file);
  const first = floats(here.tensors['weights']?.bits);
  const own = ['layers.0.weights', 'layers.1.weights'].map((name) => [...(tensors.get(name) ?? [])]);
  expect(own).toContainEqual([...first]);

  await format(page).selectOption('NumPy (.npz)');
  const archive = await kept(page);
  expect(archive.name).toBe('attention-the-cat-sat-all.npz');
  expect(Object.keys(unzipSync(archive.bytes)).sort()).toEqual([...tensors.keys()].map((name) => `${name}.npy`).sort());

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const moved = await page.evaluateHandle(
    ({ name, numbers }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(numbers)], name));
      return data;
    },
    { name: file.name, numbers: [...file.bytes] },
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: moved });
  const model = page.getByRole('dialog', { name: 'Attention of your own model' });
  for (const [layer, role] of [0, 1].flatMap((layer) =>
    (['q', 'k', 'v'] as const).map((role) => [layer, role] as const),
  ))
    await expect(model.getByRole('combobox', { name: `Role of layers.${layer}.${role}`, exact: true })).toHaveValue(
      role,
    );
  await expect(model.getByRole('combobox', { name: 'Role of layers.0.weights', exact: true })).toHaveValue('');
  await model.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(model).toHaveCount(0);
});

test('a layer is a spreadsheet, a head of it too, and JSON in the layout of ONNX', async ({ show }) => {
  const page = await show(link);
  await share(page, 'Numbers');
  await format(page).selectOption('Spreadsheet (.xlsx)');
  await panel(page).getByRole('combobox', { name: 'Layer' }).selectOption('1');
  const whole = await kept(page);
  expect(whole.name).toBe('attention-the-cat-sat-layer-1.xlsx');
  const sheets = (file: Kept): number =>
    Object.keys(unzipSync(file.bytes)).filter((path) => path.startsWith('xl/worksheets/')).length;
  const heads = await panel(page).getByRole('combobox', { name: 'Head' }).locator('option').count();
  // One option is for all heads; one sheet for the settings and one for the output.
  expect(sheets(whole)).toBe(heads - 1 + 2);
  const sheet = Buffer.from(unzipSync(whole.bytes)['xl/worksheets/sheet2.xml'] ?? []).toString();
  expect(sheet).toMatch(/<f>SUMPRODUCT\(B\d+:/);
  await panel(page).getByRole('combobox', { name: 'Head' }).selectOption('2');
  const one = await kept(page);
  expect(one.name).toBe('attention-the-cat-layer-1-head-2.xlsx');
  expect(sheets(one)).toBe(2);

  await format(page).selectOption('ONNX layout (.json)');
  const json = await kept(page);
  expect(json.name).toBe('attention-the-cat-sat-onnx.json');
  expect(JSON.parse(json.bytes.toString())).toMatchObject({ operator: 'Attention', layers: [{}, {}] });

  await format(page).selectOption('LaTeX table');
  const tensor = panel(page).getByRole('combobox', { name: 'Tensor' }).locator('option:checked');
  await expect(tensor).toHaveText('weights of layer 1, 3 × 3 × 3');
  const latex = await kept(page);
  expect(latex.name).toBe('attention-the-cat-weights-layer-1.tex');
  expect(latex.bytes.toString()).toContain('{sat}');
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });
  test('a sentence that is too long for a spreadsheet is refused with both numbers', async ({ page, open }) => {
    const words = Array.from({ length: 110 }, (_, index) => `w${index}`).join('+');
    await open(`#embedding=random.normal&seed=7&d=16&heads=8&sentence=${words}`);
    await share(page, 'Números', 'Compartir');
    await format(page).selectOption('Hoja de cálculo (.xlsx)');
    await panel(page)
      .getByRole('button', { name: /^Descargar/ })
      .click();
    await expect(trouble(page)).toHaveText(/Son [\d.]+ números.*400\.000/);
  });
});
