/** Parameters that all layers have in common. */
export const shared: ReadonlySet<string> = new Set(['E', 'P', 'E_rel', 'S_rel', 'unembedding']);
