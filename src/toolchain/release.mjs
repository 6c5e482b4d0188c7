// `npm run release` builds, tests and packs a release into build/release/: the package, the wheel for Python, the site, the page in one
// file, the release notes, a bill of materials and checksums. It uploads nothing.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, Stop, say } from './command.mjs';
import { inProject } from './paths.mjs';
import { npm } from './setup.mjs';
import { buildWheel } from './wheel.mjs';

const RELEASE = inProject('build/release');

/** The libraries in the core, with licence and origin. */
const COMPILED = {
  xtensor: { license: 'BSD-3-Clause', repository: 'xtensor-stack/xtensor' },
  xtl: { license: 'BSD-3-Clause', repository: 'xtensor-stack/xtl' },
  xsimd: { license: 'BSD-3-Clause', repository: 'xtensor-stack/xsimd' },
  // With its system libraries: musl (MIT), and compiler-rt, libc++ and libc++abi (Apache-2.0 WITH LLVM-exception).
  emscripten: { license: 'MIT', repository: 'emscripten-core/emscripten' },
};

/**
 * The changelog's section of a version. If it is missing and `preview` is set, the section of unreleased changes. Throws Stop.
 */
export function releaseNotes(changelog, version, preview = false) {
  const [, heading = '', text = ''] = /^## (.*)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  const isReleased = heading.replace(/[[\]]/g, '').split(/\s/)[0] === version;
  if (!isReleased && !(preview && heading === 'Unreleased')) {
    throw new Stop(
      `The first section of CHANGELOG.md is “${heading}”, not ${version}, the version in package.json. ` +
        'Give it the heading of the version, or pack a preview: npm run release -- --preview',
    );
  }
  return text.trim();
}

/** The bill of materials (CycloneDX): the npm packages and the libraries in the core. */
export function billOfMaterials(bill, { name, version, tools }) {
  const { properties: _, ...component } = bill.metadata.component;
  const compiled = Object.entries(COMPILED).map(([library, { license, repository }]) => ({
    'bom-ref': `${library}@${tools[library]}`,
    type: 'library',
    name: library,
    version: tools[library],
    purl: `pkg:github/${repository}@${tools[library]}`,
    licenses: [{ license: { id: license } }],
  }));
  const own = component['bom-ref'];
  const dependencies = bill.dependencies.map((one) =>
    one.ref === own ? { ...one, dependsOn: [...one.dependsOn, ...compiled.map((each) => each['bom-ref'])] } : one,
  );
  return {
    ...bill,
    metadata: { ...bill.metadata, component: { ...component, name, version } },
    components: [...bill.components, ...compiled],
    dependencies: [...dependencies, ...compiled.map((each) => ({ ref: each['bom-ref'], dependsOn: [] }))],
  };
}

/** Packs dist/ and build/package/ into build/release/ and returns the file names. Throws Stop and CommandFailed. */
export async function packRelease({ preview = false } = {}) {
  const read = async (file) => readFile(inProject(file), 'utf8');
  const { name, version } = JSON.parse(await read('package.json'));
  const notes = releaseNotes(await read('CHANGELOG.md'), version, preview);
  const { tools, version: built } = JSON.parse(await read('build/package/build-info.json'));
  if (built !== version) throw new Stop(`build/package/ is of version ${built}, not ${version}: npm run build`);
  await rm(RELEASE, { recursive: true, force: true });
  await mkdir(RELEASE, { recursive: true });
  const at = (suffix) => join(RELEASE, `${name}-${version}${suffix}`);
  const place = ['--ignore-scripts', '--loglevel=error', '--pack-destination', RELEASE];
  await npm(['pack', inProject('build/package'), ...place], { cwd: RELEASE });
  await buildWheel(RELEASE);
  await run('tar', ['-czf', at('-site.tar.gz'), '-C', inProject('dist'), '.']);
  await copyFile(inProject('dist/self-attention.html'), at('.html'));
  await writeFile(at('-notes.md'), `${notes}\n`);
  const bill = JSON.parse(await npm(['sbom', '--sbom-format=cyclonedx', '--omit=dev'], { cwd: inProject() }));
  await writeFile(at('.cdx.json'), `${JSON.stringify(billOfMaterials(bill, { name, version, tools }), null, 2)}\n`);
  const names = (await readdir(RELEASE)).sort();
  const sums = names.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(RELEASE, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  await writeFile(join(RELEASE, 'SHA256SUMS'), (await Promise.all(sums)).join(''));
  return [...names, 'SHA256SUMS'];
}

/** `--preview` uses the unreleased changes, `--untested` skips the tests. Returns whether everything succeeded. */
export async function release(args, { build, lint, test }) {
  const preview = args.includes('--preview');
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  releaseNotes(await readFile(inProject('CHANGELOG.md'), 'utf8'), version, preview);
  if (!args.includes('--untested') && !((await lint()) && (await test([])))) return false;
  // The tests need a build without the address of the site.
  await build(args);
  const names = await packRelease({ preview });
  say(`  + build/release/:\n${names.map((name) => `    ${name}`).join('\n')}`);
  return true;
}
