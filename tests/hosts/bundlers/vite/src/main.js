import { loadCore } from 'self-attention/core';
import 'self-attention/define';
import { lessons } from 'self-attention/lessons';

const core = await loadCore();
const trace = core.attend(lessons['its-snowing'].scene);
document.querySelector('output').value = JSON.stringify([...trace.tensor('weights').data]);
trace.dispose();
