// The npm scripts: node src/toolchain/run.mjs start | build | test | lint | format | bench | bench:peers |
// doctor | setup
// Only this file runs on any Node: what it imports may use what an old one does not have.
const [task, ...args] = process.argv.slice(2);

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Node ${process.versions.node} is too old: 20 or newer is needed (https://nodejs.org/).`);
  process.exit(1);
}

import('./tasks.mjs').then(({ main }) => main(task, args));
