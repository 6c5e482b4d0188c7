/** What an element is drawn in: its slot, its parent or the host of its shadow root. */
export function parentOf(element: Element): Element | null {
  return element.assignedSlot ?? element.parentElement ?? hostOf(element);
}

/** The host of the shadow root that an element is in. In another document, `instanceof ShadowRoot` would be false. */
export function hostOf(element: Element): Element | null {
  const root: Node & { readonly host?: Element } = element.getRootNode();
  return root.host ?? null;
}
