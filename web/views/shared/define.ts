/**
 * Registers a view under its name. A page may load two copies of this code (the page's own and an element's): the first
 * one stays, the second does nothing.
 */
export function define(name: string) {
  return (view: CustomElementConstructor): void => {
    if (!customElements.get(name)) customElements.define(name, view);
  };
}
