import type { Page } from '@playwright/test';
import { findings } from '../../support/axe.ts';
import { engine } from '../../support/engine.ts';
import { choosePicture, kept, panel, share, told, trouble } from '../../support/share.ts';
import { openStage } from '../../support/stage.ts';
import { expect, keep, test } from '../../support/test.ts';

// The stage as a video: made frame by frame by the browser's encoder or, where there is none, recorded while it plays.

const stageOf = '#sentence=animal+it&heads=1&parameters.heads=pronoun&at=0';

const made = /^Make .*-film\.webm$/;
const maker = (page: Page, name = made) => panel(page).getByRole('button', { name });
const progress = (page: Page) => panel(page).getByRole('progressbar', { name: 'Done so far' });

interface Seen {
  readonly size: readonly number[];
  /** Seconds, from the file's metadata. */
  readonly duration: number;
  /** The time of a player after seeking far beyond the end. */
  readonly end: number;
  /** How many colour values differ between pictures at the start and the end, at 20 and 60 %, and at 60 % and the end. */
  readonly differences: readonly number[];
}

/**
 * Plays a file in another page, or seeks in it. A recorder's file has no index of its frames, without which Firefox 153 seeks to the end
 * after the first second.
 */
async function played(page: Page, site: string, bytes: Buffer, how: 'sought' | 'played'): Promise<Seen> {
  const other = await page.context().newPage();
  await other.route(`${site}stage.webm`, (route) => route.fulfill({ contentType: 'video/webm', body: bytes }));
  await other.route(`${site}host.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><video muted></video>' }),
  );
  await other.goto(`${site}host.html`);
  const seen = await other.evaluate(async (isSought) => {
    const video = document.querySelector('video');
    if (video === null) throw new Error('There is no video.');
    // The whole file is loaded, so that the player can seek.
    video.src = URL.createObjectURL(await (await fetch('stage.webm')).blob());
    const told = (name: string) => new Promise((done) => video.addEventListener(name, done, { once: true }));
    await told('loadedmetadata');
    const { duration } = video;
    const pictured = (): ImageData => {
      const { videoWidth, videoHeight } = video;
      const canvas = Object.assign(document.createElement('canvas'), { width: videoWidth, height: videoHeight });
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('There is no canvas.');
      context.drawImage(video, 0, 0);
      return context.getImageData(0, 0, videoWidth, videoHeight);
    };
    const seek = async (seconds: number): Promise<ImageData> => {
      // A busy browser says that it has sought before it has the picture.
      const shown = new Promise((done) => video.requestVideoFrameCallback(done));
      const sought = told('seeked');
      video.currentTime = seconds;
      await Promise.all([sought, shown]);
      return pictured();
    };
    const ended = told('ended');
    // A slow recorder writes few frames, and the last one may be before the wanted time.
    const frame = () =>
      Promise.race([
        new Promise<number>((done) => video.requestVideoFrameCallback((_, about) => done(about.mediaTime))),
        ended.then(() => Number.POSITIVE_INFINITY),
      ]);
    const reach = async (seconds: number): Promise<ImageData> => {
      while ((await frame()) < seconds);
      return pictured();
    };
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await told('loadeddata');
    const first = pictured();
    if (!isSought) await video.play();
    const playOn = async (): Promise<readonly ImageData[]> => {
      const pictures = [await reach(duration * 0.2), await reach(duration * 0.6)];
      await ended;
      return [...pictures, pictured()];
    };
    const seekBack = async (): Promise<readonly ImageData[]> => {
      const last = await seek(1e6);
      const { currentTime } = video;
      const pictures = [await seek(currentTime * 0.2), await seek(currentTime * 0.6), last];
      video.currentTime = 1e6;
      await told('seeked');
      return pictures;
    };
    const [early, late, last] = await (isSought ? seekBack() : playOn());
    if (early === undefined || late === undefined || last === undefined) throw new Error('There is no picture.');
    const end = video.currentTime;
    const differing = (one: ImageData, another: ImageData): number =>
      one.data.reduce((count, value, place) => count + (Math.abs(value - (another.data[place] ?? 0)) > 40 ? 1 : 0), 0);
    return {
      size: [video.videoWidth, video.videoHeight],
      duration,
      end,
      differences: [differing(first, last), differing(early, late), differing(late, last)],
    };
  }, how === 'sought');
  await other.close();
  return seen;
}

test('the stage becomes a video in which it plays, and the dialog stays usable', async ({ page, site, watch }) => {
  // Firefox 153 encodes VP9 on one processor, which takes half a minute.
  test.setTimeout(150_000);
  // A player cancels its request when it seeks.
  watch.expect(/request failed: blob:/);
  await openStage(page, site, stageOf);
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  await expect(panel(page)).toContainText('The stage as a video of 24 seconds, made frame by frame');
  const coming = kept(page, made, 120_000);
  await expect(panel(page).getByText(/^\d+ of 24 s$/)).toBeVisible();
  await expect(maker(page)).toHaveCount(0);
  expect(await progress(page).evaluate((bar: HTMLProgressElement) => bar.max)).toBe(24);
  await keep(page, 'share-video');
  const link = panel(page).getByRole('checkbox', { name: 'with the address of this page' });
  await link.uncheck();
  await expect(link).not.toBeChecked();
  const { name, bytes } = await coming;
  expect(name).toBe('attention-animal-it-film.webm');
  await expect(told(page)).toHaveText(`The download of ${name} has started.`);
  expect(await findings(page)).toEqual([]);
  // EBML, and in it a document of type "webm".
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(bytes.subarray(0, 64).toString('latin1')).toContain('webm');
  const { size, duration, end, differences } = await played(page, site, bytes, 'sought');
  expect(size).toEqual([1280, 720]);
  expect(duration).toBeCloseTo(24, 1);
  expect(end).toBeCloseTo(24, 1);
  for (const difference of differences) expect(difference).toBeGreaterThan(2000);
});

test('a preview shows the last picture, with its powers, and plays', async ({ page, site }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    window.seen = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      window.seen.push(text);
      fillText.call(this, text, ...place);
    };
  });
  await openStage(page, site, stageOf);
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  const preview = panel(page).locator('sa-film-preview');
  const picture = () => preview.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const last = await picture();
  const texts = (await page.evaluate(() => window.seen)).filter((text) => text !== '');
  const powers = texts.flatMap((text, index) => (text === 'e' ? [texts[index + 1] ?? ''] : []));
  expect(powers.length).toBeGreaterThan(0);
  for (const power of powers) expect(power).toMatch(/^(−?\d|≈)/);
  await preview.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(2000);
  expect(await picture()).not.toBe(last);
  await preview.getByRole('button', { name: 'Pause' }).click();
  const paused = await picture();
  await page.clock.runFor(2000);
  expect(await picture()).toBe(paused);
  await preview.getByRole('button', { name: 'Play' }).click();
  await page.clock.runFor(60_000);
  await expect(preview.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await picture()).toBe(last);
});

test('without an encoder it is recorded while it plays, and the file has its duration', async ({
  page,
  site,
  watch,
}) => {
  watch.expect(/request failed: blob:/);
  await page.addInitScript(() => Reflect.deleteProperty(window, 'VideoEncoder'));
  await openStage(page, site, stageOf);
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  await expect(panel(page)).toContainText('The stage as a video of 24 seconds, recorded while it plays');
  // Recording takes as long as playing, so only the first seconds are recorded.
  await page.locator('sa-share-video').evaluate((video: HTMLElement & { subject: object }) => {
    video.subject = { ...video.subject, end: 2 };
  });
  await expect(panel(page)).toContainText('The stage as a video of 6 seconds');
  const { bytes } = await kept(page, made, 30_000);
  const { size, duration, end, differences } = await played(
    page,
    site,
    bytes,
    engine === 'firefox' ? 'played' : 'sought',
  );
  expect(size).toEqual([1280, 720]);
  expect(duration).toBeGreaterThan(4.5);
  expect(duration).toBeLessThan(12);
  expect(Math.abs(end - duration)).toBeLessThan(0.5);
  // How soon the recorder keeps pace depends on the machine, but the first picture is not the last.
  expect(Math.max(...differences)).toBeGreaterThan(2000);
});

test('the same button cancels it, and so does closing the dialog, and nothing is kept', async ({ page, site }) => {
  await openStage(page, site, stageOf);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  await maker(page).click();
  await expect(progress(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(told(page)).toHaveText('Cancelled. Nothing was saved.');
  await expect(progress(page)).toHaveCount(0);
  await expect(trouble(page)).toHaveCount(0);
  await expect(maker(page)).toBeFocused();
  await maker(page).press('Enter');
  await expect(progress(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(downloads).toEqual([]);
});

test('a browser that makes no videos says so and has no button for it', async ({ page, site }) => {
  await page.addInitScript(() => {
    for (const name of ['VideoEncoder', 'MediaRecorder']) Reflect.deleteProperty(window, name);
  });
  await openStage(page, site, stageOf);
  await share(page, 'Picture');
  await choosePicture(page, 'Film');
  await expect(panel(page)).toContainText('This browser cannot make videos');
  await expect(maker(page, /^Make/)).toHaveCount(0);
});

test('in Spanish it is made in Spanish', async ({ page, site }) => {
  await openStage(page, `${site}?lang=es`, stageOf);
  await share(page, 'Imagen', 'Compartir');
  await choosePicture(page, 'Película');
  await expect(panel(page)).toContainText('El escenario como vídeo de 24 segundos');
  await expect(maker(page, /^Crear .*-film\.webm$/)).toBeVisible();
});
