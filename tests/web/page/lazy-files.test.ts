import type { Locator, Page, Request } from '@playwright/test';
import { choice, openGroup } from '../support/controls.ts';
import { edit, editor, trouble } from '../support/editor.ts';
import { text } from '../support/far.ts';
import { alive, askForLanguage, chooseLesson, openStep, press, sentence, showScreen } from '../support/page.ts';
import { choose, choosePicture, dialog, trouble as shareTrouble } from '../support/share.ts';
import { expect, test } from '../support/test.ts';

// Every script that the page loads on demand fails once, one after the other. The page reports it, and works on the next try without a
// reload. (Firefox keeps a failed import.)

interface Lazy {
  /** Opens the part of the page that loads it. */
  readonly before?: (page: Page) => Promise<void>;
  /** Loads it the first time. */
  readonly want: (page: Page) => Promise<void>;
  /** Loads it again after it failed. */
  readonly again: (page: Page) => Promise<void>;
  /** The message that it failed. */
  readonly refused: (page: Page) => Locator;
  readonly arrived: (page: Page) => Locator;
}

const tryAgain = (page: Page): Promise<void> => page.getByRole('button', { name: 'Try again' }).click();
const share = (page: Page): Promise<void> => press(page, 'Share');
const openShare = async (page: Page): Promise<void> => {
  await share(page);
  await expect(page.locator('.share-kinds label').first()).toBeVisible(fetched);
};
const unfold = (page: Page, title: string): Promise<void> => page.locator('summary', { hasText: title }).click();
const chooseExample = async (page: Page): Promise<void> => {
  await page.locator('select.examples').selectOption({ index: 1 });
};
const speakSpanish = async (page: Page): Promise<void> => {
  await askForLanguage(page, 'es');
};

const lessonFileButton = (page: Page): Locator => page.locator('#lessons-menu').getByText('Open a lesson file…');

const editMatrix = (page: Page): Promise<void> => page.locator('[data-edits]').first().click();
const pasteMatrix = async (page: Page): Promise<void> => {
  await editor(page)
    .getByRole('textbox', { name: /Replace w_q/ })
    .fill('1');
  await editor(page).getByRole('button', { name: 'Insert' }).click();
};

