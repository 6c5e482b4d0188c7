/** Registers `<self-attention>`. Imported for its effect; a second copy of this code, of whatever version, says so and does nothing. */
import { SelfAttentionElement } from './element.ts';

const name = 'self-attention';

if (globalThis.customElements !== undefined) {
  const there = customElements.get(name);
  if (there === undefined) customElements.define(name, SelfAttentionElement);
  else if (there !== SelfAttentionElement) {
    const other = String(Reflect.get(there, 'version') ?? 'unknown');
    console.warn(
      `<${name}> is there already, in version ${other}; this one, ${SelfAttentionElement.version}, leaves it as it is.`,
    );
  }
}

export { SelfAttentionElement };
