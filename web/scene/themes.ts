// Apart from shown.ts: an element needs these later than those, and small as it is a chunk that both need is a request.

export const themes = ['auto', 'light', 'dark'] as const;
export type ShownTheme = (typeof themes)[number];
