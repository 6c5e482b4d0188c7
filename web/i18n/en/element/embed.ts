/** What embed.html says itself; the rest is the element's. */
export const embed = {
  title: 'Self-attention',
  noScript: 'A picture of self-attention is drawn here by a script, and scripts are switched off.',
  twice: (key: string) => `The address has “${key}” a second time.`,
  unreadable: (key: string, value: string) => `The address's ${key} is “${value}”: its % signs cannot be read.`,
  empty: (key: string) => `The address has “${key}=” with nothing after it.`,
  notBit: (key: string, value: string) => `The address's ${key} is “${value}”; it must be 0 or 1.`,
};
