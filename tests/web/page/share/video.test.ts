import type { Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { engine } from '../../support/engine.ts';
import { kept, noPreview, panel, share, told, trouble } from '../../support/share.ts';
import { openStage } from '../../support/stage.ts';
import { expect, keep, test } from '../../support/test.ts';

// The stage as a video: recorded at the speed at which it plays, by the browser's own recorder.

test.beforeEach(({ watch }) => watch.expect(noPreview));

const stageOf = '#sentence=it+sat&heads=1&parameters.heads=pronoun&at=0';

const recorder = (page: Page, name = /^Record .*-stage\.webm$/) => panel(page).getByRole('button', { name });
const progress = (page: Page) => panel(page).getByRole('progressbar', { name: 'Recorded' });

/** Skips the running test where there is none. */
const needsRecorder = (): void =>
  test.skip(engine === 'webkit', 'WebKitGTK 2.50 has no MediaRecorder; it says so, below.');

test('the stage is recorded as a video in which it plays, while the dialog goes on', async ({ page, site, watch }) => {
  needsRecorder();
  test.setTimeout(90_000);
  // A player lets go of what it was reading when it is asked for another time.
  watch.expect(/request failed: blob:/);
  await openStage(page, site, stageOf);
  await share(page, 'Picture');
  await expect(panel(page)).toContainText('The stage as a video of 23 seconds');
  const coming = kept(page, /^Record .*-stage\.webm$/, 60_000);
  await expect(panel(page).getByText(/^[1-9] of 23 s$/)).toBeVisible({ timeout: 15_000 });
  await expect(recorder(page)).toHaveCount(0);
  expect(await progress(page).evaluate((bar: HTMLProgressElement) => bar.max)).toBe(23);
  await keep(page, 'share-video');
  expect(await findings(page)).toEqual([]);
  await panel(page).getByRole('combobox', { name: 'Format' }).selectOption('PNG');
  await expect(panel(page).getByRole('combobox', { name: 'Size' })).toBeVisible();
  const { name, bytes } = await coming;
  expect(name).toBe('self-attention-it-sat-stage.webm');
  await expect(told(page)).toHaveText(`${name} was handed to the browser.`);
  // EBML, and in it a document of type "webm".
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(bytes.subarray(0, 64).toString('latin1')).toContain('webm');

  const other = await page.context().newPage();
  await other.route(`${site}stage.webm`, (route) => route.fulfill({ contentType: 'video/webm', body: bytes }));
  await other.route(`${site}host.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><video muted></video>' }),
  );
  await other.goto(`${site}host.html`);
  const seen = await other.evaluate(async () => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('There is no video.');
    // Read as a whole, so that any time of it can be asked for.
    video.src = URL.createObjectURL(await (await fetch('stage.webm')).blob());
    const told = (name: string) => new Promise((done) => video.addEventListener(name, done, { once: true }));
    await told('loadedmetadata');
    const at = async (seconds: number): Promise<ImageData> => {
      const sought = told('seeked');
      video.currentTime = seconds;
      await sought;
      const { videoWidth, videoHeight } = video;
      const canvas = Object.assign(document.createElement('canvas'), { width: videoWidth, height: videoHeight });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas.');
      context.drawImage(video, 0, 0);
      return context.getImageData(0, 0, videoWidth, videoHeight);
    };
    const end = await at(1e6);
    const length = video.currentTime;
    const [early, late] = [await at(length * 0.2), await at(length * 0.6)];
    const differing = (one: ImageData, another: ImageData): number =>
      one.data.reduce((count, value, place) => count + (Math.abs(value - (another.data[place] ?? 0)) > 40 ? 1 : 0), 0);
    return {
      size: [video.videoWidth, video.videoHeight],
      length,
      differences: [differing(early, late), differing(late, end)],
    };
  });
  await other.close();
  expect(seen.size).toEqual([1280, 720]);
  expect(seen.length).toBeGreaterThan(15);
  expect(seen.length).toBeLessThan(60);
  for (const difference of seen.differences) expect(difference).toBeGreaterThan(2000);
});

test('recording is cancelled by the same button, and when the dialog closes; nothing is kept', async ({
  page,
  site,
}) => {
  needsRecorder();
  await openStage(page, site, stageOf);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await share(page, 'Picture');
  await recorder(page).click();
  await expect(progress(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(told(page)).toHaveText('Cancelled: nothing was kept.');
  await expect(progress(page)).toHaveCount(0);
  await expect(trouble(page)).toHaveCount(0);
  await expect(recorder(page)).toBeFocused();
  await recorder(page).press('Enter');
  await expect(progress(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(downloads).toEqual([]);
});

test('where a browser records no canvas, it says so and has no button for it', async ({ page, site }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'MediaRecorder'));
  await openStage(page, site, stageOf);
  await share(page, 'Picture');
  await expect(panel(page)).toContainText('This browser does not record videos');
  await expect(recorder(page, /^Record/)).toHaveCount(0);
});

test('in Spanish it is recorded in Spanish', async ({ page, site }) => {
  needsRecorder();
  await openStage(page, `${site}?lang=es`, stageOf);
  await share(page, 'Imagen', 'Compartir');
  await expect(panel(page)).toContainText('El escenario como vídeo de 23 segundos');
  await expect(recorder(page, /^Grabar .*-stage\.webm$/)).toBeVisible();
});
