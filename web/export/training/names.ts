/** Parameters that all layers share. */
export const shared: ReadonlySet<string> = new Set(['E', 'P', 'E_rel', 'S_rel', 'unembedding']);