const lazies: Readonly<Record<string, Lazy>> = {
  'a lesson': {
    // The menu has its own files, below.
    before: async (page) => {
      await press(page, 'Lessons');
      await expect(lessonFileButton(page)).toBeVisible(fetched);
      await page.keyboard.press('Escape');
    },
    want: (page) => chooseLesson(page, 'It’s snowing outside'),
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.locator('sa-lesson-pages'),
  },
  'what opens a lesson from a file': {
    want: (page) => press(page, 'Lessons'),
    again: (page) => page.locator('#lessons-menu').getByRole('button', { name: 'Try again' }).click(),
    refused: (page) => page.locator('#lessons-menu').getByRole('button', { name: 'Try again' }),
    arrived: lessonFileButton,
  },
  'the share dialog, and what makes its files': {
    want: share,
    again: async (page) => {
      if (!(await dialog(page).isVisible())) return share(page);
      await choose(page, 'Link');
      await choose(page, 'Picture');
    },
    refused: (page) => page.getByText(/could not be (fetched|loaded)/).or(shareTrouble(page)),
    arrived: (page) => page.locator('sa-share-picture'),
  },
  'the mask painter': {
    want: (page) => page.locator('#mask').getByRole('radio', { name: 'Painted' }).check(),
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.locator('sa-controls sa-mask-painter').getByRole('grid'),
  },
  'the matrix editor': {
    before: async (page) => {
      await openStep(page, 'x0');
    },
    want: editMatrix,
    again: tryAgain,
    refused: (page) => page.getByText('The editor could not be loaded.'),
    arrived: (page) => editor(page),
  },
  'the numbers of a pasted matrix': {
    before: (page) => edit(page, 'w_q'),
    want: pasteMatrix,
    again: pasteMatrix,
    refused: (page) => trouble(page).filter({ hasText: 'could not be loaded' }),
    arrived: (page) => trouble(page).filter({ hasText: 'The block is 1×1' }),
  },
  'another language': {
    want: speakSpanish,
    again: speakSpanish,
    refused: (page) => page.getByRole('textbox', { name: 'Sentence' }),
    arrived: (page) => page.getByRole('textbox', { name: 'Frase' }),
  },
  'an example': {
    want: chooseExample,
    again: chooseExample,
    refused: (page) => page.getByText('The examples could not be loaded'),
    arrived: (page) => page.locator('.hint-line'),
  },
  'a long sentence': {
    want: (page) => sentence(page).fill(text(600)),
    again: async (page) => sentence(page).fill(`${await sentence(page).inputValue()} more`),
    refused: (page) => page.locator('#sentence-error').filter({ hasText: /./ }),
    arrived: (page) => page.locator('sa-large-scene'),
  },
  'what was pinned': {
    want: (page) => press(page, 'Pin to compare'),
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.getByRole('region', { name: 'Pinned and current' }),
  },
  'what trains': {
    want: (page) => showScreen(page, 'Train'),
    // Either the screen is missing, or a part of it.
    again: async (page) =>
      (await page.getByRole('button', { name: 'Try again' }).count()) > 0 ? tryAgain(page) : showScreen(page, 'Train'),
    refused: (page) =>
      page
        .getByText('This part of the page could not be loaded.')
        .or(page.getByRole('button', { name: 'Try again' }))
        .first(),
    arrived: (page) => page.locator('sa-train-task .task-screen'),
  },
  'a query and a key as arrows': {
    before: async (page) => {
      await openStep(page, 'scores');
    },
    want: (page) => unfold(page, 'As arrows: a query, a key'),
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.locator('sa-arrows-panel svg'),
  },
  'a mistake beside what is right': {
    before: (page) => openGroup(page, 'mistakes'),
    want: async (page) => {
      await choice(page, 'Mistake to make on purpose').selectOption('swapped-qk');
    },
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.locator('sa-mistake section'),
  },
  'the stage': {
    want: (page) => showScreen(page, 'Watch'),
    again: (page) => showScreen(page, 'Watch'),
    refused: (page) => page.getByText('This part of the page could not be loaded.'),
    arrived: (page) => page.locator('sa-stage svg.marks'),
  },
  'the stage as a video, below the stage as an SVG': {
    before: async (page) => {
      await openShare(page);
      await choose(page, 'Numbers');
      await expect(page.locator('sa-share-numbers')).toBeVisible(fetched);
    },
    want: async (page) => {
      await choose(page, 'Picture');
      await choosePicture(page, 'Film');
    },
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.locator('sa-share-video p').first(),
  },
  'the code as a notebook': {
    before: async (page) => {
      await openShare(page);
      await choose(page, 'Numbers');
      await expect(page.locator('sa-share-numbers')).toBeVisible(fetched);
    },
    want: (page) => choose(page, 'Code'),
    again: tryAgain,
    refused: (page) => page.getByRole('button', { name: 'Try again' }),
    arrived: (page) => page.locator('sa-share-notebook button'),
  },
};

/** Several files load one after the other, beside the compilers of `npm test`. */
const fetched = { timeout: 15_000 };

/** Milliseconds for the message about a missing file, before the other files load. */
const SOON = 200;

/** A script of the page. The preview in the share dialog is another page with other scripts. */
const isScript = ({ pathname }: URL): boolean => /\/assets\/(?!embed-).*\.js$/.test(pathname);
const pathOf = (request: Request): string => new URL(request.url()).pathname;

/**
 * Lets one of some files fail. Later requests wait, because a file that has loaded stays in the page and would not be requested when it is
 * its turn.
 */
async function takeAway(page: Page, files: readonly string[]) {
  let taken = files.length;
  let isHolding = true;
  let waiting: ((comes: boolean) => void)[] = [];
  const loading = new Set<Request>();
  let ended = (): void => {};
  page.on('request', (request) => {
    if (isScript(new URL(request.url()))) loading.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      loading.delete(request);
      ended();
    });
  await page.route(isScript, async (route) => {
    const index = files.indexOf(pathOf(route.request()));
    const isLater = index > taken && isHolding;
    const held = (): Promise<boolean> => new Promise((resolve) => waiting.push(resolve));
    const comes = isLater ? await held() : index !== taken;
    await (comes ? route.continue() : route.abort());
  });
  return {
    take(index: number): void {
      taken = index;
    },
    /** Continues the waiting requests and later ones, or refuses them. */
    release(comes: boolean): void {
      isHolding = !comes;
      for (const resolve of waiting) resolve(comes);
      waiting = [];
    },
    /** Resolves once every requested script has loaded or failed, and the page has drawn what follows. A script may load others. */
    async settled(): Promise<void> {
      do {
        while (loading.size > 0)
          await new Promise<void>((resolve) => {
            ended = resolve;
          });
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      } while (loading.size > 0);
    },
  };
}

