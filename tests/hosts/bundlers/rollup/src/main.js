// Rollup leaves `new URL('core.wasm', import.meta.url)` as it is: the build copies the file, and this says where it is.
import { SelfAttentionElement } from 'self-attention';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';

const options = { wasmUrl: new URL('assets/core.wasm', document.baseURI), flavour: 'simd' };
SelfAttentionElement.configure(options);
customElements.define('self-attention', SelfAttentionElement);

const core = await loadCore(options);
const trace = core.attend(lessons['its-snowing'].scene);
document.querySelector('output').value = JSON.stringify([core.flavour, [...trace.tensor('weights').data]]);
trace.dispose();
