// The oldest versions this project builds with, how versions compare, and where a newer Emscripten comes from.

// The first release of the series this project is built and measured with. Older ones have most of what is used (Embind's
// ahead-of-time glue, --emit-tsd, relaxed SIMD), but nobody here has seen them pass the tests or keep within the size limits.
export const EMSCRIPTEN_MINIMUM = '6.0.0';
// Emscripten itself refuses an older one.
export const PYTHON_MINIMUM = '3.10';
export const CMAKE_MINIMUM = '3.25';

/** True when `version` ('6.0.5', '21.1.8+dfsg') is `minimum` or newer. An unknown version is not. */
export function atLeast(version, minimum) {
  if (!version) return false;
  const [a, b] = [version, minimum].map((text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0));
  for (let index = 0; index < b.length; index++) {
    const difference = (a[index] ?? 0) - b[index];
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** How to get an Emscripten where none can be assembled. */
export const EMSDK_HELP = [
  'Emscripten’s own installer provides one; run it beside this project, then the command again:',
  '',
  '  git clone https://github.com/emscripten-core/emsdk && emsdk/emsdk install latest && \\',
  '    emsdk/emsdk activate latest && . emsdk/emsdk_env.sh',
].join('\n');
