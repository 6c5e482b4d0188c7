/** Texts of embed.html itself. The element has the others. */
export const embed = {
  title: 'Self-attention',
  noScript: 'A script draws a picture of self-attention here, but scripts are switched off.',
  twice: (key: string) => `The address has “${key}” twice.`,
  unreadable: (key: string, value: string) => `The address’s ${key} is “${value}”, whose % signs cannot be decoded.`,
  empty: (key: string) => `The address has “${key}=” without a value.`,
  notBit: (key: string, value: string) => `The address’s ${key} is “${value}”. It must be 0 or 1.`,
};
