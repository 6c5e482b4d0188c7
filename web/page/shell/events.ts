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

/** What a lesson asks the page for. */
export type LessonAction =
  /** Another scene as a whole, as a step that can be undone. */
  | { readonly kind: 'open'; readonly scene: Scene }
  /** Another page of it, with the scene as it is. */
  | { readonly kind: 'turn'; readonly page: number }
  /** Something said to eyes and ears, without taking the focus. */
  | { readonly kind: 'say'; readonly text: string }
  /** The controls in sight: on a narrow screen they take the lesson's place. */
  | { readonly kind: 'controls' }
  /** The reader is done with the lesson; its scene stays. */
  | { readonly kind: 'leave' };

export class LessonRequest extends CustomEvent<LessonAction> {
  static readonly type = 'sa-lesson-request';
  constructor(action: LessonAction) {
    super(LessonRequest.type, { detail: action, bubbles: true });
  }
}
