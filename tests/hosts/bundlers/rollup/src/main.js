// Rollup leaves `new URL('core.wasm', import.meta.url)` as it is: the build copies the file, and this says where it is.
import { SelfAttentionElement } from 'self-attention';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';

const wasmUrl = new URL('assets/core.wasm', document.baseURI);
SelfAttentionElement.configure({ wasmUrl });
customElements.define('self-attention', SelfAttentionElement);

const core = await loadCore({ wasmUrl });
const trace = core.attend(lessons['its-snowing'].scene);
const shown = JSON.stringify([...trace.tensor('weights').data]);
document.querySelector('output')?.append(shown);
trace.dispose();
