// esbuild leaves `new URL('core.wasm', import.meta.url)` as it is and copies no file: here the WebAssembly comes in the script.
import { loadCore, SelfAttentionElement } from 'self-attention/inline';
import { lessons } from 'self-attention/lessons';

customElements.define('self-attention', SelfAttentionElement);

const core = await loadCore();
const trace = core.attend(lessons['its-snowing'].scene);
const shown = JSON.stringify([...trace.tensor('weights').data]);
document.querySelector('output')?.append(shown);
trace.dispose();
