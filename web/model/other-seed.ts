/** Another seed than this one, short enough to be read out. */
export function otherSeed(seed: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const next = 1 + (random % 9998);
  return next >= seed ? next + 1 : next;
}
