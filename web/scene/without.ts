/** The object without one of its keys. An optional key of a scene is left out, never set to undefined. */
export function without<From extends object, Key extends keyof From>(from: From, key: Key): Omit<From, Key> {
  const { [key]: _, ...rest } = from;
  return rest;
}
