import { deflateRawSync } from 'node:zlib';
import { encodeScene } from '../../../../web/scene/link.ts';
import type { Scene } from '../../../../web/scene/types.ts';
import { text } from '../../support/far.ts';
import { chips, press } from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

// A reader does not choose what is in a link. Links at every limit are drawn or refused, and the page goes on.

type Change = Omit<Partial<Scene>, 'attention'> & {
  readonly attention?: Partial<Scene['attention']>;
  readonly d?: number;
};

function link({ attention, d = 64, ...change }: Change): string {
  return encodeScene({
    version: 1,
    embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: d },
    parameters: { kind: 'random', init: 'xavier', seed: 1 },
    attention: { heads: 16, ...attention },
    ...change,
  });
}

const others = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `w${at}`);
const packed = (json: string): string => `z=1.${deflateRawSync(Buffer.from(json)).toString('base64url')}`;
const additive = (tokens: number, { d = 64, heads = 16 } = {}): string =>
  link({
    sentence: text(tokens),
    d,
    parameters: { kind: 'random', init: 'xavier', seed: 1, dA: 1024 },
    attention: { heads, score: 'additive' },
  });
/** A matrix with a row for each token. */
const given = (rows: number, columns: number): string =>
  JSON.stringify({
    version: 1,
    tokens: others(rows),
    embedding: { kind: 'given', x: Array.from({ length: rows }, () => Array(columns).fill(0.5)) },
    parameters: { kind: 'identity' },
    attention: { heads: 1 },
  });
const painted = Array.from({ length: 512 }, (_, i) =>
  Array.from({ length: 512 }, (_, j) => ((i * j) % 3 === 0 ? 1 : 0) as 0 | 1),
);

interface Case {
  readonly link: string;
  /** The page refuses the link with this. Otherwise it draws the scene. */
  readonly refused?: RegExp;
  /** The page computes the scene without a worker and draws every number. */
  readonly isWhole?: true;
}

const cases: Readonly<Record<string, Case>> = {
  'as many tokens as there may be': { link: link({ sentence: text(8192), attention: { heads: 4 } }) },
  'as many different tokens': { link: link({ sentence: others(8192).join(' '), d: 8, attention: { heads: 1 } }) },
  'one-hot vectors of as many words as have room': {
    link: link({ sentence: others(1000).join(' '), embedding: { kind: 'oneHot' }, attention: { heads: 8 } }),
  },
  '64 heads, vectors of 1024 numbers': {
    link: link({ sentence: text(96), d: 1024, attention: { heads: 64 } }),
  },
  'an additive score of 1024 numbers, 512 tokens': { link: additive(512) },
  'weights of six decimals, 2048 tokens': {
    link: link({ sentence: text(2048), attention: { heads: 1, roundWeights: 6 } }),
  },
  'as much of an additive score as the page computes itself': { link: additive(49, { d: 8, heads: 1 }), isWhole: true },
  'as many rounded weights as the page computes itself': {
    link: link({ sentence: text(557), d: 8, attention: { heads: 1, roundWeights: 6 } }),
    isWhole: true,
  },
  'as much sparsemax as the page computes itself': {
    link: link({ sentence: text(557), d: 8, attention: { heads: 1, normalizer: 'sparsemax' } }),
    isWhole: true,
  },
  'as many relative positions as the page computes itself': {
    link: link({ sentence: text(557), d: 8, attention: { heads: 1 }, positions: { kind: 'relative' } }),
    isWhole: true,
  },
  'as many heads as the page computes itself': {
    link: link({ sentence: text(106), attention: { heads: 64 } }),
    isWhole: true,
  },
  'as wide a network as the page computes itself': {
    link: link({
      sentence: text(38),
      attention: { heads: 1 },
      layers: 6,
      block: { residual: true, feedForward: { width: 512, activation: 'gelu' } },
    }),
    isWhole: true,
  },
  'relative positions, 512 tokens, 16 heads': { link: link({ sentence: text(512), positions: { kind: 'relative' } }) },
  'six layers with the widest network': {
    link: link({
      sentence: text(24),
      d: 512,
      layers: 6,
      block: { residual: true, feedForward: { width: 2048, activation: 'gelu' } },
    }),
  },
  'a mask of 512 × 512, painted': {
    link: packed(
      JSON.stringify({
        ...JSON.parse(given(512, 16)),
        attention: { heads: 1, mask: { kind: 'painted', visible: painted } },
      }),
    ),
  },
  'a matrix as large as unpacked JSON may be': { link: packed(given(4096, 480)) },
  'a matrix beyond that': { link: packed(given(4096, 600)), refused: /limit/ },
  'the longest word there is': { link: link({ sentence: 'a'.repeat(100_000) }) },
  'as many escapes as a link has room for': { link: `sentence=${'%20'.repeat(66_000)}a` },
  'brackets in brackets, packed in 8 kB': {
    link: packed('[{"a":'.repeat(800_000)),
    refused: /more than 32 nested brackets/,
  },
};

for (const [name, { link: fragment, refused, isWhole }] of Object.entries(cases)) {
  test(`a link at a limit does not stop the page: ${name}`, async ({ page, site }) => {
    const refusal = page
      .locator('[role=alert], .error, #sentence-error')
      .filter({ hasText: refused ?? /\S/ })
      .first();
    await page.goto(`${site}#${fragment}`);
    const picture = page.locator('sa-attention sa-heatmap, sa-large-scene').first();
    await (refused === undefined ? picture : refusal).waitFor({ timeout: 30_000 });
    if (isWhole) await expect(page.locator('sa-attention sa-heatmap')).toBeVisible();
    if (refused === undefined) await expect(refusal).toHaveCount(0);
    // The steps below are drawn when they come into view.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await press(page, 'Start again');
    await expect(chips(page)).toHaveCount(11);
  });
}
