/** The corner at which a causal mask starts, in the controls. */
export const causalAlign = {
  label: 'Alignment',
  name: 'Alignment of the causal mask, where queries and keys differ in number',
  kinds: { topLeft: 'Top left', bottomRight: 'Bottom right' },
};
