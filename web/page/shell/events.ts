import type { Scene } from '../../scene/types.ts';

export interface EditDetail {
  readonly scene: Scene;
  /** Names the control: a run of edits by one control is one step back. */
  readonly key: string;
}

/** A control asks for another scene. */
export class EditRequest extends CustomEvent<EditDetail> {
  static readonly type = 'sa-edit';
  constructor(scene: Scene, key: string) {
    super(EditRequest.type, { detail: { scene, key }, bubbles: true });
  }
}
