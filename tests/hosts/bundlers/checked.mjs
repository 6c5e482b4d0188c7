// node checked.mjs TARBALL: what publint and "are the types wrong" find in the packed package, as JSON.
import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const tarball = await readFile(process.argv[2]);
const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
// core.wasm is a file to copy, no module: it has no types.
const types = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), {
  excludeEntrypoints: ['./core.wasm'],
});

// The package is made of ES modules only, as its "type" says: what an older Node, or require(), makes of it is not asked.
const asked = ({ resolutionKind }) =>
  resolutionKind === undefined || !['node10', 'node16-cjs'].includes(resolutionKind);
const problems = types.problems.filter(asked).map((problem) => JSON.stringify(problem));
console.log(
  JSON.stringify({
    publint: messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`),
    types: problems,
    entrypoints: Object.keys(types.entrypoints ?? {}),
  }),
);