for (const [name, { before: prepare, want, again, refused, arrived }] of Object.entries(lazies)) {
  test(`${name} loads in the end, whichever of its files fails at first`, async ({ context, open, watch }) => {
    test.setTimeout(240_000);
    watch.expect(/request failed|Failed to (load|fetch)|NetworkError|console error: .*assets/);
    const begin = async (page: Page): Promise<void> => {
      await open('#v=1', page);
      await prepare?.(page);
    };
    const first = await context.newPage();
    let found = new Set<string>();
    first.on('request', (request) => {
      if (isScript(new URL(request.url()))) found.add(pathOf(request));
    });
    await begin(first);
    // A file that has loaded once is not missing.
    const before = found;
    found = new Set();
    await want(first);
    await expect(arrived(first)).toBeVisible(fetched);
    await first.close();
    const files = Array.from(found).filter((file) => !before.has(file));
    expect(files.length).toBeGreaterThan(0);

    let page: Page | null = null;
    let scripts: Awaited<ReturnType<typeof takeAway>> | null = null;
    let missed = 0;
    for (const [index, file] of files.entries()) {
      const ask = page === null ? want : again;
      if (page === null || scripts === null) {
        page = await context.newPage();
        scripts = await takeAway(page, files);
        await begin(page);
      }
      scripts.take(index);
      const failed = page.waitForEvent('requestfailed', {
        predicate: (request) => pathOf(request) === file,
        ...fetched,
      });
      await Promise.all([failed, ask(page)]);
      const said = refused(page).or(arrived(page)).first();
      const isSaid = await said.waitFor({ timeout: SOON }).then(
        () => true,
        () => false,
      );
      // It may work without that file, but need others.
      scripts.release(!isSaid);
      await expect(said, file).toBeVisible(fetched);
      await scripts.settled();
      const isMissed = !(await arrived(page).isVisible());
      if (isMissed) missed += 1;
      if (isMissed && isSaid) continue;
      await page.close();
      page = null;
    }
    // It works without some of them, but not without all.
    expect(missed).toBeGreaterThan(0);
    if (page === null) return;
    scripts?.take(files.length);
    if (!(await arrived(page).isVisible())) await again(page);
    await expect(arrived(page)).toBeVisible(fetched);
  });
}

test('a page whose script does not load says so, whichever file it is', async ({ context, open, site, watch }) => {
  test.setTimeout(240_000);
  watch.expect(/request failed|Failed to (load|fetch)|NetworkError|console error: .*assets|integrity|preload/);
  const first = await context.newPage();
  const files = new Set<string>();
  first.on('request', (request) => {
    if (isScript(new URL(request.url()))) files.add(pathOf(request));
  });
  await open('', first);
  await first.close();
  expect(files.size).toBeGreaterThan(1);
  const page = await context.newPage();
  let taken: string | null = null;
  await page.route(isScript, (route) => (pathOf(route.request()) === taken ? route.abort() : route.continue()));
  let failed = 0;
  for (const file of files) {
    taken = file;
    // The first script has run by now, or failed.
    await page.goto(site, { waitUntil: 'load' });
    const isRunning = await page.evaluate(() => customElements.get('sa-playground') !== undefined);
    // The message appears after ten seconds, which the test skips.
    if (!isRunning)
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish();
      });
    const said = page.locator('.late').or(page.locator('#static-status[role=alert]'));
    await expect((isRunning ? said.or(page.locator('sa-attention, sa-stage')) : said).first(), file).toBeVisible();
    if (await said.isVisible()) failed += 1;
  }
  expect(failed).toBeGreaterThan(0);
  // The same tab, in which each file has failed.
  taken = null;
  await page.reload();
  await alive(page);
});
