import type { Scene } from './types.ts';

// packed.ts is fetched when the first link is packed or unpacked: most visits never need it.

/** As in packed.ts. */
export const encodeLink = async (scene: Scene): Promise<string> => (await import('./packed.ts')).encodeLink(scene);

/** As in packed.ts. */
export const decodeLink = async (link: string): Promise<Scene> => (await import('./packed.ts')).decodeLink(link);
