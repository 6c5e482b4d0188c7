import { layerIn } from './names.ts';
import { roleByName, type TensorRole } from './roles.ts';

/** A tensor of the file that was not read, and why, in the reader's language. */
export interface UnreadTensor {
  readonly name: string;
  readonly why: string;
}

/** An unread tensor, and what it seems to be by its name. */
export interface Unread extends UnreadTensor {
  readonly role: TensorRole;
}

/** The unread tensor that has one of these roles by its name, in the layer that the model calls so. Undefined: the only layer. */
export function unreadOf(
  tensors: readonly UnreadTensor[],
  isWanted: (role: TensorRole) => boolean,
  layerName?: string,
): Unread | null {
  for (const { name, why } of tensors) {
    const role = roleByName(name);
    const isInLayer = layerName === undefined || name.slice(0, layerIn(name)?.end ?? 0).endsWith(layerName);
    if (role !== null && isInLayer && isWanted(role)) return { name, why, role };
  }
  return null;
}
